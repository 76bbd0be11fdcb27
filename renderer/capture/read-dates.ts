// Dates in free text, by chrono-node, with the rules of this product around it. Loaded when the page is idle.
import { casual, Chrono, type ParsedComponents, type ParsedResult, type Refiner } from 'chrono-node'
import { type Language, languageNow, localeNow } from '../../shared/language.ts'
import { type DateHabits, dayAfter, ownDateHabits } from '../ui/dates/date-habits.ts'
import { daysBetween, endOfDay } from '../ui/dates/dates.ts'
import { bareWeekday, dateRules, isFar, weeksBy } from './date-rules.ts'
import { createGermanReader } from './german-dates.ts'
import { datesOf, type Hit, textAt } from './hits.ts'
import { hoursFromNow, inWholeSeconds } from './hours-from-now.ts'
import { hourByMeal } from './meals.ts'
import { isLookalike, isNoOneDay } from './lookalikes.ts'
import { endsRange, isBesideLoose, isOfNextYear } from './loose-days.ts'
import { monthName } from './names.ts'
import { ordinalDays, ordinalDaysIn } from './ordinal-days.ts'
import { blank } from './parse-capture.ts'
import { isBehind, reworded, widened } from './reworded.ts'
import {
  hoursOnly,
  isDay,
  isOneOfSeveral,
  noMonthsOfTimes,
  ownFiguresOnly,
  ownWeekdaysOnly,
} from './several-dates.ts'

export interface DateHit {
  /** Where it stands in the text, with the word that leads to it ("by friday"). */
  start: number
  end: number
  /** The instant that is meant; the end of the local day when no time was written. */
  due: Date
  time: 'written' | 'wholeDay'
  /** A time by itself, on the one day that the line names elsewhere: "friday dentist 3pm". */
  onDay?: Date
}

/** Whether moments that are over are found too; in a form they may be meant, in a captured line not. */
export type Past = 'leave' | 'take'

export type ReadDates = (text: string, now: Date, past?: Past) => DateHit[]

const lead =
  /(?<![\p{L}\p{N}][–—-]?|\/)(?:due(?:\s+(?:by|on|at|date))?:\s*|(?:due(?:\s+(?:by|on|at))?|by|(?:on\s+or\s+)?before|prior\s+to|no\s+later\s+than|until|['’]?till?|bis|on|for|at|in(?=\s+the\s)|(?:(?:by|before|until|till|at)\s+)?(?:the\s+)?end\s+of)\s+)(?:the\s+)?$/iu
/** What ends a date is no part of the title, either. */
const trail = /^,?\s+(?:at\s+)?the\s+latest(?!\p{L})/iu
const strictlyBefore = /(?<!\bon\s+or\s+)\b(?:before|prior\s+to)\s+(?:the\s+)?$/i
const partsOfDay = [
  [/\bmorning\b/i, 9],
  [/\bafternoon\b/i, 15],
  [/\bevening\b/i, 18],
  [/\btonight\b/i, 20],
] as const

/** "The evening of dec 3", "Movie Night friday": chrono takes a part of the day for a day, and that is today. */
const partsBeforeDays: Refiner = {
  refine: ({ text }, results) =>
    results.filter((hit, index) => {
      const next = results[index + 1]
      const isPart = !isDay(hit.start) && !hit.start.isCertain('hour')
      if (!isPart || next === undefined || !isDay(next.start)) return true
      if (!/^,?\s+(?:(?:on|of)\s+)?$/i.test(text.slice(hit.index + hit.text.length, next.index))) return true
      const part = partsOfDay.find(([name]) => name.test(hit.text))
      if (part) hit.start.assign('hour', part[1])
      return part !== undefined
    }),
}

/** Without its year, as it is mostly said. */
const dateOfMonth = new RegExp(
  `^(?:on\\s+)?(?:\\d{1,2}(?:st|nd|rd|th)?\\s+(?:of\\s+)?)?${monthName}|^\\d{1,2}[./]\\d`,
  'i',
)

/** A day by its name alone; "wed 18th" says more. */
const isBareName = (written: string): boolean =>
  bareWeekday.test(written) && !/(?:\d(?:st|nd|rd|th)|\s(?:2[5-9]|3[01]))(?![\w:])/i.test(written)

/**
 * Nobody works at five in the morning: a bare hour from 1 to 6 is in the afternoon, unless written as 05:00 or of a morning.
 * Null where it may be of the night before or after: "tonight at 2".
 */
const hourOf = (parsed: ParsedComponents, written: string, line: string): number | null => {
  const hour = parsed.get('hour') ?? 0
  const isBare =
    !parsed.isCertain('meridiem') &&
    hour >= 1 &&
    !/\bmorning\b/i.test(written) &&
    !new RegExp(`(?<!\\d)0${hour}(?!\\d)`).test(written)
  const meant = isBare ? (hourByMeal(line, hour) ?? (hour <= 6 ? hour + 12 : hour)) : hour
  return /\b(?:evening|night|tonight)\b/i.test(written) && meant < 17 ? null : meant
}

const at = (day: Date, hour: number, minute = 0): Date =>
  new Date(day.getFullYear(), day.getMonth(), day.getDate(), hour, minute)

/** The calendar day; without a year the next one, today included. */
const dayOf = (parsed: ParsedComponents, now: Date): Date => {
  const date = parsed.date()
  if (!parsed.isCertain('day') || !parsed.isCertain('month') || parsed.isCertain('year'))
    return dayAfter(date, 0)
  const thisYear = new Date(now.getFullYear(), date.getMonth(), date.getDate())
  return thisYear >= dayAfter(now, 0)
    ? thisYear
    : new Date(now.getFullYear() + 1, date.getMonth(), date.getDate())
}

const instantOf = (
  parsed: ParsedComponents,
  written: string,
  line: string,
  now: Date,
): Pick<DateHit, 'due' | 'time'> | null => {
  // An offset ("in 2 hours", "5pm UTC") is an instant already.
  if (parsed.isCertain('timezoneOffset') && parsed.isCertain('hour'))
    return { due: inWholeSeconds(parsed.date().getTime()), time: 'written' }
  const part = partsOfDay.find(([name]) => name.test(written))
  if (!parsed.isCertain('hour') && part === undefined) {
    const day = dayOf(parsed, now)
    const isTodaysName = isBareName(written) && daysBetween(now, day) === 0
    return { due: endOfDay(isTodaysName ? dayAfter(day, 7) : day), time: 'wholeDay' }
  }
  const hour = parsed.isCertain('hour') ? hourOf(parsed, written, line) : (part?.[1] ?? 0)
  if (hour === null) return null
  const minute = parsed.isCertain('hour') ? (parsed.get('minute') ?? 0) : 0
  if (!isDay(parsed)) {
    const today = at(now, hour, minute)
    // A time that is over today means tomorrow; "this morning" does not.
    return {
      due: today < now && !/\bthis\b/i.test(written) ? at(dayAfter(now, 1), hour, minute) : today,
      time: 'written',
    }
  }
  // The midnight of a day is the one that ends it.
  const day = dayAfter(dayOf(parsed, now), /\bmidnight\b/i.test(written) ? 1 : 0)
  const due = at(day, hour, minute)
  // Late in the evening, `tonight` is what is left of it.
  if (due < now && !parsed.isCertain('hour') && /\btonight\b/i.test(written))
    return { due: endOfDay(day), time: 'wholeDay' }
  const isOver = due < now && isBareName(written)
  return { due: isOver ? at(dayAfter(due, 7), hour, minute) : due, time: 'written' }
}

/** "9 to 5" ends in the afternoon of its day; chrono takes the night after it. "5 to 7" ends in the evening. */
const onItsDay = (due: Date, { start, end, text }: ParsedResult, line: string): Date => {
  if (!end) return due
  const [from, hour] = [hourOf(start, text, line) ?? 0, due.getHours()]
  const isEvening = !end.isCertain('meridiem') && hour < 12 && hour < from && from <= 18
  const isNextDay = due.getTime() - start.date().getTime() > 24 * 3_600_000
  return at(dayAfter(due, isNextDay ? -1 : 0), isEvening ? hour + 12 : hour, due.getMinutes())
}

/** What is read in English, where dates are written by those habits; what is over is found too. */
function createEnglishReader(habits: DateHabits): (line: string, now: Date) => Hit[] {
  const chrono = new Chrono({
    parsers: [hoursFromNow, ordinalDays, ...dateRules(habits), ...casual.parsers],
    refiners: [
      ownFiguresOnly,
      partsBeforeDays,
      ownWeekdaysOnly,
      noMonthsOfTimes,
      hoursOnly,
      ...casual.refiners,
    ],
  })
  const { daysEarlier } = weeksBy(habits)
  return (line, now) => {
    const said = reworded(line, 'en')
    const ordinals = ordinalDaysIn(said.text, dayAfter(now, 0)).filter(({ day }) => day === null)
    const otherDays = ordinals.filter(({ weekday }) => weekday)
    const text = blank(said.text, otherDays)
    const loose = [...said.loose, ...ordinals]
    const hits = chrono.parse(text, now, { forwardDate: true }).flatMap((hit): Hit[] => {
      // Chrono takes along the space before a bar.
      const found = hit.text.trimEnd()
      const place = widened({ start: hit.index, end: hit.index + found.length }, said.spans)
      const parsed = hit.end ?? hit.start
      const names = isDay(parsed) ? 'day' : 'time'
      const isNamed =
        (['day', 'weekday', 'hour'] as const).some((part) => parsed.isCertain(part)) ||
        partsOfDay.some(([name]) => name.test(found))
      if (!isNamed || isLookalike(found, place, line, text)) return []
      const [before, after] = [text.slice(0, place.start), text.slice(place.end)]
      if (
        isBehind(text, place.start, said.barred) ||
        isNoOneDay(before, found, line.slice(place.end)) ||
        isOneOfSeveral(hit, before, after)
      )
        return [textAt(place, names)]
      if (names === 'time' && isBesideLoose(line, place, loose, 'time')) return []
      if (isBareName(found) && !/^on\s/i.test(found) && isBesideLoose(line, place, loose, 'weekday'))
        return []
      const meant = instantOf(parsed, found, line, now)
      if (meant === null) return []
      const { time } = meant
      const isBefore = time === 'wholeDay' && strictlyBefore.test(before)
      const due = isBefore
        ? endOfDay(dayAfter(meant.due, -daysEarlier(found)))
        : onItsDay(meant.due, hit, line)
      if (dateOfMonth.test(found) && endsRange(line.slice(0, place.start))) return []
      const isThisYear = due.getFullYear() === now.getFullYear()
      if (isThisYear && dateOfMonth.test(found) && isOfNextYear(line, place)) return []
      if (isFar(due, now)) return []
      const start = place.start - (lead.exec(before)?.[0].length ?? 0)
      const end = place.end + (trail.exec(after)?.[0].length ?? 0)
      return [{ start, end, due, time, names }]
    })
    return [...hits, ...[...said.days, ...otherDays].map((span) => textAt(span, 'day'))]
  }
}

/** English is read in every language: it is what the grammar of a line is written in. */
export function readerIn(language: Language, habits: DateHabits): ReadDates {
  const english = createEnglishReader(habits)
  const readers = language === 'en' ? [english] : [createGermanReader(habits), english]
  return (text, now, past = 'leave') =>
    datesOf(
      text,
      readers.flatMap((read) => read(text, now)),
      now,
      past,
    )
}

// The one of the locale: that it is another needs settings, or a test.
let reader: { locale: string; read: ReadDates } | undefined

/** Moments that something can be due at: what is over ("yesterday's call") and what is vague ("march") is text. */
export const readDates: ReadDates = (text, now, past) => {
  const locale = localeNow()
  if (locale !== reader?.locale) reader = { locale, read: readerIn(languageNow(), ownDateHabits()) }
  return reader.read(text, now, past)
}
