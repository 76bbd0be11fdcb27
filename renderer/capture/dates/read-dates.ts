// Reads dates in free text, in English and German at once whatever the language of the interface. Chrono and our own rules find
// parts of moments. This file joins them into instants. It is loaded when the page is idle.
import { localeNow } from '../../../shared/language.ts'
import { type DateHabits, dayAfter, ownDateHabits, weekdayOf } from '../../ui/dates/date-habits.ts'
import { endOfDay } from '../../ui/dates/dates.ts'
import { asksToRepeat } from '../grammar/repeats.ts'
import { chronoAtoms } from './chrono-atoms.ts'
import type { DateHit, ReadDates, Span } from './date-hit.ts'
import { blockedBefore, counted, withoutLookalikes } from './not-dates.ts'
import { type Atom, type Clock, dottedDates, ownAtoms, ownRules } from './own-rules.ts'
import { germanWeekday, lead } from './words.ts'

// A fragment of a number, a word or a range is not a date: "pre-friday", "12/24-12/31", "tomorrow's demo".
const wentOn = /[\p{L}\p{N}_\\/&=+~]$|[\p{L}\p{N}.]@$|[\p{L}\p{N}.][–—:-]$/u
const goesOn = /[\p{L}\p{N}_@\\/%°]|[–—:-][\p{L}\p{N}]|(?<=\d)[.,]\d|['’]\p{L}|\.\p{L}{2}/uy
const isWhole = (text: string, { start, end }: Span): boolean => {
  goesOn.lastIndex = end
  return !goesOn.test(text) && !wentOn.test(text.slice(0, start))
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

const between = new RegExp(`^(?:\\s*uhr)?\\.?[\\s,]*(?:${lead}|(?:of|in)\\s+)*$`, 'iu')
const isGap = (words: string): boolean => between.test(words)

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
  }
  if (a.day === undefined || b.day === undefined)
    return { ...joined, day: a.day ?? b.day, soft: a.soft ?? b.soft }
  const [soft, hard] = softness(a) > softness(b) ? [a, b] : [b, a]
  const isSame = a.day.getTime() === b.day.getTime()
  const yields = softness(soft) === 2 || (softness(soft) === 1 && weekdayOf(a.day) === weekdayOf(b.day))
  return isSame || yields ? { ...joined, day: hard.day, soft: hard.soft } : null
}

const at = (day: Date, hour: number, minute: number): Date =>
  new Date(day.getFullYear(), day.getMonth(), day.getDate(), hour, minute)

const supper = /(?<!\p{L})(?:dinner|dine|supper|abendessen|abendbrot)(?!\p{L})/iu
const breakfast =
  /(?<!\p{L})(?:breakfast|(?:wake|get)\s+up|alarm|frühstück(?:en)?|aufstehen|wecker)(?!\p{L})/iu

/** A bare hour from 1 to 6 means the afternoon, because few people work at 5 a.m. Null if it could also be at night. */
function hourOf({ hour, isBare }: Clock, part: number | undefined, line: string): number | null {
  if (!isBare || part === 9) return hour
  if (part !== undefined) {
    const later = hour < 12 ? hour + 12 : hour
    return part >= 18 && later < 17 ? null : later
  }
  const isLate = hour <= 6 ? !breakfast.test(line) : hour <= 9 && supper.test(line)
  return isLate ? hour + 12 : hour
}

function momentOf(atom: Atom, line: string, now: Date): Pick<DateHit, 'due' | 'time'> | null {
  const { day, clock, until, part, instant, soft } = atom
  if (instant !== undefined) return { due: instant, time: 'written' }
  if (clock === undefined && part === undefined)
    return day === undefined ? null : { due: endOfDay(day), time: 'wholeDay' }
  const start = clock === undefined ? (part ?? 0) : hourOf(clock, part, line)
  if (start === null) return null
  // "9 to 5" ends in the afternoon, "10pm-2am" in the following night.
  const ends = until && [
    hourOf(until, undefined, line) ?? 0,
    until.hour + (until.isBare ? 12 : 24),
    until.hour + 24,
  ]
  const hour = ends?.find((end) => end > start) ?? start
  const on = (date: Date): Date => at(date, hour, (until ?? clock)?.minute ?? 0)
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

const leads = new RegExp(`(?<![\\p{L}\\p{N}])${lead}+$`, 'iu')
/** Words that end a date are removed from the title too. */
const trail =
  /\s*uhr(?!\p{L})|(?<=(?:min|std))\.|,?\s+(?:at\s+)?the\s+latest(?!\p{L})|\s+spätestens(?!\p{L})/iuy
const range = /^\s*(?:[–—-]|to|until|till|through|thru|bis)\s*(?:the\s+|zum\s+)?$/i

const both = /^\s+(?:and|und)\s+$/i
const isBetween = /(?:between|zwischen)\s+$/i

interface Hit extends DateHit {
  isTime: boolean
}

/** If a line has one day and one separate time, adds the time on that day as another reading. */
function withTimeOnDay(hits: readonly Hit[], now: Date): DateHit[] {
  const day = hits.find(({ time }) => time === 'wholeDay')
  return hits.map(({ isTime, ...hit }) => {
    if (hits.length !== 2 || day === undefined || !isTime) return hit
    const onDay = at(day.due, hit.due.getHours(), hit.due.getMinutes())
    return onDay < now || onDay.getTime() === hit.due.getTime() ? hit : { ...hit, onDay }
  })
}

const germanAm = new RegExp(`(?<=\\d\\s+)am(?=\\s+(?:${germanWeekday}|\\d{1,2}\\.))`, 'giu')
/**
 * Replaces words that chrono misreads by words of the same length. Examples: Austrian "Jän", and the "am" in "um 5 am Freitag"
 * (not "a.m.").
 */
const plain = (line: string): string =>
  line.replaceAll(/(?<!\p{L})jän(?!\p{L})/giu, 'Jan').replaceAll(germanAm, 'um')

/** @param dotted whether "20.11" is a date (German) or a time (English) */
function readIn(rules: ReturnType<typeof ownRules>, line: string, now: Date, dotted: boolean): Hit[] {
  const { text, hasOtherDay } = withoutLookalikes(plain(line))
  const today = dayAfter(now, 0)
  const own = [...(dotted ? dottedDates(text, today) : []), ...ownAtoms(rules, text, today, now)]
  const atoms = longest([...own, ...chronoAtoms(text, now, own, isGap)].filter((atom) => isWhole(text, atom)))
  const groups = atoms.reduce<Atom[]>((kept, atom) => {
    const last = kept.at(-1)
    const joined = last !== undefined && isGap(text.slice(last.end, atom.start)) ? together(last, atom) : null
    return joined === null ? [...kept, atom] : [...kept.slice(0, -1), joined]
  }, [])
  const isInRange = (a: Atom | undefined, b: Atom | undefined): boolean => {
    if (a?.day === undefined || b?.day === undefined) return false
    const words = text.slice(a.end, b.start)
    return range.test(words) || (both.test(words) && isBetween.test(text.slice(0, a.start)))
  }
  const open = groups.filter((group, index) => {
    const before = text.slice(0, group.start)
    const led = leads.exec(before)?.[0] ?? ''
    const rest = before.slice(0, before.length - led.length)
    return !(
      group.isRange === true ||
      blockedBefore.test(rest) ||
      (counted.test(rest) && /^(?:before|prior|vor)/i.test(led)) ||
      isInRange(groups[index - 1], group) ||
      isInRange(group, groups[index + 1])
    )
  })
  const isOfAnotherDay =
    (hasOtherDay || groups.some((group) => group.day !== undefined && !open.includes(group))) &&
    !open.some(({ day }) => day !== undefined)
  return open.flatMap((group): Hit[] => {
    const isTime = group.day === undefined && group.instant === undefined
    const moment = isTime && isOfAnotherDay ? null : momentOf(group, text, now)
    if (moment === null) return []
    const start = group.start - (leads.exec(text.slice(0, group.start))?.[0].length ?? 0)
    trail.lastIndex = group.end
    const end = group.end + (trail.exec(text)?.[0].length ?? 0)
    return [{ ...moment, start, end, isTime }]
  })
}

export function readerIn(habits: DateHabits): ReadDates {
  const rules = ownRules(habits)
  return (text, now, past = 'leave') => {
    if (asksToRepeat(text)) return []
    const read = (dotted: boolean): Hit[] =>
      readIn(rules, text, now, dotted).filter(({ due }) => past === 'take' || due >= now)
    const others = /\d\.\d/.test(text) ? read(false) : []
    const hits = read(true).map((hit): Hit => {
      const other = others.find(({ start, end }) => start === hit.start && end === hit.end)
      return other === undefined || other.due.getTime() === hit.due.getTime()
        ? hit
        : { ...hit, other: { due: other.due, time: other.time } }
    })
    return withTimeOnDay(hits, now)
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
