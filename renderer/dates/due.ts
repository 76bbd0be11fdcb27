// The due field of a form: its text and its instant. Pure.
import { say } from '../../shared/language.ts'
import { dueAt } from '../../shared/whole-days.ts'
import type { ReadDates } from '../../shared/dates/reader/date-hit.ts'
import { dayAfter, dateTimeWords, daysBetween } from '../../shared/dates/format.ts'

export interface Due {
  text: string
  /** ISO 8601; null if the text is not a moment. */
  instant: string | null
}

export const noDue: Due = { text: '', instant: null }

/** The words for an instant. They stand for it exactly, to the second. */
export const dueAgain = (instant: string | null, now: Date): Due =>
  instant === null
    ? noDue
    : { text: dateTimeWords(dueAt(instant), now), instant: new Date(instant).toISOString() }

const wordOrNumber = /[\p{L}\p{N}]/u

/**
 * The moment in a text, or null. A captured line may contain other text. In this field, an invalid time ("tomorrow 25:00") or a
 * second moment ("mon, wed") would be lost silently.
 */
export function momentIn(text: string, now: Date, readDates: ReadDates): Date | null {
  const hits = readDates(text.trim(), now, 'take')
  const due = hits[0]?.due ?? null
  const unread = hits.reduceRight(
    (rest, { start, end }) => rest.slice(0, start) + rest.slice(end),
    text.trim(),
  )
  const isSaidAgain = hits.every((hit) => hit.due.getTime() === due?.getTime())
  return isSaidAgain && !wordOrNumber.test(unread) ? due : null
}

/**
 * The due field after typing.
 * @param stands the content of the field when the form was opened
 */
export function dueTyped(text: string, stands: Due, now: Date, readDates: ReadDates): Due {
  if (stands.instant !== null && text === dueAgain(stands.instant, now).text)
    return { text, instant: stands.instant }
  const due = stands.instant === null ? null : dueAt(stands.instant)
  // The day of an overdue task is in the past ("Fri, Nov 13"). With a new time it stays that day.
  const moment =
    momentIn(text, now, readDates) ??
    (due !== null && due < now ? momentIn(text, dayAfter(due, 0), readDates) : null)
  return { text, instant: moment?.toISOString() ?? null }
}

/** The parsed date of a text, and how far away it is. The date is omitted if the text is the same. */
export function dueHint(text: string, due: Date, now: Date): string {
  const when = dateTimeWords(due, now)
  const days = daysBetween(now, due)
  const distance =
    days > 1 ? say('form.dueIn', { days }) : days < -1 ? say('form.dueAgo', { days: -days }) : null
  return [text.trim() === when ? null : when, distance].filter((part) => part !== null).join(' · ')
}
