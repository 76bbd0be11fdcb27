// The moments offered for a due date: what the typed text means, and the common ones. Pure.
import { say } from '../../../shared/language.ts'
import { dueAt } from '../../../shared/whole-days.ts'
import type { ReadDates } from '../../../shared/dates/reader/date-hit.ts'
import { dueHint, momentIn } from '../../dates/due.ts'
import {
  dayAfter,
  weekdayOf,
  dateTimeWords,
  endOfDay,
  isWholeDay,
  onDay,
  shortDateWords,
  timeWords,
} from '../../../shared/dates/format.ts'
import { matching } from '../../ui/pick-list.tsx'

/** ISO 8601; null for none. */
type Due = string | null

export interface DueChoice {
  id: string
  title: string
  detail?: string
  /** Null removes the date. Absent for the calendar. */
  due?: Due
}

const monday = 1
const laterHours = 3

const daysUntil = (weekday: number, now: Date): number => (weekday - weekdayOf(now) + 7) % 7 || 7

/** In three hours, at the full hour; null if that is tomorrow. */
const laterToday = (now: Date): Date | null => {
  const later = new Date(now.getFullYear(), now.getMonth(), now.getDate(), now.getHours() + laterHours)
  return later.getDate() === now.getDate() ? later : null
}

const momentWords = (due: Date): string =>
  isWholeDay(due)
    ? shortDateWords(due)
    : say('date.dayAndTime', { day: shortDateWords(due), time: timeWords(due) })

/** `reschedule` is for overdue tasks: its first choice is tomorrow. */
export type DueKind = 'due' | 'snooze' | 'reschedule'

/** Snooze keeps the time of day of a single task; a new due date does not. */
function commonChoices(kind: DueKind, now: Date, dues: readonly Due[]): DueChoice[] {
  const [due = null] = dues
  const kept = kind === 'snooze' && dues.length === 1 && due !== null ? dueAt(due) : null
  const choice = (id: string, title: string, due: Date): DueChoice => ({
    id,
    title,
    detail: momentWords(due),
    due: due.toISOString(),
  })
  const inDays = (id: string, title: string, days: number): DueChoice =>
    choice(id, title, onDay(kept, dayAfter(now, days)))
  const later = laterToday(now)
  const toMonday = daysUntil(monday, now)
  return [
    ...(kind === 'due' ? [choice('today', say('date.today'), endOfDay(now))] : []),
    ...(kind === 'snooze' && later !== null
      ? [{ ...choice('later', say('due.laterToday'), later), detail: timeWords(later) }]
      : []),
    inDays('tomorrow', say('date.tomorrow'), 1),
    ...(toMonday === 1 ? [] : [inDays('monday', say('due.monday'), toMonday)]),
    ...(toMonday === 7 ? [] : [inDays('week', say('due.inAWeek'), 7)]),
    { id: 'calendar', title: say('due.pick') },
    ...(kind === 'due' && dues.some((one) => one !== null)
      ? [{ id: 'none', title: say('calendar.noDate'), due: null }]
      : []),
  ]
}

/**
 * @param dues the due dates of the tasks
 * @param readDates absent while the reader is loading
 */
export function dueChoices(
  kind: DueKind,
  text: string,
  now: Date,
  dues: readonly Due[],
  readDates: ReadDates | undefined,
): DueChoice[] {
  const common = commonChoices(kind, now, dues)
  if (text.trim() === '') return common
  const due = readDates === undefined ? null : momentIn(text, now, readDates)
  const matches = matching(common, text)
  if (due === null) return matches
  const title = dateTimeWords(due, now)
  const read = { id: 'read', title, detail: dueHint(title, due, now), due: due.toISOString() }
  return [read, ...matches.filter((choice) => choice.due !== read.due)]
}
