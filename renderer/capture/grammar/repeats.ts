// Detects phrases of repetition: "every monday", "weekly", "jeden Montag". Tasks do not repeat, so the view shows a note.
// Pure.
import { germanWeekday, weekday } from '../dates/words.ts'
import { withPlainMarks } from './quotes.ts'

const day = '(?:week|work)?day|weekend|morning|afternoon|evening|night'
const germanDay = '(?:werk|arbeits|feier)?tage?|wochenende|morgen|vormittag|mittag|nachmittag|abend|nacht'
const number = '\\d{1,2}|two|three|four|five|six'
const germanNumber = '\\d{1,2}|zwei|drei|vier|fünf|sechs'

const patterns = [
  `(?:every|each)\\s+(?:(?:other|second|single|${number})\\s+)?(?:(?:${day}|hour|week|month|quarter|year)s?|${weekday}s?)`,
  `jede[nrs]?\\s+(?:(?:zweite|dritte)[nrs]?\\s+)?(?:${germanDay}|stunde|woche|monat|quartal|jahr|${germanWeekday})`,
  `alle\\s+(?:(?:${germanNumber})\\s+)?(?:tage|stunden|wochen|monate|jahre)`,
  '(?:täg|(?:zwei)?wöchent|monat|(?:viertel)?jähr)lich|vierzehntägig',
  '(?:mon|diens|donners|frei|sams|sonn|werk|wochen)tags|mittwochs|sonnabends',
  '(?:mon|tues|wednes|thurs|fri|satur|sun|week)days',
  // "The weekly report" and "daily standup" are names.
  '(?<!(?:the|an?|our|my|this|next)\\s+)(?:daily|nightly|(?:bi)?weekly|fortnightly|monthly|quarterly|yearly|annually)(?=\\s*(?:$|[.,;:!?)|@#~=/])|\\s+(?:on|at|by|in|from|until|starting)(?!\\p{L}))',
]
const repeated = new RegExp(`(?<![\\p{L}\\p{N}-])(?:${patterns.join('|')})(?![\\p{L}\\p{N}-])`, 'iu')
const quoted = /"[^"\n]*"/g

/** Whether the line asks for a repeating task. Text in quotes does not count. */
export const asksToRepeat = (text: string): boolean =>
  repeated.test(withPlainMarks(text).replaceAll(quoted, ''))
