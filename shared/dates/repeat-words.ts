// A rule of repetition as a sentence: "Every 2 weeks on Monday until 1 Mar". The reader of repeats takes the same words.
import type { Recurrence } from '../api/primitives.ts'
import { say } from '../language.ts'
import type { repeat } from '../messages/en/repeat.ts'
import type { ArgumentsOf } from '../messages/icu-arguments.ts'
import { dayOfMonthWords, daysBetween, endDayWords, monthNames, weekdayWords } from './format.ts'
import { type Frequency, partsOf, type RuleDay, type RuleParts } from './repeat.ts'

type Messages = typeof repeat

/** A language in which rules are said. Dates are those of the local wall clock. */
export interface RepeatLanguage {
  say: <K extends keyof Messages>(
    key: K,
    ...values: keyof ArgumentsOf<Messages[K]> extends never ? [] : [values: ArgumentsOf<Messages[K]>]
  ) => string
  /** "Monday", "March", "5 March" */
  words: Readonly<Record<'weekday' | 'month' | 'dayOfMonth', (date: Date) => string>>
  /** The end of a rule: "1 Mar 2027" */
  endDay: (date: Date) => string
}

const intervals = {
  DAILY: 'repeat.daily',
  WEEKLY: 'repeat.weekly',
  MONTHLY: 'repeat.monthly',
  YEARLY: 'repeat.yearly',
} as const satisfies Record<Frequency, string>

const afterIntervals = {
  DAILY: 'repeat.afterDays',
  WEEKLY: 'repeat.afterWeeks',
  MONTHLY: 'repeat.afterMonths',
  YEARLY: 'repeat.afterYears',
} as const satisfies Record<Frequency, string>

const listed = ({ say }: RepeatLanguage, words: readonly string[]): string => {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : say('repeat.and', { first: words.slice(0, -1).join(', '), last })
}

// 1 January 2024 was a Monday.
const weekdayName = ({ words }: RepeatLanguage, day: number): string => words.weekday(new Date(2024, 0, day))

const isWorkdays = (days: readonly RuleDay[]): boolean =>
  days.length === 5 && days.every(({ day }) => day <= 5)

const nthWords = (language: RepeatLanguage, { nth, day }: RuleDay): string =>
  nth === -1
    ? language.say('repeat.last', { day: weekdayName(language, day) })
    : language.say('repeat.nth', { nth: nth ?? 1, day: weekdayName(language, day) })

const dateWords = ({ say }: RepeatLanguage, day: number): string =>
  day === -1 ? say('repeat.lastDay') : say('repeat.date', { day })

function everyWords(
  language: RepeatLanguage,
  { freq, interval, byDay, byMonthDay, byMonth }: RuleParts,
): string {
  const { say, words } = language
  const rule = say(intervals[freq], { count: interval })
  const nths = () => byDay.map((day) => nthWords(language, day))
  if (freq === 'WEEKLY' && byDay.length > 0) {
    if (isWorkdays(byDay)) return interval === 1 ? say('repeat.workdays') : say('repeat.onWorkdays', { rule })
    const days = listed(
      language,
      byDay.map(({ day }) => weekdayName(language, day)),
    )
    return interval === 1 ? say('repeat.weekdays', { days }) : say('repeat.on', { rule, days })
  }
  if (freq === 'MONTHLY' && byDay.length + byMonthDay.length > 0) {
    const days = listed(language, [...byMonthDay.map((day) => dateWords(language, day)), ...nths()])
    return interval === 1 ? say('repeat.onMonthly', { days }) : say('repeat.onDates', { rule, days })
  }
  if (freq === 'YEARLY' && byMonth !== null) {
    if (byDay.length > 0) {
      const names = { day: listed(language, nths()), month: words.month(new Date(2024, byMonth - 1, 1)) }
      return interval === 1 ? say('repeat.onYearlyNth', names) : say('repeat.onNth', { rule, ...names })
    }
    const dates = byMonthDay.map((date) => words.dayOfMonth(new Date(2024, byMonth - 1, date)))
    const day = listed(language, dates)
    return interval === 1 ? say('repeat.onYearly', { day }) : say('repeat.on', { rule, days: day })
  }
  return rule
}

/** "Every Monday". A rule that has no words here is shown as it is written. */
export function repeatWordsIn(language: RepeatLanguage, { rule, after }: Recurrence): string {
  const { say } = language
  const parts = partsOf(rule)
  if (parts === null || (parts.byMonthDay.includes(-1) && parts.freq === 'YEARLY'))
    return say('repeat.other', { rule })
  const { freq, interval, byDay, byMonthDay, byMonth, until, count } = parts
  const isBare = byDay.length + byMonthDay.length === 0 && byMonth === null
  const words =
    after === 'due'
      ? everyWords(language, parts)
      : isBare
        ? say(afterIntervals[freq], { count: interval })
        : say('repeat.after', { rule: everyWords(language, parts) })
  if (count !== null) return say('repeat.count', { rule: words, count })
  return until === null ? words : say('repeat.until', { rule: words, day: language.endDay(until) })
}

/** Dates further away are said with their years. */
const fewestDays = 330

const words = { weekday: weekdayWords.long, month: monthNames, dayOfMonth: dayOfMonthWords }

/** In the language of this process. */
export function repeatWords(recurrence: Recurrence, now: Date): string {
  const endDay = (date: Date): string => {
    const days = daysBetween(now, date)
    return endDayWords(date, days < 0 || days > fewestDays)
  }
  return repeatWordsIn({ say, words, endDay }, recurrence)
}
