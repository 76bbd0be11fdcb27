// Formats the due dates of a line for the tables of phrases.
import type { DateHit } from './date-hit.ts'

const two = (value: number): string => String(value).padStart(2, '0')

/** `2026-11-19` is a local day without a time, `2026-11-19T17:00` a local time. */
const momentWords = ({ due, time }: Pick<DateHit, 'due' | 'time'>): string => {
  const day = `${due.getFullYear()}-${two(due.getMonth() + 1)}-${two(due.getDate())}`
  return time === 'wholeDay' ? day : `${day}T${two(due.getHours())}:${two(due.getMinutes())}`
}

/** `or` separates the two readings of an ambiguous date. */
export const dueWords = (hit: Pick<DateHit, 'due' | 'time' | 'other'>): string =>
  hit.other === undefined ? momentWords(hit) : `${momentWords(hit)} or ${momentWords(hit.other)}`
