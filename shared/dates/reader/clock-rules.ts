// Times of the day: "5pm", "17.30 Uhr", "at five", "Viertel nach 5", "9am to noon".
import { type Atom, type Clock, textAfter, textBefore, type Writing } from './atoms.ts'
import { countOf, goesOn, hourWord } from './words.ts'

/** "5 am Freitag" and "um 5 am nächsten Freitag" are not in the morning. */
const meridiem = `(?!(?<=\\b(?:um|gegen) \\d{1,2}(?::\\d\\d)? )am |(?<= )am (?:[a-z]*(?:tag|abend|morgen|wochenende)(?![a-z])|\\d{1,2}\\.))[ap]\\.?m(?:\\.|(?![a-z.]))`
const ofDay =
  '(?: (?:morgens|vormittags|mittags|nachmittags|abends|nachts|fruh|in the (?:morning|afternoon|evening)|at night|in der (?:fruh|nacht))(?![a-z]))'
const numericOffset = '[+-]\\d\\d:?\\d\\d'
const zone = '(?:z| (?:utc|gmt)(?:[+-]\\d{1,2}(?::?\\d\\d)?)?)'
const minutesInWords =
  '(?:an? )?(?:quarter|viertel|twenty[- ]five|twenty|ten|five|fu?e?nf|zehn|zwanzig)(?: minute[sn])?'
const minutesInDigits = '(?:5|10|20|25)(?: minute[sn])?'
const beforeHour = 'half past|halb|(?:drei ?)?viertel'
const pastHours = `(?:\\d{1,2}|${hourWord}|noon|midnight|mitternacht)`
const sign = `(?: ?(?:${meridiem}|uhr(?: [0-5]\\d(?![\\d.:/-]))?|o'?clock|h(?:[0-5]\\d)?))`
const time = [
  '(?:12 )?(?:noon|midday|midnight|mitternacht)',
  `(?:${beforeHour}|(?:${minutesInWords} (?:past|to|nach|vor)|${minutesInDigits} (?:past|nach|vor))(?: halb)?) ${pastHours}(?: ?(?:${meridiem}|uhr|o'?clock))?`,
  `\\d{1,2}(?:(?:[:.]|(?=\\d\\d uhr))\\d\\d(?::\\d\\d(?:[.,]\\d{1,9})?(?: ?${numericOffset})?)?${zone}?)?${sign}?${ofDay}?`,
  `${hourWord}(?: (?:thirty|fifteen|forty[- ]five))?${sign}?${ofDay}?`,
].join('|')
const clocks = new RegExp(
  `\\b(?<!\\d[.,:/])(?:(at|um|from|von) )?(${time})(?:(?: ?- ?| (?:to|until|till|bis|through|thru) )(${time}))?(?![a-z0-9])`,
  'g',
)

/** How clearly a text is a time: by itself, or only beside a day or behind a word that leads to a time. */
type Kind = 'clear' | 'hours' | 'seconds' | 'past' | 'dotted' | 'word' | 'bare'
interface Time {
  clock: Clock
  kind: Kind
}

/** "at 5 in the afternoon". */
function inPart(hour: number, written: string): number {
  if (/mittags$|evening$|afternoon$|abends$/.test(written)) return hour < 12 && hour !== 11 ? hour + 12 : hour
  if (/night$|nacht$|nachts$/.test(written)) return hour >= 6 && hour <= 12 ? hour + 12 : hour
  return hour
}

const past = new RegExp(
  `^(${beforeHour}|(?<minutes>${minutesInWords}|${minutesInDigits}) (?<way>past|to|nach|vor)(?<half> halb)?) (?<hour>${pastHours})(?: ?(?<pm>[ap])\\.?m|.*)$`,
)
const minutesOf = (words = ''): number => {
  if (/quarter|viertel/.test(words)) return 15
  if (words.startsWith('twenty')) return words.endsWith('five') ? 25 : 20
  return words.startsWith('zwanzig')
    ? 20
    : Number.parseInt(words, 10) || countOf(words.replace(/ minute[sn]$/, ''))
}

/** "Half past 2", "halb 8", "fünf vor halb sechs". */
function pastHour(groups: Partial<Record<string, string>>, said: string): Time | null {
  const { minutes, way, half, hour, pm = hour === 'noon' ? 'p' : undefined } = groups
  const named = hour === 'noon' ? 12 : countOf(hour) || 24
  if (named > 24) return null
  const later = way === undefined ? 0 : minutesOf(minutes) * (way === 'to' || way === 'vor' ? -1 : 1)
  const begun = said.startsWith('half') ? 30 : said.startsWith('halb') || half !== undefined ? -30 : 0
  const quarters = way !== undefined ? 0 : said.startsWith('drei') ? -15 : said.startsWith('vier') ? -45 : 0
  const isBare = named <= 12 && pm === undefined
  const whole = named <= 12 ? (named % 12) + (pm === 'p' ? 12 : 0) : named
  const total = (whole * 60 + later + begun + quarters + 1_440) % (isBare ? 720 : 1_440)
  const clock = { hour: Math.floor(total / 60) || (isBare ? 12 : 0), minute: total % 60, isBare }
  const isClear = way === undefined || /quarter|viertel/.test(minutes ?? '') || half !== undefined
  return { clock, kind: isClear && way !== 'to' ? 'clear' : 'past' }
}

const digits = new RegExp(
  `^(?<hour>\\d{1,2}|${hourWord})(?:(?<mark>[:.]|(?=\\d\\d uhr))(?<minute>\\d\\d)(?::(?<second>\\d\\d)(?:[.,]\\d+)?)?)?(?<rest>.*)$`,
)
const offsetOf = (rest: string): number | undefined => {
  const [, way, hours, minutes] = /([+-])(\d{1,2}):?(\d\d)?/.exec(rest) ?? []
  if (way !== undefined) return (Number(hours) * 60 + Number(minutes ?? 0)) * (way === '-' ? -1 : 1)
  return /^(?:z| utc| gmt)/.test(rest) ? 0 : undefined
}

/** The time that a text of the shape of `time` means. */
export function timeOf(text: string): Time | null {
  const named = /^(?:12 )?(?:(noon|midday)|midnight|mitternacht)$/.exec(text)
  // Midnight belongs to the end of the named day.
  if (named !== null)
    return { clock: { hour: named[1] === undefined ? 24 : 12, minute: 0, isBare: false }, kind: 'clear' }
  const found = past.exec(text)
  if (found?.groups !== undefined) return pastHour(found.groups, found[1] ?? '')
  const { hour: word = '', mark, minute: minutes, second, rest = '' } = digits.exec(text)?.groups ?? {}
  const said = countOf(word)
  const inWords = /^ (?:(thirty)|(fifteen)|forty)/.exec(rest)
  const spoken = inWords === null ? 0 : inWords[1] !== undefined ? 30 : inWords[2] === undefined ? 45 : 15
  const minute = Number(minutes ?? /(?:h|uhr )(\d\d)/.exec(rest)?.[1] ?? spoken)
  const pm = /^ ?([ap])\.?m/.exec(rest)?.[1]
  const offset = offsetOf(rest)
  if (said > (pm === undefined ? 24 : 12) || minute > 59 || Number(second ?? 0) > 59) return null
  if (said === 24 && minute > 0) return null
  if (Math.abs(offset ?? 0) > 14 * 60) return null
  const hour = pm === undefined ? inPart(said, rest) : (said % 12) + (pm === 'p' ? 12 : 0)
  const isSaid = pm !== undefined || offset !== undefined || /(?:s|ing|noon|night|fruh|nacht)$/.test(rest)
  const isOf24 = minutes !== undefined && rest.includes('uhr')
  const isBare = hour > 0 && hour <= 12 && !isSaid && !word.startsWith('0')
  const clock = { hour, minute, second: Number(second ?? 0), isBare, isOf24, offset }
  if (second !== undefined) return { clock, kind: 'seconds' }
  // "3:30h" may last so long.
  if (/^ ?h/.test(rest)) return { clock, kind: 'hours' }
  if (mark === ':' || pm !== undefined || /uhr|clock|in the|at night/.test(rest))
    return { clock, kind: 'clear' }
  return { clock, kind: mark === '.' ? 'dotted' : /\d/.test(word) ? 'bare' : 'word' }
}

const leadsToTime = /(?:^|[ (])(?:(at|around|@|um|gegen|ca\.?)|by|before|until|till|bis|vor) ?$/
const ends = new RegExp(`^ ?(?:$|[.,;:!?)|…-]|${goesOn})`)
const plainEnd = /^ ?(?:$|[.,;:!?)|…])/
const noun = /^ ?(?:\p{Lu}|[%€])/u
const plural = /^ \p{L}+s(?!\p{L})/u
/** "Friday the 13.", "friday for 2". */
const leadsToNumber = /(?:^| )(?:the|der|den|dem|for|fu?e?r) $/

interface Place {
  /** "at" or "um", before the time. */
  led: string | undefined
  isRange: boolean
  before: string
  behind: string
  writtenBehind: string
  isBehindDay: boolean
  /** Behind a part of the day. */
  isBehindPart: boolean
  isBeforeDay: boolean
}

/** Numbers are hours in few places: "Windows 11", "2 to 3 people". */
function isClock({ kind, clock }: Time, place: Place): boolean {
  const { led, isRange, before, behind, isBehindDay, isBehindPart, isBeforeDay } = place
  const isBeside = isBehindDay || isBeforeDay
  const leading = leadsToTime.exec(before)
  const at = led ?? leading?.[1]
  switch (kind) {
    case 'clear':
      return true
    case 'seconds':
      return isBeside
    case 'hours':
      if (at !== undefined) return true
      if (clock.hour === 24) return false
      return isBeside ? clock.hour >= 7 : clock.hour >= 13 && (clock.minute > 0 || ends.test(behind))
    case 'past':
      return at !== undefined || isBeside
    case 'dotted':
      return isRange ? isBeside : at !== undefined || leading !== null || isBehindDay
    case 'word':
    case 'bare':
      if (isRange) return isBeside && (kind === 'bare' || ends.test(behind))
      if (at === undefined)
        return (
          (kind === 'bare' && isBehindDay && plainEnd.test(behind) && !leadsToNumber.test(before)) ||
          (isBeforeDay && (leading !== null || behind.startsWith(' in ')))
        )
      if (/^(?:um|gegen)/.test(at)) return isBeside || !noun.test(place.writtenBehind)
      if (isBeforeDay || ends.test(behind)) return true
      // "Tomorrow at 5 call Bob" and "tomorrow evening at 8 pills", but "tomorrow at 3 apartments".
      return (
        kind === 'bare' && (before.trim() === '' || isBehindPart || (isBehindDay && !plural.test(behind)))
      )
  }
}

const kinds: readonly Kind[] = ['clear', 'hours', 'seconds', 'past', 'dotted', 'word', 'bare']

/**
 * @param days found days; a bare hour beside one of them is a time
 * @param isGap whether these words may separate two parts of a moment
 */
export function clockAtoms(
  text: string,
  { written }: Writing,
  days: readonly Atom[],
  isGap: (between: string) => boolean,
): Atom[] {
  return [...text.matchAll(clocks)].flatMap((match): Atom[] => {
    const [{ length }, led, first = '', last] = match
    const [start, end] = [match.index, match.index + length]
    const before = textBefore(text, start)
    const [time, until] = [timeOf(first), last === undefined ? undefined : timeOf(last)]
    const isOpen = (led === 'from' || led === 'von') && until === undefined
    if (time === null || until === null || isOpen || /(?:between|zwischen) $/.test(before)) return []
    const isClearer = until !== undefined && kinds.indexOf(until.kind) < kinds.indexOf(time.kind)
    const daysBefore = days.filter((day) => day.end <= start && isGap(text.slice(day.end, start)))
    const place: Place = {
      led: led === 'from' || led === 'von' ? undefined : led,
      isRange: until !== undefined,
      before,
      behind: textAfter(text, end),
      writtenBehind: textAfter(written, end),
      isBehindDay: daysBefore.length > 0,
      isBehindPart: daysBefore.some(({ part }) => part !== undefined),
      isBeforeDay: days.some((day) => end <= day.start && isGap(text.slice(end, day.start))),
    }
    return isClock(isClearer ? until : time, place)
      ? [{ start, end, clock: time.clock, until: until?.clock }]
      : []
  })
}
