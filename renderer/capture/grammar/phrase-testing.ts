// The row format of the phrase tables, and the date habits and time zones of the places in them.
import type { DateHabits } from '../../dates/habits.ts'

/**
 * A line, its title, and its tokens in order. `due 2026-11-19` is a local day without a time, `due 2026-11-19T17:00` a local
 * time.
 * The others are `person grace`, `record acme`, `priority high`, `estimate 30`, `status doing`, `section planning`.
 */
export type Phrase = readonly [line: string, title: string, ...tokens: string[]]

export interface Place {
  name: string
  zone: string
  habits: DateHabits
  /** The local time of typing. */
  now: string
  phrases: readonly Phrase[]
}

export const europe: DateHabits = { firstDay: 1, weekend: [6, 7], dayFirst: true }
export const states: DateHabits = { firstDay: 7, weekend: [6, 7], dayFirst: false }
export const egypt: DateHabits = { firstDay: 6, weekend: [5, 6], dayFirst: true }
