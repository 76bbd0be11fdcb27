// Rules of repetition as the launcher writes and reads them: an RRULE (RFC 5545) without DTSTART. Only everyday rules have parts here;
// the next date of any rule is in shared/recurrence.ts, which brings a library that a key does not need. Pure.
import type { Recurrence } from '../api/primitives.ts'
import { atTime, dayAfter, endOfDay, localDate, wallOf, weekdayOf } from './format.ts'

export type Frequency = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'

/** `nth` counts in the month; the last is -1. Monday is 1. */
export interface RuleDay {
  nth: number | null
  day: number
}

export interface RuleParts {
  freq: Frequency
  interval: number
  byMonth: number | null
  /** -1 is the last day. */
  byMonthDay: readonly number[]
  byDay: readonly RuleDay[]
  count: number | null
  /** The last day or, in rules of others, the last moment. */
  until: Date | null
}

const dayNames = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/** Rules that are offered without words. */
export const everydayRules = [
  'FREQ=DAILY',
  'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  'FREQ=WEEKLY',
  'FREQ=MONTHLY',
  'FREQ=YEARLY',
] as const

/** The rule of these parts. Its end is a day. */
export function ruleOf(parts: Partial<RuleParts> & Pick<RuleParts, 'freq'>): string {
  const { freq, interval = 1, byMonth = null, byMonthDay = [], byDay = [], until = null } = parts
  const days = byDay
    .toSorted((a, b) => (a.nth ?? 0) - (b.nth ?? 0) || a.day - b.day)
    .map(({ nth, day }) => `${nth ?? ''}${dayNames[day - 1] ?? ''}`)
  const end = until === null ? '' : wallOf(until).toISOString().slice(0, 10).replaceAll('-', '')
  // The order of shared/recurrence.ts, so that one rule has one spelling.
  return [
    `FREQ=${freq}`,
    interval === 1 ? '' : `INTERVAL=${interval}`,
    byMonth === null ? '' : `BYMONTH=${byMonth}`,
    byMonthDay.length === 0
      ? ''
      : `BYMONTHDAY=${[...new Set(byMonthDay)].toSorted((a, b) => a - b).join(',')}`,
    days.length === 0 ? '' : `BYDAY=${[...new Set(days)].join(',')}`,
    end === '' ? '' : `UNTIL=${end}`,
  ]
    .filter((part) => part !== '')
    .join(';')
}

function untilOf(value: string): RuleParts['until'] {
  const [, year, month, day, hour, minute, second, utc] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z)?)?$/.exec(value) ?? []
  if (year === undefined) return null
  const numbers = [year, Number(month) - 1, day, hour ?? 0, minute ?? 0, second ?? 0].map(Number)
  const [y = 0, m = 0, d = 1, h = 0, min = 0, s = 0] = numbers
  return utc === undefined ? localDate(y, m, d, h, min, s) : new Date(Date.UTC(y, m, d, h, min, s))
}

/** The parts of an everyday rule; null for any other. */
export function partsOf(rule: string): RuleParts | null {
  const written = new Map(
    rule.split(';').map((part): [string, string] => {
      const [name = '', value = ''] = part.split('=')
      return [name, value]
    }),
  )
  const known = new Set(['FREQ', 'INTERVAL', 'BYMONTH', 'BYMONTHDAY', 'BYDAY', 'COUNT', 'UNTIL', 'WKST'])
  const freq = written.get('FREQ') ?? ''
  const byMonth = written.get('BYMONTH')
  const byMonthDay = written.get('BYMONTHDAY')?.split(',').map(Number) ?? []
  const byDay = (written.get('BYDAY')?.split(',') ?? []).map((text): RuleDay => {
    const [, nth, name = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(text) ?? []
    return { nth: nth === undefined ? null : Number(nth), day: dayNames.indexOf(name) + 1 }
  })
  const until = written.get('UNTIL')
  const end = until === undefined ? null : untilOf(until)
  const count = written.get('COUNT')
  const isEveryday =
    [...written.keys()].every((name) => known.has(name)) &&
    byDay.every(({ day, nth }) => day > 0 && (nth === null || (nth >= -1 && nth <= 5))) &&
    byMonthDay.every((day) => day >= -1 && day <= 31 && day !== 0) &&
    (byMonth === undefined || /^\d{1,2}$/.test(byMonth)) &&
    (until === undefined || end !== null)
  if (!isEveryday) return null
  const parts = {
    interval: Number(written.get('INTERVAL') ?? 1),
    byMonth: byMonth === undefined ? null : Number(byMonth),
    byMonthDay,
    byDay,
    count: count === undefined ? null : Number(count),
    until: end,
  }
  const [hasMonth, hasDate, hasDay] = [byMonth !== undefined, byMonthDay.length > 0, byDay.length > 0]
  const isNth = byDay.some(({ nth }) => nth !== null)
  const isEveryNth = byDay.every(({ nth }) => nth !== null)
  switch (freq) {
    case 'DAILY':
      return hasMonth || hasDate || hasDay ? null : { ...parts, freq }
    case 'WEEKLY':
      return hasMonth || hasDate || isNth ? null : { ...parts, freq }
    case 'MONTHLY':
      return hasMonth || (hasDate && hasDay) || !isEveryNth ? null : { ...parts, freq }
    case 'YEARLY':
      if (!hasMonth) return hasDate || hasDay ? null : { ...parts, freq }
      return hasDate === hasDay || !isEveryNth ? null : { ...parts, freq }
    default:
      return null
  }
}

const isOn = ({ byMonth, byMonthDay, byDay }: RuleParts, date: Date): boolean => {
  const wall = wallOf(date)
  const [month, day] = [wall.getUTCMonth() + 1, wall.getUTCDate()]
  const last = new Date(Date.UTC(wall.getUTCFullYear(), month, 0)).getUTCDate()
  if (byMonth !== null && byMonth !== month) return false
  if (byMonthDay.length > 0 && !byMonthDay.some((one) => (one > 0 ? one : last + 1 + one) === day))
    return false
  return (
    byDay.length === 0 ||
    byDay.some(
      ({ nth, day: weekday }) =>
        weekday === weekdayOf(date) &&
        (nth === null || (nth > 0 ? Math.ceil(day / 7) === nth : Math.ceil((last - day + 1) / 7) === -nth)),
    )
  )
}

/** 29 February comes after eight years at the latest. */
const mostDays = 366 * 8

/** The first day of a rule from a day on; that day itself for a rule of intervals. Null if none comes before its end. */
export function firstDay(rule: string, from: Date): Date | null {
  const parts = partsOf(rule)
  if (parts === null) return dayAfter(from, 0)
  for (let days = 0; days < mostDays; days += 1) {
    const day = dayAfter(from, days)
    if (parts.until !== null && day > parts.until) return null
    if (isOn(parts, day)) return day
  }
  return null
}

/** A time of day, "09:00". */
export type TimeOfDay = string

export const timeOfDay = (date: Date): TimeOfDay => wallOf(date).toISOString().slice(11, 16)

/**
 * When a task of a new rule is first due.
 * @param from no earlier than this @param time without one, the task is due on the whole day
 */
export function firstDue(rule: string, from: Date, time: TimeOfDay | null): Date | null {
  const day = firstDay(rule, from)
  if (day === null || time === null) return day === null ? null : endOfDay(day)
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const on = (date: Date): Date => atTime(date, hour, minute)
  if (on(day) >= from) return on(day)
  const later = firstDay(rule, dayAfter(day, 1))
  return later === null ? null : on(later)
}

/** A recurrence as one text, with the time of day that its words name: the id of a choice in capture. */
export const idOfRepeat = ({ rule, after }: Recurrence, time: TimeOfDay | null = null): string =>
  [rule, after, ...(time === null ? [] : [time])].join('|')

export function repeatOfId(id: string): { recurrence: Recurrence; time: TimeOfDay | null } {
  const [rule = '', after, time = null] = id.split('|')
  return { recurrence: { rule, after: after === 'completion' ? 'completion' : 'due' }, time }
}
