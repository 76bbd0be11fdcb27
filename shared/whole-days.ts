// Whole days in the HTTP contract. They are transferred as instants and mean the calendar day of their author (RFC 5545
// section 3.3.4: a date has no zone). Uses the local zone unless one is given. Pure.

const minute = 60_000
const hourMinutes = 60
const dayMinutes = 24 * hourMinutes
/** All time zones differ from UTC by multiples of 15 minutes. */
const stepMinutes = 15

/**
 * The calendar day that begins at this instant in the zone where it is midnight, as midnight UTC. Null if it is midnight in no
 * zone. Two zones can be a day apart: the reader's own wins, then the more populated one (New Zealand over Pago Pago, Hawaii
 * over Kiritimati).
 * @param instant epoch milliseconds.
 * @param here minutes ahead of UTC of the reader at that instant.
 */
export function dayBeginningAt(instant: number, here: number): number | null {
  if (instant % (stepMinutes * minute) !== 0) return null
  const past = (((instant / minute) % dayMinutes) + dayMinutes) % dayMinutes
  const usual = past > 10 * hourMinutes ? dayMinutes - past : -past
  const isOwn = (here + past) % dayMinutes === 0
  return instant + (isOwn ? here : usual) * minute
}

const localDay = (day: number): Date => {
  const date = new Date(day)
  return new Date(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate())
}
const minutesAheadHere = (instant: number): number => -new Date(instant).getTimezoneOffset()

/** The same day as a local midnight, or null. */
function localDayBeginningAt(instant: number): Date | null {
  const day = dayBeginningAt(instant, minutesAheadHere(instant))
  return day === null ? null : localDay(day)
}

/** Start and exclusive end of an all-day meeting, epoch milliseconds. */
type Times = { startAt: number; endAt: number }

/**
 * First and last day of an all-day meeting, as midnights UTC. The days are counted, because a day can have 23 or 25 hours in the
 * author's zone.
 * @param here minutes ahead of UTC of the reader when it starts.
 */
export function wholeDaysOf({ startAt, endAt }: Times, here: number): { first: number; last: number } {
  const dayLength = dayMinutes * minute
  const local = startAt + here * minute
  const first = dayBeginningAt(startAt, here) ?? local - (((local % dayLength) + dayLength) % dayLength)
  const days = Math.max(1, Math.round((endAt - startAt) / dayLength))
  return { first, last: first + (days - 1) * dayLength }
}

/** The same as local midnights. @param startAt ISO 8601 @param endAt ISO 8601; without an end it is one day. */
export function localWholeDays(startAt: string, endAt: string | undefined): { first: Date; last: Date } {
  const start = Date.parse(startAt)
  const times = { startAt: start, endAt: endAt === undefined ? start : Date.parse(endAt) }
  const { first, last } = wholeDaysOf(times, minutesAheadHere(start))
  return { first: localDay(first), last: localDay(last) }
}

/** Whether the last day of an all-day meeting is over in the local zone. @param now the local wall clock. */
export const areDaysOver = ({ startAt, endAt }: { startAt: string; endAt: string }, now: Date): boolean =>
  localWholeDays(startAt, endAt).last < new Date(now.getFullYear(), now.getMonth(), now.getDate())

/**
 * The local moment of a due date. A time is the same instant everywhere. A whole day is stored as its end in the author's zone
 * (23:59:59.999) and becomes the end of the same calendar day in the local zone.
 * @param dueDate ISO 8601 with an offset.
 */
export function dueAt(dueDate: string): Date {
  const due = new Date(dueDate)
  const next = localDayBeginningAt(due.getTime() + 1)
  // The later one if the time occurs twice: clocks can go back at midnight.
  return next === null ? due : new Date(next.getTime() - 1)
}
