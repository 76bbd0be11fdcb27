// A date stands only where no word of time is left unread beside it: "third friday" is not any Friday, and "mid december 5pm" is
// not today. A wrong date is worse than text. Reads plain text (plain-text.ts), in which the dates that were found are bars.
import { type Atom, textAfter, textBefore } from './atoms.ts'
import type { Span } from './date-hit.ts'
import {
  coming,
  count,
  dayPart,
  germanWeekday,
  hourWord,
  lead,
  month,
  namedWeekday,
  next,
  ordinal,
  pluralWeekday,
  shortGerman,
  weekday,
} from './words.ts'

const weekdays = `(?:(?:${weekday}|${germanWeekday}|${shortGerman})(?![a-z]))`
const calendarWeek = '(?:kw|cw|week|woche) ?\\d{1,2}'
const period =
  '(?:(?:weeks?|wochen?|months?|monat(?:e[ns]?|s)?|quarters?|quartals?|years?|jahre?[ns]?|fortnights?|decades?|days|tagen?)(?![a-z]))'
const season = '(?:summer|autumn|fall|winter|spring|sommer|herbst|fruhjahr|fruhling)'
const laterOrdinal =
  '(?:(?:six|seven|eigh|nin|ten|eleven|twelf|[a-z]+teen|twentie|thirtie)th|(?:sechs|sieb|ach|neun|zehn|elf|zwolf|[a-z]+zehn|[a-z]+zigs)te[mnrs]?)'
const anyOrdinal = `(?:${ordinal}|${laterOrdinal}|last|letzte[mnrs]?)`
const divider = '(?:mid|middle of|early|later?|start of|beginning of|end of|mitte|anfang|ende|spat|fruh)'
/** Days by name. German ones end in "tag", but "Mittag", "Alltag" and "Bundestag" are not days of the calendar. */
const holiday = `(?:${namedWeekday}|(?!(?:mit|vormit|nachmit|all|land|bundes)tag(?![a-z]))[a-z]{3,}tag|christmas|xmas|nye|new year'?s?|easter|thanksgiving|halloween|hanukkah|diwali|ramadan|passover|heiligabend|silvester[a-z]*|neujahr|weihnachten|ostern|pfingsten|aschermittwoch|fronleichnam|himmelfahrt|valentine'?s?|advent)`
const which = `(?:this|last|diese[mnrs]?|letzte[mnrs]?|${next}|${coming})`

/** Words between a date and a word that belongs to it. */
const link = `(?:${lead}|(?:of|in|im|der|die|das|des|and|und|${which}) )*`
const whole = (source: string): string => `(?<![a-z0-9])(?:${source})(?![a-z0-9'])`
const before = (source: string): RegExp => new RegExp(`${whole(source)}[ ,(]*${link}$`)
const after = (source: string): RegExp => new RegExp(`^[ ,(]*${link}${whole(source)}`)

const someOf = `(?:few|paar|couple of|${which}|${anyOrdinal}|${count})`
/** The shape of a date that is none, or not this one: "30.2.", "2026-13-01". */
const dateShape = '\\d{1,4}([-/])\\d{1,2}\\1\\d{1,4}|\\d{1,2}\\. ?\\d{1,2}\\.(?: ?\\d{2,4})?'
const dayOrYear = "'?(?:[1-9]|[12]\\d|3[01]|19\\d\\d|20\\d\\d)"

/** A day of a month, or a year, that counts nothing: "on the 20", but not "20 apples". */
const aNumber = `(?:(?:the|den|der|dem|on|am) )?${dayOrYear}(?![a-z0-9'%€$£°/]|[.,:-][a-z0-9])(?! (?!${lead}|${month}|${weekdays})[a-z])`

/** The kind of a moment, judged without its neighbours. A repetition is one too (repeats.ts). */
type Kind = 'time' | 'weekday' | 'week' | 'date' | 'repeat'
const kindOf = ({ day, soft, isWeek }: Atom): Kind => {
  if (day === undefined) return 'time'
  return isWeek === true ? 'week' : soft === 'weekday' ? 'weekday' : 'date'
}
const anyKind: readonly Kind[] = ['time', 'weekday', 'week', 'date']

/** Words that make a moment of these kinds another one, before it or behind it. */
const words: readonly { of: readonly Kind[]; before?: RegExp; after?: RegExp }[] = [
  // "A fortnight on friday", "the 20th next quarter". "Plan the week tomorrow" names a thing, but "monday week" is another Monday.
  {
    of: anyKind,
    before: before(`${someOf} ${period}|${calendarWeek}`),
    after: after(`${which} ${period}|weeks?|${calendarWeek}|${period}(?! ?(?!${lead}|${weekdays})[a-z])`),
  },
  { of: ['week'], before: new RegExp(`(?<![a-z0-9])(?:${divider}[ -]|${which} (?:and|und) )${link}$`) },
  // "This or next friday".
  { of: ['weekday', 'week', 'date'], before: before(`${which} (?:or|oder)`) },
  // "Every day for 2 weeks", "every monday from january", "on the 15th and the last of each month".
  {
    of: ['repeat'],
    before: before(`not|nicht|few|paar|couple of|${which}|${month}`),
    after: after(
      `${someOf} ${period}|(?:(?:from|ab) )?${month}|${weekdays} ?[-/] ?${weekdays}|${anyOrdinal}(?! ?(?!${lead}|${period})[a-z])|from (?:now|today)`,
    ),
  },
  // "Lunch with June 1pm" is with a person.
  {
    of: ['time'],
    before: before(`(?<!(?:with|ask|call|tell|meet|email|mit) )${month}`),
    after: after(month),
  },
  { of: ['weekday'], before: before(`(?:of|in|im|${divider})[ -]${month}`), after: after(month) },
  // "Friday 2nd floor": a word behind an ordinal is what it counts.
  {
    of: ['time', 'weekday'],
    before: before(anyOrdinal),
    after: new RegExp(`${after(anyOrdinal).source}(?! ?(?!${lead}|${period}|${month}|${weekdays})[a-z])`),
  },
  { of: ['time', 'weekday'], after: /^,? (?:(?:on|am) )?(?:the|der|den|dem) \d{1,2}(?:st|nd|rd|th|\.)/ },
  // "From the 24. to 31.12.", "Di 24.11./Do 26.11.": one of several days.
  {
    of: ['date'],
    before: new RegExp(
      `(?<![a-z0-9.:])\\d{1,2}(?:\\.(?:\\d{1,2}\\.)?|st|nd|rd|th)(?: (?:bis|to|and|und|or|oder) (?:zum )?| ?[/&+] ?)(?:${weekdays} )?$`,
    ),
  },
  // "Mo, Mi 18 Uhr": the first is too short to be read.
  {
    of: ['time', 'weekday'],
    before: new RegExp(`(?<![a-z0-9])${weekdays}\\.? ?(?:[,&+/-]|and|or|und|u\\.|oder) ?(?:${weekdays} )?$`),
  },
  {
    of: ['weekday', 'week'],
    after: new RegExp(`^ (?:after next|(?:after|before|nach|vor|in) (?:the )?${holiday})(?![a-z])`),
  },
  {
    of: ['time'],
    before: before(`[a-z]+'?s? day|${holiday}|${pluralWeekday}`),
    after: after(`[a-z]+'?s? day|${holiday}|${pluralWeekday}`),
  },
  {
    of: ['time', 'weekday'],
    before: new RegExp(`(?<![a-z0-9.:/-])(?:${dateShape})[ ,(]*${link}$`),
    after: new RegExp(`^[ ,(]*${link}(?:${dateShape})(?![a-z0-9])`),
  },
  // Numbers that no word is numbered by ("issue 12 friday") and that count nothing ("friday 3 people").
  {
    of: ['time', 'weekday'],
    before: new RegExp(
      `(?:^|(?<!\\d)[,;(]|[,;(] |\\d |(?<![a-z])(?:on|at|by|am|um|the|den|dem|der|vom|bis) )${whole(dayOrYear)}(?:,? ${link})?,? ?$`,
    ),
  },
  {
    of: anyKind,
    after: new RegExp(`^,? (?:(?:and|or|und|oder) )?${aNumber}`),
  },
  { of: ['time'], after: new RegExp(`^ (?:and|or|und|oder) (?:${hourWord}|more|mehr)(?![a-z])`) },
  { of: ['repeat'], after: new RegExp(`^,? (?:and|or|und|oder) (?:${dayPart}s?(?![a-z])|${aNumber})`) },
]

/** "5pm IST", "17:00 +02:00", "9am (London time)". Reads original letters, because "ist" and "at" are words. */
const zone =
  /^ ?\(?(?:(?:UTC|GMT|Z|MES?Z|MSK|(?!AT|IT)[A-Z]{1,4}T|utc|gmt|[ecmp][sd]t|ces?t|mes?z|bst)(?!\p{L})|[+-]\d\d(?::?\d\d)?(?!\d)|(?:\p{L}+ ){1,2}(?:time|zeit)(?!\p{L})|\p{L}+-Zeit|Ortszeit)/u

/** "Nächste Woche Di oder Do": such short names are words in small letters. */
const shortDay = '(?:Mo|Di|Mi|Do|Fr|Sa|So)(?!\\p{L})'
const beforeShortDay = new RegExp(`^[ ,]*(?:am )?${shortDay}`, 'u')
const behindShortDay = new RegExp(`(?<!\\p{L})${shortDay}\\.?[ ,]*(?:${lead})*$`, 'u')

const isUnreadBeside = (kind: Kind, text: string, { start, end }: Span): boolean => {
  const [head, tail] = [textBefore(text, start), textAfter(text, end)]
  return words.some(
    (word) => word.of.includes(kind) && (word.before?.test(head) === true || word.after?.test(tail) === true),
  )
}

const exception = /(?<![a-z])(?:except|excluding|but (?:not|on|the)|aus?ser|nur nicht)(?![a-z])/
/** Whether a word of time beside a repetition, or an exception to it, is not a part of it. */
export const isPartOfMore = (text: string, span: Span): boolean =>
  exception.test(text) || isUnreadBeside('repeat', text, span)

/**
 * Whether a word of time beside a moment is not a part of it.
 * @param written the same text in its original letters
 */
export function hasUnreadBeside(text: string, written: string, atom: Atom): boolean {
  const { clock, instant, start, end } = atom
  if (instant !== undefined) return false
  if (clock !== undefined && clock.offset === undefined && zone.test(textAfter(written, end))) return true
  const kind = kindOf(atom)
  if ((kind === 'week' || kind === 'time') && beforeShortDay.test(textAfter(written, end))) return true
  if (kind === 'time' && behindShortDay.test(textBefore(written, start))) return true
  return isUnreadBeside(kind, text, atom)
}

const otherDays = new RegExp(
  [
    holiday,
    pluralWeekday,
    `${which} (?:${period}|${season})`,
    `${divider} (?:(?:of|the|der|des) )*${period}`,
    `(?:in|im|by|on|until|till|bis|of|${which}|${divider}|${anyOrdinal}|\\d{1,2})[ -]${month}`,
    `${month} \\d{1,2}(?! ?uhr)`,
    `${weekdays} ?[-/] ?${weekdays}`,
    `${shortGerman}(?: ?(?:[,&+]|und) ?${shortGerman})+`,
  ]
    .map(whole)
    .join('|'),
)
/** "Boxing Day", "Do 9-12". */
const capitalDay = new RegExp(
  `(?<!\\p{L})(?:\\p{Lu}\\p{L}+(?:['’]?s)? Day(?!\\p{L})|${shortDay}\\.? \\d)`,
  'u',
)

/** Whether a line names a day or a period that is not read, so that its times are not today's. */
export const namesAnotherDay = (text: string, written: string): boolean =>
  otherDays.test(text) || capitalDay.test(written)
