// "On the 30th", "mon 30th", "friday the 13th": a day of this month or the next, without its name. Pure.
import type { Parser } from 'chrono-node'
import { dayAfter, weekdayOf } from '../ui/dates/date-habits.ts'
import { dayOfMonth, numberOf } from './date-rules.ts'
import { goesOnBehindDate } from './fractions.ts'
import { monthName, weekday as name } from './names.ts'
import type { Span } from './parse-capture.ts'

export interface OrdinalDay extends Span {
  /** Null where nobody knows which day that is, or it is another day of the week than was said. */
  day: Date | null
  weekday: boolean
}

/** "Fri 27" is no hour. */
const noHour = `(?<=${name}\\.?,?\\s+(?:2[5-9]|3[01]))(?=\\s*(?:$|[.,;:!?)](?!\\d))|\\s+at\\s)`
const written = `(?:(?<weekday>${name})\\.?,?\\s+)?(?:the\\s+)?(?<day>\\d{1,2})(?:st|nd|rd|th|${noHour})(?:\\s+of\\s+(?<which>this|next|the)\\s+month)?`
const one = new RegExp(`${written}(?![\\p{L}\\p{N}])`, 'iu')
const all = new RegExp(`(?<![\\p{L}\\p{N}])${one.source}`, 'giu')
/** Chrono looks for the next one in the rest of the line, which may begin inside of a number. */
const partOfWord = /[\p{L}\p{N}.:/_–—-]$/u

const ofMonthBefore = new RegExp(`(?<!\\p{L})${monthName},?\\s+(?:the\\s+)?$`, 'iu')
const ofMonthBehind = new RegExp(`^[\\s,-]*(?:of\\s+)?${monthName}(?!\\p{L})`, 'iu')
const listed = '\\s*(?:,|&|\\+|and|or|to|through|[–—/-])\\s*'
const anotherBefore = new RegExp(`\\d(?:st|nd|rd|th)${listed}(?:the\\s+)?$`, 'iu')
const anotherBehind = new RegExp(`^${listed}(?:the\\s+)?\\d{1,2}(?:st|nd|rd|th)`, 'iu')
const leads =
  /(?:^|[\s(])(?:due(?:\s+(?:by|on|at))?:?|by|on|before|until|till|for|prior\s+to|no\s+later\s+than)\s+$/iu
const time = /^,?\s+(?:at\s+)?(?:\d{1,2}(?:[:.]\d\d)?\s*[ap]\.?m|\d{1,2}:\d\d|midnight)(?![\p{L}\p{N}])/iu
const ends = /^(?:\s*$|\s*[.,;:!?)(|…]|\s+[–—-]\s|\s+(?:please|pls|latest)(?!\p{L}))/iu
/** "mon 30th birthday": the number of something. */
const ofSomething =
  /^\s+(?:birthdays?|anniversar(?:y|ies)|floor|avenue|ave|street|century|edition|graders?|grade|times?|rounds?|quarter|drafts?|attempts?|try|tries|place|versions?|issues?|chapters?|weeks?|days?|months?|years?|sessions?|laps?|rows?)(?!\p{L})/iu

/** What was found in `text` there, or null when it is no day by itself: that of another date, or the number of something. */
function ordinalAt(text: string, found: RegExpMatchArray, today: Date): OrdinalDay | null {
  const { weekday, day = '', which } = found.groups ?? {}
  const start = found.index ?? 0
  const end = start + found[0].length
  const [before, after] = [text.slice(0, start), text.slice(end)]
  if (partOfWord.test(before) || ofMonthBefore.test(before) || ofMonthBehind.test(after)) return null
  if (weekday !== undefined && ofSomething.test(after)) return null
  const isLed =
    weekday !== undefined ||
    which !== undefined ||
    (leads.test(before) && (ends.test(after) || time.test(after) || goesOnBehindDate.test(after))) ||
    (before.trim() === '' && (after.trim() === '' || time.test(after)))
  const isOne = !anotherBefore.test(before) && !anotherBehind.test(after)
  const later = which === undefined ? null : which.toLowerCase() === 'next' ? 1 : 0
  const date = isOne && isLed ? dayOfMonth(Number(day), today, later) : null
  const isFit = date !== null && (weekday === undefined || numberOf(weekday) === weekdayOf(date))
  return { start, end, day: isFit ? date : null, weekday: weekday !== undefined }
}

/** The days that are said so in a line, and those that look so and are none. */
export const ordinalDaysIn = (text: string, today: Date): OrdinalDay[] =>
  [...text.matchAll(all)].flatMap((found) => ordinalAt(text, found, today) ?? [])

export const ordinalDays: Parser = {
  pattern: () => one,
  extract: ({ text, reference }, match) => {
    const day = ordinalAt(text, match, dayAfter(reference.getDateWithAdjustedTimezone(), 0))?.day ?? null
    return day === null ? null : { year: day.getFullYear(), month: day.getMonth() + 1, day: day.getDate() }
  },
}
