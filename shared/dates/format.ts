// Dates in the local locale and zone: in words, near days by name, and by the region's rules of weeks.
import { isDayFirst, localeNow, say } from '../language.ts'
import { dueAt, localWholeDays } from '../whole-days.ts'
import { instantIn, otherZone, wallIn } from './other-zone.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** The local wall clock, as a date whose UTC fields are the local ones. */
export const wallOf = (date: Date): Date => {
  if (otherZone.minutesAhead !== null) return wallIn(otherZone.minutesAhead, date)
  const [year, month, dayOfMonth] = [date.getFullYear(), date.getMonth(), date.getDate()]
  return new Date(
    Date.UTC(
      year,
      month,
      dayOfMonth,
      date.getHours(),
      date.getMinutes(),
      date.getSeconds(),
      date.getMilliseconds(),
    ),
  )
}

/** The instant at which the local wall clock shows this; values beyond their range carry over. Months count from 0. */
export const localDate = (year: number, month: number, day: number, hour = 0, minute = 0, second = 0): Date =>
  otherZone.minutesAhead === null
    ? new Date(year, month, day, hour, minute, second)
    : instantIn(otherZone.minutesAhead, Date.UTC(year, month, day, hour, minute, second))

/**
 * The end of a local day (23:59:59.999), which stands for "due on that day". It is the later one if that time occurs twice, and
 * an hour earlier if the last hour is skipped (Nuuk, in spring).
 */
export const endOfDay = (date: Date): Date => new Date(dayAfter(date, 1).getTime() - 1)

/** Whether an instant stands for a whole day. The service may store seconds only. */
export const isWholeDay = (date: Date): boolean => endOfDay(date).getTime() - date.getTime() < 1_000

/** Moves a due date to another day. Its time stays, and a whole day stays a whole day. */
export const onDay = (due: Date | null, day: Date): Date =>
  due === null || isWholeDay(due) ? endOfDay(day) : timeOnDay(day, due)

/** Local calendar days from `from` to `to`; a day of 23 or 25 hours counts as one. */
export const daysBetween = (from: Date, to: Date): number =>
  Math.floor(wallOf(to).getTime() / day) - Math.floor(wallOf(from).getTime() / day)

/**
 * Formats the local wall clock. Formatters are expensive, so they are cached per locale. They use UTC, because the local zone
 * may change while they are cached.
 */
const kept = (optionsIn: Intl.DateTimeFormatOptions | ((locale: string) => Intl.DateTimeFormatOptions)) => {
  let of: string | undefined
  let format: Intl.DateTimeFormat | undefined
  return (date: Date): string => {
    const locale = localeNow()
    if (format === undefined || of !== locale) {
      const options = typeof optionsIn === 'function' ? optionsIn(locale) : optionsIn
      format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
    }
    of = locale
    return format.format(wallOf(date))
  }
}

const hasClockOf24 = (locale: string): boolean =>
  new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hourCycle === 'h23'

/** "5:05 pm", "17:05". 24-hour times have two digits, because capture reads 5:05 as the afternoon (docs/using/capture.md). */
export const timeWords = kept((locale) => ({
  hour: hasClockOf24(locale) ? '2-digit' : 'numeric',
  minute: '2-digit',
}))
/** "5 pm", "17:00", for a full hour. */
export const hourWords = kept((locale) =>
  hasClockOf24(locale) ? { hour: '2-digit', minute: '2-digit' } : { hour: 'numeric' },
)
/** "Fri, 27 Nov" */
export const shortDateWords = kept({ weekday: 'short', day: 'numeric', month: 'short' })
const dateOfYearWords = kept({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })

/** "Friday, 27 November", for a heading. */
export const longDayWords = kept({ weekday: 'long', day: 'numeric', month: 'long' })
/** "November 2026" */
export const monthWords = kept({ month: 'long', year: 'numeric' })
/** "Friday, 27 November 2026" */
export const fullDateWords = kept({ dateStyle: 'full' })
/** "1 Mar", and with its year. */
const endDay = kept({ day: 'numeric', month: 'short' })
const endDayOfYear = kept({ day: 'numeric', month: 'short', year: 'numeric' })
export const endDayWords = (date: Date, hasYear: boolean): string =>
  hasYear ? endDayOfYear(date) : endDay(date)
/** "5 March", of any year. */
export const dayOfMonthWords = kept({ day: 'numeric', month: 'long' })
/** "October" */
export const monthNames = kept({ month: 'long' })
export const weekdayWords = { short: kept({ weekday: 'short' }), long: kept({ weekday: 'long' }) }

/** "Today", "Tomorrow", "Yesterday", "Fri 27 Nov"; with the year if it is not the current one. */
export function dayWords(date: Date, now: Date): string {
  const days = daysBetween(now, date)
  if (days === 0) return say('date.today')
  if (days === 1) return say('date.tomorrow')
  if (days === -1) return say('date.yesterday')
  return wallOf(date).getUTCFullYear() === wallOf(now).getUTCFullYear()
    ? shortDateWords(date)
    : dateOfYearWords(date)
}

export const dateTimeWords = (date: Date, now: Date): string =>
  isWholeDay(date)
    ? dayWords(date, now)
    : say('date.dayAndTime', { day: dayWords(date, now), time: timeWords(date) })

/** The beginning of a local day, which stands for "begins on that day". */
export const startOfDay = (date: Date): Date => dayAfter(date, 0)

const beginsDay = (date: Date): boolean => startOfDay(date).getTime() === date.getTime()

/** "Tomorrow", "Fri 27 Nov, 10:00". A start without a time is the beginning of the local day. */
export const startWords = (date: Date, now: Date): string =>
  beginsDay(date) ? dayWords(date, now) : dateTimeWords(date, now)

/** The start in the terms of a due date, where a day without a time is its end: for a field that takes either. */
export const startAsDue = (start: Date): Date => (beginsDay(start) ? endOfDay(start) : start)

export const startOfDue = (due: Date): Date => (isWholeDay(due) ? startOfDay(due) : due)

export type DueTone = 'overdue' | 'today' | 'later'

export function dueLabel(iso: string, now: Date): { text: string; tone: DueTone } {
  const due = dueAt(iso)
  const days = daysBetween(now, due)
  if (due < now) {
    const text =
      days === 0
        ? say('date.dueAt', { time: timeWords(due) })
        : days === -1
          ? say('date.yesterday')
          : say('date.daysLate', { days: -days })
    return { text, tone: 'overdue' }
  }
  return { text: dateTimeWords(due, now), tone: days === 0 ? 'today' : 'later' }
}

/** "10:00 – 10:30", "Tomorrow, 10:00 – 10:30", "Yesterday, 09:00 – Tomorrow, 17:00", "Today – Tomorrow, all day". */
export function meetingWords(
  startIso: string,
  endIso: string | undefined,
  now: Date,
  allDay = false,
): string {
  const range = (from: string, to: string): string => say('date.range', { start: from, end: to })
  if (allDay) {
    const { first, last } = localWholeDays(startIso, endIso)
    const [from, to] = [dayWords(first, now), dayWords(last, now)]
    return say('date.allDay', { day: from === to ? from : range(from, to) })
  }
  const start = new Date(startIso)
  const end = endIso === undefined ? null : new Date(endIso)
  const at = (date: Date): string =>
    say('date.dayAndTime', { day: dayWords(date, now), time: timeWords(date) })
  // A meeting that ends at midnight ends on the previous day.
  if (end !== null && daysBetween(start, new Date(end.getTime() - 1)) > 0) return range(at(start), at(end))
  const times = end === null ? timeWords(start) : range(timeWords(start), timeWords(end))
  return daysBetween(now, start) === 0
    ? times
    : say('date.dayAndTime', { day: dayWords(start, now), time: times })
}

/** Distance of a meeting that is near, or null. */
export function nearness(startIso: string, endIso: string, now: Date): string | null {
  const untilStart = new Date(startIso).getTime() - now.getTime()
  if (untilStart <= 0 && new Date(endIso) > now) return say('date.now')
  if (untilStart > 0 && untilStart <= hour)
    return say('date.inMinutes', { minutes: Math.max(1, Math.round(untilStart / minute)) })
  return null
}

/** "in 10 min", "in 3 h", "in 5 days", "2 days ago"; close means now or within the hour. Null where the day has a name. */
export function distanceWords(
  startIso: string,
  endIso: string | undefined,
  now: Date,
  allDay: boolean,
): { words: string; isClose: boolean } | null {
  const [start, end] = [new Date(startIso), new Date(endIso ?? startIso)]
  const near = allDay ? null : nearness(startIso, end.toISOString(), now)
  if (near !== null) return { words: near, isClose: true }
  const { first, last } = allDay ? localWholeDays(startIso, endIso) : { first: start, last: end }
  const hours = allDay ? 0 : (start.getTime() - now.getTime()) / hour
  if (hours > 0 && hours < 24)
    return { words: say('date.inHours', { hours: Math.round(hours) }), isClose: false }
  const [ahead, past] = [daysBetween(now, first), daysBetween(last, now)]
  if (ahead > 1) return { words: say('date.inDays', { days: ahead }), isClose: false }
  if (past > 1) return { words: say('date.daysAgo', { days: past }), isClose: false }
  return null
}

/** "1h 30m", "3 days"; null for one whole day and for a meeting without a length. */
export function lengthWords(startIso: string, endIso: string | undefined, allDay: boolean): string | null {
  if (endIso === undefined) return null
  if (allDay) {
    const { first, last } = localWholeDays(startIso, endIso)
    const days = daysBetween(first, last) + 1
    return days > 1 ? say('date.days', { days }) : null
  }
  const minutes = Math.round((Date.parse(endIso) - Date.parse(startIso)) / minute)
  return minutes > 0 ? durationWords(minutes) : null
}

/** "just now", "3 min ago", "2 h ago", "4 days ago". */
export function ageWords(thenMilliseconds: number, nowMilliseconds: number): string {
  const age = Math.max(0, nowMilliseconds - thenMilliseconds)
  if (age < minute) return say('date.justNow')
  if (age < hour) return say('date.minutesAgo', { minutes: Math.floor(age / minute) })
  if (age < day) return say('date.hoursAgo', { hours: Math.floor(age / hour) })
  return say('date.daysAgo', { days: Math.floor(age / day) })
}

/** 90 → "1h 30m". */
export function durationWords(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (hours === 0) return say('duration.minutes', { minutes: rest })
  return rest === 0
    ? say('duration.hours', { hours })
    : say('duration.hoursAndMinutes', { hours, minutes: rest })
}

const mostMinutes = 525_600
const perUnit = { h: 60, m: 1 } as const
const durationPart =
  /(\d+(?:[.,]\d+)?)\s*(hours|hour|hrs|hr|h|stunden?|std\.?|minuten|minutes|minute|mins|min\.?|m)?\s*/giy

/** "30m", "1h 30m", "1.5h", "1:30", "90" → whole minutes from 1 to 525,600 (LCH-01), or null. */
export function parseDuration(text: string): number | null {
  const written = text.trim().replace(/^(\d+):([0-5]\d)$/, '$1h $2')
  if (written === '') return null
  let minutes = 0
  let at = 0
  let previous: 'h' | 'm' | null = null
  while (at < written.length) {
    durationPart.lastIndex = at
    const found = durationPart.exec(written)
    if (found === null) return null
    const named = found[2]?.charAt(0).toLowerCase().replace('s', 'h')
    // "1h 30" is 1h 30m; two bare numbers are invalid.
    const unit: 'h' | 'm' = named === 'h' ? 'h' : 'm'
    if (previous === unit || previous === 'm') return null
    minutes += Number((found[1] ?? '').replace(',', '.')) * perUnit[unit]
    previous = unit
    at = durationPart.lastIndex
  }
  const whole = Math.round(minutes)
  return whole >= 1 && whole <= mostMinutes ? whole : null
}

/** A length of time with a sign, which a correction has: "-15m" → -15; null for anything else. */
export function parseWorked(text: string): number | null {
  const [, sign = '', length = ''] = /^\s*([-−–+]?)(.*)$/s.exec(text) ?? []
  const minutes = parseDuration(length)
  return minutes === null || sign === '' || sign === '+' ? minutes : -minutes
}

/** The calendar rules of a region. Days of the week are ISO numbers: Monday is 1, Sunday is 7. */
export interface DateHabits {
  firstDay: number
  weekend: readonly number[]
  /** Whether 3/4 is the third of April. */
  dayFirst: boolean
}

/** ISO 8601, and the default. */
const common: DateHabits = { firstDay: 1, weekend: [6, 7], dayFirst: true }

type WeekInfo = { firstDay: number; weekend: number[] }
/** Missing in TypeScript's library. Older engines have a property instead of the function. */
type LocaleWithWeeks = Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo }

/** @param locale a BCP 47 tag. Unknown ones get the default. */
export function dateHabitsOf(locale: string): DateHabits {
  try {
    const known: LocaleWithWeeks = new Intl.Locale(locale)
    const { firstDay, weekend } = known.getWeekInfo?.() ?? known.weekInfo ?? common
    return { firstDay, weekend, dayFirst: isDayFirst(locale) }
  } catch {
    return common
  }
}

/** The rules of the current locale. */
export const ownDateHabits = (): DateHabits => dateHabitsOf(localeNow())

export const weekdayOf = (date: Date): number => ((wallOf(date).getUTCDay() + 6) % 7) + 1

/** Local midnight `count` days later. Days of 23 or 25 hours count as one. */
export const dayAfter = (date: Date, count: number): Date => {
  const wall = wallOf(date)
  return localDate(wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate() + count)
}

/** A time on the day of a date. */
export const atTime = (date: Date, hour: number, minute = 0, second = 0): Date => {
  const wall = wallOf(date)
  return localDate(wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate(), hour, minute, second)
}

/** The time of one date, to the minute, on the day of another. */
export const timeOnDay = (day: Date, time: Date): Date => {
  const wall = wallOf(time)
  return atTime(day, wall.getUTCHours(), wall.getUTCMinutes())
}

export const startOfWeek = (date: Date, { firstDay }: DateHabits): Date =>
  dayAfter(date, -((weekdayOf(date) - firstDay + 7) % 7))

/** The same day of another month, or its last day if the month is shorter. */
export function monthAfter(date: Date, months: number): Date {
  const wall = wallOf(date)
  const last = wallOf(localDate(wall.getUTCFullYear(), wall.getUTCMonth() + months + 1, 0))
  return localDate(last.getUTCFullYear(), last.getUTCMonth(), Math.min(wall.getUTCDate(), last.getUTCDate()))
}

/** The day itself, or the next working day. */
function firstWorkingDay(from: Date, { weekend }: DateHabits): Date {
  let date = from
  while (weekend.length < 7 && weekend.includes(weekdayOf(date))) date = dayAfter(date, 1)
  return date
}

/** The first working day of the next week. */
export const nextWeek = (today: Date, habits: DateHabits): Date =>
  firstWorkingDay(dayAfter(startOfWeek(today, habits), 7), habits)
