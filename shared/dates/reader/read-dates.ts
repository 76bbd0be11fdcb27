// Reads dates in free text, in English and German at once whatever the language of the interface. Rules find parts of moments.
// This file joins them into instants. It is loaded when the page is idle.
import { localeNow } from '../../language.ts'
import {
  atTime as at,
  type DateHabits,
  dayAfter,
  endOfDay,
  ownDateHabits,
  wallOf,
  weekdayOf,
} from '../format.ts'
import { asksToRepeat, blockedBefore, counted, withoutLookalikes } from './not-dates.ts'
import { type Atom, atomsOf, type Clock, type Rule, textAfter, textBefore, type Writing } from './atoms.ts'
import { clockAtoms } from './clock-rules.ts'
import { type DateHit, longestRead, type ReadDates, type Span } from './date-hit.ts'
import { dateRules, dottedDates } from './date-rules.ts'
import { dayRules } from './day-rules.ts'
import { plainText } from './plain-text.ts'
import { spanRules } from './span-rules.ts'
import { hasUnreadBeside, namesAnotherDay } from './unread-words.ts'
import { lead } from './words.ts'

// A fragment of a number, a word or a range is not a date: "pre-friday", "12/24-12/31", "tomorrow's demo".
const wentOn =
  /[a-z0-9_\\/&=+~]$|\d[.,]$|[a-z0-9.]@$|(?<!(?:^|[ (])(?:due(?: date)?|deadline|frist|fallig|by|until|bis))(?<=[a-z0-9.])[:-]$/
const goesOn = /[a-z0-9_@\\/%°]|[:+&-][a-z0-9]|(?<=\d)[.,]\d|'[a-z]|\.[a-z]{2}/y
const isWhole = (text: string, { start, end }: Span): boolean => {
  goesOn.lastIndex = end
  return !goesOn.test(text) && !wentOn.test(textBefore(text, start))
}

/** Keeps the longest of overlapping atoms, the first if they are equally long. The result is in text order. */
const longest = (atoms: readonly Atom[]): Atom[] =>
  atoms
    .toSorted((a, b) => b.end - b.start - (a.end - a.start))
    .reduce<Atom[]>(
      (kept, atom) =>
        kept.some((other) => atom.start < other.end && other.start < atom.end) ? kept : [...kept, atom],
      [],
    )
    .sort((a, b) => a.start - b.start)

const between = new RegExp(`^\\.?[ ,]*(?:${lead}|(?:of|in|der) )*$`)
const longestGap = 80
const isGap = (words: string): boolean => words.length <= longestGap && between.test(words)

const softness = ({ soft }: Atom): number => (soft === undefined ? 0 : soft === 'weekday' ? 1 : 2)

/** Joins two neighbours into one moment, or returns null if they are separate moments. */
function together(a: Atom, b: Atom): Atom | null {
  if (a.instant !== undefined || b.instant !== undefined) return null
  if (a.clock !== undefined && b.clock !== undefined) return null
  if (a.part !== undefined && b.part !== undefined) return null
  const joined = {
    start: a.start,
    end: b.end,
    clock: a.clock ?? b.clock,
    until: a.until ?? b.until,
    part: a.part ?? b.part,
    isRange: a.isRange === true || b.isRange === true,
    isWeek: a.isWeek === true || b.isWeek === true,
  }
  if (a.day === undefined || b.day === undefined)
    return { ...joined, day: a.day ?? b.day, soft: a.soft ?? b.soft }
  const [soft, hard] = softness(a) > softness(b) ? [a, b] : [b, a]
  const isSame = a.day.getTime() === b.day.getTime()
  const yields = softness(soft) === 2 || (softness(soft) === 1 && weekdayOf(a.day) === weekdayOf(b.day))
  return isSame || yields ? { ...joined, day: hard.day, soft: hard.soft } : null
}

const supper = /\b(?:dinner|dine|supper|abendessen|abendbrot)(?![a-z])/
const breakfast = /\b(?:breakfast|(?:wake|get) up|alarm|fruhstuck(?:en)?|aufstehen|wecker)(?![a-z])/

/** A bare hour from 1 to 6 means the afternoon, because few people work at 5 a.m. Null if it could also be at night. */
function hourOf({ hour, isBare, isOf24 }: Clock, part: number | undefined, line: string): number | null {
  if (!isBare || part === 9) return hour
  if (part !== undefined) {
    const later = hour < 12 ? hour + 12 : hour
    return part >= 18 && later < 17 ? null : later
  }
  const isLate = supper.test(line) ? hour <= 9 : hour <= 6 && isOf24 !== true && !breakfast.test(line)
  return isLate ? hour + 12 : hour
}

function momentOf(atom: Atom, line: string, now: Date): Pick<DateHit, 'due' | 'time'> | null {
  const { day, clock, until, part, instant, soft } = atom
  if (clock?.offset !== undefined) {
    if (day === undefined || until !== undefined) return null
    const minute = clock.minute - clock.offset
    const midnight = wallOf(day).getTime()
    const seconds = (clock.hour * 60 + minute) * 60 + (clock.second ?? 0)
    return { due: new Date(midnight + seconds * 1_000), time: 'written' }
  }
  if (instant !== undefined) return { due: instant, time: 'written' }
  if (clock === undefined && part === undefined)
    return day === undefined ? null : { due: endOfDay(day), time: 'wholeDay' }
  const start = clock === undefined ? (part ?? 0) : hourOf(clock, part, line)
  if (start === null) return null
  // "9 to 5" ends in the afternoon, "9:00-9:30" in the same hour, "10pm-2am" in the following night.
  const begins = start * 60 + (clock?.minute ?? 0)
  const ends = until && [
    hourOf(until, undefined, line) ?? 0,
    until.hour + (until.isBare ? 12 : 24),
    until.hour + 24,
  ]
  const hour = ends?.find((end) => end * 60 + (until?.minute ?? 0) > begins) ?? start
  const on = (date: Date): Date => at(date, hour, (until ?? clock)?.minute, (until ?? clock)?.second)
  const today = dayAfter(now, 0)
  // A time that has passed today means tomorrow.
  if (day === undefined) return { due: on(on(today) < now ? dayAfter(today, 1) : today), time: 'written' }
  // "Wed 5pm" on a Wednesday means today.
  const before = dayAfter(day, -7)
  const due = on(soft === 'weekday' && before >= today && on(before) >= now ? before : day)
  // Late in the evening, `tonight` means the rest of the day.
  if (clock === undefined && part === 20 && due < now && day >= today)
    return { due: endOfDay(day), time: 'wholeDay' }
  return { due, time: 'written' }
}

const leads = new RegExp(`(?<![a-z0-9])${lead}+$`)
/** Words that end a date are removed from the title too. */
const trail = /^(?:,? (?:at )?the latest(?![a-z])| spa?e?testens(?![a-z])| \([a-z ]+ time\))/
/** "Abends" alone names no day. */
const habitual = /^[a-z]+s$/
const range = /^ ?(?:-|to|until|till|through|thru|bis) ?(?:the |zum )?$/

const both = /^ (?:and|und) $/
const isBetween = /(?:between|zwischen) $/

const isTimeOnly = ({ day, instant }: Atom): boolean => day === undefined && instant === undefined

/** The text with bars for the spans, which are in text order. */
const masked = (text: string, spans: readonly Span[]): string => {
  const parts = spans.map(({ start, end }, index) => {
    const before = text.slice(spans[index - 1]?.end ?? 0, start)
    return before + '|'.repeat(end - start)
  })
  return parts.join('') + text.slice(spans.at(-1)?.end ?? 0)
}

/** @param dotted whether "20.11" is a date (German) or a time (English) */
function readIn(rules: readonly Rule[], plain: string, writing: Writing, dotted: boolean): DateHit[] {
  const { written, now, today } = writing
  const text = withoutLookalikes(plain)
  const days = [...(dotted ? dottedDates(text, today) : []), ...atomsOf(rules, text, writing)]
  const moments = days.filter(({ day, part }) => day !== undefined || part !== undefined)
  const found = [...days, ...clockAtoms(text, writing, moments, isGap)]
  const atoms = longest(found.filter((atom) => isWhole(text, atom)))
  const groups: Atom[] = []
  for (const atom of atoms) {
    const last = groups.at(-1)
    const joined = last !== undefined && isGap(text.slice(last.end, atom.start)) ? together(last, atom) : null
    if (joined === null) groups.push(atom)
    else groups[groups.length - 1] = joined
  }
  const isInRange = (a: Atom | undefined, b: Atom | undefined): boolean => {
    if (a?.day === undefined || b?.day === undefined) return false
    const words = text.slice(a.end, b.start)
    return range.test(words) || (both.test(words) && isBetween.test(textBefore(text, a.start)))
  }
  const unread = masked(plain, groups)
  const open = groups.filter((group, index) => {
    const before = textBefore(text, group.start)
    const led = leads.exec(before)?.[0] ?? ''
    const rest = before.slice(0, before.length - led.length)
    return !(
      group.isRange === true ||
      (isTimeOnly(group) && habitual.test(text.slice(group.start, group.end))) ||
      blockedBefore.test(rest) ||
      (counted.test(rest) && /^(?:before|prior|vor)/.test(led)) ||
      isInRange(groups[index - 1], group) ||
      isInRange(group, groups[index + 1]) ||
      hasUnreadBeside(unread, written, group)
    )
  })
  const isOfAnotherDay =
    open.some(isTimeOnly) &&
    !open.some(({ day }) => day !== undefined) &&
    (groups.some(({ day }) => day !== undefined) || namesAnotherDay(unread, written))
  // A day and a time apart may belong together.
  const [first, second, third] = open
  const joined = first && second && !third ? together(first, second) : null
  const onDay = joined && momentOf(joined, text, now)?.due
  return open.flatMap((group): DateHit[] => {
    const isTime = isTimeOnly(group)
    const moment = isTime && isOfAnotherDay ? null : momentOf(group, text, now)
    if (moment === null) return []
    const start = group.start - (leads.exec(textBefore(text, group.start))?.[0].length ?? 0)
    const end = group.end + (trail.exec(textAfter(text, group.end))?.[0].length ?? 0)
    const isOther = onDay && onDay >= now && onDay.getTime() !== moment.due.getTime()
    return [{ ...moment, start, end, ...(isTime && { isTime, ...(isOther && { onDay }) }) }]
  })
}

export function readerIn(habits: DateHabits): ReadDates {
  const rules = [...dayRules(habits), ...dateRules(habits.dayFirst), ...spanRules]
  return (text, now, past = 'leave') => {
    if (text.length > longestRead || asksToRepeat(text)) return []
    const { plain, written, original } = plainText(text)
    const writing = { written, now, today: dayAfter(now, 0) }
    const read = (dotted: boolean): DateHit[] =>
      readIn(rules, plain, writing, dotted).filter(({ due }) => past === 'take' || due >= now)
    const others = /\d\.\d/.test(plain) ? read(false) : []
    const hits = read(true).map((hit): DateHit => {
      const other = others.find(({ start, end }) => start === hit.start && end === hit.end)
      return other === undefined || other.due.getTime() === hit.due.getTime()
        ? hit
        : { ...hit, other: { due: other.due, time: other.time } }
    })
    return hits.map((hit) => ({ ...hit, ...original(hit) }))
  }
}

// Cached for one locale. The locale changes only in settings and tests.
let reader: { locale: string; read: ReadDates } | undefined

/** Finds due dates in a text, by the habits of the locale. */
export const readDates: ReadDates = (text, now, past) => {
  const locale = localeNow()
  if (locale !== reader?.locale) reader = { locale, read: readerIn(ownDateHabits()) }
  return reader.read(text, now, past)
}
