// Words that look like dates but are not. One Backspace corrects a misread date, so only common cases are listed. Reads plain
// text (plain-text.ts). Also phrases of repetition ("every monday", "weekly", "jeden Montag"), beside which no date is read unless
// they are read themselves (repeats.ts).
import {
  germanDayPart,
  germanPluralWeekday,
  germanWeekday,
  month,
  namedWeekday,
  pluralWeekday,
  weekday,
} from './words.ts'
import { longestRead } from './date-hit.ts'
import { withPlainMarks } from './plain-text.ts'

const anyWeekday = `(?:${weekday}|${germanWeekday})`

const texts = new RegExp(
  [
    // Money, percentages and measures.
    '[€$£] ?\\d[\\d.,]*|(?<!\\d)\\d+(?:[.,]\\d+){0,4} ?(?:[€%$£]|(?:eur|euros?|usd|chf|dollars?|percent|prozent|k[gm]|cm|mm|miles?|mal|times|copies)(?![a-z]))',
    ...[
      // Fractions, and fixed expressions like "24/7".
      '24/7|9/11|\\d \\d/\\d+|(?:an?|the|eine?) \\d{1,2}/\\d{1,2}|\\d{1,2}/\\d{1,2}(?="| ?(?:an )?(?:of|off|cups?|inch(?:es)?|in\\.|price|stars?|tassen?|liter|de[rs]|eine[rs])(?![a-z]))|(?<!in )\\d{1,2}/\\d{1,2}(?= ?(?:an? )?(?:h(?:ours?)?|days?|stunden?|std|tage?)(?![a-z]))',
      // Numbered things, for example rooms and versions.
      '(?:room|version|v|chapter|section|part|step|size|pages?|pp|ratio|scale|score|php|node|raum|zimmer|kapitel|teil|schritt|gros?se|seiten?|punkt|masstab|windows|iphone)\\.? ?\\d+(?:[./:-]\\d+){0,4}\\.?(?: ?(?:to|bis|-) ?\\d+)?(?![\\d:])',
      // Names that contain a day or a month, and words that resemble a day.
      `(?:mr|mrs|ms|dr|frau|herrn?)\\.? (?:${anyWeekday}|${month})`,
      namedWeekday,
      `(?<!(?:on|by|before|until) )(?:the|an?|our|my|your|his|her|their|die|der) ${anyWeekday}(?= [a-z])`,
      '(?:the|i|we|he|she|they|you|it|who|cat) (?:sun|sat|wed)',
      '(?:good|guten?|schonen) (?:morning|afternoon|evening|night|morgen|abend|nacht)',
    ].map((source) => `\\b(?:${source})(?![a-z])`),
  ].join('|'),
  'g',
)

/** Addresses, files and paths. */
const address = /@[^@]*\.|:\/\/|[\\_]|(?:\b[a-z][a-z0-9]*|-\d+)\.[a-z]{2}|^[~.]?\/./

/** Replaces such words by bars, which no date crosses. */
export const withoutLookalikes = (text: string): string =>
  text
    .replaceAll(/\S+/g, (word) => (address.test(word) ? '|'.repeat(word.length) : word))
    .replaceAll(texts, (words) => '|'.repeat(words.length))

/** Words before a date that rule it out as a due date: "after friday", "move it to friday". */
export const blockedBefore =
  /\b(?:after|since|from|starting|as of|not|than|to|of|des|except|but|last|ab|seit|nach|erst|fruhestens|vom|von|auf|nicht|ausser|auser|(?:letzte|vergangene)[nrs]?) $/
/** A count before a date: "2 hours before friday" counts back from it. */
export const counted = /(?:days?|hours?|h|min(?:ute)?s?|weeks?|tage?|stunden?|std\.?|minuten|wochen?) $/

const day = '(?:week|work)?day|weekend|morning|afternoon|evening|night'
const germanDay = `(?:werk|arbeits|feier)?tage?|wochenende|${germanDayPart}`
const number = '\\d{1,2}|two|three|four|five|six'
const germanNumber = '\\d{1,2}|zwei|drei|vier|fünf|sechs'

/** Text that may follow "daily". Before other words it is part of a name: "daily standup". */
export const behindAdverb =
  '(?=\\s*(?:$|[.,;:!?)|@#~=/])| (?:(?:on|at|by|in|from|until|till|starting|before|after|um|gegen|von|bis|abends|morgens)(?![a-z])|\\d{1,2}(?::\\d\\d|-\\d| ?(?:[ap]m|uhr))))'

const patterns = [
  `(?:every|each)!? (?:(?:other|single|first|second|third|fourth|last|${number}) )?(?:(?:${day}|hour|week|month|quarter|year)s?|${weekday}s?|\\d{1,2}(?:st|nd|rd|th))`,
  `jede[nrs]? (?:(?:erste|zweite|dritte|vierte|letzte)[nrs]? )?(?:${germanDay}|stunde|woche|monat|quartal|jahr|${germanWeekday}${germanDayPart}?|\\d{1,2}\\.)`,
  '(?:once|twice|\\d+ ?(?:times|x)) (?:an?|per) (?:day|week|month|year)|(?:ein|zwei|\\d+ ?)mal (?:pro|die|im) (?:tag|woche|monat|jahr)',
  `alle (?:(?:${germanNumber}) )?(?:tage|stunden|wochen|monate|jahre)`,
  '(?:täg|(?:zwei)?wöchent|monat|(?:viertel)?jähr)lich|vierzehntägig',
  `${germanPluralWeekday}|(?:werk|wochen)tags|${pluralWeekday}|weekdays`,
  // "The weekly report" and "daily standup" are names.
  `(?<!(?:the|an?|our|my|this|next) )(?:daily|nightly|(?:bi)?weekly|fortnightly|monthly|quarterly|yearly|annually)${behindAdverb}`,
]
const repeated = new RegExp(`(?<![\\p{L}\\p{N}-])(?:${patterns.join('|')})(?![\\p{L}\\p{N}-])`, 'iu')
const quoted = /"[^"\n]*"/g
/** Names of places: "TGI Fridays", "at Ruby Tuesdays". */
const place =
  /(?<!\p{L})(?:\p{Lu}{2,}|(?:at|from|near|to|bei|im|zu) \p{Lu}\p{L}*) (?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days(?!\p{L})/gu

/** The line with bars for such names. */
export const withoutPlaces = (text: string): string =>
  text.replaceAll(place, (name) => '|'.repeat(name.length))

/** Whether the line asks for a repeating task. Text in quotes does not count. */
export const asksToRepeat = (text: string): boolean =>
  text.length <= longestRead &&
  repeated.test(withPlainMarks(text).replaceAll(quoted, '').replaceAll(/\s+/g, ' ').replaceAll(place, ''))
