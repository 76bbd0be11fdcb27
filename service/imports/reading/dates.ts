// Dates as programs write them: ISO 8601, JavaScript's, days in numbers and in words.
import { fold } from '../../../shared/search/text-fold.ts'
import { instantOf, type Zone } from '../../calendars/reading/times.ts'

/** A day, a time on some clock (milliseconds as if it were UTC), or an instant. `day` is YYYY-MM-DD. */
export type When =
  | { is: 'day'; day: string }
  | { is: 'wall'; day: string; wall: number }
  | { is: 'instant'; day: string; at: number }

/** Which number of 3/4/2027 is the month. */
export type DayOrder = 'day first' | 'month first'

const minute = 60_000
const dayMs = 24 * 60 * minute

/** Midnight as if it were UTC; null for a day that does not exist. */
function midnight(year: number, month: number, day: number): number | null {
  // Date.UTC takes years of two digits for those of the last century.
  if (year < 100) return null
  const at = Date.UTC(year, month - 1, day)
  const date = new Date(at)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? at : null
}

const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10)

type Clock = { minutes: number; offset: number | null }

const clockPattern =
  /^[T ,]*(?:at |um |@ ?)?(\d{1,2})(?::(\d\d)(?::(\d\d)(?:[.,]\d+)?)?)? ?(am|pm)?(?: ?uhr)? ?\(?(Z|(?:GMT|UTC)(?:[+-]\d{1,2}(?::?\d\d)?)?|[+-]\d\d:?\d\d)?\)?(?: ?\(.*\))?$/i

const offsetOf = (zone: string | undefined): number | null => {
  if (zone === undefined) return null
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d\d?):?(\d\d)?$/.exec(zone) ?? []
  return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
}

/** @returns undefined for text that is not a time */
function clockIn(text: string): Clock | undefined {
  const [, hour, minutes, , half, zone] = clockPattern.exec(text) ?? []
  if (hour === undefined || (minutes === undefined && half === undefined)) return undefined
  const noon = half?.toLowerCase()
  const hours = noon === undefined ? Number(hour) : (Number(hour) % 12) + (noon === 'pm' ? 12 : 0)
  if (hours > 23 || Number(minutes ?? 0) > 59) return undefined
  return { minutes: hours * 60 + Number(minutes ?? 0), offset: offsetOf(zone) }
}

function whenOf(date: number | null, rest: string): When | null {
  if (date === null) return null
  if (rest.trim() === '') return { is: 'day', day: dayText(date) }
  const clock = clockIn(rest)
  if (!clock) return null
  const wall = date + clock.minutes * minute
  if (clock.offset === null) return { is: 'wall', day: dayText(date), wall }
  return { is: 'instant', day: dayText(date), at: wall - clock.offset * minute }
}

/** Names of months in a language, folded and without a dot, to their numbers. */
const months = new Map<string, ReadonlyMap<string, number>>()
function monthsIn(language: string): ReadonlyMap<string, number> {
  const known = months.get(language)
  if (known) return known
  const names = new Map<string, number>()
  for (const style of ['long', 'short'] as const) {
    let format: Intl.DateTimeFormat
    try {
      format = new Intl.DateTimeFormat(language, { month: style, day: 'numeric', timeZone: 'UTC' })
    } catch {
      continue
    }
    for (let month = 0; month < 12; month += 1) {
      const part = format.formatToParts(Date.UTC(2027, month, 1)).find(({ type }) => type === 'month')
      if (part) names.set(fold(part.value).replace(/\.$/, ''), month + 1)
    }
  }
  // A language that is made up must not fill the memory.
  if (months.size < 100) months.set(language, names)
  return names
}

const monthOf = (word: string, language: string): number | undefined => {
  const name = fold(word).replace(/\.$/, '')
  return [language, 'en', 'de']
    .map((one) => monthsIn(one))
    .map((names) => names.get(name) ?? (name.length > 3 ? names.get(name.slice(0, 3)) : undefined))
    .find((month) => month !== undefined)
}

/** `Mar 8 2027`, `8. März 2027 14:30`, `Mon Mar 15 2027 00:00:00 GMT+0000 (GMT+00:00)`. */
function inWords(text: string, language: string): When | null {
  const weekday = String.raw`^(?:\p{L}{2,}\.?,? )??`
  const end = String.raw`(?:,? (\d{4}))(.*)$`
  const monthFirst = new RegExp(String.raw`${weekday}(\p{L}{3,}\.?) (\d{1,2})(?:st|nd|rd|th)?${end}`, 'u')
  const dayFirst = new RegExp(
    String.raw`${weekday}(\d{1,2})(?:st|nd|rd|th|\.)? (?:de )?(\p{L}{3,}\.?)(?: de)?${end}`,
    'u',
  )
  for (const [pattern, monthAt, dayAt] of [
    [monthFirst, 1, 2],
    [dayFirst, 2, 1],
  ] as const) {
    const found = pattern.exec(text)
    const month = monthOf(found?.[monthAt] ?? '', language)
    if (!found || month === undefined) continue
    return whenOf(midnight(Number(found[3]), month, Number(found[dayAt])), found[4] ?? '')
  }
  return null
}

/** A day that programs write where there is none. */
export const isNoDate = (text: string): boolean => /^0([./])0\1(?:00|0000)$/.test(text)

const fullYear = (digits: string): number =>
  digits.length === 2 ? Number(digits) + (Number(digits) < 70 ? 2000 : 1900) : Number(digits)

/** `12/Oct/26` and `12-Oct-2026` as `12 Oct 2026`. */
const spaced = (text: string): string =>
  text.replace(
    /^(\d{1,2})([-/])(\p{L}{3,}\.?)\2(\d{4}|\d\d)(?!\d)/u,
    (_all, day: string, _mark, month: string, year: string) => `${day} ${month} ${fullYear(year)}`,
  )

/** Milliseconds since 1970, from 2001 on. Twelve digits can be a day and a time. */
const isMilliseconds = (text: string): boolean => /^\d{13}$/.test(text)

const numbers = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d\d)(?!\d)(.*)$/

/** @param options.order of days in numbers that fit both orders @returns null for any other text */
export function readWhen(
  text: string,
  { order = 'month first', language = 'en' }: { order?: DayOrder | undefined; language?: string } = {},
): When | null {
  // No date is longer, and patterns are slow on long texts.
  if (text.length > 200) return null
  const written = text.trim().replaceAll(/\s+/g, ' ')
  if (isMilliseconds(written)) {
    const at = Number(written)
    return { is: 'instant', day: dayText(at), at }
  }
  const [, year, month, day, rest = ''] =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)(.*)$/.exec(written) ?? []
  if (year !== undefined) return whenOf(midnight(Number(year), Number(month), Number(day)), rest)
  const [, first, mark, second, last = '', clock = ''] = numbers.exec(written) ?? []
  if (first === undefined) return inWords(spaced(written), language)
  const ordered = orderOf(Number(first), Number(second), mark) ?? order
  const [days, ofMonth] = ordered === 'day first' ? [first, second] : [second, first]
  return whenOf(midnight(fullYear(last), Number(ofMonth), Number(days)), clock)
}

/** The order that two numbers can only have; undefined where they fit both. */
function orderOf(first: number, second: number, mark: string | undefined): DayOrder | undefined {
  if (mark === '.' || first > 12) return 'day first'
  return second > 12 ? 'month first' : undefined
}

/** How a text writes a day in numbers: in one order, or so that both fit. Undefined for any other text. */
export function orderIn(text: string): DayOrder | 'both' | undefined {
  // Almost all cells begin with something else.
  if (text.length > 200 || !/^\s*\d\d?[./-]\d/.test(text)) return undefined
  const [, first, mark, second] = numbers.exec(text.trim()) ?? []
  // Dots say nothing of other columns.
  if (first === undefined || mark === '.' || first === second) return undefined
  const [one, other] = [Number(first), Number(second)]
  return one === other ? undefined : (orderOf(one, other, mark) ?? 'both')
}

/** The last millisecond of a day in a zone: a task that is due on a day has it. */
const endOfDay = (day: string, zone: Zone): number => instantOf(Date.parse(day) + dayMs, zone) - 1

/** @returns epoch milliseconds; a day is its end */
export const dueOf = (when: When, zone: Zone): number => {
  if (when.is === 'day') return endOfDay(when.day, zone)
  return when.is === 'wall' ? instantOf(when.wall, zone) : when.at
}
