// The field of the records, the meetings or the parent of a task. And the actions of the form behind Mod+K.
import { type Control, Controller } from 'react-hook-form'
import { taskLimits } from '../../shared/api/limits.ts'
import type { Member } from '../../shared/api/launcher-tasks.ts'
import { say } from '../../shared/language.ts'
import { dayAfter, nextWeek, ownDateHabits } from '../dates/format.ts'
import { useFinder } from '../shell/form-inputs.tsx'
import { ChoicePanel } from '../ui/choice-panel.tsx'
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
