// Days and times of forms and lists, in the time zone of the reader.
import { dayBeginningAt } from '../../shared/whole-days.ts'
import { clockText, dayText as dayIn, endOfDayIn, instantIn } from '../calendars/reading/days.ts'
import { localeNow } from '../language/say.ts'
import { html, type Html } from '../oauth/pages/html.ts'
import type { Visit } from '../site/kit.ts'

type Reader = Pick<Visit, 'zone'>

/** `2027-01-31` for `<input type="date">`. */
export const dayText = ({ zone }: Reader, at: number): string => dayIn(at, zone)

/** `17:00` for `<input type="time">`. */
export const timeText = (reader: Reader, at: number): string => momentText(reader, at).slice(11)

/** `2027-01-31T17:00` for `<input type="datetime-local">`. */
export const momentText = ({ zone }: Reader, at: number): string => clockText(at, zone)

export const momentOf = ({ zone }: Reader, text: string): number | undefined => instantIn(text, zone)

export const endOfDay = ({ zone }: Reader, day: string): number | undefined => endOfDayIn(day, zone)

/** Whether an instant stands for its whole day. */
export const isWholeDay = (reader: Reader, at: number): boolean =>
  (endOfDay(reader, dayText(reader, at)) ?? 0) - at < 1_000

/** By kind, locale and IANA zone. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** Making a format takes longer than a whole page. */
const formatIn = (timeZone: string, kind: 'day' | 'moment'): Intl.DateTimeFormat => {
  const locale = localeNow()
  const key = `${kind} ${locale} ${timeZone}`
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    ...(kind === 'moment' && { hour: '2-digit', minute: '2-digit' }),
    timeZone,
  })
  formats.set(key, made)
  return made
}

export const dayWords = ({ zone }: Reader, at: number): string => formatIn(zone, 'day').format(at)

const dayMs = 86_400_000

/** A day that ends at this instant in the zone of its writer (shared/whole-days.ts), as midnight UTC; null for a time. */
function dayElsewhere(reader: Reader, at: number): number | null {
  const end = at + 1
  const next = dayBeginningAt(end, (Date.parse(`${momentText(reader, end)}Z`) - end) / 60_000)
  return next === null ? null : next - dayMs
}

/** A day in words, with its time unless it is the end of the day here or in the zone of its writer. */
export function dueWords(reader: Reader, at: number): Html {
  const elsewhere = isWholeDay(reader, at) ? null : dayElsewhere(reader, at)
  const words =
    elsewhere === null
      ? formatIn(reader.zone, isWholeDay(reader, at) ? 'day' : 'moment').format(at)
      : dayWords({ zone: 'UTC' }, elsewhere)
  return html`<time datetime="${new Date(at).toISOString()}">${words}</time>`
}
