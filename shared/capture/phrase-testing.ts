// The row format of the phrase tables, the date habits and time zones of the places in them, and the reading of a line.
import type { ManualToken } from '../ipc/launcher.ts'
import type { DateHabits } from '../dates/format.ts'
import { readDates } from '../dates/reader/read-dates.ts'
import { valueWords } from './words.ts'
import type { Reads } from './date-tokens.ts'
import { parseCapture } from './parse.ts'
import { buildTask, meaningIn, type Names, recognize } from './resolve.ts'

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

/** Reads a line in a workspace of these names, as capture does. */
export const readIn =
  (names: Names, now: Date, reads: Reads = {}) =>
  (text: string, manual: readonly ManualToken[] = [], me?: string) => {
    const parsed = parseCapture(text, now, readDates, manual, reads)
    const words = (kind: Parameters<typeof valueWords>[0], id: string) => valueWords(kind, id, now)
    const recognized = recognize({ text, parsed, manual, lookUp: meaningIn(names), words })
    return { parsed, recognized, built: buildTask(text, parsed, recognized, me, now) }
  }
