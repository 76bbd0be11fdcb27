// Rules of this product about days in words, as parsers for chrono: what depends on where a week begins and in which
// order a date is written, and what chrono reads otherwise than people mean it.
import type { Parser } from 'chrono-node'
import {
  type DateHabits,
  dayAfter,
  monthAfter,
  nextWeek,
  startOfWeek,
  weekdayOf,
} from '../ui/dates/date-habits.ts'
import { weekday } from './names.ts'

const weekdays: Readonly<Record<string, number>> = {
  mon: 1,
  tue: 2,
  wed: 3,
  thu: 4,
  fri: 5,
  sat: 6,
  sun: 7,
}
const weekdayName = `(${weekday})`
export const numberOf = (name: string): number => weekdays[name.slice(0, 3).toLowerCase()] ?? 1

/** A bare name of a day means the next one; today's own name, a week from now (read-dates.ts). */
export const bareWeekday = new RegExp(`^(?:on\\s+)?${weekday}\\b`, 'i')

/** Source. */
export const endOfDayWords = '(?:eod|eob|(?:the\\s+)?(?:end|close)\\s+of\\s+(?:(?:the\\s+)?day|business))'

type Groups = readonly (string | undefined)[]

/** A rule that names a calendar day; chrono joins it with a time that stands beside it. */
const dayRule = (pattern: string, dayOf: (groups: Groups, today: Date) => Date | null): Parser => {
  const regex = new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'iu')
  return {
    pattern: () => regex,
    extract: (context, match) => {
      const found = dayOf([...match], dayAfter(context.reference.getDateWithAdjustedTimezone(), 0))
      return found === null
        ? null
        : { year: found.getFullYear(), month: found.getMonth() + 1, day: found.getDate() }
    },
  }
}

const count = '(an?|one|two|three|four|five|six|seven|eight|nine|ten|\\d{1,3})'
const counts = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const countOf = (word = ''): number =>
  /^an?$/i.test(word) ? 1 : counts.indexOf(word.toLowerCase()) + 1 || Number(word)

const validDay = (year: number, month: number, day: number): Date | null => {
  const date = new Date(year, month - 1, day)
  return date.getMonth() === month - 1 && date.getDate() === day ? date : null
}

/** Of no task, but of a number that looks like a date: "12-24-5566", "PO 11-18-44". */
const mostYears = 100
const mostYearsOfTwoFigures = 10
export const isFar = (date: Date, now: Date, most = mostYears): boolean =>
  Math.abs(date.getFullYear() - now.getFullYear()) > most

/** The next such day; without a year, 29 February may be years away and is not looked for. */
export const forward = (year: string | undefined, month: number, day: number, today: Date): Date | null => {
  if (year !== undefined) {
    const isShort = year.length < 3
    const date = validDay(isShort ? 2000 + Number(year) : Number(year), month, day)
    const isNumber = date === null || isFar(date, today, isShort ? mostYearsOfTwoFigures : mostYears)
    return isNumber ? null : date
  }
  const thisYear = validDay(today.getFullYear(), month, day)
  return thisYear !== null && thisYear >= today ? thisYear : validDay(today.getFullYear() + 1, month, day)
}

/** The 30th: of the month that is `later`, or null for the next month that has one to come. */
export const dayOfMonth = (day: number, today: Date, later: number | null): Date | null =>
  (later === null ? [0, 1, 2] : [later])
    .map((months) => new Date(today.getFullYear(), today.getMonth() + months, day))
    .find((date) => date.getDate() === day && (later !== null || date >= today)) ?? null

/** Days that are named by their week or month, whatever the language. */
export function weeksBy(habits: DateHabits) {
  const { firstDay, weekend } = habits
  const isFree = (date: Date): boolean => weekend.includes(weekdayOf(date))
  /** Today, or the next day of that name. */
  const coming = (weekday: number, today: Date): Date => dayAfter(today, (weekday - weekdayOf(today) + 7) % 7)
  return {
    coming,
    /** That day of the calendar week that begins `weeks` later. */
    inWeek: (weekday: number, weeks: number, today: Date): Date =>
      dayAfter(startOfWeek(today, habits), weeks * 7 + ((weekday - firstDay + 7) % 7)),
    /** Of the week that the day is in. */
    lastWorkingDay: (day: Date): Date => {
      let date = dayAfter(startOfWeek(day, habits), 6)
      while (isFree(date) && weekend.length < 7) date = dayAfter(date, -1)
      return date
    },
    workingDaysAfter: (today: Date, many: number): Date => {
      let date = today
      for (let left = weekend.length < 7 ? many : 0; left > 0; left -= isFree(date) ? 0 : 1)
        date = dayAfter(date, 1)
      return date
    },
    /** Due when the weekend is over: on its last day. */
    weekEnd: (today: Date): Date =>
      coming(weekend.find((day) => !weekend.includes((day % 7) + 1)) ?? 7, today),
    /** What is due before a day is due when the day before it ends; before a weekend, when that begins. */
    daysEarlier: (written: string): number => {
      if (/\b(?:end|close|eo[bdwm]|ende|monatsende)\b/i.test(written)) return 0
      return /\b(?:weekend|wochenende)\b/i.test(written) ? weekend.length : 1
    },
    endOfMonth: (today: Date, later: number): Date =>
      new Date(today.getFullYear(), today.getMonth() + later + 1, 0),
  }
}

export function dateRules(habits: DateHabits): Parser[] {
  const { dayFirst } = habits
  const { coming, inWeek, lastWorkingDay, weekEnd, endOfMonth, workingDaysAfter } = weeksBy(habits)
  const dayOfWeek = (word: string, today: Date, spoken: string): Date => {
    const number = numberOf(spoken)
    if (word === 'next') return inWeek(number, 1, today)
    if (word === 'this') return inWeek(number, 0, today)
    if (word === 'last' || word === 'past') return dayAfter(coming(number, today), -7)
    return word.endsWith('coming') ? named(spoken, today) : coming(number, today)
  }
  /** Never today by its own name. */
  const named = (name = '', today: Date): Date => {
    if (/^to/i.test(name)) return dayAfter(today, name.toLowerCase() === 'today' ? 0 : 1)
    const day = coming(numberOf(name), today)
    return day > today ? day : dayAfter(day, 7)
  }
  const ordered = (first: number, second: number): [month: number, day: number] =>
    first > 12 || (dayFirst && second <= 12) ? [second, first] : [first, second]

  return [
    // By the calendar: chrono adds a day to an hour that tomorrow may not have.
    dayRule('(today)|tomorrow|tmrw?', (groups, today) => dayAfter(today, groups[1] === undefined ? 1 : 0)),
    dayRule('(?:the\\s+)?day\\s+after\\s+tomorrow', (_groups, today) => dayAfter(today, 2)),
    dayRule(endOfDayWords, (_groups, today) => today),
    dayRule(
      `(?:on\\s+)?(?:(this|next|last|past|(?:(?:the|this)\\s+)?(?:up)?coming)\\s+(?:week,?\\s+(?:on\\s+)?)?)?${weekdayName}(?:\\s+(?:of\\s+)?(this|next|last)\\s+week)?`,
      (groups, today) => dayOfWeek((groups[1] ?? groups[3] ?? '').toLowerCase(), today, groups[2] ?? ''),
    ),
    dayRule(
      `${count}\\s+(day|week)s?\\s+(?:from|after)\\s+(today|tomorrow|${weekdayName})`,
      (groups, today) => {
        const [, many, unit, from] = groups
        return dayAfter(named(from, today), (unit?.toLowerCase() === 'week' ? 7 : 1) * countOf(many))
      },
    ),
    dayRule(
      `(?:on\\s+)?(today|tomorrow|${weekdayName})\\s+(?:in\\s+${count}\\s+weeks?|week(?!\\s*\\d)|(fortnight))`,
      (groups, today) => {
        const weeks = groups[4] === undefined ? countOf(groups[3] ?? 'a') : 2
        return dayAfter(named(groups[1], today), 7 * weeks)
      },
    ),
    // "For a week on friday" is how long, and then when.
    dayRule(`(?<!\\bfor\\s+)${count}\\s+weeks?\\s+(today|tomorrow|on\\s+${weekdayName})`, (groups, today) =>
      dayAfter(named(groups[3] ?? groups[2], today), 7 * countOf(groups[1])),
    ),
    // By the calendar: chrono adds hours, which go wrong over the night when clocks change.
    dayRule(
      `(?:in|within)\\s+${count}\\s+(day|week|wk|month)s?(?:['’]?s?\\s+time)?|${count}\\s+(day|week|month)s?\\s+from\\s+(?:now|today)`,
      (groups, today) => {
        const [many, unit] = [countOf(groups[1] ?? groups[3]), (groups[2] ?? groups[4])?.toLowerCase()]
        return unit === 'month'
          ? monthAfter(today, many)
          : dayAfter(today, unit?.startsWith('w') ? 7 * many : many)
      },
    ),
    dayRule(`(?:in|within)\\s+${count}\\s+(?:business|working|work)\\s*days?`, (groups, today) =>
      workingDaysAfter(today, countOf(groups[1])),
    ),
    dayRule('next\\s+week', (_groups, today) => nextWeek(today, habits)),
    dayRule('(?:the\\s+)?end\\s+of\\s+(?:(the|this|next)\\s+)?week|eow', (groups, today) => {
      const end = lastWorkingDay(today)
      const isNext = groups[1]?.toLowerCase() === 'next'
      return isNext || end < today ? lastWorkingDay(dayAfter(today, 7)) : end
    }),
    dayRule(
      '(?:(this|next|last|past)\\s+|(?:over\\s+)?(?:the\\s+)?(?:(?:up)?coming\\s+)?)weekend',
      (groups, today) => {
        const word = groups[1]?.toLowerCase()
        return dayAfter(weekEnd(today), word === 'next' ? 7 : word === 'last' || word === 'past' ? -7 : 0)
      },
    ),
    dayRule('(?:the\\s+)?end\\s+of\\s+(?:(the|this|next)\\s+)?month|eom', (groups, today) =>
      endOfMonth(today, groups[1]?.toLowerCase() === 'next' ? 1 : 0),
    ),
    // With dots the day comes first, wherever that is written.
    dayRule(
      '(?<![\\d/.])(?!24/7)(\\d{1,2})(?:/(\\d{1,2})(?:/(\\d{4}|\\d{2}))?|(?<!-\\d+)-(\\d{1,2})-(\\d{4}|\\d{2})(?!-)|\\.(\\d{1,2})\\.(\\d{4}|\\d{2})?)(?![\\d/.])',
      (groups, today) => {
        const [first, second] = [Number(groups[1]), Number(groups[2] ?? groups[4] ?? groups[6])]
        const [month, day] = groups[6] === undefined ? ordered(first, second) : [second, first]
        return forward(groups[3] ?? groups[5] ?? groups[7], month, day, today)
      },
    ),
  ]
}
