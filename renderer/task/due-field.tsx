// Due as free text, with the date that is understood beside it, and a calendar for those who prefer to point.
import { CalendarDays } from 'lucide-react'
import { type ComponentProps, useId, useRef } from 'react'
import { dateTimeWords, daysBetween } from '../ui/dates.ts'
import field from '../ui/field.module.css'
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
  ...rest
}: Omit<ComponentProps<'input'>, 'onChange' | 'value'> & {
  value: string
  due: Date | null
  now: Date
  error: string | undefined
  onChange: (text: string) => void
}) {
  const id = useId()
  const picker = useRef<HTMLInputElement>(null)
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
        />
        <button
          type="button"
          className={css.calendar}
          aria-label="Pick a date"
          onClick={() => picker.current?.showPicker()}
        >
          <CalendarDays size={15} aria-hidden="true" />
        </button>
        <input
          ref={picker}
          type="date"
          className={css.picker}
          tabIndex={-1}
          aria-hidden="true"
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      <p id={`${id}said`} className={error === undefined ? css.said : field.error} aria-live="polite">
        {error ?? (due === null ? '' : understood(due, now))}
      </p>
    </div>
  )
}
