// Rules by which tasks repeat: an RRULE (RFC 5545, 3.3.10) without DTSTART, whose place the task's own date takes. Rules say days; the
// time stays that of the due date on the clock of a zone. Pure, but it brings the library of rules: import it where a rule is used.
import { RRuleTemporal } from 'rrule-temporal'
import type { Recurrence } from './api/primitives.ts'
import { instantIn, minutesAheadIn } from './dates/other-zone.ts'
import { dayBeginningAt } from './whole-days.ts'

/**
 * Why a rule is refused. `unreadable`: not an RRULE of known parts, or with DTSTART. `too_frequent`: more often than daily, or with
 * times of day. `two_ends`: COUNT and UNTIL. `never`: no day matches.
 */
export type RuleFault = 'unreadable' | 'too_frequent' | 'two_ends' | 'never'
export type CheckedRule = { ok: true; rule: string } | { ok: false; fault: RuleFault }

/** Epoch milliseconds. */
type Dates = { startDate: number | null; dueDate: number | null }

const dayMs = 86_400_000
const minuteMs = 60_000

// Reading

type Parts = ReadonlyMap<string, string>

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

const inOrder = (numbers: readonly number[]): number[] => [...new Set(numbers)].toSorted((a, b) => a - b)

/** Reads a list of numbers from 1 to `most`, or from the end. @returns null if it is not one */
const numbers =
  (most: number, mayCountBack = true) =>
  (value: string): string | null => {
    const list = value.split(',')
    const pattern = mayCountBack ? /^[+-]?\d{1,3}$/ : /^\d{1,3}$/
    if (!list.every((one) => pattern.test(one) && Number(one) !== 0 && Math.abs(Number(one)) <= most))
      return null
    return inOrder(list.map(Number)).join(',')
  }

/** Monday first, then the first Monday, the second one and so on. */
function days(value: string): string | null {
  const places: number[] = []
  for (const one of value.split(',')) {
    const [, nth, name = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(one) ?? []
    const day = weekdays.indexOf(name)
    if (day < 0 || (nth !== undefined && (Number(nth) === 0 || Math.abs(Number(nth)) > 53))) return null
    places.push(Number(nth ?? 0) * weekdays.length + day)
  }
  return inOrder(places)
    .map((place) => {
      const nth = Math.floor(place / weekdays.length)
      return `${nth === 0 ? '' : nth}${weekdays[place - nth * weekdays.length] ?? ''}`
    })
    .join(',')
}

const whole = (digits: number) => (value: string) =>
  /^\d+$/.test(value) && Number(value) > 0 && String(Number(value)).length <= digits
    ? String(Number(value))
    : null

type Until = { wall: number; isDay: boolean; isUtc: boolean }

function untilOf(value: string): Until | null {
  const [, year, month, day, hour, minute, second, utc] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z)?)?$/.exec(value) ?? []
  if (year === undefined || month === undefined || day === undefined) return null
  const isDay = hour === undefined
  const time = isDay ? '00:00:00' : `${hour}:${minute ?? ''}:${second ?? ''}`
  const text = `${year}-${month}-${day}T${time}.000Z`
  const wall = Date.parse(text)
  // `Date.parse` makes 1 March of 30 February.
  if (Number.isNaN(wall) || new Date(wall).toISOString() !== text) return null
  return { wall, isDay, isUtc: utc !== undefined }
}

/** The known parts, in the order of a canonical rule. Each gives its canonical value, or null. */
const readers: Readonly<Record<string, (value: string) => string | null>> = {
  FREQ: (value) => (/^(?:DAILY|WEEKLY|MONTHLY|YEARLY)$/.test(value) ? value : null),
  INTERVAL: whole(3),
  BYMONTH: numbers(12, false),
  BYWEEKNO: numbers(53),
  BYYEARDAY: numbers(366),
  BYMONTHDAY: numbers(31),
  BYDAY: days,
  BYSETPOS: numbers(366),
  WKST: (value) => (weekdays.includes(value) ? value : null),
  COUNT: whole(5),
  UNTIL: (value) => (untilOf(value) ? value : null),
}
/** Values that say nothing. */
const usual: Readonly<Record<string, string>> = { INTERVAL: '1', WKST: 'MO' }

const textOf = (parts: Parts): string =>
  Object.keys(readers)
    .flatMap((name) => {
      const value = parts.get(name)
      return value === undefined || value === usual[name] ? [] : `${name}=${value}`
    })
    .join(';')

const partsOf = (rule: string): Parts =>
  new Map(
    rule.split(';').map((part): [string, string] => {
      const [name = '', value = ''] = part.split('=')
      return [name, value]
    }),
  )

/** Which parts go together (RFC 5545, 3.3.10). */
function areTogether(parts: Parts): boolean {
  const frequency = parts.get('FREQ')
  const hasNth = /\d/.test(parts.get('BYDAY') ?? '')
  if (frequency === undefined) return false
  if (hasNth && (parts.has('BYWEEKNO') || !/MONTHLY|YEARLY/.test(frequency))) return false
  if (parts.has('BYMONTHDAY') && frequency === 'WEEKLY') return false
  if ((parts.has('BYYEARDAY') || parts.has('BYWEEKNO')) && frequency !== 'YEARLY') return false
  return !parts.has('BYSETPOS') || limitsDays(parts, 'BYSETPOS')
}

/** Whether it says more than an interval. */
const limitsDays = (parts: Parts, except?: string): boolean =>
  [...parts.keys()].some((name) => name.startsWith('BY') && name !== except)

// A leap year: with the 28 years after it, every day of a year has been on every weekday.
const anyStart = Date.UTC(2024, 0, 1)
const mostSteps = 11_000

/** @returns the rule in one spelling: parts in a fixed order, nothing that is understood without being said */
export function checkRule(text: string): CheckedRule {
  const written = text
    .trim()
    .replace(/^RRULE:/i, '')
    .replace(/;$/, '')
    .toUpperCase()
  const parts = new Map<string, string>()
  for (const part of written.split(';')) {
    const [name = '', value = '', ...more] = part.split('=')
    if (/^BY(?:HOUR|MINUTE|SECOND)$/.test(name) || /^FREQ=(?:HOUR|MINUTE|SECOND)LY$/.test(part))
      return { ok: false, fault: 'too_frequent' }
    const read = Object.hasOwn(readers, name) ? readers[name]?.(value) : undefined
    if (read === undefined || read === null || more.length > 0 || parts.has(name))
      return { ok: false, fault: 'unreadable' }
    parts.set(name, read)
  }
  if (!areTogether(parts)) return { ok: false, fault: 'unreadable' }
  if (parts.has('COUNT') && parts.has('UNTIL')) return { ok: false, fault: 'two_ends' }
  const always = new Map([...parts].filter(([name]) => name !== 'INTERVAL'))
  if (limitsDays(parts) && dayFrom(always, anyStart, anyStart) === null) return { ok: false, fault: 'never' }
  return { ok: true, rule: textOf(parts) }
}

// Counting

const icsOf = (wall: number): string => new Date(wall).toISOString().replaceAll(/[-:]|\.\d+/g, '')

/** The first day of a rule from `earliest` on, as midnight UTC, whatever its end; null if there is none. */
function dayFrom(parts: Parts, start: number, earliest: number): number | null {
  const endless = new Map([...parts].filter(([name]) => name !== 'COUNT' && name !== 'UNTIL'))
  try {
    const rule = new RRuleTemporal({
      rruleString: `DTSTART:${icsOf(start)}\nRRULE:${textOf(endless)}`,
      cache: false,
      maxIterations: mostSteps,
      maxCandidateEvaluations: 100_000,
    })
    const found = rule.next(new Date(earliest), true)?.epochMilliseconds ?? null
    return found === null || found > lastDay ? null : found
  } catch {
    // The library's bound on its work.
    return null
  }
}
/** Answers show instants of four-digit years. */
const lastDay = Date.UTC(9999, 11, 30)

const startOfDay = (wall: number): number => Math.floor(wall / dayMs) * dayMs

/** The clock of a zone. Walls are times on it, as the milliseconds that they would be in UTC. */
function clockOf(zone: string) {
  const minutesAhead = minutesAheadIn(zone)
  const offsetAt = (instant: number): number => Math.round(minutesAhead(instant) * minuteMs)
  return {
    offsetAt,
    wallOf: (instant: number): number => instant + offsetAt(instant),
    instantOf: (wall: number): number => instantIn(minutesAhead, wall).getTime(),
  }
}

/** A whole day is stored as its end (whole-days.ts). @returns its day as midnight UTC; null for a time */
function wholeDayOf(due: number, ahead: number): number | null {
  const next = dayBeginningAt(due + 1, ahead / minuteMs)
  return next === null ? null : next - dayMs
}

/** Whether an instance may still be on a day. */
function isBeforeEnd(
  parts: Parts,
  day: number,
  time: number | null,
  clock: ReturnType<typeof clockOf>,
): boolean {
  const until = untilOf(parts.get('UNTIL') ?? '')
  if (!until) return true
  const end = until.isUtc ? clock.wallOf(until.wall) : until.wall
  if (time === null || until.isDay) return day <= startOfDay(end)
  const seconds = Math.floor((day + time) / 1000) * 1000
  return until.isUtc ? clock.instantOf(seconds) <= until.wall : seconds <= end
}

/**
 * The dates of the next instance. Its due date is the rule's first day after the due date (`due`) or after today (`completion`, and
 * tasks without a due date, whose next one is due on a whole day), and not before today. It keeps its time on the clock of
 * the zone, and the start its distance in days.
 * @param rule canonical
 * @param now epoch milliseconds
 * @param zone an IANA zone
 * @returns null when the series has ended
 */
export function nextDates(
  { rule, after }: Recurrence,
  { startDate, dueDate }: Dates,
  now: number,
  zone: string,
): { startDate: number | null; dueDate: number } | null {
  const parts = partsOf(rule)
  if (parts.get('COUNT') === '1') return null
  const clock = clockOf(zone)
  const today = startOfDay(clock.wallOf(now))
  const ahead = dueDate === null ? 0 : clock.offsetAt(dueDate)
  const wholeDay = dueDate === null ? null : wholeDayOf(dueDate, clock.offsetAt(dueDate + 1))
  const dueDay = dueDate === null ? today : (wholeDay ?? startOfDay(dueDate + ahead))
  const time = dueDate === null || wholeDay !== null ? null : dueDate + ahead - dueDay
  const from = after === 'completion' ? today : dueDay
  const day = dayFrom(parts, from, Math.max(from + dayMs, today))
  if (day === null || !isBeforeEnd(parts, day, time, clock)) return null
  const due = time === null ? clock.instantOf(day + dayMs) - 1 : clock.instantOf(day + time)
  if (startDate === null || dueDate === null) return { startDate: null, dueDate: due }
  // The start of a whole day is on the clock of its author, as the day is.
  const authorAhead = dueDay + dayMs - 1 - dueDate
  const isElsewhere = wholeDay !== null && authorAhead !== ahead
  const start = isElsewhere ? startDate + authorAhead : clock.wallOf(startDate)
  return { startDate: Math.min(due, clock.instantOf(start + day - dueDay)), dueDate: due }
}

/**
 * The due date of the first instance: the rule's first day from today on.
 * @param time milliseconds after midnight; null for a whole day
 * @returns null if there is none
 */
export function firstDate(rule: string, time: number | null, now: number, zone: string): number | null {
  const clock = clockOf(zone)
  const today = startOfDay(clock.wallOf(now))
  const day = dayFrom(partsOf(rule), today, today)
  if (day === null) return null
  return time === null ? clock.instantOf(day + dayMs) - 1 : clock.instantOf(day + time)
}

/** The rule of the next instance: COUNT is the number of instances that are left, the task's own included. */
export function nextRule(rule: string): string {
  const parts = partsOf(rule)
  const count = parts.get('COUNT')
  return count === undefined ? rule : textOf(new Map([...parts, ['COUNT', String(Number(count) - 1)]]))
}
