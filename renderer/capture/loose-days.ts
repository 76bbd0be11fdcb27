// What names a day that nobody reads ("Christmas Eve", "the first friday"), or no day at all ("mid december", "next year",
// "week 49"). It is text, and so are the times of such a day wherever they stand in the line, and a time or the bare name of a
// day beside it: each would else be of today or of this week. Pure.
import { notNumbered } from './fractions.ts'
import { anyWeekday } from './names.ts'
import type { Span } from './parse-capture.ts'

/** English and German ones: German lines hold both. */
const month =
  '(?:jan(?:uar[y]?)?|jänner|feb(?:ruar[y]?|er)?|mär(?:z|\\b)|mrz|mar(?:ch)?|apr(?:il)?|ma[iy]|jun[ei]?|jul[iy]?|aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)(?:\\.|(?!\\.))'
/** Those that are no names of people: "call Jan at 5pm". */
const plainMonth =
  '(?:january?|jänner|feb(?:ruar[y]?|er)?|mär(?:z|\\b)|mrz|march|jul[iy]|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)(?:\\.|(?!\\.))'
const clock =
  '(?:\\d{1,2}(?:[:.]\\d{2})?\\s*(?:[ap]\\.?m\\.?|uhr)|\\d{1,2}[:.]\\d{2}|noon|midnight)(?![\\p{L}\\p{N}])'
/** A month with a day is a date. */
const withoutDay = `(?!,?\\s+(?:the\\s+)?\\d{1,2}(?:st|nd|rd|th|\\.)?(?![\\d:]|\\.\\d|\\s*(?:[ap]\\.?m|uhr)(?!\\p{L})))`
const notBehindDay = '(?<!(?:\\d(?:st|nd|rd|th)?|(?:first|second|third|\\p{L}+th))\\.?,?\\s+(?:of\\s+)?)'
const year = '20\\d\\d'
const someMonth = `${month}${withoutDay}(?:\\s+${year})?`
const season = '(?:spring|summer|autumn|fall|winter|season|semester|term)'
const germanSeason = '(?:frühjahr|frühling|sommer|herbst|winter)'
const shortWeek = '(?:[ck]w\\s?\\d{1,2}|\\d{1,2}\\.\\s?kw)'
const longWeek =
  '(?:(?:kalender)?woche\\s\\d{1,2}(?!\\d|[.:]\\d|\\s*uhr)|(?:calendar\\s+)?week\\s\\d{1,2}(?!\\d|[.:]\\d|\\s*(?:[ap]\\.?m|uhr)(?!\\p{L})))'
const calendarWeek = `(?:${shortWeek}|${longWeek})`

const shortGerman = '(?:mo|di|mi|do|fr|sa|so)\\.?'
const dayNumber = '(?:0?[1-9]|[12]\\d|3[01])'
const monthNumber = '(?:0?[1-9]|1[0-2])'
const dashedDay = `(?:${dayNumber}-${monthNumber}|${monthNumber}-${dayNumber})`
/** No month has this number, and so the other one is the month. */
const onlyDay = '(?:1[3-9]|2\\d|3[01])'
const plainDashes = `(?:${onlyDay}-${monthNumber}|${monthNumber}-${onlyDay})`
const plainDots = `${onlyDay}\\.${monthNumber}`
const ends = '(?=\\s*(?:$|[,;!?)]))'
/** What says which of both a number with a dot is, a date (german-days.ts) or a clock. */
const notLed = `(?<!(?<!\\p{L})(?:am|zum|den|at|um|gegen|bis|${anyWeekday}|${shortGerman}),?\\s+)`
/** "Dinner for 4-6 at 7pm". */
const notPeople = '(?=\\d)(?<!(?<!\\p{L})(?:for|of|with|für|mit)\\s+)'
const behindClock = `(?=\\d)(?<=${clock},?\\s+(?:(?:on|am)\\s+)?)`
const beforeClock = `(?=,?\\s+(?:(?:at|um|gegen)\\s+)?${clock})`

const ordinal =
  '(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|\\p{L}+teenth|twentieth|thirtieth|(?:twenty|thirty)[\\s-]\\p{L}+)'
const germanOrdinal =
  '(?:\\d{1,2}ten|ersten|zweiten|dritten|vierten|fünften|sechsten|siebten|achten|neunten|zehnten|elften|zwölften|\\p{L}+zehnten|\\p{L}*zwanzigsten|\\p{L}*dreißigsten)'

/** Days that have a name of their own, which is no day of the week. */
const holiday =
  "(?:(?:black|good|cyber|easter|palm|ash|shrove|maundy|super|giving|casual|taco|bowl)\\s+(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|weekend)|(?:christmas|xmas|new\\s+year['’]?s?)(?:\\s+(?:eve|day))?|(?:boxing|valentine['’]?s|thanksgiving|labou?r|memorial|independence|(?:mother|father)['’]?s)\\s+day|thanksgiving|halloween|easter|nye|heilig(?:er\\s+)?abend|silvester\\p{L}*|neujahr|(?:mutter|vater|nikolaus)tag|tag\\s+der\\s+(?:arbeit|deutschen\\s+einheit)|(?:[12]\\.\\s+)?weihnacht(?:en|stag|sfeiertag)|(?:oster|pfingst)(?:sonntag|montag|samstag|n|en)|karfreitag|gründonnerstag|rosenmontag|himmelfahrt|fronleichnam|(?:[1-4]\\.\\s+)?advent(?:ssonntag)?|heilige\\s+drei\\s+könige)"

/** Days that nobody here reads. Sources of regular expressions for whole words, whatever their case. */
export const unreadDays: readonly string[] = [
  holiday,
  `(?<!${month}\\s+)(?:the\\s+)?(?:first|second|third|fourth|fifth|[1-5](?:st|nd|rd|th)|(?:erste|zweite|dritte|vierte|fünfte)[nrsm]?|[1-5]\\.)\\s+${anyWeekday}s?(?:\\s+(?:of|in|im|des)\\s+(?:(?:the|this|next|every|each)\\s+)?(?:monats?|month|${month}))?`,
  // "26.11 15:00", which is no day without its second dot.
  `${notNumbered}${notLed}${dayNumber}\\.${monthNumber}${beforeClock}`,
  // "26-11 15:00", in either order.
  `${notNumbered}${notPeople}${dashedDay}${beforeClock}|${behindClock}${dashedDay}`,
  // "26.11 dentist 3pm", "3pm dentist 26-11".
  `(?<=^\\s*)(?:${plainDashes}|${plainDots}|${dayNumber}\\.1[0-2])(?=\\s+\\p{L})`,
  `${notNumbered}(?<=^|[\\s(])${plainDashes}${ends}|${notNumbered}${notLed}(?<=${clock}\\s.*\\s)${plainDots}${ends}`,
  // An English month before a German clock.
  `${dayNumber}\\.?\\s+(?:january|february|mar(?:ch)?|may|june|july|oct(?:ober)?|dec(?:ember)?)(?=\\s+(?:um\\s+)?\\d{1,2}(?:[:.]\\d\\d)?\\s*uhr)`,
  // "Di und Do 18 Uhr", "Mo-Fr 9 Uhr".
  `${shortGerman}(?:\\s*(?:[–—/&+,-]|und|oder|bis)\\s*${shortGerman})+`,
  // "1.12.-3.12., 9 Uhr".
  '\\d{1,2}\\.(?:\\d{1,2}\\.)?\\s*[–—-]\\s*\\d{1,2}\\.\\d{1,2}\\.',
  // "Gym 6pm tuesdays", "freitags".
  '(?:mon|tues|wednes|thurs|fri|satur|sun|week|work)days|(?:mon|diens|donners|frei|sams|sonn|werk|wochen|feier)tags\\p{L}*|mittwochs\\p{L}*|sonnabends|wochenends',
]

/** What is longer than a day. Sources, too. */
export const periods: readonly string[] = [
  `(?:early|mid|late|later)(?:\\s+in)?[\\s-]+(?:(?:(?:the|this|next|coming)\\s+)?(?:week|month|quarter|year|${season})|${year}|${someMonth})`,
  `(?:the\\s+)?(?:start|beginning|middle)\\s+of\\s+(?:(?:(?:the|this|next|coming)\\s+)?(?:week|month|quarter|year|${season})|${year}|${someMonth})`,
  `(?:the\\s+)?end\\s+of\\s+(?:(?:(?:the|this|next|coming)\\s+)?(?:quarter|year|${season})|${year}|${someMonth})|eo[yq]`,
  `(?:anfang|mitte)\\s+(?:(?:der\\s+)?(?:der|dieser|(?:über)?nächste[rn]|kommende[rn])\\s+woche|(?:des|dieses|nächsten|kommenden)\\s+(?:monats|jahres|quartals)|${year}|${calendarWeek}|${someMonth})`,
  `ende\\s+(?:(?:des|dieses|nächsten|kommenden)\\s+(?:jahres|quartals)|${year}|${calendarWeek}|${someMonth})|(?:jahres|quartals)ende`,
  `(?:this|next|last|coming|(?:dies|nächst|kommend|letzt|vergangen)es)\\s+(?:(?:calendar|fiscal)\\s+)?(?:year|quarter|${season}|jahr|quartal)`,
  '(?<!\\bof\\s+(?:the\\s+)?)(?:this|next|last|coming)\\s+month|(?:diesen|diesem|(?:über)?nächsten|kommenden|letzten)\\s+monat',
  `(?:diesen|nächsten|kommenden|letzten|im)\\s+${germanSeason}|im\\s+(?:nächsten|kommenden)\\s+jahr|in\\s+(?:the\\s+)?${season}|in\\s+${year}`,
  `(?:in|during|by|until|till|before|this|next|last|im|bis|nächsten|kommenden)\\s+${someMonth}`,
  `${notBehindDay}(?:${plainMonth}(?:\\s+${year})?|${month}\\s+${year})(?=,?\\s+(?:(?:at|um|gegen)\\s+)?${clock}|\\s+(?:am\\s+)?${anyWeekday}(?!\\p{L}))`,
  `(?:on|by)\\s+the\\s+${ordinal}(?:\\s+of\\s+${month})?|(?:am|zum)\\s+${germanOrdinal}`,
  shortWeek,
  '(?:in|by|during|bis)\\s+q[1-4](?:\\s+20\\d\\d)?',
  `(?<!(?:this|next|last|an?|per|each|every|of|the|der|diese[rn]?|nächste[rn]?|kommende[rn]?)\\s+)${longWeek}`,
]

const leadsToTime = /^[\s,(]*(?:(?:at|by|on|um|gegen|bis|am)\s+)?$/i
/** "Friday before Christmas", "Montag der KW 50": no days of this week. */
const nothing = /^[\s,]*(?:(?:before|after|of|vor|nach|in)\s+)?(?:der\s+)?$/i
/** "Friday: week 48 report", "friday christmas party". */
const ofSomething = new RegExp(`^(?:week\\s\\d{1,2}|${holiday})\\s+\\p{L}`, 'iu')

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
    const apart = line.slice(end, span.start)
    const isOfNext = what === 'weekday' && !/\p{L}/u.test(apart) && ofSomething.test(line.slice(span.start))
    return end <= span.start && !isOfNext && between.test(apart)
  })
}

const rangeBefore = new RegExp(
  `(?<!\\p{L})(?:${month}|${season}|${germanSeason}|q[1-4]|now|jetzt|today|heute)(?:\\s+${year})?\\s*(?:[–—-]|to|until|till|through|thru|bis)\\s*(?:the\\s+|zum\\s+)?$`,
  'iu',
)
/** "March - may 5", "Juli bis 3. August": a date that ends what nobody knows the beginning of. */
export const endsRange = (before: string): boolean => rangeBefore.test(before)

const nextYearBehind =
  /^,?\s+(?:(?:of\s+)?next\s+year|(?:im\s+)?(?:nächsten|kommenden)\s+jahr(?:es)?)(?!\p{L})/iu
const nextYearBefore =
  /(?<!\p{L})(?:next\s+year|nächstes\s+jahr),?\s+(?:(?:on|by|am|bis|zum)\s+)*(?:the\s+)?$/iu

/** "Dec 5 next year": a date without a year that is of this one. @param line what was written. */
export const isOfNextYear = (line: string, { start, end }: Span): boolean =>
  nextYearBehind.test(line.slice(end)) || nextYearBefore.test(line.slice(0, start))
