// The inputs of the task form that search or parse: due date, people, records and meetings. And its actions behind Mod+K.
import { CalendarDays } from 'lucide-react'
import { type ComponentProps, useId, useState, useEffect, useMemo, type RefCallback } from 'react'
import { say } from '../../shared/language.ts'
import { dueAt } from '../../shared/whole-days.ts'
import field from '../ui/field.module.css'
import { FieldError } from '../ui/text-field.tsx'
import { Calendar } from '../dates/calendar.tsx'
import css from './inputs.module.css'
import { type Due, dueHint } from '../dates/due.ts'
import { useQuery } from '@tanstack/react-query'
import { type Control, Controller } from 'react-hook-form'
import type { ResultKind } from '../../shared/api/launcher-search.ts'
import { taskLimits } from '../../shared/api/limits.ts'
import type { Row } from '../../shared/ipc/launcher.ts'
import { call } from '../state/bridge.ts'
import { keys } from '../state/queries.ts'
import { useSeenRows } from '../items/row-cache.ts'
import { meetingWords, dayAfter, nextWeek, ownDateHabits } from '../dates/format.ts'
import { useNow } from '../shell/window.ts'
import type { TaskValues } from './values.ts'
import { type Option, TokenSelect, type Picked } from '../ui/token-select.tsx'
import type { Member } from '../../shared/api/launcher-tasks.ts'
import { matchClasses, matchOf } from '../../shared/search/text-match.ts'
import { Avatar } from '../ui/glyphs.tsx'
import { ChoicePanel } from '../ui/choice-panel.tsx'

/** The due date as free text, with the parsed date above it, and a calendar. */
export function DueField({
  value: { text, instant },
  now,
  error,
  onChange,
  onDay,
  ...rest
}: Omit<ComponentProps<'input'>, 'onChange' | 'value'> & {
  value: Due
  now: Date
  error: string | undefined
  onChange: (text: string) => void
  /** A day picked in the calendar; null removes the date. */
  onDay: (day: Date | null) => void
}) {
  const id = useId()
  const [isPicking, setPicking] = useState(false)
  const due = instant === null ? null : dueAt(instant)
  const pick = (day: Date | null): void => {
    onDay(day)
    setPicking(false)
  }
  return (
    <div className={css.field}>
      <div className={css.head}>
        <label className={field.label} htmlFor={id}>
          {say('field.due')}
        </label>
        <span id={`${id}said`} className={css.said} aria-live="polite">
          {due === null ? '' : dueHint(text, due, now)}
        </span>
      </div>
      <div className={[field.control, css.line].join(' ')} data-invalid={error !== undefined}>
        <input
          {...rest}
          id={id}
          className={css.input}
          value={text}
          placeholder={say('form.dueHint')}
          autoComplete="off"
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={`${id}${error === undefined ? 'said' : 'error'}`}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown' || !event.altKey) return
            event.preventDefault()
            setPicking(true)
          }}
        />
        <button
          type="button"
          className={css.calendar}
          aria-label={say('calendar.pick')}
          aria-haspopup="dialog"
          onClick={() => setPicking(true)}
        >
          <CalendarDays size={15} aria-hidden="true" />
        </button>
      </div>
      <FieldError id={`${id}error`}>{error}</FieldError>
      {isPicking ? (
        <Calendar
          name={say('calendar.pick')}
          selected={due}
          now={now}
          onPick={pick}
          onClear={text === '' ? undefined : () => pick(null)}
          onClose={() => setPicking(false)}
        />
      ) : null}
    </div>
  )
}

const pauseMilliseconds = 250
const shortestRemoteQuery = 2

/** An option with a detail that tells it from others of the same name. */
export const optionOf = (row: Row, now: Date): Option => {
  const { meeting, record } = row
  const detail =
    meeting?.startAt === undefined
      ? (record?.objectTypeName ?? row.subtitle)
      : meetingWords(meeting.startAt, meeting.endAt, now, meeting.allDay)
  return { id: row.id, title: row.title, detail }
}

/** @param text the typed text */
function useFinder(kind: ResultKind, text: string): { options: Option[]; isLooking: boolean } {
  const now = useNow()
  const [paused, setPaused] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text.trim()), pauseMilliseconds)
    return () => clearTimeout(timer)
  }, [text])

  const seenRows = useSeenRows(kind)
  const query = text.trim()
  const seen = useMemo(() => seenRows?.(query) ?? [], [query, seenRows])
  const remote = useQuery({
    queryKey: keys.search(paused, [kind]),
    queryFn: () => call('search.run', { query: paused, types: [kind] }),
    enabled: paused.length >= shortestRemoteQuery,
  })

  const rows = [...seen, ...(paused === query ? (remote.data?.rows ?? []) : [])]
  const byId = new Map(rows.filter((row) => row.kind === kind).map((row) => [row.id, optionOf(row, now)]))
  const isLooking = paused !== query || seenRows === null || remote.isFetching
  return { options: [...byId.values()], isLooking }
}

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
} as const

/** Search field for the records or the meetings of a task. */
export function LinkField({
  control,
  name,
  text,
  onType,
}: {
  control: Control<TaskValues>
  name: keyof typeof links
  text: string
  onType: (text: string) => void
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
          options={options}
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

/** Search field for people, by name or email. "me" finds the signed-in person. */
export function MemberSelect({
  members,
  me,
  text,
  onType,
  picked,
  onChange,
  inputRef,
  error,
}: {
  /** Absent while loading. */
  members: readonly Member[] | undefined
  me: string | undefined
  text: string
  onType: (text: string) => void
  picked: readonly Picked[]
  onChange: (picked: Picked[]) => void
  inputRef: RefCallback<HTMLElement>
  error: string | undefined
}) {
  const options = useMemo(() => {
    const option = ({ id, name, email }: Member): Option => ({
      id,
      title: name,
      detail: id !== me ? email : email === '' ? say('form.youAlone') : say('form.you', { email }),
    })
    if (text.trim() === '')
      return (members ?? []).toSorted((a, b) => Number(b.id === me) - Number(a.id === me)).map(option)
    return (members ?? [])
      .flatMap((member) => {
        const found = matchOf(text, member.name) ?? matchOf(text, member.email)
        return found === null ? [] : [{ member, rank: matchClasses.indexOf(found.class) - found.score }]
      })
      .sort((a, b) => a.rank - b.rank)
      .map(({ member }) => option(member))
  }, [me, members, text])
  return (
    <TokenSelect
      label={say('field.assignees')}
      placeholder={say('form.addPeople')}
      glyphOf={({ title }) => <Avatar name={title} of="person" size="small" />}
      // Names may load after the task.
      picked={picked.map(({ id, title }) => ({
        id,
        title: members?.find((member) => member.id === id)?.name ?? title,
      }))}
      most={taskLimits.assignees}
      full={say('problem.people', { most: taskLimits.assignees })}
      options={options}
      nothing={members === undefined ? null : say('form.nobodyFound')}
      text={text}
      onType={onType}
      onChange={onChange}
      inputRef={inputRef}
      error={error}
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
