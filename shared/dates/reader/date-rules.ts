// Dates of a calendar: "24.12.", "3/4", "dec 24", "the 30th", "first monday of december".
import { dayAfter, localDate, wallOf, weekdayOf } from '../format.ts'
import { type Atom, type Rule, rule, type Writing } from './atoms.ts'
import { timeOf } from './clock-rules.ts'
import {
  coming,
  dayBeforeMonth,
  germanWeekday,
  goesOn,
  lead,
  month,
  monthNumber,
  next,
  ordinal,
  ordinalOf,
  shortGerman,
  weekday,
  weekdayNumber,
} from './words.ts'

const yearIn = (date: Date): number => wallOf(date).getUTCFullYear()
/** From 1. */
const monthIn = (date: Date): number => wallOf(date).getUTCMonth() + 1

/** @param month from 1; 13 is the next January */
const validDay = (year: number, month: number, day: number): Date | null => {
  const date = localDate(year, month - 1, day)
  const wall = wallOf(date)
  return wall.getUTCMonth() === (month - 1) % 12 && wall.getUTCDate() === day ? date : null
}

/** The next occurrence of the day. An implausible year belongs to another number: "PO 11-18-44". */
function forward(year: number | null, month: number, day: number, today: Date): Date | null {
  if (month > 12) return null
  const thisYear = yearIn(today)
  if (year === null) {
    const date = validDay(thisYear, month, day)
    return date !== null && date >= today ? date : validDay(thisYear + 1, month, day)
  }
  const [full, most] = year < 100 ? [2000 + year, 10] : [year, 100]
  return Math.abs(full - thisYear) > most ? null : validDay(full, month, day)
}

/** The given day of this month, or of the next month that has it. In February the 30th is 30 March. */
const dayOfMonth = (day: number, today: Date): Date | null =>
  [1, 2, 3]
    .map((later) => validDay(yearIn(today), monthIn(today) - 1 + later, day))
    .find((found) => found !== null && found >= today) ?? null

/** The first to fifth or, as 0, the last such weekday of a month. */
function weekdayOfMonth(year: number, month: number, which: number, name: string): Date | null {
  const start = localDate(year, which === 0 ? month : month - 1, 1)
  const toFirst = (weekdayNumber(name) - weekdayOf(start) + 7) % 7
  const day = dayAfter(start, toFirst + 7 * (which - 1))
  return monthIn(day) - 1 === (month - 1) % 12 ? day : null
}

const yearOf = (year: string | undefined): number | null => (year === undefined ? null : Number(year))

/** "9 Jan 28": two digits are a year where nothing else goes on and it is near. */
const shortYear = `(?:[-/]|,? )'?(\\d{2})(?= ?(?:$|[,;!?)|]|\\.(?!\\d)| (?:${goesOn}|\\d)))(?! ?(?:[ap]\\.?m|uhr|h(?![a-z])|o'?clock))`
const longYear = '(?:[-/]|,? )(\\d{4})(?![:.]?\\d)'
const year = `(?:${longYear}|${shortYear})?`
/** "At 9 dec 5" */
const leadsToHour = '\\b(?:at|um|half past|quarter (?:past|to)|viertel (?:nach|vor)|halb) '
const toAnother = '(?: ?(?:-|to|bis|until|till|through|and|und|&) ?\\d{1,2}(?:st|nd|rd|th|\\.)?)?'

interface Named {
  day: number
  name: string | undefined
  range: string | undefined
  long: string | undefined
  short: string | undefined
}

/** The day of a month that is named. A short year that is not near is cut off: it is another number. */
function named(
  { day, name = '', range, long, short }: Named,
  all: string,
  { today, written, end }: Writing & { end: number },
): (Pick<Atom, 'day' | 'isRange'> & { cut: number }) | null {
  const isNear = (year: number): boolean => {
    const years = 2_000 + year - yearIn(today)
    return years >= 0 && years <= 10
  }
  const year = short === undefined || !isNear(Number(short)) ? yearOf(long) : Number(short)
  const found = forward(year, monthNumber(name), day, today)
  if (found === null) return null
  const cut = year === null && short !== undefined ? (/[-/, ]+'?\d+$/.exec(all)?.[0].length ?? 0) : 0
  // "9 Jan 28 rent": a year or a count.
  const another = /^,? '?(\d\d) \p{L}/u.exec(written.slice(end, end + 8))?.[1]
  const isOpen = year === null && another !== undefined && isNear(Number(another))
  return { day: found, isRange: (range ?? '') !== '' || isOpen, cut }
}

const ofThis = '(?:(?:this|diese[sn]|laufende[ns]) )'

/** @param dayFirst whether "3/4" is the third of April */
export function dateRules(dayFirst: boolean): Rule[] {
  return [
    rule(
      '(\\d{4})-?(\\d\\d)-?(\\d\\d)t(\\d\\d):?(\\d\\d)(?::?(\\d\\d)(?:[.,]\\d{1,9})?)?(z|[+-]\\d\\d(?::?\\d\\d)?)?',
      ([, year, month, day, hour, minute, second = '00', zone = ''], { today }) => {
        const found = forward(Number(year), Number(month), Number(day), today)
        const time = timeOf(`${hour}:${minute}:${second}${zone}`)
        return found === null || time === null
          ? null
          : { day: found, clock: { ...time.clock, isBare: false } }
      },
    ),
    rule('(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})', ([, year, , month, day], { today }) =>
      forward(Number(year), Number(month), Number(day), today),
    ),
    // Dotted dates put the day first in every locale.
    rule(
      '(\\d{1,2})\\. ?(\\d{1,2})\\.(?: ?(\\d{4})|(\\d{2})(?![.:]\\d))?',
      ([, day, month, long, short], { today }) =>
        forward(yearOf(long ?? short), Number(month), Number(day), today),
    ),
    rule(
      '(\\d{1,2})(?:/(\\d{1,2})(?:/(\\d{4}|\\d{2}))?|-(\\d{1,2})-(\\d{4}|\\d{2}))',
      ([, one, ...rest], { today }) => {
        const [first, second] = [Number(one), Number(rest[0] ?? rest[2])]
        const isDayFirst = first > 12 || (dayFirst && second <= 12)
        const [month, day] = isDayFirst ? [second, first] : [first, second]
        return forward(yearOf(rest[1] ?? rest[3]), month, day, today)
      },
    ),
    rule(
      `(?<!${leadsToHour})(${dayBeforeMonth})(${toAnother})(?: of | day of | im |[-/ ]|)(${month})\\.?${year}`,
      ([all = '', day, range, name, long, short], writing) =>
        named({ day: ordinalOf(day), name, range, long, short }, all, writing),
    ),
    rule(
      `(?<!(?<![:.\\d]|${leadsToHour})\\d{1,2}(?:st|nd|rd|th|\\.)? )(${month})\\.?(?:[-/]|,? | the |)(\\d{1,2})(?:st|nd|rd|th|\\.(?!\\d))?(${toAnother})(?!\\d|[:.]\\d| ?(?:[ap]\\.?m|uhr|o'?clock|[%€$£]))${year}`,
      ([all = '', name, day, range, long, short], writing) =>
        named({ day: Number(day), name, range, long, short }, all, writing),
    ),
    rule(
      `(${ordinal}|last|letzte[mnrs]?) (${weekday}|${germanWeekday}) (?:(?:of|in|im|des|der|the) ){0,2}(?:(${month})(?: (\\d{4}))?|(?:${ofThis}|(${next}|${coming}) )?(?:month|monats?))`,
      ([, which = '', name = '', ofMonth, ofYear, later], { today }) => {
        const at = (year: number, month: number): Date | null =>
          weekdayOfMonth(year, month, which.startsWith('l') ? 0 : ordinalOf(which), name)
        const [year, month] = [yearIn(today), monthIn(today)]
        if (ofYear !== undefined) return at(Number(ofYear), monthNumber(ofMonth ?? ''))
        if (later !== undefined) return at(year, month + 1)
        const number = ofMonth === undefined ? month : monthNumber(ofMonth)
        const found = at(year, number)
        if (found !== null && found >= today) return found
        return ofMonth === undefined ? at(year, month + 1) : at(year + 1, number)
      },
    ),
    rule(
      `(${ordinal}) (?:(?:of|in|im|des|der|the) ){0,2}(?:(${ofThis})|(${next}|${coming}) )?(?:month|monats?)`,
      ([, day, current, later], { today }) =>
        current === undefined && later === undefined
          ? dayOfMonth(ordinalOf(day), today)
          : validDay(yearIn(today), monthIn(today) + (later === undefined ? 0 : 1), ordinalOf(day)),
    ),
    rule(
      `(?=\\d)(?<=(?:${lead}|${weekday}\\.?,? |^ ?))(\\d{1,2})(?:st|nd|rd|th)(?! (?!${goesOn})[a-z])`,
      ([, day], { today }) => dayOfMonth(Number(day), today),
    ),
    // "Monday 30", and "sunday 22" if a time follows: else 22 is an hour.
    rule(
      `(?=\\d)(?<=(${weekday}|${germanWeekday}|${shortGerman})\\.?,? )(?:(2[5-9]|3[01])(?= ?(?:$|[,;!?)|])| at )|([1-9]|[12]\\d|3[01])(?=,? (?:at |um )?(?:noon|midnight|\\d{1,2}(?::\\d\\d| ?(?:[ap]\\.?m|uhr)))))`,
      ([, name = '', late, early], { today }) => {
        const day = dayOfMonth(Number(late ?? early), today)
        return late === undefined && (day === null || weekdayOf(day) !== weekdayNumber(name)) ? null : day
      },
    ),
    rule(
      `(?=\\d)(?<=(?:am|zum|den|dem|vor|(?:${weekday}|${germanWeekday}|\\b${shortGerman})\\.?,?(?: der)?) )(\\d{1,2})\\.(?!\\d)`,
      ([, day], { today, written, end }) =>
        // "Am 2. Eingang" counts entrances.
        /^ ?\p{Lu}/u.test(written.slice(end, end + 2)) ? null : dayOfMonth(Number(day), today),
    ),
  ]
}

const dotted = new RegExp(
  `\\b(?=\\d)(?<=(?:\\b(?<led>by|before|on|until|due|bis|am|zum|vor|den|dem)|\\b(?<name>${weekday}|${germanWeekday}|${shortGerman})\\.?,?) |)(?<![.:])(?<day>\\d{1,2})\\.(?<month>\\d{1,2})(?![a-z0-9.:]| ?uhr)(?<clock> (?:at )?\\d{1,2}(?::\\d\\d| ?(?:uhr|[ap]m))| um \\d)?`,
  'g',
)

/** "20.11" is a time in English. It counts as a date after a word that leads to a date, after its weekday, or before a clock. */
export const dottedDates = (text: string, today: Date): Atom[] =>
  [...text.matchAll(dotted)].flatMap(({ index, groups = {} }): Atom[] => {
    const { led, name, day = '', month = '', clock } = groups
    const found = forward(null, Number(month), Number(day), today)
    const isOwn = name !== undefined && found !== null && weekdayNumber(name) === weekdayOf(found)
    const isFull = clock !== undefined && day.length + month.length === 4
    const isDate = led !== undefined || isOwn || isFull
    // "3.12 um 9" is a day, "release 3.12 um 9" is not.
    const isOpen = !isDate && clock !== undefined && /um|uhr/.test(clock)
    if (found === null || !(isDate || isOpen)) return []
    return [{ start: index, end: index + day.length + month.length + 1, day: found, isRange: isOpen }]
  })
