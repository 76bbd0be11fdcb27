// What names a day without saying which: "mid december", "next year", "week 49", "the first friday". It is text, and so is
// the time or the bare name of a day beside it, which would else be those of today or of this week. Pure.
import type { Span } from './parse-capture.ts'
import { weekdayName } from './date-rules.ts'

/** English and German ones: German lines hold both. */
const month =
  '(?:jan(?:uar[y]?)?|jänner|feb(?:ruar[y]?|er)?|mär(?:z|\\b)|mrz|mar(?:ch)?|apr(?:il)?|ma[iy]|jun[ei]?|jul[iy]?|aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)\\.?'
/** Those that are no names of people: "call Jan at 5pm". */
const plainMonth =
  '(?:january?|jänner|feb(?:ruar[y]?|er)?|mär(?:z|\\b)|mrz|march|jul[iy]|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)\\.?'
const weekday = `(?:${weekdayName.replace('(', '(?:')}|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag)`
const clock =
  '(?:\\d{1,2}(?:[:.]\\d{2})?\\s*(?:[ap]\\.?m\\.?|uhr)|\\d{1,2}[:.]\\d{2}|noon|midnight)(?![\\p{L}\\p{N}])'
/** A month with a day is a date. */
const withoutDay = `(?!,?\\s+(?:the\\s+)?\\d{1,2}(?:st|nd|rd|th|\\.)?(?![\\d:]|\\.\\d|\\s*(?:[ap]\\.?m|uhr)(?!\\p{L})))`
const notBehindDay = '(?<!(?:\\d(?:st|nd|rd|th)?|(?:first|second|third|\\p{L}+th))\\.?,?\\s+(?:of\\s+)?)'
const year = '20\\d\\d'
const someMonth = `${month}${withoutDay}(?:\\s+${year})?`
const season = '(?:spring|summer|autumn|fall|winter|season|semester|term)'
const germanSeason = '(?:frühjahr|frühling|sommer|herbst|winter)'
const calendarWeek =
  '(?:[ck]w\\s?\\d{1,2}|(?:kalender)?woche\\s\\d{1,2}(?!\\d|[.:]\\d|\\s*uhr)|(?:calendar\\s+)?week\\s\\d{1,2}(?!\\d|[.:]\\d|\\s*(?:[ap]\\.?m|uhr)(?!\\p{L})))'

const ordinal =
  '(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|\\p{L}+teenth|twentieth|thirtieth|(?:twenty|thirty)[\\s-]\\p{L}+)'
const germanOrdinal =
  '(?:\\d{1,2}ten|ersten|zweiten|dritten|vierten|fünften|sechsten|siebten|achten|neunten|zehnten|elften|zwölften|\\p{L}+zehnten|\\p{L}*zwanzigsten|\\p{L}*dreißigsten)'

/** Sources of regular expressions for whole words, whatever their case. */
export const loosePatterns: readonly string[] = [
  `(?<!${month}\\s+)(?:the\\s+)?(?:first|second|third|fourth|fifth|[1-5](?:st|nd|rd|th)|(?:erste|zweite|dritte|vierte|fünfte)[nrsm]?|[1-5]\\.)\\s+${weekday}s?(?:\\s+(?:of|in|im|des)\\s+(?:(?:the|this|next|every|each)\\s+)?(?:monats?|month|${month}))?`,
  `(?:early|mid|late|later)(?:\\s+in)?[\\s-]+(?:(?:(?:the|this|next|coming)\\s+)?(?:week|month|quarter|year|${season})|${year}|${someMonth})`,
  `(?:the\\s+)?(?:start|beginning|middle)\\s+of\\s+(?:(?:(?:the|this|next|coming)\\s+)?(?:week|month|quarter|year|${season})|${year}|${someMonth})`,
  `(?:the\\s+)?end\\s+of\\s+(?:(?:(?:the|this|next|coming)\\s+)?(?:quarter|year|${season})|${year}|${someMonth})|eo[yq]`,
  `(?:anfang|mitte)\\s+(?:(?:der\\s+)?(?:der|dieser|(?:über)?nächste[rn]|kommende[rn])\\s+woche|(?:des|dieses|nächsten|kommenden)\\s+(?:monats|jahres|quartals)|${year}|${calendarWeek}|${someMonth})`,
  `ende\\s+(?:(?:des|dieses|nächsten|kommenden)\\s+(?:jahres|quartals)|${year}|${calendarWeek}|${someMonth})|(?:jahres|quartals)ende`,
  `(?:this|next|last|coming|(?:dies|nächst|kommend|letzt|vergangen)es)\\s+(?:(?:calendar|fiscal)\\s+)?(?:year|quarter|${season}|jahr|quartal)`,
  '(?<!\\bof\\s+(?:the\\s+)?)(?:this|next|last|coming)\\s+month|(?:diesen|diesem|(?:über)?nächsten|kommenden|letzten)\\s+monat',
  `(?:diesen|nächsten|kommenden|letzten|im)\\s+${germanSeason}|im\\s+(?:nächsten|kommenden)\\s+jahr|in\\s+(?:the\\s+)?${season}|in\\s+${year}`,
  `(?:in|during|by|until|till|before|this|next|last|im|bis|nächsten|kommenden)\\s+${someMonth}`,
  `${notBehindDay}(?:${plainMonth}(?:\\s+${year})?|${month}\\s+${year})(?=,?\\s+(?:(?:at|um|gegen)\\s+)?${clock}|\\s+(?:am\\s+)?${weekday}(?!\\p{L}))`,
  `(?:on|by)\\s+the\\s+${ordinal}|(?:am|zum)\\s+${germanOrdinal}`,
  // "26.11 15:00", which is no day without its second dot, or "am" or the name of the day before it (german-days.ts).
  `(?<!(?<!\\p{L})(?:am|zum|den|${weekday}|(?:mo|di|mi|do|fr|sa|so)\\.?),?\\s+)(?:0?[1-9]|[12]\\d|3[01])\\.(?:0?[1-9]|1[0-2])(?=,?\\s+(?:(?:at|um|gegen)\\s+)?${clock})`,
  `(?<!(?:this|next|last|an?|per|each|every|of|the|der|diese[rn]?|nächste[rn]?|kommende[rn]?)\\s+)${calendarWeek}`,
]

const leadsToTime = /^[\s,(]*(?:(?:at|by|um|gegen|bis|am)\s+)?$/i
const nothing = /^[\s,]*$/
/** "Friday: week 48 report". */
const weekOf = /^week\s\d{1,2}\s+\p{L}/iu

/** Whether a time, or the bare name of a day, stands beside what says no day. @param line what was written. */
export const isBesideLoose = (
  line: string,
  { start, end }: Span,
  loose: readonly Span[],
  what: 'time' | 'weekday',
): boolean => {
  const between = what === 'time' ? leadsToTime : nothing
  return loose.some((span) => {
    if (span.end <= start) return between.test(line.slice(span.end, start))
    const isOfNext = what === 'weekday' && weekOf.test(line.slice(span.start))
    return end <= span.start && !isOfNext && between.test(line.slice(end, span.start))
  })
}

const nextYearBehind =
  /^,?\s+(?:(?:of\s+)?next\s+year|(?:im\s+)?(?:nächsten|kommenden)\s+jahr(?:es)?)(?!\p{L})/iu
const nextYearBefore =
  /(?<!\p{L})(?:next\s+year|nächstes\s+jahr),?\s+(?:(?:on|by|am|bis|zum)\s+)*(?:the\s+)?$/iu

/** "Dec 5 next year": a date without a year that is of this one. @param line what was written. */
export const isOfNextYear = (line: string, { start, end }: Span): boolean =>
  nextYearBehind.test(line.slice(end)) || nextYearBefore.test(line.slice(0, start))
