// The due date as free text, with the parsed date above it, and a calendar.
import { CalendarDays } from 'lucide-react'
import { type ComponentProps, useId, useState } from 'react'
import { say } from '../../shared/language.ts'
import { dueAt } from '../../shared/whole-days.ts'
import field from '../ui/field.module.css'
import { FieldError } from '../ui/text-field.tsx'
import { Calendar } from '../dates/calendar.tsx'
import css from './inputs.module.css'
import { type Due, dueHint } from '../dates/due.ts'

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
