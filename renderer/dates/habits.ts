// Regional calendar rules: first day of the week, weekend, and whether 3/4 is March or April.
import { isDayFirst, localeNow } from '../../shared/language.ts'

/** Days of the week as ISO numbers: Monday is 1, Sunday is 7. */
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

export const weekdayOf = (date: Date): number => ((date.getDay() + 6) % 7) + 1

/** Local midnight `count` days later. Days of 23 or 25 hours count as one. */
export const dayAfter = (date: Date, count: number): Date =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate() + count)

export const startOfWeek = (date: Date, { firstDay }: DateHabits): Date =>
  dayAfter(date, -((weekdayOf(date) - firstDay + 7) % 7))

/** The same day of another month, or its last day if the month is shorter. */
export function monthAfter(date: Date, months: number): Date {
  const last = new Date(date.getFullYear(), date.getMonth() + months + 1, 0)
  return new Date(last.getFullYear(), last.getMonth(), Math.min(date.getDate(), last.getDate()))
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
