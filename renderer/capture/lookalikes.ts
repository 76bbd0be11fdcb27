// Words of a sentence that only look like dates: "tomorrow's call", "sun-dried", "Thu Nguyen". Pure.
import { elsewhere } from './elsewhere.ts'
import { goesOnBehindDate, isCount, isFraction, isNumber, isOrAnother, isVerse } from './fractions.ts'
import { isInName } from './in-names.ts'
import { monthName, weekday } from './names.ts'
import type { Span } from './parse-capture.ts'

// "30m", "for 2 hours", "a week": a length, not a moment. "in 30 minutes" is a moment.
const unit = '(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?|months?|years?)'
const amount =
  '(?:[\\d.,]+|(?:(?:half\\s+)?an?|(?:(?:a\\s+)?(?:couple|few))(?:\\s+of)?|one|two|three|four|five|six|seven|eight|nine|ten)\\s)'
const length = new RegExp(`^(?:for\\s+)?(?:${amount}\\s*${unit}\\s*)+$`, 'iu')
const moment = /\b(?:in|within|from|later|after)\b/i
const notDue = /^(?:now|just now|right now|this month|this year|24\/7)$/i
/** "tomorrow's call", "3/4 of it", "sun-dried", "the sun", "I sat": words of a sentence, which only look like days. */
const ofSomething = /^(?:['’]s\b|\s+of\b|-\p{L})/iu
/** "each friday", "once a week on friday" is no one day; a task is due once. */
const repeated =
  /\b(?:(?:every|each)(?:\s+(?:other|second))?(?:\s+(?:(?:week)?day|week|month|year))?|once|twice|times)\s+(?:(?:on|at)\s+)?$/i
/** "Daily at 9am", but not "the weekly on friday". */
const often =
  /(?<!\b(?:the|an?|our|my|this|next)\s+)\b(?:daily|nightly|(?:bi)?weekly|fortnightly|monthly|quarterly|yearly|annually)\s+(?:on|at)\s+(?:the\s+)?$/i
const clock = /(?:[ap]\.?m\.?|:\d\d)$/i
/** "3 days after the meeting": chrono counts from now. */
const countedFromNothing = /\b(?:before|after)$/i
/** "Move it to friday", "the report of nov 20": not when it is due. */
const ofSomethingElse = /(?:(?<!\bprior\s+)\bto|(?<!\bend\s+)\bof)\s+(?:the\s+)?$/i
/** "Friday or later" is when it may be done from on. */
const fromThenOn =
  /^,?\s+(?:onwards?|(?:and|or)\s+(?:after|later|onwards)|at\s+the\s+earliest|oder\s+später)(?!\p{L})/iu
/** "The friday report", "sun cream", "mon ami". */
const article = /(?<!\b(?:on|by|before|until|till|for|due|in)\s+)\b(?:the|our|my|your|his|her|their)\s+$/i
const bareName = new RegExp(`^${weekday}$`, 'i')
const compound =
  /^(?:sun\s+(?:cream|screen|block|hats?|glasses|dress|lotion|protection|light|shade)|mon\s+(?:ami|amour|ch[eé]rie?)|sat\s+nav)(?!\p{L})/iu
const clause = /\b(?:the|a|i|we|he|she|it|they|who|that)\s+$/i
const alsoWord = /^(?:sun|sat|mon|wed)$/i
const leadsToDay = /\b(?:due|by|on|before|until|till|bis)\s+$/i
/** "Thu Nguyen", "Sun Microsystems": a short name of a day before a word in capitals, which is no day or month. */
const alsoName = /^(?:Sun|Mon|Thu|Sat|Wed)$/
const capital = new RegExp(
  `^\\s+(?!(?:${weekday}|${monthName}|am|noon|midnight|at|by|on|and|or|next|this)(?!\\p{L}))\\p{Lu}`,
  'iu',
)
const isCapital = /^\s+\p{Lu}/u
/** "SAT prep", where not all of the line is in capitals. */
const acronym = /^(?:SUN|SAT)$/
/** "Only 2 may be left". */
const numbers = /^\d{1,2} may$/
const verb = /^\s+(?:be|have|not|also|still|only|need|want)(?!\p{L})/u
const partOfDay = /^(?:morning|afternoon|evening|night)$/i
/** "Morning standup", "write morning pages". */
const anyWord = /^\s+\p{L}/u

/** Whether it is the day of no one task: "each friday", "weekly on friday", "friday or later". */
export const isNoOneDay = (before: string, found: string, after: string): boolean =>
  repeated.test(before) ||
  often.test(before + (/^(?:on|at)\s+/i.exec(found)?.[0] ?? '')) ||
  fromThenOn.test(after)

/** @param found what was read in `line`, and where. @param text the line as it was read. */
export function isLookalike(found: string, place: Span, line: string, text: string): boolean {
  const [before, after] = [text.slice(0, place.start), text.slice(place.end)]
  if (notDue.test(found) || (length.test(found) && !moment.test(found))) return true
  if (countedFromNothing.test(found)) return true
  if (ofSomethingElse.test(before)) return true
  if (isInName(line, place) || ofSomething.test(after) || /['’]s$/i.test(found)) return true
  if (isFraction(before, found, after) || isNumber(before, found) || isCount(before, found, after))
    return true
  if (isVerse(before, found) || (/^\d/.test(found) && isOrAnother(before))) return true
  if (clock.test(found) && elsewhere.test(after)) return true
  if (numbers.test(found) && verb.test(after)) return true
  if (article.test(before) && bareName.test(found) && anyWord.test(after) && !goesOnBehindDate.test(after))
    return true
  if (compound.test(found + after)) return true
  if (clause.test(before) && alsoWord.test(found)) return true
  if (acronym.test(found) && /\p{Ll}/u.test(line)) return true
  if (alsoName.test(found) && !leadsToDay.test(before) && isCapital.test(after) && capital.test(after))
    return true
  return (
    partOfDay.test(found) &&
    !/\b(?:in|by)\s+the\s+$/i.test(before) &&
    anyWord.test(after) &&
    !goesOnBehindDate.test(after)
  )
}
