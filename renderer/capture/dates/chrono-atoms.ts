// Dates and times that chrono's English and German parsers find, as parts of moments. Chrono's own refiners are disabled,
// because they join results before the irrelevant ones are removed.
import { Chrono, en, type ParsedComponents, type ParsedResult } from 'chrono-node'
import { createCasualConfiguration } from 'chrono-node/de'
import { dayAfter } from '../../ui/dates/date-habits.ts'
import type { Span } from './date-hit.ts'
import { type Atom, type Clock, forward } from './own-rules.ts'
import { goesOn, partHour } from './words.ts'

const languages = [en.configuration.createCasualConfiguration(false), createCasualConfiguration(false)].map(
  ({ parsers }) => new Chrono({ parsers, refiners: [] }),
)

const clockOf = (parsed: ParsedComponents, written: string): Clock => {
  const said = parsed.get('hour') ?? 0
  // Chrono reads the 11 in "11-1pm" as 23.
  const hour = parsed.isCertain('meridiem') ? said : said % 12 || said
  const isSaid = /[ap]\.?m|morning|night|morgens|mittags|abends|nachts/i.test(written)
  const isBare = hour > 0 && hour <= 12 && !isSaid && !new RegExp(`(?<!\\d)0${hour}`).test(written)
  return { hour, minute: parsed.get('minute') ?? 0, isBare }
}

const clear = /\d:\d\d|\d\s*[ap]\.?m\b|uhr|o\W?clock|\d\s*(?:in\s+the|at\s+night)/i
const bare =
  /^(?:(?<at>at|um)\s+|(?:from|von)\s+(?=.*\D\d))?\d{1,2}(?<dot>\.\d\d)?(?<range>\s*(?:-|–|to|until|till|bis)\s*\d{1,2}(?:\.\d\d)?)?$/i
const notTime = /\d:\d\d:\d|^(?:from|von)\s+[\d:.]+(?:\s*(?:[ap]\.?m\.?|uhr))?$/i
const leadsToTime = /(?:^|[\s(])(?:(?<at>at|around|@|um|gegen|ca\.?)|by|before|until|till|bis|vor)\s*$/i
const ends = new RegExp(`^\\s*(?:$|[.,;:!?)|…–—-]|${goesOn})`, 'iu')
const plainEnd = /^\s*(?:$|[.,;:!?)|…])/
const noun = /^\s*(?:\p{Lu}|[%€])/u

/** Chrono also reads hours in "Windows 11" and "2 to 3 people". An hour without a clock sign needs a word that leads to it. */
function isClock(text: string, { start, end }: Span, isBehindDay: boolean, isBeforeDay: boolean): boolean {
  const [before, written, behind] = [text.slice(0, start), text.slice(start, end), text.slice(end)]
  if (notTime.test(written) || /(?:between|zwischen)\s+$/i.test(before)) return false
  if (clear.test(written) || /^\s*uhr(?!\p{L})/iu.test(behind)) return true
  const found = bare.exec(written)?.groups
  if (found === undefined) return false
  const { at = leadsToTime.exec(before)?.groups?.['at'], dot, range } = found
  if (range !== undefined) return isBehindDay || isBeforeDay
  if (dot !== undefined) return at !== undefined || leadsToTime.test(before) || isBehindDay
  if (at === undefined)
    return (isBehindDay && plainEnd.test(behind)) || (isBeforeDay && /^\s+in\s/i.test(behind))
  if (/^(?:um|gegen)/i.test(at)) return isBehindDay || !noun.test(behind)
  return ends.test(behind) || before.trim() === ''
}

function atomOf({ index, text, start, end, refDate }: ParsedResult, now: Date): Atom | null {
  const [hasDay, hasMonth, hasYear] = (['day', 'month', 'year'] as const).map((part) => start.isCertain(part))
  const tags = start.tags()
  if (tags.has('parser/SlashDateFormatParser') || tags.has('casualReference/now')) return null
  // Excludes durations, and times after an event without a date.
  if (/^(?:for|für|während)\b|\bafter$|quart/i.test(text)) return null
  const span = { start: index, end: index + text.trimEnd().length }
  if (tags.has('result/relativeDateAndTime')) {
    const instant = now.getTime() + start.date().getTime() - refDate.getTime()
    return { ...span, instant: new Date(Math.floor(instant / 1000) * 1000) }
  }
  if (tags.has('result/relativeDate') && !hasDay)
    return hasMonth && /^in\s/i.test(text) ? { ...span, day: dayAfter(start.date(), 0) } : null
  const clock = start.isCertain('hour') ? clockOf(start, text) : undefined
  if (!hasDay || !hasMonth) return clock ? { ...span, clock, until: end && clockOf(end, text) } : null
  // "27 Nov, 12.30": a year has four digits.
  const notYear = hasYear && !/\d{4}/.test(text) ? /[\s,]+'?\d{1,2}$/.exec(text) : null
  const year = hasYear && notYear === null ? start.get('year') : null
  const day = forward(year, start.get('month') ?? 0, start.get('day') ?? 0, dayAfter(now, 0))
  if (day === null) return null
  span.end -= notYear?.[0].length ?? 0
  return { ...span, day, clock, part: partHour(text), isRange: Boolean(end) }
}

/**
 * @param own results of our own rules; a bare hour beside one of them counts as a time
 * @param isGap whether these words may separate two parts of a moment
 */
export function chronoAtoms(
  text: string,
  now: Date,
  own: readonly Atom[],
  isGap: (between: string) => boolean,
): Atom[] {
  // Daylight saving time changes at night. Counting from noon keeps day arithmetic correct.
  const noon = new Date(now.getFullYear(), now.getMonth(), now.getDate(), 12)
  const found = languages.flatMap((chrono) =>
    chrono.parse(text, noon).flatMap((result) => atomOf(result, now) ?? []),
  )
  const days = [...own, ...found].filter(({ day, part }) => day !== undefined || part !== undefined)
  return found.filter((atom) => {
    if (atom.clock === undefined || atom.day !== undefined) return true
    const isBehindDay = days.some(({ end }) => end <= atom.start && isGap(text.slice(end, atom.start)))
    const isBeforeDay = days.some(({ start }) => atom.end <= start && isGap(text.slice(atom.end, start)))
    return isClock(text, atom, isBehindDay, isBeforeDay)
  })
}
