// Detects phrases of repetition: "every monday", "weekly", "jeden Montag". Tasks do not repeat, so the view shows a note.
// Pure.
import { longestRead } from './date-hit.ts'
import { germanWeekday, weekday } from './words.ts'
import { withPlainMarks } from './quotes.ts'

const day = '(?:week|work)?day|weekend|morning|afternoon|evening|night'
const germanDay = '(?:werk|arbeits|feier)?tage?|wochenende|morgen|vormittag|mittag|nachmittag|abend|nacht'
const number = '\\d{1,2}|two|three|four|five|six'
const germanNumber = '\\d{1,2}|zwei|drei|vier|fünf|sechs'

const patterns = [
  `(?:every|each) (?:(?:other|single|first|second|third|fourth|last|${number}) )?(?:(?:${day}|hour|week|month|quarter|year)s?|${weekday}s?|\\d{1,2}(?:st|nd|rd|th))`,
  `jede[nrs]? (?:(?:erste|zweite|dritte|vierte|letzte)[nrs]? )?(?:${germanDay}|stunde|woche|monat|quartal|jahr|${germanWeekday}|\\d{1,2}\\.)`,
  '(?:once|twice|\\d+ ?(?:times|x)) (?:an?|per) (?:day|week|month|year)|(?:ein|zwei|\\d+ ?)mal (?:pro|die|im) (?:tag|woche|monat|jahr)',
  `alle (?:(?:${germanNumber}) )?(?:tage|stunden|wochen|monate|jahre)`,
  '(?:täg|(?:zwei)?wöchent|monat|(?:viertel)?jähr)lich|vierzehntägig',
  '(?:mon|diens|donners|frei|sams|sonn|werk|wochen)tags|mittwochs|sonnabends',
  '(?:mon|tues|wednes|thurs|fri|satur|sun|week)days',
  // "The weekly report" and "daily standup" are names.
  '(?<!(?:the|an?|our|my|this|next) )(?:daily|nightly|(?:bi)?weekly|fortnightly|monthly|quarterly|yearly|annually)(?=\\s*(?:$|[.,;:!?)|@#~=/])| (?:on|at|by|in|from|until|starting)(?!\\p{L}))',
]
const repeated = new RegExp(`(?<![\\p{L}\\p{N}-])(?:${patterns.join('|')})(?![\\p{L}\\p{N}-])`, 'iu')
const quoted = /"[^"\n]*"/g
/** Names of places: "TGI Fridays", "at Ruby Tuesdays". */
const place =
  /(?<!\p{L})(?:\p{Lu}{2,}|(?:at|from|near|to|bei|im|zu) \p{Lu}\p{L}*) (?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days(?!\p{L})/gu

/** Whether the line asks for a repeating task. Text in quotes does not count. */
export const asksToRepeat = (text: string): boolean =>
  text.length <= longestRead &&
  repeated.test(withPlainMarks(text).replaceAll(quoted, '').replaceAll(/\s+/g, ' ').replaceAll(place, ''))
