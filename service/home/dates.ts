// Days and times of forms and lists, in the time zone of the reader.
import { dayMs, instantOf, startOfDay, utc, wallOf, type Zone } from '../calendars/reading/times.ts'
import { zoneNamed } from '../calendars/reading/zones.ts'
import { html, type Html } from '../oauth/pages/html.ts'
import type { Visit } from '../site/kit.ts'

type Reader = Pick<Visit, 'zone'>

const zoneOf = ({ zone }: Reader): Zone => zoneNamed(zone) ?? utc

const textOf = (wall: number): string => new Date(wall).toISOString()

/** `2027-01-31` for `<input type="date">`. */
export const dayText = (reader: Reader, at: number): string => textOf(wallOf(at, zoneOf(reader))).slice(0, 10)

/** `17:00` for `<input type="time">`. */
export const timeText = (reader: Reader, at: number): string =>
  textOf(wallOf(at, zoneOf(reader))).slice(11, 16)

/** `2027-01-31T17:00` for `<input type="datetime-local">`. */
export const momentText = (reader: Reader, at: number): string =>
  `${dayText(reader, at)}T${timeText(reader, at)}`

const written = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::\d\d(?:\.\d{1,3})?)?)?$/

/** @param text a day, or a day and a time. @returns epoch milliseconds; a day is its beginning; undefined for other texts */
export function momentOf(reader: Reader, text: string): number | undefined {
  const [, day, time = '00:00'] = written.exec(text) ?? []
  const wall = day === undefined ? Number.NaN : Date.parse(`${day}T${time}:00Z`)
  // A day that a month does not have runs into the next one.
  if (Number.isNaN(wall) || textOf(wall).slice(0, 10) !== day) return undefined
  return instantOf(wall, zoneOf(reader))
}

/** The last millisecond of a day: a task that is due on a day has it. */
export function endOfDay(reader: Reader, day: string): number | undefined {
  const start = momentOf(reader, day)
  if (start === undefined) return undefined
  const zone = zoneOf(reader)
  return instantOf(startOfDay(wallOf(start, zone)) + dayMs, zone) - 1
}

/** Whether an instant stands for its whole day. */
export const isWholeDay = (reader: Reader, at: number): boolean =>
  (endOfDay(reader, dayText(reader, at)) ?? 0) - at < 1_000

const formats = new Map<string, Intl.DateTimeFormat>()

/** Making a format takes longer than a whole page. */
const formatIn = (timeZone: string, kind: 'day' | 'moment'): Intl.DateTimeFormat => {
  const key = `${kind} ${timeZone}`
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB', {
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

/** A day in words, with its time unless it is the end of the day. */
export const dueWords = (reader: Reader, at: number): Html =>
  html`<time datetime="${textOf(at)}"
    >${formatIn(reader.zone, isWholeDay(reader, at) ? 'day' : 'moment').format(at)}</time
  >`
