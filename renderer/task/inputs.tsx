// The field of the records, the meetings or the parent of a task, and that of its repetition. And the actions of the form behind Mod+K.
import { type RefCallback, useState } from 'react'
import { type Control, Controller } from 'react-hook-form'
import { taskLimits } from '../../shared/api/limits.ts'
import type { Member } from '../../shared/api/launcher/tasks.ts'
import { say } from '../../shared/language.ts'
import { dayAfter, nextWeek, ownDateHabits } from '../../shared/dates/format.ts'
import { everydayRules, idOfRepeat, repeatOfId } from '../../shared/dates/repeat.ts'
import { noRepeat, type Repeat } from '../dates/repeat-field.ts'
import { repeatWords } from '../../shared/dates/repeat-words.ts'
import { useFinder } from '../shell/form-inputs.tsx'
import { ChoicePanel } from '../ui/choice-panel.tsx'
import { Select } from '../ui/select.tsx'
import { TextField } from '../ui/text-field.tsx'
import { TokenSelect } from '../ui/token-select.tsx'
import type { TaskValues } from './values.ts'

const links = {
  records: {
    kind: 'record',
    placeholder: 'form.findRecord',
    nothing: 'form.noRecordFound',
    most: taskLimits.linkedRecords,
    full: 'problem.records',
  },
  meetings: {
    kind: 'meeting',
    placeholder: 'form.findMeeting',
    nothing: 'form.noMeetingFound',
    most: taskLimits.linkedMeetings,
    full: 'problem.meetings',
  },
  parent: {
    kind: 'task',
    placeholder: 'form.findTask',
    nothing: 'form.noTaskFound',
    most: 1,
    full: 'problem.parents',
  },
} as const

/** Search field for the records or the meetings of a task, or for the task above it. */
export function LinkField({
  control,
  name,
  text,
  onType,
  except,
}: {
  control: Control<TaskValues>
  name: keyof typeof links
  text: string
  onType: (text: string) => void
  /** The task itself, which is not offered. */
  except: string | undefined
}) {
  const { kind, placeholder, nothing, most, full } = links[name]
  const { options, isLooking } = useFinder(kind, text)
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <TokenSelect
          label={say(`field.${name}`)}
          placeholder={say(placeholder)}
          picked={field.value}
          most={most}
          full={say(full, { most })}
          options={options.filter(({ id }) => id !== except)}
          nothing={isLooking ? null : say(nothing)}
          text={text}
          onType={onType}
          onChange={field.onChange}
          inputRef={field.ref}
          error={fieldState.error?.message}
        />
      )}
    />
  )
}

/** Mod+K in a form: the most common changes without moving to the field. */
export function FieldActions({
  me,
  now,
  onAssign,
  onDay,
  onClose,
}: {
  /** The signed-in person, unless already assigned. */
  me: Member | undefined
  now: Date
  onAssign: (member: Member) => void
  onDay: (day: Date | null) => void
  onClose: () => void
}) {
  const actions: readonly { id: string; name: string; run: () => void }[] = [
    ...(me === undefined ? [] : [{ id: 'assign', name: say('form.assignMe'), run: () => onAssign(me) }]),
    { id: 'today', name: say('form.dueToday'), run: () => onDay(now) },
    { id: 'tomorrow', name: say('form.dueTomorrow'), run: () => onDay(dayAfter(now, 1)) },
    { id: 'nextWeek', name: say('form.dueNextWeek'), run: () => onDay(nextWeek(now, ownDateHabits())) },
    { id: 'noDate', name: say('form.noDueDate'), run: () => onDay(null) },
  ]
  return (
    <ChoicePanel
      question={say('form.actions')}
      candidates={actions}
      onChoose={({ id }) => {
        actions.find((action) => action.id === id)?.run()
        onClose()
      }}
      onClose={onClose}
    />
  )
}

const inWords = 'words'

/** How a task repeats: an everyday rule, or any other in words. */
export function RepeatField({
  value,
  onType,
  onChoose,
  onBlur,
  inputRef,
  error,
  now,
}: {
  value: Repeat
  onType: (text: string) => void
  onChoose: (value: Repeat) => void
  onBlur: () => void
  inputRef: RefCallback<HTMLElement>
  error: string | undefined
  now: Date
}) {
  const everyday = everydayRules.map((rule) => ({ rule, after: 'due' }) as const)
  const isEveryday =
    value.id === null ? value.text === '' : everyday.some((one) => idOfRepeat(one) === value.id)
  const [isWriting, setWriting] = useState(!isEveryday)
  // A draft may bring words.
  const hasWords = isWriting || !isEveryday
  const choose = (choice: string): void => {
    setWriting(choice === inWords)
    if (choice === '') onChoose(noRepeat)
    else if (choice !== inWords)
      onChoose({ text: repeatWords(repeatOfId(choice).recurrence, now), id: choice })
  }
  return (
    <>
      <Select
        label={say('field.repeat')}
        choices={[
          { value: '', name: say('repeat.none') },
          ...everyday.map((one) => ({ value: idOfRepeat(one), name: repeatWords(one, now) })),
          { value: inWords, name: say('repeat.custom') },
        ]}
        value={hasWords ? inWords : (value.id ?? '')}
        onChange={choose}
        onBlur={onBlur}
        {...(!hasWords && { buttonRef: inputRef })}
        error={hasWords ? undefined : error}
        submits
      />
      {hasWords ? (
        <TextField
          ref={inputRef}
          label={say('repeat.words')}
          placeholder={say('repeat.hint')}
          autoComplete="off"
          value={value.text}
          error={error}
          onBlur={onBlur}
          onChange={(event) => onType(event.target.value)}
        />
      ) : null}
    </>
  )
}
