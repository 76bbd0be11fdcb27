// English and German words of dates, as sources of regular expressions for plain text (plain-text.ts): "ä" is an "a" there.

export const weekday =
  '(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:s|nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)'
export const germanWeekday = '(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag)'
export const shortGerman = '(?:mo|di|mi|do|fr|sa|so)'
/** "Tuesdays", and the day of "tuesday evenings". "Our sunday evenings" are a thing. */
export const pluralWeekday = `(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days|(?<!\\b(?:the|an?|our|my|this|next|last) )(?:${weekday}|weekday)(?= (?:morning|afternoon|evening|night)s(?![a-z])))`
export const germanPluralWeekday = '(?:(?:mon|diens|donners|frei|sams|sonn)tags|mittwochs|sonnabends)'
/** Days that are no weekday: "Black Friday". */
export const namedWeekday = `(?:black|good|cyber|easter|palm|ash|holy) ${weekday}`
const weekdays = [/^mo/, /^(?:tu|di)/, /^(?:we|mi)/, /^(?:th|do)/, /^fr/, /^(?:sa|sonna)/, /^s[uo]/]
/** The number of a weekday; Monday is 1. */
export const weekdayNumber = (name: string): number => weekdays.findIndex((start) => start.test(name)) + 1

const months = [
  'jan(?:uary?|uar|ner)?',
  'feb(?:ruary?|ruar)?',
  'mar(?:ch|z)?|maerz|mrz',
  'apr(?:il)?',
  'ma[yi]',
  'jun[ei]?',
  'jul[yi]?',
  'aug(?:ust)?',
  'sept?(?:ember)?',
  'o[ck]t(?:ober)?',
  'nov(?:ember)?',
  'de[cz](?:ember)?',
]
export const month = `(?:(?:${months.join('|')})(?![a-z]))`
const monthPatterns = months.map((names) => new RegExp(`^(?:${names})$`))
/** The number of a month; January is 1. */
export const monthNumber = (name: string): number => monthPatterns.findIndex((names) => names.test(name)) + 1

const numbers =
  'an?|one|eine?[mnrs]?|eins two|zwei three|drei four|vier five|funf|fuenf six|sechs seven|sieben eight|acht nine|neun ten|zehn eleven|elf twelve|zwolf|zwoelf'
    .split(' ')
    .map((names) => names.split('|'))
/** "3", "three", "a". */
export const count = `(?:${numbers.flat().join('|')}|\\d{1,3})`
/** An hour in words: "at five". "Ein" and "a" are counts only. */
export const hourWord =
  '(?:one|eins|ein(?= uhr)|two|zwei|three|drei|four|vier|five|fu?e?nf|six|sechs|seven|sieben|eight|acht|nine|neun|ten|zehn|eleven|elf|twelve|zwoe?lf)'
const numberPatterns = numbers.map((names) => new RegExp(`^(?:${names.join('|')})$`))
export const countOf = (word = ''): number =>
  Number(word) || numberPatterns.findIndex((names) => names.test(word)) + 1

/** "Tag" is English too: "put it in a tag". */
export const germanDay = '(?<!\\b(?:an?|each|every) )tage?[ns]?'

const ordinals = [
  ['first', 'erste[mnrs]?'],
  ['second', 'zweite[mnrs]?'],
  ['third', 'dritte[mnrs]?'],
  ['fourth', 'vierte[mnrs]?'],
  ['fifth', 'fu?e?nfte[mnrs]?'],
] as const
const ordinalEnd = '(?:st|nd|rd|th|te[mnrs]?|\\.)'
/** "1st", "1.", "first". */
export const ordinal = `(?:\\d{1,2}${ordinalEnd}|${ordinals.flat().join('|')})`
/** The number of a day before its month: "first may" is not one. */
export const dayBeforeMonth = `(?:\\d{1,2}${ordinalEnd}?|(?:${ordinals.map(([english]) => english).join('|')})(?= of )|${ordinals.map(([, german]) => german).join('|')})`
const ordinalPatterns = ordinals.map((names) => new RegExp(`^(?:${names.join('|')})$`))
export const ordinalOf = (word = ''): number =>
  Number.parseInt(word, 10) || ordinalPatterns.findIndex((names) => names.test(word)) + 1

export const next = '(?:next|following|na?e?chste[mnrs]?|folgende[mnrs]?)'
export const coming = '(?:(?:(?:the|this) )?(?:up)?coming|kommende[mnrs]?)'
export const afterNext = '(?:ue?berna?e?chste[mnrs]?)'

/** A part of the day as it follows a weekday or "every". */
export const germanDayPart = '(?:morgen|(?:vor|nach)?mittag|abend|nacht)'
export const dayPart = `(?:morning|afternoon|evening|night|${germanDayPart})`

/** Parts of the day and their hours. The first match counts. */
const parts = [
  ['tonight|heute (?:abend|nacht)|night|nachts?', 20],
  ['morning|fruh(?![a-z])|vormittags?|morgens|heute morgen', 9],
  ['afternoon|nachmittags?', 15],
  ['evening|abends?', 18],
  ['mittags?', 12],
] as const
const partNames = parts.map(([names, hour]) => [new RegExp(`(?:${names})$`), hour] as const)
export const part = `(?:${parts.map(([names]) => names).join('|')})`
export const partHour = (written: string): number | undefined =>
  partNames.find(([names]) => names.test(written))?.[1]

/** Words that lead to a date. They are removed from the title with it. */
export const lead =
  "(?:(?:due(?: date)?|deadline|frist|fallig|faellig|by|(?:on or )?before|prior to|on|no later than|until|'?till?|for|fue?r|at|around|the|end of|bis|(?:bis )?einschliess?lich|spa?e?testens|zum|am|um|gegen|ca\\.?|vor|den|dem|in den|(?:between|zwischen) \\d{1,2}(?::\\d\\d)? (?:and|und))(?:: ?| )|@ ?)"

/** Words that continue a sentence after an hour, a short weekday or an ordinal: "at 8 as always". */
export const goesOn =
  '(?:at|on|by|in|with|for|about|as|and|or|please|pls|before|until|from|um|am|bis|mit|bei|fur|wegen|von|an|im|zum|zur|bitte|und|oder|today|tomorrow|heute|morgen)(?![a-z])'
