// "mon, wed" is two days, "dec 1-3" goes from one to another, "fri, nov 20" is one that is said twice. Pure.
import type { ParsedComponents, ParsedResult, Refiner } from 'chrono-node'
import { weekdayOf } from '../ui/dates/date-habits.ts'
import { bareWeekday, endOfDayWords, numberOf } from './date-rules.ts'
import { weekday } from './names.ts'
import type { Hit } from './hits.ts'
import type { DateHit } from './read-dates.ts'

/** Chrono joins its own names of days with the date behind them, whatever day that is; ours (date-rules.ts) it leaves. */
export const ownWeekdaysOnly: Refiner = {
  refine: (_context, results) =>
    results.filter(
      ({ start }) => !start.isCertain('weekday') || start.isCertain('day') || start.isCertain('month'),
    ),
}

/** Of figures only ours are read: chrono takes each "11-18-44" for a date, whatever year that would be. */
export const ownFiguresOnly: Refiner = {
  refine: (_context, results) => results.filter((hit) => !hit.tags().has('parser/SlashDateFormatParser')),
}

/** Says a day, and not only a time. */
export const isDay = (parsed: ParsedComponents): boolean =>
  (['day', 'weekday', 'month'] as const).some((part) => parsed.isCertain(part))

/** "Meet April at 3pm": chrono takes a month for the first of it, and joins that with the time beside it. */
export const noMonthsOfTimes: Refiner = {
  refine: (_context, results) =>
    results.filter(
      ({ start }, index) =>
        !start.isCertain('month') ||
        start.isCertain('day') ||
        ![results[index - 1], results[index + 1]].some((other) => other && !isDay(other.start)),
    ),
}

const bareNumber = /^\d{1,2}(?:\.\d\d)?$/
const bareNumbers = /^\d{1,2}\s+to\s+\d{1,2}$/
const besideDay = /^,?\s+$/

/** Chrono's hours are also the number of "Windows 11 on monday" and "2 to 3 people": an hour stands behind its day. */
export const hoursOnly: Refiner = {
  refine: ({ text }, results) =>
    results.filter((hit) => {
      const end = hit.index + hit.text.length
      const isBehindDay = results.some((day) =>
        besideDay.test(text.slice(day.index + day.text.length, hit.index)),
      )
      if (bareNumber.test(hit.text)) return isBehindDay && !/^\s+\p{L}/u.test(text.slice(end))
      const isBeforeDay = results.some((day) => besideDay.test(text.slice(end, day.index)))
      return !bareNumbers.test(hit.text) || isBehindDay || isBeforeDay
    }),
}

const dayIn = (parsed: ParsedComponents): string =>
  (['year', 'month', 'day'] as const).map((part) => parsed.get(part)).join('-')

// What goes on right behind a date ("tue/wed", the rest of 12/24-12/31) or comes right before it ("1.-3.12."). Half of a number or
// of a word is no date either: the 1.4. of 31.4., the day of "pre-friday".
const goesOn =
  /^(?:[/–—-][\p{L}\p{N}]|[.:]?\d|\p{Script=Latin}|\s+(?:to|through|thru|until|till)\s+(?:the\s+)?\d{1,2}(?:st|nd|rd|th)|\s+['’]\d\d(?![\ds]))/iu
const wentOn = /[\p{L}\d./~]$|[\p{L}\d.][–—-]$|\.\p{L}+:$/u
/** "dec 1 & 3", "1 and 3 dec", and the 24-dec of "dec 24-dec 31": chrono reads one of them. */
const listed = '\\s*(?:,|&|\\+|and|or|to|through|thru|until|till)\\s*(?:the\\s+)?'
const ordinal = '\\d{1,2}(?:st|nd|rd|th)?'
const moreDays = new RegExp(`^${listed}${ordinal}(?=\\s*(?:$|[.;!?)]))`, 'iu')
const fewerDays = new RegExp(
  `(?<![\\p{L}\\d])(?:${ordinal}${listed}|(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)\\p{L}*\\.?\\s+)$`,
  'iu',
)
const monthAndDay = /^\p{L}+\.?\s+\d{1,2}(?:st|nd|rd|th)?\s*$/u
const dayAndMonth = /^\d{1,2}(?:st|nd|rd|th)?(?:\s+|-)(?:of\s+)?\p{L}+/u

/** "Node 24 dec 1": the month may be of either. */
const anotherNumber = /^\s+\d{1,2}(?:st|nd|rd|th)?(?![\p{L}\p{N}:.,/-]|\s*uhr)/iu

/** With the word that leads to it. */
const namedDay = new RegExp(`(?:^|\\s)(${weekday})$`, 'i')

/** Whether a hit is part of several dates, of which it would be a guess to take one. */
export function isOneOfSeveral({ start, end, text }: ParsedResult, before: string, after: string): boolean {
  if (goesOn.test(after) || wentOn.test(before)) return true
  if (end && isDay(end) && isDay(start) && dayIn(start) !== dayIn(end)) {
    const isNight =
      start.isCertain('hour') &&
      end.isCertain('hour') &&
      end.date().getTime() - start.date().getTime() < 24 * 3_600_000
    if (!isNight) return true
  }
  return (
    (dayAndMonth.test(text) && anotherNumber.test(after)) ||
    (monthAndDay.test(text) && moreDays.test(after)) ||
    (dayAndMonth.test(text) && fewerDays.test(before))
  )
}

const beside = /^\.?,?\s+(?:the\s+)?$/i
const endOfDay = new RegExp(
  `^(?:(?:bis|by|before|until|till|at|on|due)\\s+)*(?:the\\s+)?${endOfDayWords}$`,
  'i',
)

/** That time on that day; of a time that is over there, null. */
export function onDay(day: Date, time: Date, now: Date): Date | null {
  const due = new Date(day)
  due.setHours(time.getHours(), time.getMinutes(), 0, 0)
  return due < now ? null : due
}

/** What is said in two words as one: "fri, nov 20" where that is a Friday, "friday EOD", "by EOD friday", "friday by 5pm". */
export const joined = <One extends DateHit & Pick<Hit, 'names'>>(
  text: string,
  hits: readonly One[],
  now: Date,
): One[] =>
  hits.reduce<One[]>((kept, hit) => {
    const last = kept.at(-1)
    if (last?.time !== 'wholeDay' || !beside.test(text.slice(last.end, hit.start))) return [...kept, hit]
    const due = hit.names === 'time' ? onDay(last.due, hit.due, now) : null
    if (due !== null) return [...kept.slice(0, -1), { ...last, end: hit.end, due, time: 'written' }]
    const [before, here] = [text.slice(last.start, last.end), text.slice(hit.start, hit.end)]
    const name = namedDay.exec(before)?.[1]
    const isOwnName = name !== undefined && !bareWeekday.test(here) && numberOf(name) === weekdayOf(hit.due)
    if (isOwnName || (endOfDay.test(before) && hit.time === 'wholeDay'))
      return [...kept.slice(0, -1), { ...hit, start: last.start }]
    return endOfDay.test(here) ? [...kept.slice(0, -1), { ...last, end: hit.end }] : [...kept, hit]
  }, [])
