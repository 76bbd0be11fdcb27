// Days as they are named in German: by their name, their date, their week or their month. Pure.
import { type DateHabits, dayAfter, monthAfter, nextWeek, weekdayOf } from '../ui/dates/date-habits.ts'
import { dayOfMonth, forward, weeksBy } from './date-rules.ts'
import { countOf, counts, type Groups, notAmount, parts, within } from './german-times.ts'
import { germanWeekday } from './names.ts'

const weekdays = ['montag', 'dienstag', 'mittwoch', 'donnerstag', 'freitag', 'samstag', 'sonntag'] as const
const months = ['jan', 'feb', 'mär', 'apr', 'mai', 'jun', 'jul', 'aug', 'sep', 'okt', 'nov', 'dez'] as const

const month =
  '(?<month>jan(?:uar|\\.)?|jän(?:ner|\\.)?|feb(?:ruar|er|\\.)?|märz|mär[.z]?|mrz\\.?|apr(?:il|\\.)?|mai|juni?\\.?|juli?\\.?|aug(?:ust|\\.)?|sept?(?:ember|\\.)?|okt(?:ober|\\.)?|nov(?:ember|\\.)?|dez(?:ember|\\.)?)'
const weekday = `(?<weekday>${germanWeekday})`
const shortWeekday = '(?:mo|di|mi|do|fr|sa|so)\\.?'
const count = `(?<count>\\d{1,3}|eine[mnr]?|${counts.slice(0, 10).join('|')})`

export const whichOf = (name: string): string =>
  `(?<${name}>diese[nrsm]?|(?:über)?nächste[nrsm]?|kommende[nrsm]?|(?:vor)?letzte[nrsm]?|vergangene[nrsm]?|vorige[nrsm]?)`
const which = whichOf('which')

type DayRule = readonly [pattern: string, dayOf: (groups: Groups, today: Date) => Date | null]

const weekdayNumber = (name = ''): number => {
  const word = name.toLowerCase()
  return word === 'sonnabend' ? 6 : weekdays.findIndex((one) => one.startsWith(word.slice(0, 2))) + 1
}

const monthNumber = (name = ''): number => {
  const word = name.toLowerCase().replace('jän', 'jan').replace('mrz', 'mär').slice(0, 3)
  return months.findIndex((one) => one === word) + 1
}

/** The next one of that name. */
export const isBare = (which: string | undefined): boolean => which === undefined || /^kommend/i.test(which)

/** Weeks, or months, from this one. */
const weeksLater = (which = 'diese'): number => {
  const word = which.toLowerCase()
  if (word.startsWith('dies')) return 0
  if (/^(?:nächst|kommend)/.test(word)) return 1
  if (word.startsWith('übernächst')) return 2
  return word.startsWith('vorletzt') ? -2 : -1
}

const anySaid = `(?<said>${shortWeekday}|${germanWeekday}),?\\s+(?:de[mr]\\s+)?`
const said = `(?:${anySaid})?`

/** The next such day; null also where it is another day of the week than was said. */
const dateOf = ({ said: name, day, year }: Groups, monthOfYear: number, today: Date): Date | null => {
  const date = forward(year, monthOfYear, Number(day), today)
  return isOfName(date, name) ? date : null
}
const isOfName = (date: Date | null, name: string | undefined): boolean =>
  date !== null && (name === undefined || weekdayNumber(name) === weekdayOf(date))

/** "Am 30.": of this month or the next; `dayOf` takes it for a date, and what stands beside it says whether it is one. */
const ordinal = `${said}(?<den>den\\s+)?(?<ordinal>\\d{1,2})\\.(?!\\s*${month.replace('?<month>', '?:')})(?:\\s+(?<month>des|(?:des\\s+)?(?:dieses|nächsten|kommenden))\\s+monats)?`

export function dayRules(habits: DateHabits): DayRule[] {
  const { inWeek, coming, lastWorkingDay, weekEnd, endOfMonth, workingDaysAfter } = weeksBy(habits)
  return [
    [
      '(?<word>heute|morgen|übermorgen|gestern)',
      ({ word = '' }, today) =>
        dayAfter(today, { gestern: -1, heute: 0, morgen: 1, übermorgen: 2 }[word.toLowerCase()] ?? 0),
    ],
    [
      `(?:(?:(?:in\\s+)?der\\s+(?=\\S+\\s+woche))?${which}\\s+(?<week>woche,?\\s+(?:am\\s+)?)?)?${weekday}(?:\\s+(?:(?:in\\s+)?der\\s+)?${whichOf('whichWeek')}\\s+woche)?`,
      ({ which: word, week, weekday: name, whichWeek }, today) => {
        const number = weekdayNumber(name)
        if (whichWeek !== undefined) return inWeek(number, weeksLater(whichWeek), today)
        if (week !== undefined) return inWeek(number, weeksLater(word), today)
        if (isBare(word)) return coming(number, today)
        const weeks = weeksLater(word)
        return weeks < 0 ? dayAfter(coming(number, today), 7 * weeks) : inWeek(number, weeks, today)
      },
    ],
    // "So" and "do" are words: "nächste Woche so bald wie möglich".
    [
      `(?:in\\s+der\\s+)?${whichOf('whichWeek')}\\s+woche,?\\s+(?:am\\s+)?(?<weekday>mo|di|mi|fr|sa|(?:do|so)(?=\\.|\\s+(?:um\\s+)?\\d|\\s*$))\\.?`,
      ({ weekday: name, whichWeek }, today) => inWeek(weekdayNumber(name), weeksLater(whichWeek), today),
    ],
    // A short name needs a time or a part of the day behind it, or "bis" before it: "Fr." is a title, "so" and "do" are words.
    [
      `(?<short>${shortWeekday})(?:(?=(?:,\\s*|\\s+)(?:um\\s+)?\\d{1,2}(?::\\d\\d|\\.\\d\\d\\s*uhr|\\s*uhr)|(?<!so)\\s+(?!morgen)(?:${parts})(?!\\p{L}))|(?<=(?<!\\p{L})(?:bis|spätestens|am)\\s+${shortWeekday})(?=\\s*(?:$|[,;:!?)])))`,
      ({ short = '' }, today) => coming(weekdayNumber(short), today),
    ],
    [
      `${said}(?:den\\s+)?(?<day>\\d{1,2})\\.?\\s*${month}(?:\\s+(?<year>\\d{4}))?`,
      (groups, today) => dateOf(groups, monthNumber(groups['month']), today),
    ],
    [
      `${said}(?:den\\s+)?(?<day>\\d{1,2})\\.(?<number>\\d{1,2})\\.(?<year>\\d{4}|\\d{2}(?!\\d|:))?`,
      (groups, today) => dateOf(groups, Number(groups['number']), today),
    ],
    // "Freitag 20.11" is a date where that day is a Friday, and no 20:11; so is "am 20.11".
    [
      `(?:${anySaid}|(?<=(?<!\\p{L})(?:am|zum)\\s+))(?:den\\s+)?(?<day>\\d{1,2})\\.(?<number>0?[1-9]|1[0-2])(?![\\d.]|\\s*uhr)${notAmount}`,
      (groups, today) => dateOf(groups, Number(groups['number']), today),
    ],
    [
      ordinal,
      ({ said: name, ordinal: day, month: later }, today) => {
        const date = dayOfMonth(
          Number(day),
          today,
          later === undefined ? null : /nächst|kommend/i.test(later) ? 1 : 0,
        )
        return isOfName(date, name) ? date : null
      },
    ],
    [
      `(?<from>heute|morgen|übermorgen|${germanWeekday})\\s+in\\s+(?:${count}\\s+wochen?|(?<days>8|acht|14|15)\\s+tagen)`,
      ({ from = '', count: many, days = '' }, today) => {
        const near = ['heute', 'morgen', 'übermorgen'].indexOf(from.toLowerCase())
        const day = near === -1 ? coming(weekdayNumber(from), today) : dayAfter(today, near)
        // Never today by its own name.
        const start = near === -1 && day <= today ? dayAfter(day, 7) : day
        // "Heute in acht Tagen" counts the day itself: a week.
        return dayAfter(start, 7 * (many === undefined ? Math.floor(countOf(days) / 7) : countOf(many)))
      },
    ],
    [
      `${within}\\s+${count}\\s+(?:werk|arbeits)tage?n?`,
      ({ count: many }, today) => workingDaysAfter(today, countOf(many)),
    ],
    [
      `(?:heute\\s+)?${within}\\s+${count}\\s+(?<unit>tag|woche|monat)(?:en|n|e)?`,
      ({ count: many, unit = '' }, today) =>
        /^monat/i.test(unit)
          ? monthAfter(today, countOf(many))
          : dayAfter(today, countOf(many) * (/^woche/i.test(unit) ? 7 : 1)),
    ],
    [
      '(?:in\\s+der\\s+)?(?:(?<after>über)?nächste|kommende)n?\\s+woche',
      ({ after }, today) => dayAfter(nextWeek(today, habits), after === undefined ? 0 : 7),
    ],
    [
      `ende\\s+(?:der|(?:der\\s+)?${which})\\s+woche`,
      ({ which: word }, today) => {
        const end = lastWorkingDay(dayAfter(today, 7 * weeksLater(word)))
        return end < today && weeksLater(word) === 0 ? lastWorkingDay(dayAfter(today, 7)) : end
      },
    ],
    [
      `(?:übers\\s+)?(?:${which}\\s+)?wochenende`,
      ({ which: word }, today) => dayAfter(weekEnd(today), isBare(word) ? 0 : 7 * weeksLater(word)),
    ],
    [
      `(?:ende\\s+(?:des|(?:des\\s+)?${which})\\s+monats|monatsende)`,
      ({ which: word }, today) => endOfMonth(today, weeksLater(word)),
    ],
  ]
}
