// The inputs that several forms have: a date, a search for records and meetings, and one for members.
import { useQuery } from '@tanstack/react-query'
import { CalendarDays } from 'lucide-react'
import { type ComponentProps, type RefCallback, useEffect, useId, useMemo, useState } from 'react'
import type { ResultKind } from '../../shared/api/launcher/search.ts'
import type { Member } from '../../shared/api/launcher/tasks.ts'
import { say } from '../../shared/language.ts'
import type { Row } from '../../shared/ipc/launcher.ts'
import { matchClasses, matchOf } from '../../shared/search/text-match.ts'
import { Calendar } from '../dates/calendar.tsx'
import { meetingWords } from '../../shared/dates/format.ts'
import { useSeenRows } from '../items/row-cache.ts'
import { call } from '../state/bridge.ts'
import { keys } from '../state/queries.ts'
import field from '../ui/field.module.css'
import { Avatar } from '../ui/glyphs.tsx'
import { FieldError } from '../ui/text-field.tsx'
import { type Option, type Picked, TokenSelect } from '../ui/token-select.tsx'
import css from './form-inputs.module.css'
import { useNow } from './window.ts'

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

/**
 * @param text the typed text
 * @param objects slugs of the objects whose records are offered; absent offers any
 */
export function useFinder(
  kind: ResultKind,
  text: string,
  objects?: readonly string[],
): { options: Option[]; isLooking: boolean } {
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
  const isOffered = (row: Row): boolean =>
    row.kind === kind && (objects?.includes(row.record?.objectTypeSlug ?? '') ?? true)
  const byId = new Map(rows.filter(isOffered).map((row) => [row.id, optionOf(row, now)]))
  const isLooking = paused !== query || seenRows === null || remote.isFetching
  return { options: [...byId.values()], isLooking }
}

/** Search field for people, by name or email. "me" finds the signed-in person. */
export function MemberSelect({
  label,
  most,
  members,
  me,
  text,
  onType,
  picked,
  onChange,
  inputRef,
  error,
}: {
  label: string
  most: number
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
      label={label}
      placeholder={say('form.addPeople')}
      glyphOf={({ title }) => <Avatar name={title} of="person" size="small" />}
      // Names may load after the task.
      picked={picked.map(({ id, title }) => ({
        id,
        title: members?.find((member) => member.id === id)?.name ?? title,
      }))}
      most={most}
      full={say('problem.people', { most })}
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

/**
 * A date as free text, with the parsed date above it, and a calendar.
 * @param label of the field @param due the parsed date @param said what stands above it
 */
export function DueField({
  label,
  text,
  due,
  said,
  now,
  error,
  onChange,
  onDay,
  ...rest
}: Omit<ComponentProps<'input'>, 'onChange' | 'value'> & {
  label: string
  text: string
  due: Date | null
  said: string
  now: Date
  error: string | undefined
  onChange: (text: string) => void
  /** A day picked in the calendar; null removes the date. */
  onDay: (day: Date | null) => void
}) {
  const id = useId()
  const [isPicking, setPicking] = useState(false)
  const pick = (day: Date | null): void => {
    onDay(day)
    setPicking(false)
  }
  return (
    <div className={css.field}>
      <div className={css.head}>
        <label className={field.label} htmlFor={id}>
          {label}
        </label>
        <span id={`${id}said`} className={css.said} aria-live="polite">
          {said}
        </span>
      </div>
      <div className={[field.control, css.line].join(' ')} data-invalid={error !== undefined}>
        <input
          {...rest}
          id={id}
          className={css.input}
          value={text}
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
