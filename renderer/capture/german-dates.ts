// Dates as they are written in German, by the same rules of this product as in English (docs/capture.md). Our own:
// chrono's German reads each number as an hour, "so" as Sunday and "Fr. Müller" as a Friday.
import { dayAfter, type DateHabits, weekdayOf } from '../ui/dates/date-habits.ts'
import { endOfDay } from '../ui/dates/dates.ts'
import { weeksBy } from './date-rules.ts'
import { elsewhere } from './elsewhere.ts'
import { goesOnBehindDate, isNumber, isOrAnother, isVerse } from './fractions.ts'
import { dayRules, isBare, whichOf } from './german-days.ts'
import {
  clockAhead,
  clockAlone,
  clockOf,
  countOf,
  counts,
  type Groups,
  timeOfDay,
  within,
} from './german-times.ts'
import { type Hit, longest, textAt } from './hits.ts'
import { inWholeSeconds } from './hours-from-now.ts'
import { isInName } from './in-names.ts'
import { endsRange, isBesideLoose, isOfNextYear } from './loose-days.ts'
import type { Span } from './parse-capture.ts'
import { reworded, widened } from './reworded.ts'

/** What leads to a date is no part of the title. */
const lead =
  '(?:(?:fällig\\s+)?(?:by|until|(?:spätestens\\s+)?bis(?:\\s+(?:spätestens|einschließlich|inklusive|inkl\\.))?(?:\\s+zum|\\s+am)?|spätestens(?:\\s+am)?|am|zum|für|(?<before>(?:(?:am|einen)\\s+tag\\s+)?vor(?:\\s+dem)?))|fällig)(?::\\s*|\\s+)'
/** "Guten Morgen", "am Morgen": no day. */
const noTomorrow = /(?<!\p{L})(?:jede[nr]|gute[nr]|de[rnm]|diese[nrm]|eine[nrm]?|am|vom|zum)\s+$/iu
/**
 * "Jeden Freitag" is no one day, "vom Freitag" says what something is of, "nach Freitag" from when on it may be done, "auf
 * Freitag" where it is moved to; an hour before its day is not joined with it.
 */
const notDue = new RegExp(
  `(?:^|\\s)(?:jede[nrs]?(?:\\s+zweiten?)?|(?:vo[mn]|des)(?:\\s+\\d{1,2}\\.)?|(?:jede[nrs]?|alle)\\s+(?:\\S+\\s+)?(?:tag|woche|monat|jahr|morgen|abend)(?:e?n|e)?|(?:täg|wöchent|monat|jähr)lich|pro\\s+(?:tag|woche|monat|jahr)|(?:seit|nach|(?:erst\\s+)?ab)(?:\\s+de[mr])?|auf(?:\\s+de[nm])?|erst|frühestens|from|after|since|starting|as\\s+of|not(?:\\s+until)?|(?:nicht|außer)(?:\\s+am)?)\\s+$`,
  'iu',
)
/** Part of the words before it, which say nothing of when the task is due. */
const ofSomething = /(?:^|\s)(?:vo[mn]|des)(?:\s+\d{1,2}\.)?\s+$/iu
const whichBefore = new RegExp(`(?:^|\\s)${whichOf('which')}\\s+$`, 'iu')
/** "Zwei Tage vor Freitag": none of the days that are named. */
const countedFrom = new RegExp(
  `(?:^|\\s)(?:am\\s+tag|kurz|nicht|(?:\\d{1,3}|eine[mnr]?|ein\\s+paar|${counts.join('|')})(?:\\s+halbe[nr]?)?\\s+(?:h|min|std|minute|stunde|tag|woche|monat|jahr)(?:en|n|e|\\.)?)\\s+$`,
  'iu',
)
/** "Montag 9 Uhr, Freitag": the time is of the day before it. */
const endOfDayName = '(?:tag|heute|morgen|abend|mittag|nacht|früh|\\d\\.|\\p{L}{3,}\\s+20\\d\\d)[\\s,]*'
const behindDay = new RegExp(`${endOfDayName}$`, 'iu')
/** The first of "um 9 oder 10 Uhr" is an hour behind a day only. */
const hourWithoutDay = new RegExp(`(?<!${endOfDayName})um\\s+(?=\\d{1,2}\\s+\\p{L}+\\s*$)`, 'iu')
/** "10 vor 17 Uhr". */
const minutesTo = new RegExp(`(?:^|\\s)(?:\\d{1,2}|viertel|${counts.join('|')})\\s+$`, 'iu')
/** "Freitag vor einer Woche". */
const ago = `\\s+vor\\s+(?:\\d{1,3}|eine[mr]|${counts.join('|')})\\s+(?:tag|woche|monat|jahr)(?:en|n|e)?`

/** "Freitag oder später". */
const fromThenOn = /^,?\s+(?:oder\s+später|frühestens)(?!\p{L})/iu
/** A number with a dot is a day of the month where no noun follows it: "am 30. anrufen", but "am 3. Advent". */
const noNoun =
  /^(?:\s*$|\s*[.,;:!?)(|…]|\s+[–—-]\s|\s+(?:bitte|noch|nochmal|wieder)(?!\p{L})|\s+(?!(?:des|der|dieses|im)\s)\p{Ll}+(?![\p{L}\p{N}])(?!\s+\p{Lu}))/u
/** "Montag 30. Geburtstag". */
const ordinalOf =
  /^\s+(?:geburtstag|jubiläum|hochzeitstag|todestag|stock|etage|tag|mal|versuch|runde|ausgabe|auflage|klasse|semester|quartal|kapitel|entwurf)(?!\p{L})/iu
const anotherDay = /^\s*(?:,|und|oder|bis|&|\+|[–—/-])\s*(?:(?:den|zum|am)\s+)?\d{1,2}\./iu
const dayBefore =
  /(?<![\d.])\d{1,2}(?:\.\s*(?:,|und|oder|&|\+|[–—/-])|\s+(?:und|oder|and|or|&))\s*(?:den\s+)?$/iu

/** What a number with a dot is: a day, text that is no other day either, or nothing that says one. */
function ordinalIn(groups: Groups, before: string, after: string, hasTime: boolean): 'day' | 'text' | 'none' {
  const { said, den, month, lead: led } = groups
  if (said !== undefined && ordinalOf.test(after)) return 'none'
  if (anotherDay.test(after) || dayBefore.test(before)) return 'text'
  if (said !== undefined || month !== undefined) return 'day'
  if (led === undefined && den === undefined) return hasTime ? 'text' : 'none'
  return hasTime || noNoun.test(after) || goesOnBehindDate.test(after) || /^\s+an\s/i.test(after)
    ? 'day'
    : 'text'
}

/** From one day to another, which is text: a task has one date. */
const withRanges = (text: string, hits: readonly Hit[]): Hit[] =>
  longest(hits).reduce<Hit[]>((kept, hit) => {
    const last = kept.at(-1)
    if (last === undefined) return [hit]
    const [before, between] = [text.slice(0, last.start), text.slice(last.end, hit.start)]
    const isRange =
      (/^\s*$/.test(between) && /^bis\s/i.test(text.slice(hit.start))) ||
      /^\s*[-–—]\s*$/.test(between) ||
      (/^\s+und\s+$/i.test(between) && /(?:^|\s)zwischen\s+$/i.test(before))
    return isRange
      ? [...kept.slice(0, -1), textAt({ start: last.start, end: hit.end }, 'day')]
      : [...kept, hit]
  }, [])

/** "Jan 5 Rechnungen senden": nobody who writes German puts the month first, before what is counted. */
const personAndCount =
  /(?<![\p{L}\p{N}])(?:Jan|April|May|June|August),?\s+\d{1,2}(?=\s+(?!Uhr(?!\p{L}))\p{Lu}\p{Ll})/gu

const at = (day: Date, hour: number, minute: number): Date =>
  new Date(day.getFullYear(), day.getMonth(), day.getDate(), hour, minute)

/** A weekday with two numbers that may be a date as well as a time. */
const isDateLike = /^[^\d]*\s\d{1,2}\.(?:0?[1-9]|1[0-2])$/u
const leadsToHour = /(?:um|gegen|bis)\s+\d/i
/** "Bis 20.11" is no 20:11. */
const untilDate = /^(?:(?:bis|vor|spätestens)\s+)+\d{1,2}\.(?:0[1-9]|1[0-2])$/i

const whole = (source: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}.:/–—-])${source}(?![/–—-]?[\\p{L}\\p{N}])`, 'giu')

/** What is over is found too: it is longer than the time in it ("gestern um 9 Uhr"). */
export function createGermanReader(habits: DateHabits): (text: string, now: Date) => Hit[] {
  const days = dayRules(habits).map(
    ([pattern, dayOf]) =>
      [whole(`(?<lead>${lead})?(?<date>${pattern})${timeOfDay}(?<ago>${ago})?`), dayOf] as const,
  )
  const { daysEarlier } = weeksBy(habits)
  const timeAlone = whole(clockAlone)
  const timeAhead = new RegExp(`(?<![\\p{L}\\p{N}.:/–—-])${clockAhead}`, 'iu')
  /** A time that is text. */
  const isNoTime = (line: string, textBefore: string, written: string, loose: readonly Span[]): boolean => {
    const start = textBefore.length
    return (
      (/^vor\s/i.test(written) && (countedFrom.test(textBefore) || minutesTo.test(textBefore))) ||
      untilDate.test(written) ||
      isOrAnother(textBefore) ||
      isOrAnother(textBefore.replace(hourWithoutDay, '')) ||
      isVerse(textBefore, written) ||
      notDue.test(textBefore) ||
      isBesideLoose(line, { start, end: start + written.length }, loose, 'time')
    )
  }
  const span = whole(
    `${within}\\s+(?:(?<count>\\d{1,4}|eine[mnr]?|${counts.join('|')})|(?<half>einer\\s+halben))\\s+(?<unit>min(?:uten?|\\.)?|st(?:unden?|d\\.?))`,
  )

  const onDays = (line: string, text: string, now: Date, loose: readonly Span[]): Hit[] => {
    /** The time before a day that has none behind it; "9 Uhr bis Freitag" are two. */
    const aheadOf = (index: number, { part, lead: led = '', ...groups }: Groups) => {
      const found = /^(?:am\s+)?$/i.test(led) && timeAhead.exec(text.slice(0, index))
      if (!found || clockOf(groups, line) !== null) return null
      const textBefore = text.slice(0, found.index)
      // "4.50 am Freitag" is a price.
      if (/^\d+\.\d+,?\s+$/.test(found[0])) return null
      if (behindDay.test(textBefore) || isNoTime(line, textBefore, found[0].trimEnd(), loose)) return null
      return { index: found.index, groups: { ...found.groups, part: part ?? found.groups?.['part'] } }
    }
    return days.flatMap(([pattern, dayOf]) =>
      [...text.matchAll(pattern)].flatMap((found): Hit[] => {
        const groups = found.groups ?? {}
        const { word, weekday: named, short, before, which: one, whichWeek, week } = groups
        const end = found.index + found[0].length
        const led = (groups['lead'] ?? '').toLowerCase()
        const ahead = aheadOf(found.index, groups)
        const start = ahead?.index ?? found.index
        const [textBefore, textAfter] = [text.slice(0, start), text.slice(end)]
        if (word?.toLowerCase() === 'morgen' && noTomorrow.test(textBefore + led)) return []
        const day = dayOf(groups, dayAfter(now, 0))
        const clockTime = clockOf({ ...groups, ...ahead?.groups }, line)
        const isNamed = (named ?? short) !== undefined && isBare(one) && (week ?? whichWeek) === undefined
        // "Freitag 20.11": a rule of its own tells the date from the time.
        if (isNamed && isDateLike.test(found[0]) && !leadsToHour.test(found[0])) return []
        const what =
          groups['ordinal'] === undefined
            ? 'day'
            : ordinalIn(groups, textBefore, textAfter, clockTime !== null)
        if (what === 'none') return []
        // Nothing that the task is due at, though it looks like a day: the time beside it is still of today.
        const isPart =
          ofSomething.test(textBefore) ||
          isNumber(textBefore + led, groups['date'] ?? '') ||
          (what === 'text' && !/^am\s/.test(led) && groups['den'] === undefined) ||
          groups['ago'] !== undefined
        const isText =
          what === 'text' ||
          (groups['day'] !== undefined &&
            (dayBefore.test(textBefore) ||
              endsRange(line.slice(0, start) + led) ||
              (day?.getFullYear() === now.getFullYear() && isOfNextYear(line, { start, end })))) ||
          fromThenOn.test(textAfter) ||
          (clockTime !== null && elsewhere.test(textAfter)) ||
          (isNamed &&
            isBesideLoose(
              line,
              { start: timeAhead.exec(textBefore)?.index ?? start, end },
              loose,
              'weekday',
            )) ||
          notDue.test(textBefore) ||
          isPart ||
          (before !== undefined && countedFrom.test(textBefore)) ||
          (short !== undefined && whichBefore.test(textBefore))
        if (isText || day === null || clockTime === undefined)
          return [textAt({ start, end }, isPart ? 'nothing' : 'day')]
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
              names: 'day',
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
            names: 'day',
          },
        ]
      }),
    )
  }

  const atTimes = (line: string, text: string, now: Date, loose: readonly Span[]): Hit[] =>
    [...text.matchAll(timeAlone)].flatMap((found): Hit[] => {
      const { groups = {} } = found
      const clockTime = clockOf(groups, line)
      if (clockTime === null || clockTime === undefined) return []
      const [start, end] = [found.index, found.index + found[0].length]
      if (
        isNoTime(line, text.slice(0, start), found[0], loose) ||
        fromThenOn.test(text.slice(end)) ||
        elsewhere.test(text.slice(end))
      )
        return [textAt({ start, end }, 'time')]
      // 17:30 by itself is read as everywhere.
      if (groups['lead'] === undefined && !/uhr|\dh/i.test(found[0])) return []
      const today = at(now, ...clockTime)
      // A time that is over today means tomorrow.
      const due = today < now ? at(dayAfter(now, 1), ...clockTime) : today
      return [{ start, end, due, time: 'written', names: 'time' }]
    })

  const inSpans = (text: string, now: Date): Hit[] =>
    [...text.matchAll(span)].map((found): Hit => {
      const { count: many, half, unit = '' } = found.groups ?? {}
      const minutes = (half === undefined ? countOf(many) : 0.5) * (/^st/i.test(unit) ? 60 : 1)
      const due = inWholeSeconds(now.getTime() + minutes * 60_000)
      return { start: found.index, end: found.index + found[0].length, due, time: 'written', names: 'day' }
    })

  return (line, now) => {
    const { text, spans, loose, days: unread } = reworded(line, 'de')
    const hits = [
      ...[...text.matchAll(personAndCount)].map(({ 0: found, index }) =>
        textAt({ start: index, end: index + found.length }, 'nothing'),
      ),
      ...withRanges(text, onDays(line, text, now, loose)),
      ...atTimes(line, text, now, loose),
      ...inSpans(text, now),
    ].map((hit) => ({ ...hit, ...widened(hit, spans) }))
    return [...hits.filter((hit) => !isInName(line, hit)), ...unread.map((span) => textAt(span, 'day'))]
  }
}
