// How the tables of phrases write what a line is due at.
import type { DateHit } from './date-hit.ts'

const two = (value: number): string => String(value).padStart(2, '0')

/** `2026-11-19` is the local day without a time, `2026-11-19T17:00` a local time. */
const momentWords = ({ due, time }: Pick<DateHit, 'due' | 'time'>): string => {
  const day = `${due.getFullYear()}-${two(due.getMonth() + 1)}-${two(due.getDate())}`
  return time === 'wholeDay' ? day : `${day}T${two(due.getHours())}:${two(due.getMinutes())}`
}

/** `or` stands between the two readings that are asked about. */
export const dueWords = (hit: Pick<DateHit, 'due' | 'time' | 'other'>): string =>
  hit.other === undefined ? momentWords(hit) : `${momentWords(hit)} or ${momentWords(hit.other)}`
