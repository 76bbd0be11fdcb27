// Days and times that chrono does not read, or reads differently from what people mean. They depend on the first day of the
// week, the order of day and month, and German short forms.
import { type DateHabits, dayAfter, nextWeek, startOfWeek, weekdayOf } from '../../ui/dates/date-habits.ts'
import type { Span } from './date-hit.ts'
import {
  germanWeekday,
  goesOn,
  lead,
  month,
  part,
  partHour,
  shortGerman,
  weekday,
  weekdayNumber,
} from './words.ts'

export interface Clock {
  hour: number
  minute: number
  /** Without am, pm or a leading zero, so 9 may be in the afternoon. */
  isBare: boolean
}

/** A part of a moment: a day, a time, or a part of the day. */
export interface Atom extends Span {
  day?: Date | undefined
  /** A different day beside it overrides this one: "EOD friday", "fri, nov 20". */
  soft?: 'weekday' | 'endOfDay' | undefined
  clock?: Clock | undefined
  /** A range of hours is due at its end: "9 to 5". */
  until?: Clock | undefined
  part?: number | undefined
  instant?: Date
  /** A range of days is not a due date: "dec 1-3". */
  isRange?: boolean
}

/** Most rules find only a day, so a bare date is allowed. */
type Found = Omit<Atom, keyof Span> | Date | null
type Rule = readonly [
  pattern: RegExp,
  read: (groups: readonly (string | undefined)[], today: Date, now: Date) => Found,
]

const rule = (pattern: string, read: Rule[1]): Rule => [
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'giu'),
  read,
]

const validDay = (year: number, month: number, day: number): Date | null => {
  const date = new Date(year, month - 1, day)
  return date.getMonth() === month - 1 && date.getDate() === day ? date : null
}

/** The next occurrence of the day. An implausible year belongs to another number: "PO 11-18-44". */
export function forward(year: number | null, month: number, day: number, today: Date): Date | null {
  const thisYear = today.getFullYear()
  if (year === null) {
    const date = validDay(thisYear, month, day)
    return date !== null && date >= today ? date : validDay(thisYear + 1, month, day)
  }
  const [full, most] = year < 100 ? [2000 + year, 10] : [year, 100]
  return Math.abs(full - thisYear) > most ? null : validDay(full, month, day)
}

/** The given day of this month, or of the next month that has it. In February the 30th is 30 March. */
const dayOfMonth = (day: string | undefined, today: Date): Date | null =>
  [1, 2, 3]
    .map((later) => validDay(today.getFullYear(), today.getMonth() + later, Number(day)))
    .find((found) => found !== null && found >= today) ?? null

const next = '(?:next|n(?:ä|ae)chste[nmrs]?)'
const coming = '(?:(?:the\\s+)?(?:up)?coming|kommende[nmrs]?)'
const which = `(this|diese[nmrs]?|${next}|${coming}|übernächste[nmrs]?)`
/** Short weekday names are also ordinary words. They need a clock or date after them, or must end a phrase that leads to a day. */
const dateOrClock = '(?:um\\s+\\d|\\d{1,2}(?::\\d\\d|\\.\\d|\\.(?=\\s|$)|\\s*(?:[-–]\\s*\\d{1,2}\\s*)?uhr))'
const short = `${shortGerman}(?:(?=\\.?,?\\s+(?:(?:den|um|am)\\s+)?${dateOrClock})|(?<!so)(?=\\s+(?:früh|morgen|vormittag|mittag|nachmittag|abend|nacht)(?!\\p{L}))|(?<=(?:am|bis|woche|nächsten|kommenden|diesen)\\s+\\p{L}{2})(?=\\.?\\s*(?:$|[,;:!?)])))`
const sunOrSat = `(?:sun|sat)(?:(?<=(?:on|by|this|next|until|due|for|before)\\s+\\p{L}{3})|(?!\\s+(?!${goesOn}|${part}|${month})\\p{L}))`
const dayName = `(?:(?!(?:sun|sat)(?!\\p{L}))${weekday}|${sunOrSat}|${germanWeekday}|${short})`
const counts =
  'an?|one|eine[mnrs]? two|zwei three|drei four|vier five|fünf six|sechs seven|sieben eight|acht nine|neun ten|zehn eleven|elf twelve|zwölf'.split(
    ' ',
  )
const count = `(${counts.join('|')}|\\d{1,3})`
const countOf = (word = ''): number =>
  Number(word) || counts.findIndex((names) => new RegExp(`^(?:${names})$`, 'iu').test(word)) + 1
/** A day that a phrase counts from. */
const base = `(?:today|heute|(tomorrow|morgen)|(${dayName}))`
const yearOf = (year: string | undefined): number | null => (year === undefined ? null : Number(year))
const isUpper = (letter = ''): boolean => /\p{Lu}/u.test(letter)

export function ownRules(habits: DateHabits): Rule[] {
  const { firstDay, weekend, dayFirst } = habits
  const isFree = (date: Date): boolean => weekend.includes(weekdayOf(date))
  /** The first day from `from` on that is free (or not free). */
  const seek = (from: Date, step: 1 | -1, free: boolean): Date => {
    let day = from
    while (isFree(day) !== free) day = dayAfter(day, step)
    return day
  }
  const lastWorkingDay = (today: Date): Date => seek(dayAfter(startOfWeek(today, habits), 6), -1, false)
  const named = (name: string, word: string, today: Date): Date => {
    const number = weekdayNumber(name)
    const weeks = [/^(?:this|d)/i, /^n/i, /^ü/i].findIndex((start) => start.test(word))
    // A weekday without "this" or "next" never means today.
    return weeks < 0
      ? dayAfter(today, ((number - weekdayOf(today) + 6) % 7) + 1)
      : dayAfter(startOfWeek(today, habits), weeks * 7 + ((number - firstDay + 7) % 7))
  }
  const baseDay = (tomorrow: string | undefined, name: string | undefined, today: Date): Date =>
    name === undefined ? dayAfter(today, tomorrow === undefined ? 0 : 1) : named(name, '', today)

  return [
    rule(
      `(?:${which}\\s+((?:week|woche),?\\s+(?:(?:on|am)\\s+)?)?)?(${dayName})(?:\\.(?!\\.))?(?:\\s*(${part}|morgen))?(?:\\s+(?:of\\s+|in\\s+der\\s+)?${which}\\s+(?:week|woche))?`,
      ([, before, week, name = '', time, behind], today) => {
        const word = before ?? behind
        const isNext = (week ?? behind) !== undefined && /^[ck]/i.test(word ?? '')
        return {
          day: named(name, isNext ? 'next' : (word ?? ''), today),
          soft: word === undefined ? 'weekday' : undefined,
          part: time === undefined ? undefined : (partHour(time) ?? 9),
        }
      },
    ),
    rule('(?:the\\s+)?day\\s+after\\s+tomorrow', (_groups, today) => dayAfter(today, 2)),
    rule(`${count}\\s+(?:days?|(weeks?))\\s+from\\s+${base}`, ([, many, weeks, tomorrow, name], today) =>
      dayAfter(baseDay(tomorrow, name, today), countOf(many) * (weeks === undefined ? 1 : 7)),
    ),
    rule(
      `${base}\\s+in\\s+${count}\\s+(?:days?|tagen|(weeks?|wochen?))`,
      ([, tomorrow, name, many, weeks], today) =>
        dayAfter(baseDay(tomorrow, name, today), countOf(many) * (weeks === undefined ? 1 : 7)),
    ),
    rule(`in\\s+${count}\\s+(?:(?:business|working)\\s+days?|(?:werk|arbeits)tage?n?)`, ([, many], today) => {
      let day = today
      for (let left = countOf(many); left > 0; left -= 1) day = seek(dayAfter(day, 1), 1, false)
      return day
    }),
    rule(
      'eod|eob|cob|(?:the\\s+)?(?:end|close)\\s+of\\s+(?:(?:the\\s+)?day|business)|ende\\s+des\\s+tages|feierabend',
      (_groups, today) => ({ day: today, soft: 'endOfDay' }),
    ),
    rule(`(?:${next}|${coming}|(übernächste))\\s+(?:week|woche)`, ([, later], today) =>
      nextWeek(dayAfter(today, later === undefined ? 0 : 7), habits),
    ),
    rule(
      `(?:the\\s+)?(?:end\\s+of|ende)\\s+(?:(?:the|this|der|dieser|des|dieses)\\s+)?(${next}\\s+)?(?:(week|woche)|(month|monats)|year|jahres)|(eow)|(eom|monatsende)|eoy|jahresende`,
      ([, word, week, month, eow, eom], today) => {
        const later = word === undefined ? 0 : 1
        if ((week ?? eow) !== undefined) {
          const end = lastWorkingDay(dayAfter(today, 7 * later))
          return end < today ? lastWorkingDay(dayAfter(today, 7)) : end
        }
        const months = (month ?? eom) === undefined ? 12 + 12 * later : today.getMonth() + 1 + later
        return new Date(today.getFullYear(), months, 0)
      },
    ),
    rule(
      `(?:over\\s+|übers\\s+)?(?:(?:the|this|dieses)\\s+|(${next})\\s+|${coming}\\s+)?(?:weekend|wochenende)`,
      ([, word], today) =>
        seek(word === undefined ? today : dayAfter(startOfWeek(today, habits), 7), 1, true),
    ),
    // Dotted dates put the day first in every locale.
    rule(
      '(\\d{1,2})\\.\\s?(\\d{1,2})\\.(?:\\s?(\\d{4})|(\\d{2})(?![.:]))?',
      ([, day, month, long, short], today) =>
        forward(yearOf(long ?? short), Number(month), Number(day), today),
    ),
    rule(
      '(\\d{1,2})(?:/(\\d{1,2})(?:/(\\d{4}|\\d{2}))?|-(\\d{1,2})-(\\d{4}|\\d{2}))',
      ([, one, ...rest], today) => {
        const [first, second] = [Number(one), Number(rest[0] ?? rest[2])]
        const isDayFirst = first > 12 || (dayFirst && second <= 12)
        const [month, day] = isDayFirst ? [second, first] : [first, second]
        return forward(yearOf(rest[1] ?? rest[3]), month, day, today)
      },
    ),
    rule(
      `(?<=(?:${lead}|${weekday}\\.?,?\\s+|^\\s*))(\\d{1,2})(?:st|nd|rd|th)(?!\\s+(?!${goesOn})\\p{L})|(?<=${weekday}\\s+)(2[5-9]|3[01])(?=\\s*(?:$|[,;!?)|])|\\s+at\\s)`,
      ([, day, bare], today) => dayOfMonth(day ?? bare, today),
    ),
    rule(
      `(?<=(?:am|zum|den|dem|vor|${dayName}\\.?,?)\\s+)(\\d{1,2})\\.(?!\\d)(?=\\s*(\\S?))`,
      ([, day, behind], today) => (isUpper(behind) ? null : dayOfMonth(day, today)),
    ),
    rule(`(?:(half\\s+past)|halb)\\s+${count}`, ([, past, hour]) => {
      const said = countOf(hour)
      return said > 12
        ? null
        : { clock: { hour: past === undefined ? ((said + 10) % 12) + 1 : said, minute: 30, isBare: true } }
    }),
    rule('([01]?\\d|2[0-3])\\s*uhr\\s+([0-5]\\d)', ([, hour, minute]) => ({
      clock: { hour: Number(hour), minute: Number(minute), isBare: /^[1-9]$|^1[0-2]$/.test(hour ?? '') },
    })),
    // Midnight belongs to the end of the named day.
    rule('(noon|midday)|midnight|mitternacht', ([, noon]) => ({
      clock: { hour: noon === undefined ? 24 : 12, minute: 0, isBare: false },
    })),
    // "Morning" belongs to the title, unless a word leads to it or it follows its day.
    rule(
      `(?:this\\s+|diese[nr]\\s+|(?=tonight|heute))(${part})|(?:(?:in|on)\\s+the\\s+|am\\s+|in\\s+der\\s+|(?=\\p{L}+s(?!\\p{L}))|(?<=(?:tomorrow|tmrw?|morgen|uhr)\\s+)(?!morgen(?!\\p{L})))(${part}|morgen)`,
      ([, ofToday, name = ''], today) =>
        ofToday === undefined ? { part: partHour(name) ?? 9 } : { day: today, part: partHour(ofToday) },
    ),
    rule(
      'in\\s+(?:(einer\\s+halben)|an\\s+hour\\s+and\\s+a\\s+half|anderthalb|1[.,]5)(?:\\s+(?:hours|stunden?))?',
      ([, half], _today, now) => ({
        instant: new Date(now.getTime() + (half === undefined ? 90 : 30) * 60_000),
      }),
    ),
  ]
}

const dotted = new RegExp(
  `(?<=(?:(?<led>by|before|on|until|due|bis|am|zum|vor|den|dem)|(?<name>${weekday}|${germanWeekday}|(?<!\\p{L})${shortGerman})\\.?,?)\\s+|)(?<![\\p{L}\\p{N}.:])(?<day>\\d{1,2})\\.(?<month>\\d{1,2})(?![\\p{L}\\p{N}.:]|\\s*uhr)(?<clock>\\s+(?:(?:at|um)\\s+)?\\d{1,2}(?::\\d\\d|\\s*(?:uhr|[ap]m)))?`,
  'giu',
)

/** "20.11" is a time in English. It counts as a date after a word that leads to a date, after its weekday, or before a clock. */
export const dottedDates = (text: string, today: Date): Atom[] =>
  [...text.matchAll(dotted)].flatMap(({ index, groups = {} }): Atom[] => {
    const { led, name, day = '', month = '', clock } = groups
    const found = forward(null, Number(month), Number(day), today)
    const isOwn = name !== undefined && found !== null && weekdayNumber(name) === weekdayOf(found)
    const isFull = clock !== undefined && day.length + month.length === 4
    if (found === null || !(led !== undefined || isOwn || isFull)) return []
    return [{ start: index, end: index + day.length + month.length + 1, day: found }]
  })

export const ownAtoms = (rules: readonly Rule[], text: string, today: Date, now: Date): Atom[] =>
  rules.flatMap(([pattern, read]) =>
    [...text.matchAll(pattern)].flatMap((match): Atom[] => {
      const found = read([...match], today, now)
      const atom = found instanceof Date ? { day: found } : found
      return atom === null ? [] : [{ ...atom, start: match.index, end: match.index + match[0].length }]
    }),
  )
