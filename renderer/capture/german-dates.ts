// Dates as they are written in German, by the same rules of this product as in English (docs/capture.md). Our own:
// chrono's German reads each number as an hour, "so" as Sunday and "Fr. Müller" as a Friday.
import { dayAfter, type DateHabits, monthAfter, nextWeek, weekdayOf } from '../ui/date-habits.ts'
import { endOfDay } from '../ui/dates.ts'
import { forward, weeksBy } from './date-rules.ts'
import { clockAlone, clockOf, countOf, counts, type Groups, timeOfDay } from './german-times.ts'
import { isNumber } from './fractions.ts'
import { isInName } from './in-names.ts'
import type { DateHit } from './read-dates.ts'
import { reworded, widened } from './reworded.ts'

const weekdays = ['montag', 'dienstag', 'mittwoch', 'donnerstag', 'freitag', 'samstag', 'sonntag'] as const
const months = ['jan', 'feb', 'mär', 'apr', 'mai', 'jun', 'jul', 'aug', 'sep', 'okt', 'nov', 'dez'] as const

const month =
  '(?<month>jan(?:uar|\\.)?|jänner|feb(?:ruar|\\.)?|märz|mär[.z]?|mrz\\.?|apr(?:il|\\.)?|mai|juni?\\.?|juli?\\.?|aug(?:ust|\\.)?|sept?(?:ember|\\.)?|okt(?:ober|\\.)?|nov(?:ember|\\.)?|dez(?:ember|\\.)?)'
const weekday = `(?<weekday>${weekdays.join('|')}|sonnabend)`
const shortWeekday = '(?:mo|di|mi|do|fr|sa|so)\\.?'
const count = `(?<count>\\d{1,3}|eine[mnr]?|${counts.slice(0, 10).join('|')})`
/** What leads to a date is no part of the title. */
const lead =
  '(?:(?:fällig\\s+)?(?:by|until|bis(?:\\s+spätestens)?(?:\\s+zum|\\s+am)?|spätestens(?:\\s+am)?|am|zum|für|(?<before>(?:(?:am|einen)\\s+tag\\s+)?vor(?:\\s+dem)?))|fällig)(?::\\s*|\\s+)'
/** "Guten Morgen", "am Morgen": no day. */
const noTomorrow = /(?:jede[nr]|gute[nr]|de[rnm]|diese[nrm]|eine[nrm]?|am|vom|zum)\s+$/i
const whichOf = (name: string): string =>
  `(?<${name}>diese[nrsm]?|(?:über)?nächste[nrsm]?|kommende[nrsm]?|(?:vor)?letzte[nrsm]?|vergangene[nrsm]?|vorige[nrsm]?)`
const which = whichOf('which')
/**
 * "Jeden Freitag" is no one day, "vom Freitag" says what something is of, "nach Freitag" from when on it may be done; an
 * hour before its day is not joined with it.
 */
const notDue = new RegExp(
  `(?:^|\\s)(?:jede[nrs]?(?:\\s+zweiten?)?|(?:vom|des)(?:\\s+\\d{1,2}\\.)?|(?:jede[nrs]?|alle)\\s+(?:\\S+\\s+)?(?:tag|woche|monat|jahr|morgen|abend)(?:e?n|e)?|täglich|(?:mon|diens|donners|frei|sams|sonn|werk)tags|mittwochs|(?:seit|nach)(?:\\s+dem)?|frühestens|um\\s+\\d{1,2})\\s+$`,
  'iu',
)
const whichBefore = new RegExp(`(?:^|\\s)${which}\\s+$`, 'iu')
/** "Zwei Tage vor Freitag": none of the days that are named. */
const countedFrom = new RegExp(
  `(?:^|\\s)(?:am\\s+tag|kurz|nicht|(?:\\d{1,3}|eine[mnr]?|ein\\s+paar|${counts.join('|')})(?:\\s+halbe[nr]?)?\\s+(?:h|min|std|minute|stunde|tag|woche|monat|jahr)(?:en|n|e|\\.)?)\\s+$`,
  'iu',
)
/** "10 vor 17 Uhr". */
const minutesTo = new RegExp(`(?:^|\\s)(?:\\d{1,2}|viertel|${counts.join('|')})\\s+$`, 'iu')
/** "Freitag vor einer Woche". */
const ago = `\\s+vor\\s+(?:\\d{1,3}|eine[mr]|${counts.join('|')})\\s+(?:tag|woche|monat|jahr)(?:en|n|e)?`

/** Something that is read; without `due` it is text as a whole, and so nothing in it is a date. */
export type GermanHit = Omit<DateHit, 'due'> & { due: Date | null }

type DayRule = readonly [pattern: string, dayOf: (groups: Groups, today: Date) => Date | null]

const weekdayNumber = (name = ''): number => {
  const word = name.toLowerCase()
  return word === 'sonnabend' ? 6 : weekdays.findIndex((one) => one.startsWith(word.slice(0, 2))) + 1
}

const monthNumber = (name = ''): number => {
  const word = name.toLowerCase().replace('jänner', 'jan').replace('mrz', 'mär').slice(0, 3)
  return months.findIndex((one) => one === word) + 1
}

/** The next one of that name. */
const isBare = (which: string | undefined): boolean => which === undefined || /^kommend/i.test(which)

/** Weeks, or months, from this one. */
const weeksLater = (which = 'diese'): number => {
  const word = which.toLowerCase()
  if (word.startsWith('dies')) return 0
  if (/^(?:nächst|kommend)/.test(word)) return 1
  if (word.startsWith('übernächst')) return 2
  return word.startsWith('vorletzt') ? -2 : -1
}

const said = `(?:(?<said>${shortWeekday}|${weekdays.join('|')}|sonnabend),?\\s+)?`

/** The next such day; null also where it is another day of the week than was said. */
const dateOf = ({ said: name, day, year }: Groups, monthOfYear: number, today: Date): Date | null => {
  const date = forward(year === undefined ? null : Number(year), monthOfYear, Number(day), today)
  return date !== null && (name === undefined || weekdayNumber(name) === weekdayOf(date)) ? date : null
}

function dayRules(habits: DateHabits): DayRule[] {
  const { inWeek, coming, lastWorkingDay, weekEnd, endOfMonth } = weeksBy(habits)
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
    // A short name needs a date or a time behind it: "Fr." is a title, "so" and "do" are words.
    [
      `(?<short>${shortWeekday})(?=,?\\s+(?:um\\s+)?\\d{1,2}(?::\\d\\d|\\s*uhr))`,
      ({ short = '' }, today) => coming(weekdayNumber(short), today),
    ],
    [
      `${said}(?:den\\s+)?(?<day>\\d{1,2})\\.\\s*${month}(?:\\s+(?<year>\\d{4}))?`,
      (groups, today) => dateOf(groups, monthNumber(groups['month']), today),
    ],
    [
      `${said}(?:den\\s+)?(?<day>\\d{1,2})\\.(?<number>\\d{1,2})\\.(?<year>\\d{4}|\\d{2}(?!\\d|:))?`,
      (groups, today) => dateOf(groups, Number(groups['number']), today),
    ],
    [
      `(?<from>heute|morgen|übermorgen|${weekdays.join('|')}|sonnabend)\\s+in\\s+(?:${count}\\s+wochen?|(?<days>8|acht|14|15)\\s+tagen)`,
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
      `(?:heute\\s+)?in\\s+${count}\\s+(?<unit>tag|woche|monat)(?:en|n|e)?`,
      ({ count: many, unit = '' }, today) =>
        /^monat/i.test(unit)
          ? monthAfter(today, countOf(many))
          : dayAfter(today, countOf(many) * (/^woche/i.test(unit) ? 7 : 1)),
    ],
    ['(?:in\\s+der\\s+)?(?:nächste|kommende)n?\\s+woche', (_groups, today) => nextWeek(today, habits)],
    [
      `ende\\s+(?:der|${which})\\s+woche`,
      ({ which: word }, today) => {
        const end = lastWorkingDay(dayAfter(today, 7 * weeksLater(word)))
        return end < today && weeksLater(word) === 0 ? lastWorkingDay(dayAfter(today, 7)) : end
      },
    ],
    [
      `(?:${which}\\s+)?wochenende`,
      ({ which: word }, today) => dayAfter(weekEnd(today), isBare(word) ? 0 : 7 * weeksLater(word)),
    ],
    [
      `(?:ende\\s+(?:des|${which})\\s+monats|monatsende)`,
      ({ which: word }, today) => endOfMonth(today, weeksLater(word)),
    ],
  ]
}

/** From one day to another, which is text: a task has one date. */
const withRanges = (text: string, hits: readonly GermanHit[]): GermanHit[] =>
  longest(hits).reduce<GermanHit[]>((kept, hit) => {
    const last = kept.at(-1)
    if (last === undefined) return [hit]
    const [before, between] = [text.slice(0, last.start), text.slice(last.end, hit.start)]
    const isRange =
      (/^\s*$/.test(between) && /^bis\s/i.test(text.slice(hit.start))) ||
      /^\s*[-–—]\s*$/.test(between) ||
      (/^\s+und\s+$/i.test(between) && /(?:^|\s)zwischen\s+$/i.test(before))
    return isRange ? [...kept.slice(0, -1), { ...last, end: hit.end, due: null }] : [...kept, hit]
  }, [])

const at = (day: Date, hour: number, minute: number): Date =>
  new Date(day.getFullYear(), day.getMonth(), day.getDate(), hour, minute)

const whole = (source: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}.:/–—-])${source}(?![/–—-]?[\\p{L}\\p{N}])`, 'giu')

/** What is over is found too: it is longer than the time in it ("gestern um 9 Uhr"). */
export function createGermanReader(habits: DateHabits): (text: string, now: Date) => GermanHit[] {
  const days = dayRules(habits).map(
    ([pattern, dayOf]) =>
      [whole(`(?<lead>${lead})?(?<date>${pattern})${timeOfDay}(?<ago>${ago})?`), dayOf] as const,
  )
  const { daysEarlier } = weeksBy(habits)
  const timeAlone = whole(clockAlone)
  const span = whole(
    `in\\s+(?:(?<count>\\d{1,4}|eine[mnr]?|${counts.join('|')})|(?<half>einer\\s+halben))\\s+(?<unit>minute|stunde)n?`,
  )

  const onDays = (text: string, now: Date): GermanHit[] =>
    days.flatMap(([pattern, dayOf]) =>
      [...text.matchAll(pattern)].flatMap((found): GermanHit[] => {
        const groups = found.groups ?? {}
        const { word, weekday: named, short, before, which: one, whichWeek, week } = groups
        const [start, end] = [found.index, found.index + found[0].length]
        const textBefore = text.slice(0, start)
        const led = (groups['lead'] ?? '').toLowerCase()
        if (word?.toLowerCase() === 'morgen' && noTomorrow.test(textBefore + led)) return []
        const day = dayOf(groups, dayAfter(now, 0))
        const clockTime = clockOf(groups)
        const isText =
          notDue.test(textBefore) ||
          isNumber(textBefore + led, groups['date'] ?? '') ||
          (before !== undefined && countedFrom.test(textBefore)) ||
          (short !== undefined && whichBefore.test(textBefore)) ||
          groups['ago'] !== undefined
        if (isText || day === null || clockTime === undefined)
          return [{ start, end, due: null, time: 'wholeDay' }]
        const isNamed = (named ?? short) !== undefined && isBare(one) && (week ?? whichWeek) === undefined
        if (clockTime === null) {
          // Today's own name means a week from now.
          const meant = isNamed && weekdayOf(day) === weekdayOf(now) ? dayAfter(day, 7) : day
          return [
            {
              start,
              end,
              due: endOfDay(
                before === undefined ? meant : dayAfter(meant, -daysEarlier(groups['date'] ?? '')),
              ),
              time: 'wholeDay',
            },
          ]
        }
        const due = at(day, ...clockTime)
        return [
          {
            start,
            end,
            due: isNamed && due < now ? at(dayAfter(day, 7), ...clockTime) : due,
            time: 'written',
          },
        ]
      }),
    )

  const atTimes = (text: string, now: Date): GermanHit[] =>
    [...text.matchAll(timeAlone)].flatMap((found): GermanHit[] => {
      const { groups = {} } = found
      const clockTime = clockOf(groups)
      if (clockTime === null || clockTime === undefined) return []
      // 17:30 by itself is read as everywhere.
      if (groups['lead'] === undefined && !/uhr/i.test(found[0])) return []
      const [start, end] = [found.index, found.index + found[0].length]
      const textBefore = text.slice(0, start)
      const isCounted =
        /^vor\s/i.test(groups['lead'] ?? '') && (countedFrom.test(textBefore) || minutesTo.test(textBefore))
      if (isCounted || notDue.test(textBefore)) return [{ start, end, due: null, time: 'written' }]
      const today = at(now, ...clockTime)
      // A time that is over today means tomorrow.
      const due = today < now ? at(dayAfter(now, 1), ...clockTime) : today
      return [{ start, end, due, time: 'written' }]
    })

  const inSpans = (text: string, now: Date): DateHit[] =>
    [...text.matchAll(span)].map((found): DateHit => {
      const { count: many, half, unit = '' } = found.groups ?? {}
      const minutes = (half === undefined ? countOf(many) : 0.5) * (/^stunde/i.test(unit) ? 60 : 1)
      const due = new Date(now.getTime() + minutes * 60_000)
      due.setMilliseconds(0)
      return { start: found.index, end: found.index + found[0].length, due, time: 'written' }
    })

  return (line, now) => {
    const { text, spans } = reworded(line, 'de')
    const hits = [...withRanges(text, onDays(text, now)), ...atTimes(text, now), ...inSpans(text, now)]
    return longest(
      hits.map((hit) => ({ ...hit, ...widened(hit, spans) })).filter((hit) => !isInName(line, hit)),
    )
  }
}

/** Of hits that overlap the one that takes in more; in the order of the text. */
export const longest = <Hit extends GermanHit>(hits: readonly Hit[]): Hit[] =>
  hits
    .toSorted((a, b) => b.end - b.start - (a.end - a.start))
    .reduce<Hit[]>(
      (kept, hit) =>
        kept.some((other) => hit.start < other.end && other.start < hit.end) ? kept : [...kept, hit],
      [],
    )
    .sort((a, b) => a.start - b.start)
