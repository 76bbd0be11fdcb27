// Due as free text, with the date that is understood beside it, and a calendar for those who prefer to point.
import { CalendarDays } from 'lucide-react'
import { type ComponentProps, useId, useState } from 'react'
import { dateTimeWords, daysBetween } from '../ui/dates.ts'
import field from '../ui/field.module.css'
import { Calendar } from './calendar.tsx'
import css from './due-field.module.css'

/** What the understood date is called, also how far away it is. */
const understood = (due: Date, now: Date): string => {
  const days = daysBetween(now, due)
  const away = days > 1 ? ` · in ${days} days` : days < -1 ? ` · ${-days} days ago` : ''
  return `${dateTimeWords(due, now)}${away}`
}

export function DueField({
  value,
  due,
  now,
  error,
  onChange,
  onDay,
  ...rest
}: Omit<ComponentProps<'input'>, 'onChange' | 'value'> & {
  value: string
  due: Date | null
  now: Date
  error: string | undefined
  onChange: (text: string) => void
  /** A day was picked in the calendar; null takes the date away. */
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
      <label className={field.label} htmlFor={id}>
        Due
      </label>
      <div className={css.line}>
        <input
          {...rest}
          id={id}
          className={field.control}
          value={value}
          placeholder="fri 5pm, tomorrow, 12 dec…"
          autoComplete="off"
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={`${id}said`}
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
          aria-label="Pick a date"
          aria-haspopup="dialog"
          onClick={() => setPicking(true)}
        >
          <CalendarDays size={15} aria-hidden="true" />
        </button>
      </div>
      <p id={`${id}said`} className={error === undefined ? css.said : field.error} aria-live="polite">
        {error ?? (due === null ? '' : understood(due, now))}
      </p>
      {isPicking ? (
        <Calendar
          name="Pick a date"
          selected={due}
          now={now}
          onPick={pick}
          onClear={value === '' ? undefined : () => pick(null)}
          onClose={() => setPicking(false)}
        />
      ) : null}
    </div>
  )
}
