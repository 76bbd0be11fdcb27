// Days on the wire. They come as instants, and mean the calendar day of whoever wrote them (RFC 5545 section 3.3.4: a date
// has no zone). Pure; read in the zone of the machine, where none is given.

const minute = 60_000
const hourMinutes = 60
const dayMinutes = 24 * hourMinutes
/** The world's clocks differ from UTC by quarters of an hour. */
const stepMinutes = 15

/**
 * The calendar day that begins at this instant where it is a midnight, as midnight UTC of that day; null where it is none.
 * Of two clocks that are a day apart it is the reader's own, else the one that more people live by: New Zealand's summer
 * and not Pago Pago, Hawaii and not Kiritimati.
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

/** Local midnight of the calendar day that begins at this instant where it is a midnight; null where it is none. */
function localDayBeginningAt(instant: number): Date | null {
  const day = dayBeginningAt(instant, minutesAheadHere(instant))
  return day === null ? null : localDay(day)
}

/** When a meeting is that takes whole days: epoch milliseconds, the end excluded. */
type Times = { startAt: number; endAt: number }

/**
 * The first and the last of the whole days that a meeting takes, as midnights UTC of them. They are counted, because a day
 * may have 23 or 25 hours where they were written.
 * @param here minutes ahead of UTC of the reader when it starts.
 */
export function wholeDaysOf({ startAt, endAt }: Times, here: number): { first: number; last: number } {
  const dayLength = dayMinutes * minute
  const local = startAt + here * minute
  const first = dayBeginningAt(startAt, here) ?? local - (((local % dayLength) + dayLength) % dayLength)
  const days = Math.max(1, Math.round((endAt - startAt) / dayLength))
  return { first, last: first + (days - 1) * dayLength }
}

/** The same for a reader here, as local midnights. @param startAt @param endAt ISO 8601; without an end it is one day. */
export function localWholeDays(startAt: string, endAt: string | undefined): { first: Date; last: Date } {
  const start = Date.parse(startAt)
  const times = { startAt: start, endAt: endAt === undefined ? start : Date.parse(endAt) }
  const { first, last } = wholeDaysOf(times, minutesAheadHere(start))
  return { first: localDay(first), last: localDay(last) }
}

/** Whether the last of its whole days is over here, whenever that ends as an instant. @param now the local wall clock. */
export const areDaysOver = ({ startAt, endAt }: { startAt: string; endAt: string }, now: Date): boolean =>
  localWholeDays(startAt, endAt).last < new Date(now.getFullYear(), now.getMonth(), now.getDate())

/**
 * The moment that `dueDate` stands for here. A time that was written is an instant everywhere. A day that was written is
 * the end of that day in the zone of whoever wrote it (23:59:59.999, which nobody writes as a time), and stays that
 * calendar day for whoever reads it elsewhere: its end there.
 * @param dueDate ISO 8601 with an offset.
 */
export function dueAt(dueDate: string): Date {
  const due = new Date(dueDate)
  const next = localDayBeginningAt(due.getTime() + 1)
  // Of the second, where that comes twice: clocks can go back at midnight.
  return next === null ? due : new Date(next.getTime() - 1)
}
