// What the due text of a form means: the instant that it was written from, or what is read in it. Pure.
import type { ReadDates } from '../capture/read-dates.ts'
import { daysBetween } from '../ui/dates.ts'
import { dueOf } from './task-values.ts'

export interface DueReading {
  /** When the text was last changed: what "tomorrow" counts from. */
  at: Date
  /** Texts that were written from an instant mean that instant, whatever a reader would make of the words. */
  instants: ReadonlyMap<string, string>
}

/** The instant of a text, or null when it means none. */
export const instantIn = ({ at, instants }: DueReading, text: string, readDates: ReadDates): string | null =>
  instants.get(text) ?? dueOf(text, at, readDates)?.toISOString() ?? null

/** The text was changed. What was named on another day is read anew: yesterday's "tomorrow" is today. */
export const readAgain = ({ at, instants }: DueReading, now: Date): DueReading => ({
  at: now,
  instants: daysBetween(at, now) === 0 ? instants : new Map(),
})

/** A text that is written from an instant. */
export const naming = (reading: DueReading, text: string, instant: string): DueReading => ({
  ...reading,
  instants: new Map(reading.instants).set(text, instant),
})
