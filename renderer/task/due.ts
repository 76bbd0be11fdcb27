// The due field of a form: its text, and the instant that it means. Pure.
import { say } from '../../shared/language.ts'
import { dueAt } from '../../shared/whole-days.ts'
import type { ReadDates } from '../capture/dates/date-hit.ts'
import { dayAfter } from '../ui/dates/date-habits.ts'
import { dateTimeWords, daysBetween } from '../ui/dates/dates.ts'

export interface Due {
  text: string
  /** ISO 8601; null while the text means no moment. */
  instant: string | null
}

export const noDue: Due = { text: '', instant: null }

/** The words for an instant, which mean it to the second. */
export const dueAgain = (instant: string | null, now: Date): Due =>
  instant === null
    ? noDue
    : { text: dateTimeWords(dueAt(instant), now), instant: new Date(instant).toISOString() }

const wordOrNumber = /[\p{L}\p{N}]/u

/**
 * The moment that a text means, or null. Captured lines hold more than their date; here words that are not understood
 * ("tomorrow 25:00") and a second moment ("mon, wed") would be lost silently.
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
 * The text as it was typed now.
 * @param stands what the field held when the form was opened
 */
export function dueTyped(text: string, stands: Due, now: Date, readDates: ReadDates): Due {
  if (stands.instant !== null && text === dueAgain(stands.instant, now).text)
    return { text, instant: stands.instant }
  const due = stands.instant === null ? null : dueAt(stands.instant)
  // "Fri, Nov 13" of an overdue task is a day that is over; with another time it is still that day.
  const moment =
    momentIn(text, now, readDates) ??
    (due !== null && due < now ? momentIn(text, dayAfter(due, 0), readDates) : null)
  return { text, instant: moment?.toISOString() ?? null }
}

/** The date that is read in a text, and how far away it is. The date is left out where the text is that date. */
export function dueHint(text: string, due: Date, now: Date): string {
  const when = dateTimeWords(due, now)
  const days = daysBetween(now, due)
  const distance =
    days > 1 ? say('form.dueIn', { days }) : days < -1 ? say('form.dueAgo', { days: -days }) : null
  return [text.trim() === when ? null : when, distance].filter((part) => part !== null).join(' · ')
}
