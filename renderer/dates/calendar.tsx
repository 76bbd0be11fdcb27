// A date picker dialog as in the ARIA Authoring Practices: a grid of days with one tab stop.
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { say } from '../../shared/language.ts'
import { Button } from '../ui/button.tsx'
import {
  type DateHabits,
  dayAfter,
  monthAfter,
  ownDateHabits,
  startOfWeek,
  daysBetween,
  fullDateWords,
  monthWords,
  weekdayWords,
} from '../../shared/dates/format.ts'
import { Dialog } from '../ui/dialog.tsx'
import css from './calendar.module.css'

/** The weeks of a month, filled with days of the adjacent months. */
export function weeksOf(month: Date, habits: DateHabits): Date[][] {
  const first = new Date(month.getFullYear(), month.getMonth(), 1)
  const last = new Date(month.getFullYear(), month.getMonth() + 1, 0)
  const weeks: Date[][] = []
  for (let start = startOfWeek(first, habits); start <= last; start = dayAfter(start, 7))
    weeks.push(Array.from({ length: 7 }, (_, day) => dayAfter(start, day)))
  return weeks
}

/** The day that a key moves to, or null for other keys. */
export function dayForKey(date: Date, key: string, shift: boolean, habits: DateHabits): Date | null {
  switch (key) {
    case 'ArrowLeft':
      return dayAfter(date, -1)
    case 'ArrowRight':
      return dayAfter(date, 1)
    case 'ArrowUp':
      return dayAfter(date, -7)
    case 'ArrowDown':
      return dayAfter(date, 7)
    case 'Home':
      return startOfWeek(date, habits)
    case 'End':
      return dayAfter(startOfWeek(date, habits), 6)
    case 'PageUp':
      return monthAfter(date, shift ? -12 : -1)
    case 'PageDown':
      return monthAfter(date, shift ? 12 : 1)
    default:
      return null
  }
}

export function Calendar({
  name,
  selected,
  now,
  onPick,
  onClear,
  onClose,
}: {
  name: string
  selected: Date | null
  now: Date
  onPick: (day: Date) => void
  /** Absent if there is no date to remove. */
  onClear?: (() => void) | undefined
  onClose: () => void
}) {
  const id = useId()
  const [habits] = useState(ownDateHabits)
  const [day, setDay] = useState(selected ?? now)
  const grid = useRef<HTMLTableElement>(null)
  /** Keys move the focus in the grid; the month buttons do not. */
  const follows = useRef(false)
  const weeks = weeksOf(day, habits)
  useEffect(() => {
    if (follows.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    follows.current = false
  }, [day])

  const turn = (label: string, months: number, Icon: typeof ChevronLeft) => (
    <button
      type="button"
      className={css.turn}
      aria-label={label}
      onClick={() => setDay(monthAfter(day, months))}
    >
      <Icon size={16} aria-hidden="true" />
    </button>
  )
  return (
    <Dialog name={name} onClose={onClose}>
      {/* Stops keys from reaching the form: Escape closes only the calendar. */}
      {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className={css.calendar} onKeyDown={(event) => event.stopPropagation()}>
        <div className={css.head}>
          {turn(say('calendar.previous'), -1, ChevronLeft)}
          <h2 id={`${id}month`} className={css.month} aria-live="polite">
            {monthWords(day)}
          </h2>
          {turn(say('calendar.next'), 1, ChevronRight)}
        </div>
        {/* A table with the role grid, as in the ARIA Authoring Practices. */}
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
        <table ref={grid} role="grid" aria-labelledby={`${id}month`} className={css.grid}>
          <thead>
            <tr>
              {(weeks[0] ?? []).map((date) => (
                <th key={date.getDay()} scope="col" abbr={weekdayWords.long(date)}>
                  {weekdayWords.short(date)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map((week) => (
              <tr key={week[0]?.getTime()}>
                {week.map((date) => {
                  const isCurrent = daysBetween(day, date) === 0
                  const isSelected = selected !== null && daysBetween(selected, date) === 0
                  return (
                    <td key={date.getTime()} aria-selected={isSelected}>
                      <button
                        type="button"
                        className={css.day}
                        tabIndex={isCurrent ? 0 : -1}
                        data-first-focus={isCurrent ? true : undefined}
                        data-outside={date.getMonth() !== day.getMonth()}
                        data-selected={isSelected}
                        aria-current={daysBetween(now, date) === 0 ? 'date' : undefined}
                        aria-label={fullDateWords(date)}
                        onClick={() => onPick(date)}
                        onKeyDown={(event) => {
                          const next = dayForKey(date, event.key, event.shiftKey, habits)
                          if (next === null) return
                          event.preventDefault()
                          follows.current = true
                          setDay(next)
                        }}
                      >
                        {date.getDate()}
                      </button>
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
        <div className={css.foot}>
          <Button onClick={() => onPick(now)}>{say('calendar.today')}</Button>
          {onClear === undefined ? null : <Button onClick={onClear}>{say('calendar.noDate')}</Button>}
          <span className={css.gap} />
          <Button shortcut="Escape" onClick={onClose}>
            {say('common.close')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
