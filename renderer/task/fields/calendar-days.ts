// The days of a calendar and what its keys do (ARIA APG, date picker dialog). Pure, in the person's zone.
import { type DateHabits, dayAfter, monthAfter, startOfWeek } from '../../ui/dates/date-habits.ts'
import { endOfDay, isWholeDay } from '../../ui/dates/dates.ts'

/** The weeks that hold a month, each from its first day on; days of the months beside it fill them. */
export function weeksOf(month: Date, habits: DateHabits): Date[][] {
  const first = new Date(month.getFullYear(), month.getMonth(), 1)
  const last = new Date(month.getFullYear(), month.getMonth() + 1, 0)
  const weeks: Date[][] = []
  for (let start = startOfWeek(first, habits); start <= last; start = dayAfter(start, 7))
    weeks.push(Array.from({ length: 7 }, (_, day) => dayAfter(start, day)))
  return weeks
}

/** The day that a key moves to, or null when the key is not the calendar's. */
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

/** A due on another day: the time stays that was written, and a whole day stays one. */
export const onDay = (due: Date | null, day: Date): Date =>
  due === null || isWholeDay(due)
    ? endOfDay(day)
    : new Date(day.getFullYear(), day.getMonth(), day.getDate(), due.getHours(), due.getMinutes())
