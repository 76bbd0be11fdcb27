// How a place counts its days: which day begins the week, which are free, and whether 3/4 is March or April.
import { isDayFirst, localeNow } from '../../../shared/language.ts'

/** Days of the week as ISO numbers: Monday is 1, Sunday is 7. */
export interface DateHabits {
  firstDay: number
  weekend: readonly number[]
  /** 3/4 is the third of April. */
  dayFirst: boolean
}

/** ISO 8601 and most of the world. */
const common: DateHabits = { firstDay: 1, weekend: [6, 7], dayFirst: true }

type WeekInfo = { firstDay: number; weekend: number[] }
/** Not in TypeScript's library yet; older engines have the property instead of the function. */
type LocaleWithWeeks = Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo }

/** @param locale a BCP 47 tag; one that nobody knows counts as most of the world does. */
export function dateHabitsOf(locale: string): DateHabits {
  try {
    const known: LocaleWithWeeks = new Intl.Locale(locale)
    const { firstDay, weekend } = known.getWeekInfo?.() ?? known.weekInfo ?? common
    return { firstDay, weekend, dayFirst: isDayFirst(locale) }
  } catch {
    return common
  }
}

/** Those of the locale that dates are written in. */
export const ownDateHabits = (): DateHabits => dateHabitsOf(localeNow())

export const weekdayOf = (date: Date): number => ((date.getDay() + 6) % 7) + 1

/** The local midnight that begins the day `count` days later; a day of 23 or 25 hours counts as one. */
export const dayAfter = (date: Date, count: number): Date =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate() + count)

export const startOfWeek = (date: Date, { firstDay }: DateHabits): Date =>
  dayAfter(date, -((weekdayOf(date) - firstDay + 7) % 7))

/** The same day of another month; of a shorter one, its last. */
export function monthAfter(date: Date, months: number): Date {
  const last = new Date(date.getFullYear(), date.getMonth() + months + 1, 0)
  return new Date(last.getFullYear(), last.getMonth(), Math.min(date.getDate(), last.getDate()))
}

/** That day, or the first after it that is not free. */
function firstWorkingDay(from: Date, { weekend }: DateHabits): Date {
  let date = from
  while (weekend.length < 7 && weekend.includes(weekdayOf(date))) date = dayAfter(date, 1)
  return date
}

/** The first working day of the next week. */
export const nextWeek = (today: Date, habits: DateHabits): Date =>
  firstWorkingDay(dayAfter(startOfWeek(today, habits), 7), habits)
