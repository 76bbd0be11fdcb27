// Dates as they are written in German, by the same rules of this product as in English (docs/capture.md). Our own:
// chrono's German reads each number as an hour, "so" as Sunday and "Fr. Müller" as a Friday.
import { dayAfter, type DateHabits, monthAfter, nextWeek, weekdayOf } from '../ui/date-habits.ts'
import { endOfDay } from '../ui/dates.ts'
import { forward, weeksBy } from './date-rules.ts'
import type { DateHit, ReadDates } from './read-dates.ts'

const weekdays = ['montag', 'dienstag', 'mittwoch', 'donnerstag', 'freitag', 'samstag', 'sonntag'] as const
const months = ['jan', 'feb', 'mär', 'apr', 'mai', 'jun', 'jul', 'aug', 'sep', 'okt', 'nov', 'dez'] as const
const counts = ['ein', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht', 'neun', 'zehn'] as const

const month =
  '(?<month>jan(?:uar|\\.)?|jänner|feb(?:ruar|\\.)?|märz|mär[.z]?|mrz\\.?|apr(?:il|\\.)?|mai|juni?\\.?|juli?\\.?|aug(?:ust|\\.)?|sept?(?:ember|\\.)?|okt(?:ober|\\.)?|nov(?:ember|\\.)?|dez(?:ember|\\.)?)'
const weekday = `(?<weekday>${weekdays.join('|')}|sonnabend)`
const shortWeekday = '(?:mo|di|mi|do|fr|sa|so)\\.?'
const count = `(?<count>\\d{1,3}|eine[mnr]?|${counts.join('|')})`
const clock =
  '(?:(?<hour>\\d{1,2}):(?<minute>\\d{2})(?:\\s*uhr)?|(?<dotHour>\\d{1,2})\\.(?<dotMinute>[0-5]\\d)\\s*uhr|(?<fullHour>\\d{1,2})\\s*uhr(?:\\s*(?<pastHour>[0-5]\\d))?)'
/** After a day. A bare number is an hour only after "um". */
const time = `(?:,?\\s+(?:(?:um|gegen|bis|ab)\\s+)?${clock}|,?\\s+um\\s+(?<bareHour>\\d{1,2})(?!\\d|[.:]\\d)|\\s*(?:am\\s+)?(?<part>früh|morgen|vormittag|mittag|nachmittag|abend)s?)`
const partHours: Readonly<Record<string, number>> = {
  früh: 9,
  morgen: 9,
  vormittag: 9,
  mittag: 12,
  nachmittag: 15,
  abend: 18,
}
/** What leads to a date is no part of the title. */
const lead =
  '(?:(?:fällig\\s+)?(?:bis\\s+(?:spätestens\\s+)?(?:zum\\s+|am\\s+)?|spätestens\\s+(?:am\\s+)?|am\\s+|zum\\s+|für\\s+|(?<before>vor\\s+(?:dem\\s+)?))|fällig\\s+)'
/** "Guten Morgen", "am Morgen": no day. */
const noTomorrow = /(?:jede[nr]|gute[nr]|de[rnm]|diese[nrm]|eine[nrm]?|am|vom|zum)\s+$/i
/** "Jeden Freitag" is no one day. */
const repeated = /(?:^|\s)jede[nrs]?\s+(?:zweiten?\s+)?$/i

type Groups = Readonly<Record<string, string | undefined>>
type DayRule = readonly [pattern: string, dayOf: (groups: Groups, today: Date) => Date | null]

const countOf = (word = ''): number =>
  counts.findIndex((name) => word.toLowerCase().startsWith(name)) + 1 || Number(word)

const weekdayNumber = (name = ''): number => {
  const word = name.toLowerCase()
  return word === 'sonnabend' ? 6 : weekdays.findIndex((one) => one === word) + 1
}

const monthNumber = (name = ''): number => {
  const word = name.toLowerCase().replace('jänner', 'jan').replace('mrz', 'mär').slice(0, 3)
  return months.findIndex((one) => one === word) + 1
}

const yearOf = ({ year }: Groups): number | null => (year === undefined ? null : Number(year))

function dayRules(habits: DateHabits): DayRule[] {
  const { inWeek, coming, lastWorkingDay, weekEnd, endOfMonth } = weeksBy(habits)
  const which = '(?<which>diese[nrs]?|nächste[nrs]?|kommende[nrs]?)'
  const isNext = ({ which: word = '' }: Groups): boolean => word.toLowerCase().startsWith('nächst')
  return [
    [
      '(?<word>heute|morgen|übermorgen|gestern)',
      ({ word = '' }, today) =>
        dayAfter(today, { gestern: -1, heute: 0, morgen: 1, übermorgen: 2 }[word.toLowerCase()] ?? 0),
    ],
    [
      `(?:${which}\\s+)?${weekday}`,
      ({ which: word = '', weekday: name }, today) => {
        const number = weekdayNumber(name)
        if (/^nächst/i.test(word)) return inWeek(number, 1, today)
        return /^dies/i.test(word) ? inWeek(number, 0, today) : coming(number, today)
      },
    ],
    // A short name needs a date or a time behind it: "Fr." is a title, "so" and "do" are words.
    [
      `(?<short>${shortWeekday})(?=,?\\s+(?:um\\s+)?\\d{1,2}(?::\\d\\d|\\s*uhr))`,
      ({ short = '' }, today) => {
        const name = short.slice(0, 2).toLowerCase()
        return coming(weekdays.findIndex((one) => one.startsWith(name)) + 1, today)
      },
    ],
    [
      `(?:(?:${shortWeekday}|${weekdays.join('|')}),?\\s+)?(?:den\\s+)?(?<day>\\d{1,2})\\.\\s*${month}(?:\\s+(?<year>\\d{4}))?`,
      (groups, today) => forward(yearOf(groups), monthNumber(groups['month']), Number(groups['day']), today),
    ],
    [
      `(?:(?:${shortWeekday}|${weekdays.join('|')}),?\\s+)?(?:den\\s+)?(?<day>\\d{1,2})\\.(?<number>\\d{1,2})\\.(?<year>\\d{4}|\\d{2}(?!\\d|:))?`,
      (groups, today) => forward(yearOf(groups), Number(groups['number']), Number(groups['day']), today),
    ],
    [
      `in\\s+${count}\\s+(?<unit>tag|woche|monat)(?:en|n|e)?`,
      ({ count: many, unit = '' }, today) =>
        /^monat/i.test(unit)
          ? monthAfter(today, countOf(many))
          : dayAfter(today, countOf(many) * (/^woche/i.test(unit) ? 7 : 1)),
    ],
    ['(?:nächste|kommende)\\s+woche', (_groups, today) => nextWeek(today, habits)],
    [
      `ende\\s+(?:der|${which})\\s+woche`,
      (groups, today) => {
        const end = lastWorkingDay(today)
        return isNext(groups) || end < today ? lastWorkingDay(dayAfter(today, 7)) : end
      },
    ],
    [`(?:${which}\\s+)?wochenende`, (groups, today) => dayAfter(weekEnd(today), isNext(groups) ? 7 : 0)],
    [
      `(?:ende\\s+(?:des|${which})\\s+monats|monatsende)`,
      (groups, today) => endOfMonth(today, isNext(groups) ? 1 : 0),
    ],
  ]
}

const at = (day: Date, hour: number, minute: number): Date =>
  new Date(day.getFullYear(), day.getMonth(), day.getDate(), hour, minute)

/** Hour and minute of a time; null when none was written, undefined when there is no such time. */
function clockOf(groups: Groups): [hour: number, minute: number] | null | undefined {
  const { part, hour, dotHour, fullHour, bareHour } = groups
  if (part !== undefined) return [partHours[part.toLowerCase()] ?? 0, 0]
  const written = hour ?? dotHour ?? fullHour ?? bareHour
  if (written === undefined) return null
  const [hours, minutes] = [
    Number(written),
    Number(groups['minute'] ?? groups['dotMinute'] ?? groups['pastHour'] ?? 0),
  ]
  if (hours > 23 || minutes > 59) return undefined
  // Nobody works at five in the morning, unless it is written as 05:00.
  return [hours >= 1 && hours <= 6 && written.length === 1 ? hours + 12 : hours, minutes]
}

const whole = (source: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}.:/-])${source}(?!-?[\\p{L}\\p{N}])`, 'giu')

export function createGermanReader(habits: DateHabits): ReadDates {
  const days = dayRules(habits).map(
    ([pattern, dayOf]) => [whole(`(?<lead>${lead})?(?<date>${pattern})${time}?`), dayOf] as const,
  )
  const clockAlone = whole(`(?<lead>(?:bis\\s+)?(?:um|gegen|bis|ab)\\s+)?${clock}`)
  const span = whole(`in\\s+(?:${count}|(?<half>einer\\s+halben))\\s+(?<unit>minute|stunde)n?`)

  const onDays = (text: string, now: Date): DateHit[] =>
    days.flatMap(([pattern, dayOf]) =>
      [...text.matchAll(pattern)].flatMap((found): DateHit[] => {
        const groups = found.groups ?? {}
        const { word, weekday: named, short, before } = groups
        const led = (groups['lead'] ?? '').toLowerCase()
        if (repeated.test(text.slice(0, found.index))) return []
        if (word?.toLowerCase() === 'morgen' && noTomorrow.test(text.slice(0, found.index) + led)) return []
        const day = dayOf(groups, dayAfter(now, 0))
        const clockTime = clockOf(groups)
        if (day === null || clockTime === undefined) return []
        const isNamed = (named ?? short) !== undefined && groups['which'] === undefined
        const [start, end] = [found.index, found.index + found[0].length]
        if (clockTime === null) {
          // Today's own name means a week from now; what is due before a day is due when the day before it ends.
          const meant = isNamed && weekdayOf(day) === weekdayOf(now) ? dayAfter(day, 7) : day
          return [
            {
              start,
              end,
              due: endOfDay(before === undefined ? meant : dayAfter(meant, -1)),
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

  const atTimes = (text: string, now: Date): DateHit[] =>
    [...text.matchAll(clockAlone)].flatMap((found): DateHit[] => {
      const { groups = {} } = found
      const clockTime = clockOf(groups)
      if (clockTime === null || clockTime === undefined) return []
      // 17:30 by itself is read as everywhere.
      if (groups['lead'] === undefined && !/uhr/i.test(found[0])) return []
      const today = at(now, ...clockTime)
      // A time that is over today means tomorrow.
      const due = today < now ? at(dayAfter(now, 1), ...clockTime) : today
      return [{ start: found.index, end: found.index + found[0].length, due, time: 'written' }]
    })

  const inSpans = (text: string, now: Date): DateHit[] =>
    [...text.matchAll(span)].map((found): DateHit => {
      const { count: many, half, unit = '' } = found.groups ?? {}
      const minutes = (half === undefined ? countOf(many) : 0.5) * (/^stunde/i.test(unit) ? 60 : 1)
      const due = new Date(now.getTime() + minutes * 60_000)
      due.setMilliseconds(0)
      return { start: found.index, end: found.index + found[0].length, due, time: 'written' }
    })

  return (text, now, past = 'leave') =>
    longest(
      [...onDays(text, now), ...atTimes(text, now), ...inSpans(text, now)].filter(
        ({ due }) => past === 'take' || due >= now,
      ),
    )
}

/** Of hits that overlap the one that takes in more; in the order of the text. */
export const longest = (hits: readonly DateHit[]): DateHit[] =>
  hits
    .toSorted((a, b) => b.end - b.start - (a.end - a.start))
    .reduce<DateHit[]>(
      (kept, hit) =>
        kept.some((other) => hit.start < other.end && other.start < hit.end) ? kept : [...kept, hit],
      [],
    )
    .sort((a, b) => a.start - b.start)
