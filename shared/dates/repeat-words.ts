// A rule of repetition as a sentence: "Every 2 weeks on Monday until 1 Mar". The reader of repeats takes the same words.
import type { Recurrence } from '../api/primitives.ts'
import { say } from '../language.ts'
import { dayOfMonthWords, daysBetween, endDayWords, monthNames, weekdayWords } from './format.ts'
import { type Frequency, partsOf, type RuleDay, type RuleParts } from './repeat.ts'

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

const listed = (words: readonly string[]): string => {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : say('repeat.and', { first: words.slice(0, -1).join(', '), last })
}

// 1 January 2024 was a Monday.
const weekdayName = (day: number): string => weekdayWords.long(new Date(2024, 0, day))

const isWorkdays = (days: readonly RuleDay[]): boolean =>
  days.length === 5 && days.every(({ day }) => day <= 5)

const nthWords = ({ nth, day }: RuleDay): string =>
  nth === -1
    ? say('repeat.last', { day: weekdayName(day) })
    : say('repeat.nth', { nth: nth ?? 1, day: weekdayName(day) })

const dateWords = (day: number): string => (day === -1 ? say('repeat.lastDay') : say('repeat.date', { day }))

function everyWords({ freq, interval, byDay, byMonthDay, byMonth }: RuleParts): string {
  const rule = say(intervals[freq], { count: interval })
  if (freq === 'WEEKLY' && byDay.length > 0) {
    if (isWorkdays(byDay)) return interval === 1 ? say('repeat.workdays') : say('repeat.onWorkdays', { rule })
    const days = listed(byDay.map(({ day }) => weekdayName(day)))
    return interval === 1 ? say('repeat.weekdays', { days }) : say('repeat.on', { rule, days })
  }
  if (freq === 'MONTHLY' && byDay.length + byMonthDay.length > 0) {
    const days = listed([...byMonthDay.map(dateWords), ...byDay.map(nthWords)])
    return interval === 1 ? say('repeat.onMonthly', { days }) : say('repeat.onDates', { rule, days })
  }
  if (freq === 'YEARLY' && byMonth !== null) {
    if (byDay.length > 0) {
      const names = { day: listed(byDay.map(nthWords)), month: monthNames(new Date(2024, byMonth - 1, 1)) }
      return interval === 1 ? say('repeat.onYearlyNth', names) : say('repeat.onNth', { rule, ...names })
    }
    const day = listed(byMonthDay.map((date) => dayOfMonthWords(new Date(2024, byMonth - 1, date))))
    return interval === 1 ? say('repeat.onYearly', { day }) : say('repeat.on', { rule, days: day })
  }
  return rule
}

/** The years of a date that is not within one. */
const fewestDays = 330

/** "Every Monday". A rule that has no words here is shown as it is written. */
export function repeatWords({ rule, after }: Recurrence, now: Date): string {
  const parts = partsOf(rule)
  if (parts === null || (parts.byMonthDay.includes(-1) && parts.freq === 'YEARLY'))
    return say('repeat.other', { rule })
  const { freq, interval, byDay, byMonthDay, byMonth, until, count } = parts
  const isBare = byDay.length + byMonthDay.length === 0 && byMonth === null
  const words =
    after === 'due'
      ? everyWords(parts)
      : isBare
        ? say(afterIntervals[freq], { count: interval })
        : say('repeat.after', { rule: everyWords(parts) })
  if (count !== null) return say('repeat.count', { rule: words, count })
  if (until === null) return words
  const days = daysBetween(now, until)
  return say('repeat.until', { rule: words, day: endDayWords(until, days < 0 || days > fewestDays) })
}
