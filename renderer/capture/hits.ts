// What is read in a line, before it is known what else stands there. Pure.
import type { Span } from './parse-capture.ts'
import type { DateHit, Past } from './read-dates.ts'
import { joined, onDay } from './several-dates.ts'

export interface Hit extends Span {
  /** Null where it is text as a whole, and so nothing in it is a date: "every friday", "dec 1-3". */
  due: Date | null
  time: DateHit['time']
  /** A time that names no day is of today, or of tomorrow; what is only a part of other words names nothing. */
  names: 'day' | 'time' | 'nothing'
}

export const textAt = ({ start, end }: Span, names: Hit['names']): Hit => ({
  start,
  end,
  due: null,
  time: 'wholeDay',
  names,
})

/** Of hits that overlap the one that takes in more; in the order of the text. */
export const longest = (hits: readonly Hit[]): Hit[] =>
  hits
    .toSorted((a, b) => b.end - b.start - (a.end - a.start))
    .reduce<Hit[]>(
      (kept, hit) =>
        kept.some((other) => hit.start < other.end && other.start < hit.end) ? kept : [...kept, hit],
      [],
    )
    .sort((a, b) => a.start - b.start)

/** Of one day and one time apart from each other that time on that day is meant, too. */
function withTimeOnDay(dates: readonly (DateHit & Hit)[], now: Date): DateHit[] {
  const day = dates.find(({ time }) => time === 'wholeDay')
  return dates.map((date) => {
    if (dates.length !== 2 || day === undefined || date.names !== 'time') return date
    const together = onDay(day.due, date.due, now)
    return together === null || together.getTime() === date.due.getTime()
      ? date
      : { ...date, onDay: together }
  })
}

/** A time by itself is of today only where the line names no day that nobody reads: "every friday gym 6pm". */
export function datesOf(text: string, hits: readonly Hit[], now: Date, past: Past): DateHit[] {
  const kept = longest(hits)
  const isOfAnotherDay = kept.some(({ due, names }) => due === null && names === 'day')
  const dates = kept.flatMap((hit) => {
    const { due, names } = hit
    const isText = due === null || (past === 'leave' && due < now) || (names === 'time' && isOfAnotherDay)
    return isText ? [] : [{ ...hit, due }]
  })
  return withTimeOnDay(joined(text, dates, now), now)
}
