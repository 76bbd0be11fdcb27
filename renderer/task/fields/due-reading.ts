// What the due text of a form means: the instant that it was written from, or what is read in it. Pure.
import { say } from '../../../shared/language.ts'
import { dueAt } from '../../../shared/whole-days.ts'
import type { ReadDates } from '../../capture/read-dates.ts'
import { dayAfter } from '../../ui/dates/date-habits.ts'
import { dateTimeWords, daysBetween } from '../../ui/dates/dates.ts'
import { dueOf } from '../task-values.ts'

export interface DueReading {
  /** When the text was last changed: what "tomorrow" counts from. */
  at: Date
  /** Texts that were written from an instant mean that instant, whatever a reader would make of the words. */
  instants: ReadonlyMap<string, string>
}

/** The instant of a text, or null when it means none. */
export function instantIn({ at, instants }: DueReading, text: string, readDates: ReadDates): string | null {
  const named = instants.get(text)
  if (named !== undefined) return named
  // "Fri, Nov 13" of a task that is overdue is no day to come; with another time it is still the day that it was.
  const overdue = [...instants.values()].map(dueAt).filter((due) => due < at)
  for (const from of [at, ...overdue.map((due) => dayAfter(due, 0))]) {
    const due = dueOf(text, from, readDates)
    if (due !== null) return due.toISOString()
  }
  return null
}

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

/** The date that is read in a text, and how far away it is. The date is left out where the text is that date. */
export function dueHint(text: string, due: Date, now: Date): string {
  const when = dateTimeWords(due, now)
  const days = daysBetween(now, due)
  const distance =
    days > 1 ? say('form.dueIn', { days }) : days < -1 ? say('form.dueAgo', { days: -days }) : null
  return [text.trim() === when ? null : when, distance].filter((part) => part !== null).join(' · ')
}
