// The words of a repetition, in English and German: those that begin one ("every monday", "alle 3 Tage"), and those that go on
// ("on the 1st", "nach Erledigung"). Sources are for plain text (plain-text.ts).
import { type RuleDay, type RuleParts, type TimeOfDay } from '../repeat.ts'
import { behindAdverb } from './not-dates.ts'
import {
  count,
  countOf,
  dayPart,
  germanDay,
  germanPluralWeekday,
  germanWeekday,
  goesOn,
  month,
  monthNumber,
  ordinal,
  ordinalOf,
  pluralWeekday,
  shortGerman,
  weekday,
  weekdayNumber,
} from './words.ts'

/** The parts of a repetition that were read so far. */
export type Draft = Pick<RuleParts, 'freq'> &
  Partial<Pick<RuleParts, 'interval' | 'byDay' | 'byMonth' | 'byMonthDay' | 'until'>> & {
    isAfterCompletion?: boolean
    /** "evening". A time that follows is read in it. */
    part?: string | undefined
    time?: TimeOfDay
    other?: Draft
  }

const every = '(?:every|each|jede[nrsm]?)'
const which = '(?:of|in|im|des|der) (?:the |each |every |jede[sn] )?(?:months?|monats?)'

// Lists of weekdays

const workday = '(?:(?:week|work|business |working )days?|(?:werk|arbeits|wochen)tage?n?s?)'
const plural = `(?:${pluralWeekday}|${germanPluralWeekday})`
const oneDay = `(?:${plural}|${workday}|${germanWeekday}(?=${dayPart}s?(?![a-z]))|(?:${germanWeekday}|${weekday}|${shortGerman})(?![a-z0-9])\\.?)`
const between = `(?: ?[,/] ?(?:and |und )?| ?[&+] ?| (?:and|und) )(?:on |am |every |jeden )?`
const dayList = `(?:${oneDay}(?:${between}${oneDay})*)`
const workdays = [1, 2, 3, 4, 5]

const dayOf = new RegExp(oneDay, 'g')
const isWorkday = new RegExp(`^${workday}$`)
/** @param written the same list in its letters: "So" is a day, "so" is not. @returns null if one is another word */
const daysIn = (list: string, written: string, nth: number | null): RuleDay[] | null => {
  const days: RuleDay[] = []
  for (const { 0: found, index } of list.matchAll(dayOf)) {
    const name = found.replace('.', '')
    if (name.length === 2 && !/^\p{Lu}/u.test(written.slice(index))) return null
    const numbers = isWorkday.test(name) ? workdays : [weekdayNumber(name)]
    days.push(...numbers.map((day) => ({ nth, day })))
  }
  return days.length === 0 ? null : days
}

// Days of a month, and of a year

const oneDate = '(?:\\d{1,2}(?:st|nd|rd|th|\\.)|first|ersten)'
const dateList = `(?:${oneDate}(?: ?, ?| (?:and|und) )(?:the |dem |den )?${oneDate}|${oneDate})`
const lastDay = '(?:last day|letzten tag|letzten(?= (?:des|jedes)))'
const dates = (words: string): number[] =>
  [...words.matchAll(new RegExp(oneDate, 'g'))].map(([found]) => ordinalOf(found))
const lastOr = '(?:last|letzte[nrs]?)'
const nthDay = `(?:${lastOr}|${ordinal}) (?:${germanWeekday}|${weekday})`
const nthOf = (words: string): RuleDay => {
  const [nth = '', name = ''] = words.split(' ')
  return { nth: new RegExp(`^${lastOr}$`).test(nth) ? -1 : ordinalOf(nth), day: weekdayNumber(name) }
}
const yearDate = `(?:(\\d{1,2})(?:st|nd|rd|th|\\.)?(?: of)? (${month})|(${month}) (?:the )?(\\d{1,2})(?:st|nd|rd|th|\\.)?|(\\d{1,2})\\. ?(\\d{1,2})\\.)`
const daysOfMonth = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const yearly = (groups: readonly (string | undefined)[]): Draft | null => {
  const [day, name, otherName, otherDay, numberDay, number] = groups
  const byMonth = number === undefined ? monthNumber(name ?? otherName ?? '') : Number(number)
  const date = Number(day ?? otherDay ?? numberDay)
  return date >= 1 && date <= (daysOfMonth[byMonth - 1] ?? 0)
    ? { freq: 'YEARLY', byMonth, byMonthDay: [date] }
    : null
}

// Intervals

const unit = `(days?|${germanDay}|weeks?|wochen?|fortnights?|months?|monat(?:e[ns]?)?|quarters?|quartale?n?|years?|jahre?[ns]?)`
const units: readonly (readonly [RegExp, RuleParts['freq'], number])[] = [
  [/^(?:day|tag)/, 'DAILY', 1],
  [/^(?:week|woche)/, 'WEEKLY', 1],
  [/^fortnight/, 'WEEKLY', 2],
  [/^mon/, 'MONTHLY', 1],
  [/^qua/, 'MONTHLY', 3],
  [/^(?:year|jahr)/, 'YEARLY', 1],
]
const each = (interval: number, name = ''): Draft | null => {
  const [, freq, times] = units.find(([names]) => names.test(name)) ?? []
  return freq === undefined || times === undefined || interval < 1
    ? null
    : { freq, interval: interval * times }
}
const isOther = /^(?:other|zweite[nrs]?)$/

// Words that begin a repetition. Groups are read by the function behind them.
type Head = readonly [RegExp, (groups: readonly (string | undefined)[], at: Place) => Draft | null]
export interface Place {
  plain: string
  written: string
  start: number
  end: number
}
const head = (source: string, read: Head[1]): Head => [
  new RegExp(`(?<![a-z0-9'-]|\\d\\.)(?:${source})(?![a-z0-9]|'s|-[a-z0-9])`, 'g'),
  read,
]
/** In the original letters. */
const writtenOf = ({ plain, written, start, end }: Place, words: string): string => {
  const at = plain.slice(start, end).indexOf(words)
  return written.slice(start + at, start + at + words.length)
}

const afterDone =
  "(?:,? ?after (?:completion|completing it|(?:it(?:'s| is| was)? )?(?:done|completed|finished))|,? ?nach (?:der )?(?:erledigung|abschluss|abschlus|fertigstellung))"
/** Names of things: "the weekly report", "daily standup". */
const adverb = (words: string): string => `(?<!(?:the|an?|our|my|this|next) )(?:${words})${behindAdverb}`

export const heads: readonly Head[] = [
  head(
    `${every}(!)? (?:single )?(?:(other|zweite[nrs]?)|(${ordinal})|(${count}))?\\s?${unit}(?! end(?![a-z]))`,
    (groups) => {
      const [, hard, other, nth, many, name] = groups
      const interval = other !== undefined ? 2 : nth !== undefined ? ordinalOf(nth) : countOf(many ?? 'one')
      // "Every first day" is of something.
      const draft = nth !== undefined && interval === 1 ? null : each(interval, name)
      return draft === null ? null : { ...draft, isAfterCompletion: hard !== undefined }
    },
  ),
  head(`alle(!)? (?:(${count}) )?${unit}`, ([, hard, many, name = '']) => {
    const draft = many === undefined && name !== 'tage' ? null : each(countOf(many ?? 'one'), name)
    return draft === null ? null : { ...draft, isAfterCompletion: hard !== undefined }
  }),
  // Without "every", only where nothing stands before it.
  head(`(?<=^ ?)(${count}) ${unit}(?=${afterDone})`, ([, many, name]) => each(countOf(many), name)),
  head(`(?:once|einmal) (?:an?|every|per|pro|am|im|in der|die|das) ${unit}`, ([, name]) => each(1, name)),
  head(
    `${every}(!)? (?:(other|${lastOr}|${ordinal}) )?(${dayList})(?: ?(${dayPart})s?)?( ${which})?`,
    ([, hard, nth, list = '', part, ofMonth], at) => {
      const isAfterCompletion = hard !== undefined
      const written = writtenOf(at, list)
      const weekly = (interval: number): Draft | null => {
        const byDay = daysIn(list, written, null)
        return byDay === null ? null : { freq: 'WEEKLY', interval, byDay, isAfterCompletion, part }
      }
      const monthly = (which: number): Draft | null => {
        const byDay = daysIn(list, written, which)
        return byDay === null || which > 5 || isWorkday.test(list)
          ? null
          : { freq: 'MONTHLY', byDay, isAfterCompletion, part }
      }
      if (nth === undefined) return ofMonth === undefined ? weekly(1) : null
      if (nth === 'other') return ofMonth === undefined ? weekly(2) : null
      if (new RegExp(`^${lastOr}$`).test(nth)) return monthly(-1)
      const place = ordinalOf(nth)
      if (ofMonth !== undefined || place === 1) return monthly(place)
      // "Jeden zweiten Freitag" is every other one. "Every 3rd tuesday" is of a month.
      if (isOther.test(nth)) return weekly(place)
      const isGerman = /[.]$|te[nrs]?$/.test(nth)
      const [sure, maybe] = isGerman ? [weekly(place), monthly(place)] : [monthly(place), weekly(place)]
      return sure === null || maybe === null
        ? sure
        : isGerman || place === 2
          ? { ...sure, other: maybe }
          : sure
    },
  ),
  head(
    `(?:(?:on|an|immer) )?((?:${plural}|weekdays|werktags|(?<=an )werktagen|wochentags)(?:${between}${plural})*)`,
    ([, list = ''], at) => {
      const byDay = daysIn(list, writtenOf(at, list), null)
      return byDay === null ? null : { freq: 'WEEKLY', byDay }
    },
  ),
  head(
    `${every}(!)? (${dateList}|${lastDay})( (?:day |tag )?${which})?`,
    ([, hard, days = '', ofMonth], at) => {
      const behind = at.written.slice(at.end)
      const countsThings = days.endsWith('.') ? /^ \p{Lu}/u.test(behind) : !goesOnBehind.test(behind)
      const counts = ofMonth === undefined && countsThings
      const isNumber = /\d/.test(days)
      const byMonthDay = isNumber || /first|ersten/.test(days) ? dates(days) : [-1]
      // "Every 15th customer", "jeden ersten Kunden".
      return counts ||
        (ofMonth === undefined && !isNumber) ||
        byMonthDay.some((day) => day < -1 || day > 31 || day === 0)
        ? null
        : { freq: 'MONTHLY', byMonthDay, isAfterCompletion: hard !== undefined }
    },
  ),
  head(
    `(?:(?:on|by|am|(?:bis )?zum) )?(?:the )?(${nthDay}|${lastDay}|${dateList}) (?:of|in|im|des)? ?(?:each|every|jede[sn]|eines jeden) (?:months?|monats?)`,
    ([, days = '']) => monthDays(days),
  ),
  head(`${every}(!)? (?:(?:year|jahr) (?:on |am )?)?(?:the )?${yearDate}`, ([, hard, ...groups]) => {
    const draft = yearly(groups)
    return draft === null ? null : { ...draft, isAfterCompletion: hard !== undefined }
  }),
  head(`${every} (${dayPart})s?`, ([, part]) => ({ freq: 'DAILY', part })),
  head(
    '(?:\\d+ ?(?:x|mal|times)|twice|thrice|(?:zwei|drei|vier)mal) (?:daily|weekly|monthly|yearly|(?:tae?g|woe?chent|monat|jae?hr)lich)',
    () => null,
  ),
  head(adverb('daily'), () => each(1, 'day')),
  head('ta(?:e)?glich', () => each(1, 'day')),
  head(adverb('weekly'), () => each(1, 'week')),
  head('wo(?:e)?chentlich', () => each(1, 'week')),
  head(`${adverb('biweekly|bi-weekly|fortnightly')}|zweiwo(?:e)?chentlich|vierzehnta(?:e)?gig`, () =>
    each(2, 'week'),
  ),
  head(`${adverb('monthly')}|monatlich`, () => each(1, 'month')),
  head(`${adverb('quarterly')}|vierteljahrlich|quartalsweise`, () => each(3, 'month')),
  head('halbjahrlich', () => each(6, 'month')),
  head(`${adverb('yearly|annually')}|jahrlich`, () => each(1, 'year')),
]

/** Text that may follow "every 15th". Before other words it counts things: "every 15th customer". */
const goesOnBehind = new RegExp(`^(?: ?$|[ ]?[.,;:!?)|]| (?:${goesOn}|\\d|[@#~]))`, 'i')

function monthDays(words: string): Draft | null {
  if (new RegExp(`^${lastDay}$`).test(words)) return { freq: 'MONTHLY', byMonthDay: [-1] }
  if (new RegExp(`^${nthDay}$`).test(words)) {
    const day = nthOf(words)
    return (day.nth ?? 0) > 5 ? null : { freq: 'MONTHLY', byDay: [day] }
  }
  const byMonthDay = dates(words)
  return byMonthDay.some((day) => day < 1 || day > 31) ? null : { freq: 'MONTHLY', byMonthDay }
}

export const isOpen = ({ byDay, byMonthDay }: Draft): boolean =>
  byDay === undefined && byMonthDay === undefined

/** Words that go on with a repetition. Null is not a part of it; a rule that they contradict is none. */
type Tail = readonly [
  RegExp,
  (draft: Draft, groups: readonly (string | undefined)[], at: Place) => Draft | null,
]
const on = '(?: (?:jeweils |immer )?(?:on|at|am|an|every|jeden)(?: the)?)'
const tail = (source: string, read: Tail[1]): Tail => [new RegExp(`(?:${source})(?![a-z0-9]|'s)`, 'y'), read]
export const tails: readonly Tail[] = [
  tail(`,?(?:${on}|(?= ${germanPluralWeekday})) (${dayList})`, (draft, [, list = ''], at) => {
    const byDay = daysIn(list, writtenOf(at, list), null)
    return draft.freq === 'WEEKLY' && isOpen(draft) && byDay !== null ? { ...draft, byDay } : null
  }),
  tail(
    `,?${on} (?:day )?(${nthDay}|${lastDay}|${dateList}|\\d{1,2})(?: ${which})?`,
    (draft, [, days = '']) => {
      const more =
        draft.freq === 'MONTHLY' && isOpen(draft) ? monthDays(/^\d+$/.test(days) ? `${days}.` : days) : null
      return more === null ? null : { ...draft, ...more }
    },
  ),
  tail(`,?(?:${on}| im| in) ${yearDate}`, (draft, [, ...groups]) => {
    const more = draft.freq === 'YEARLY' && isOpen(draft) ? yearly(groups) : null
    return more === null ? null : { ...draft, ...more }
  }),
  tail(`,?${on} (${nthDay}) (?:in|of|im) (${month})`, (draft, [, days = '', name = '']) =>
    draft.freq === 'YEARLY' && isOpen(draft)
      ? { ...draft, byMonth: monthNumber(name), byDay: [nthOf(days)] }
      : null,
  ),
  tail(afterDone, (draft) => ({ ...draft, isAfterCompletion: true })),
  tail(` (${dayPart})s?`, (draft, [, part]) =>
    (draft.freq === 'DAILY' || draft.byDay !== undefined) && draft.part === undefined
      ? { ...draft, part }
      : null,
  ),
]
/** Words before the end of a repetition. */
export const end = /^(?:until|'?till?|bis)(?![a-z])/
export const anEnd = / (?:until|'?till?|bis)(?![a-z])/
