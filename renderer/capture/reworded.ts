// What no rule of dates reads, or only half of, said in words that one reads. Pure. The same length, so that positions
// hold; what must not be read at all becomes bars.
import type { Span } from './parse-capture.ts'
import { measuredBefore, measuredBehind } from './fractions.ts'
import { countOf, counts, type Groups } from './german-times.ts'
import { periods, unreadDays } from './loose-days.ts'
import { anyWeekday, monthName, weekday } from './names.ts'

/** What becomes of what is found: other words, or bars; then what stands behind or beside it may not be read either. */
type Kind = 'said' | 'barred' | 'loose' | 'day'
type Say = (groups: Groups, found: string) => string | null
type Rule = readonly [written: RegExp, say: Say, kind: Kind]

export interface Reworded {
  text: string
  /** What was reworded: it is read as a whole, or not at all. */
  spans: readonly Span[]
  /** What must not be read, and nothing that stands right behind it: the Friday of "2 hours before friday". */
  barred: readonly Span[]
  /** What says no day, and so neither does a time beside it: that of "mid december 9am". */
  loose: readonly Span[]
  /** Those of them that are a day, though nobody here knows which: "Christmas Eve". */
  days: readonly Span[]
}

/** Whole words; the rules are tried in their order. */
const rule = (pattern: string, say: Say, kind: Kind = 'said'): Rule => [
  new RegExp(`(?<![\\p{L}\\p{N}.:/_–—-])(?:${pattern})(?![\\p{L}\\p{N}])`, 'giu'),
  say,
  kind,
]

const bars: Say = (_groups, found) => '|'.repeat(found.length)

const numbers = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const amount = `(?<amount>an?|\\d{1,3}|${numbers.join('|')})`
const unit = '(?<unit>hour|day|week|month|year)s?'
const part = 'and\\s+a\\s+(?<part>half|quarter)'
const fractional: Say = ({ amount: many = '', unit: name, part: rest }) => {
  // A quarter of a day is no date.
  if (rest !== 'half' && name !== 'hour') return null
  const whole = /^an?$/i.test(many) ? 1 : numbers.indexOf(many.toLowerCase()) + 1 || Number(many)
  return `${whole + (rest === 'half' ? 0.5 : 0.25)} ${name}s`
}
const hour = '\\d{1,2}(?::[0-5]\\d)?'
/** A moment counted from a day without an hour, or from something that is no date; chrono takes noon, and now. */
const clockUnits = `(?:[\\d.,]+\\s*|(?:half\\s+)?an?\\s+|(?:a\\s+)?(?:couple|few)(?:\\s+of)?\\s+|(?:${numbers.join('|')})\\s+)(?:m|mins?|minutes?|h|hrs?|hours?)`
const isClock = '(?:midnight|\\d{1,2}(?::\\d\\d|\\s*[ap]\\.?m))'
/** "12.30 EUR", "1.2.3", "27.11." */
const noAmount =
  '(?!\\.|\\s*(?:[\\p{Sc}%]|(?:eur|usd|gbp|chf|dkk|sek|nok|euros?|dollars?|pounds?|uhr|k?g|k?m|hours?|h)(?!\\p{L})))'
const day = `(?:today|tomorrow|${weekday})`

/** "3 days after friday" is a day. */
const notCounted = '(?<!\\b(?:day|week|month|year|hour|minute|min|hr|h|m)s?\\s+)'
/** "From 9 to 11" are hours. */
const hoursAhead = `\\s+${hour}\\s*(?:[ap]\\.?m\\.?)?\\s*(?:to|until|till|[–-])\\s*(?:\\d|midnight)`
const fromThenOn = [
  '(?:just|shortly|right|soon|not)\\s+before',
  'not(?:\\s+(?:until|till|on))?',
  '(?:anything|any\\s+day)\\s+but',
  'except',
  'no\\s+(?:earlier|sooner)\\s+than',
  '(?:starting|beginning(?!\\s+of)|commencing|effective)(?:\\s+(?:from|as\\s+of))?',
  'as\\s+(?:of|from)',
  'earliest',
  // Before an English date in a German line.
  'erst',
  'frühestens',
  'ab(?:\\s+de[mr])?',
  'seit',
  'nach',
] as const

const hourNames = [...numbers, 'eleven', 'twelve']
const hourName = `(?<hour>\\d{1,2}|${hourNames.join('|')})(?![:.]\\d)`
const hourOf = (name = ''): number => hourNames.indexOf(name.toLowerCase()) + 1 || Number(name)
const minutesPast: Readonly<Record<string, number>> = { half: 30, quarter: 15, five: 5, ten: 10, twenty: 20 }

const english: readonly Rule[] = [
  rule(
    `(?:at\\s+)?(?:a\\s+)?(?<minutes>half|quarter|five|ten|twenty|5|10|20|25)\\s+(?:minutes\\s+)?past\\s+${hourName}`,
    ({ minutes = '', hour: name }) =>
      `at ${hourOf(name)}:${String(minutesPast[minutes.toLowerCase()] ?? minutes).padStart(2, '0')}`,
  ),
  rule(
    `(?:at\\s+)?(?:a\\s+)?quarter\\s+to\\s+${hourName}`,
    ({ hour: name }) => `at ${hourOf(name) - 1 || 12}:45`,
  ),
  rule(
    '(?:at\\s+)?(?<hour>1[0-2]|[1-9])(?<minutes>:[0-5]\\d)?\\s+in\\s+the\\s+(?<half>morning|afternoon|evening)',
    ({ hour: name, minutes = '', half }) =>
      `at ${name}${minutes} ${half?.toLowerCase() === 'morning' ? 'am' : 'pm'}`,
  ),
  rule('12\\s+(?<name>noon|midnight)', ({ name = '' }) => name),
  // So that it is an end of a range, too: "noon-1".
  rule('noon', () => '12pm'),
  // A guest, or a temperature; chrono takes each for an offset from UTC, which has its name before it.
  [
    /(?<!(?:UTC|GMT)\s?|T\d\d:?\d\d(?::?\d\d(?:\.\d+)?)?)(?:\+|(?<=\s|midnight)-)\d{1,2}(?![\d:]|\.\d|\s*[ap]\.?m)/giu,
    bars,
    'said',
  ],
  // A length; a clock with seconds has its date before it.
  rule('(?<!\\d-\\d\\d\\s)\\d{1,2}:\\d\\d:\\d\\d', bars),
  // "At 10 to 3": of ten to three, or of five hours?
  rule(`at\\s+(?:5|10|20|25|five|ten|twenty)\\s+to\\s+${hourName}`, bars),
  rule('a\\s+fortnight', () => '2 weeks'),
  rule(`${amount}\\s+${part}\\s+${unit}`, fractional),
  rule(`${amount}\\s+${unit}\\s+${part}`, fractional),
  // Without a mark of the day two numbers are an amount: "between 3 and 4 people".
  rule(
    `between\\s+(?<from>${hour}\\s*(?:[ap]m)?)\\s+and\\s+(?<to>${hour}\\s*[ap]m|midnight)|between\\s+(?<from2>\\d{1,2}:[0-5]\\d)\\s+and\\s+(?<to2>\\d{1,2}:[0-5]\\d)`,
    ({ from, from2, to, to2 }) => `${from ?? from2} - ${to ?? to2}`,
  ),
  rule(`between\\s+(?<from>${day})\\s+and\\s+(?<to>${day})`, ({ from, to }) => `${from} - ${to}`),
  // Which one that is people do not agree on.
  rule(
    `(?:the\\s+)?(?:${day}|day|week|weekend|month|year)\\s+after\\s+next(?:\\s+(?:week|month|year))?(?:,?\\s+(?:at\\s+)?${hour}\\s*(?:[ap]m)?)?`,
    bars,
    'barred',
  ),
  rule(`(?<!\\bfor\\s+)${amount}\\s+weeks?\\s+${weekday}`, bars, 'barred'),
  rule(
    `${clockUnits}\\s+(?:before|prior\\s+to|ahead\\s+of|after|from(?!\\s+now))(?!\\s+${isClock})`,
    bars,
    'barred',
  ),
  // From when on something may be done is not when it is due.
  rule(`${notCounted}(?:after|since|from(?!${hoursAhead}))|(?:${fromThenOn.join('|')})`, bars, 'barred'),
  // With a dot after the day of a month: chrono takes its hour for a year.
  rule(
    `(?<=(?<!\\p{L})(?:\\d{1,2}(?:st|nd|rd|th)?\\s+${monthName}|${monthName}\\s+\\d{1,2}(?:st|nd|rd|th)?),?\\s+(?:at\\s+)?)(?<hours>[01]?\\d|2[0-3])\\.(?<minutes>[0-5]\\d)${noAmount}`,
    ({ hours, minutes }) => `${hours}:${minutes}`,
  ),
  // The 20th of November, or 20:11?
  rule(`${day},?\\s+\\d{1,2}\\.(?:0?[1-9]|1[0-2])${noAmount}`, (groups, found) =>
    /^to/i.test(found) ? null : bars(groups, found),
  ),
  rule('(?<time>\\d{1,2}(?::\\d\\d)?)\\s?(?<half>[ap])\\.m(?!\\.)', ({ time, half }) => `${time} ${half}m`),
]

const germanHalf = `(?<amount>\\d{1,2},5|(?:${counts.join('|')})einhalb|anderthalb)`
const inHalves = (many = ''): number => {
  if (/^\d/.test(many)) return Number(many.replace(',', '.'))
  return /^anderthalb/i.test(many) ? 1.5 : countOf(many) + 0.5
}
/** In the largest unit of which it is a whole number, or nearly. */
const perUnit: Readonly<Record<string, readonly [factor: number, name: string]>> = {
  stunde: [60, 'Minuten'],
  tag: [24, 'Stunden'],
  woche: [7, 'Tagen'],
  monat: [30, 'Tagen'],
}
const germanHour = '\\d{1,2}(?:[:.][0-5]\\d)?'
/** "22 bis 2 Uhr" ends on the day after. */
const isOverNight = (from = '', to = ''): boolean =>
  Number.parseInt(from) > 12 && Number.parseInt(to) < Number.parseInt(from)
const german: readonly Rule[] = [
  // As it is written without umlauts.
  rule(
    '(?:ueber)?naechste[nrsm]?|uebermorgen|spaetestens|faellig|fuer|frueh|maerz|jaenner|fuenf|zwoelf',
    (_groups, found) => found.replaceAll(/([aou])e/giu, (pair) => `${pair.charAt(0)}\u0308`.normalize()),
  ),
  rule('einer\\s+(?<three>drei)?viertelstunde', ({ three }) => `${three === undefined ? 15 : 45} Minuten`),
  rule('(?<ones>vier|fünf)zehn\\s+tagen', ({ ones }) => `${10 + countOf(ones)} Tagen`),
  rule(`${germanHalf}\\s+(?<unit>stunde|tag|woche|monat)(?:en|n|e)?`, ({ amount: many, unit: name = '' }) => {
    const [factor, said] = perUnit[name.toLowerCase()] ?? [1, name]
    return `${Math.round(inHalves(many) * factor)} ${said}`
  }),
  rule(
    `(?<amount>\\d{1,2}|einer|${counts.join('|')})\\s+stunden?\\s+(?:und\\s+)?(?<minutes>\\d{1,2})\\s+minuten?`,
    ({ amount: many, minutes }) => `${countOf(many) * 60 + Number(minutes)} Minuten`,
  ),
  rule(
    `(?:(?:von|zwischen)\\s+)?(?<from>${germanHour})(?:\\s*uhr)?(?:\\s+(?:bis|und)\\s+|\\s*[-–]\\s*)(?<to>${germanHour}\\s*uhr)`,
    // Due when they end; "9 und 11 Uhr" are two times.
    ({ from, to = '' }, found) => {
      if (isOverNight(from, to)) return bars({}, found)
      return /\sund\s/i.test(found) && !/^zwischen\s/i.test(found) ? null : to
    },
  ),
  rule(
    '(?:zwischen\\s+(?<from>\\d{1,2}:[0-5]\\d)\\s+und\\s+|(?:(?:von|um)\\s+)?(?<from2>\\d{1,2}:[0-5]\\d)\\s*(?:bis|[-–—])\\s*)(?<to>\\d{1,2}:[0-5]\\d)',
    ({ from, from2, to = '' }, found) => (isOverNight(from ?? from2, to) ? bars({}, found) : `um ${to}`),
  ),
]

const either: readonly Rule[] = [
  rule(
    '(?:@|around|approx\\.)\\s?(?<time>\\d{1,2}(?:(?::\\d\\d)?\\s?[ap]\\.?m|:\\d\\d)|noon|midnight)',
    ({ time = '' }) => time,
  ),
  rule('good\\s+(?:morning|afternoon|evening|night|day)', bars),
  rule(
    `(?:mr|mrs|ms|mx|frau|herrn?|familie|fam|firma|fa)\\.?\\s+(?:(?:dr|prof)\\.?\\s+)*(?:${anyWeekday}|${monthName})`,
    bars,
  ),
  // Of a person, or at the doctor's?
  rule(
    `(?:dr|prof)\\.?\\s+${anyWeekday}`,
    (groups, found) => (/\p{Lu}\p{L}+$/u.test(found) ? bars(groups, found) : null),
    'loose',
  ),
  rule(`${measuredBefore}\\d{1,3}:\\d{2}|\\d{1,3}:\\d{2}${measuredBehind}`, bars),
  ...unreadDays.map((pattern) => rule(pattern, bars, 'day')),
  ...periods.map((pattern) => rule(pattern, bars, 'loose')),
]

const rulesOf = { en: [...english, ...either], de: [...german, ...either] } as const

/** The line in words that the rules of that language read. */
export function reworded(line: string, language: keyof typeof rulesOf): Reworded {
  const spans: Span[] = []
  const barred: Span[] = []
  const loose: Span[] = []
  const days: Span[] = []
  let text = line
  for (const [written, say, kind] of rulesOf[language])
    for (const found of text.matchAll(written)) {
      const [start, end] = [found.index, found.index + found[0].length]
      const said = say(found.groups ?? {}, found[0])?.padStart(found[0].length) ?? found[0]
      if (said === found[0] || said.length > found[0].length) continue
      spans.push({ start, end })
      if (kind === 'barred') barred.push({ start, end })
      if (kind === 'loose' || kind === 'day') loose.push({ start, end })
      if (kind === 'day') days.push({ start, end })
      text = text.slice(0, start) + said + text.slice(end)
    }
  return { text, spans, barred, loose, days }
}

export const isBehind = (text: string, start: number, spans: readonly Span[]): boolean =>
  spans.some(({ end }) => end <= start && /^\s+(?:the\s+)?$/i.test(text.slice(end, start)))

/** The place of a hit with all of what was reworded that it reads a part of. */
export const widened = ({ start, end }: Span, spans: readonly Span[]): Span =>
  spans.reduce(
    (wide, span) =>
      span.start < wide.end && wide.start < span.end
        ? { start: Math.min(span.start, wide.start), end: Math.max(span.end, wide.end) }
        : wide,
    { start, end },
  )
