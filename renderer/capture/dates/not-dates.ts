// Words that look like dates but are not. One Backspace corrects a misread date, so only common cases are listed.
import { germanWeekday, month, shortGerman, weekday } from './words.ts'

const anyWeekday = `(?:${weekday}|${germanWeekday})`
const anyName = `(?:${weekday}|${germanWeekday}|${shortGerman})`
const anyNext = '(?:this|next|last|(?:dies|nächst|kommend|letzt)e[nmrs]?)'
const period =
  '(?:year|month|quarter|summer|autumn|fall|winter|spring|jahr(?:es)?|monat|quartal|sommer|herbst|frühjahr|frühling)'
const holiday =
  "(?:christmas|xmas|new\\s+year(?:[’']?s)?(?:\\s+(?:eve|day))?|nye|easter(?:\\s+(?:sunday|monday))?|thanksgiving|halloween|(?:black|good)\\s+friday|cyber\\s+monday|heiligabend|silvester\\p{L}*|neujahr|weihnachten|ostern|pfingsten|\\d\\.\\s+advent)"

const pattern = (...sources: string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${sources.join('|')})(?!\\p{L})`, 'giu')

const texts = pattern(
  // Money, percentages and measures.
  '[€$£]\\s?\\d[\\d.,]*|\\d+(?:[.,]\\d+)*\\s?(?:[€%$£]|eur|euros?|usd|chf|dollars?|percent|prozent|k[gm]|cm|mm|miles?|mal|times|copies)',
  // Fractions, and fixed expressions like "24/7".
  '24/7|9/11|\\d\\s+\\d/\\d+|(?:an?|the|eine?)\\s+\\d{1,2}/\\d{1,2}|\\d{1,2}/\\d{1,2}(?="|\\s*(?:an\\s+)?(?:of|off|cups?|inch(?:es)?|in\\.|hours?|price|stars?|tassen?|stunden?|liter|der)(?!\\p{L}))',
  // Numbered things, for example rooms and versions.
  '(?:room|version|v|chapter|section|pages?|ratio|scale|score|php|node|raum|zimmer|kapitel|seiten?|punkt|maßstab|windows|iphone)\\.?\\s*\\d+(?:[./:-]\\d+)*\\.?(?:\\s*(?:to|bis|-)\\s*\\d+)?(?![\\d:])',
  // Names that contain a day or a month, and words that resemble a day.
  `(?:mr|mrs|ms|dr|frau|herrn?)\\.?\\s+(?:${anyWeekday}|${month})`,
  `(?<!(?:on|by|before|until)\\s+)(?:the|an?|our|my|your|his|her|their|die|der)\\s+${anyWeekday}(?=\\s+\\p{L})`,
  `(?<!\\d\\.?\\s+)${month}(?=\\s+\\d{1,2}\\s*uhr)`,
  '(?:the|i|we|he|she|they|you|it|who|cat)\\s+(?:sun|sat|wed)',
  '(?:good|guten?|schönen)\\s+(?:morning|afternoon|evening|night|morgen|abend|nacht)',
  // Times in another time zone: "9am London time", "15 Uhr ET".
  '\\d{1,2}(?::\\d\\d|(?::\\d\\d)?\\s*(?:[ap]\\.?m\\.?|uhr))\\s+(?:UTC|GMT|[CE]ES?T|MES?Z|BST|[CEMP][SD]?T|\\p{L}+-Zeit|(?:\\p{L}+\\s+){1,2}(?:time|zeit)|Ortszeit)',
)

/** Days and periods that the reader does not support. A time in the same line does not mean today. */
const otherDays = pattern(
  holiday,
  `(?<!(?:end\\s+of|ende)\\s+(?:the\\s+|des\\s+)?)${anyNext}\\s+${period}`,
  `${anyName}\\s*[–/-]\\s*${anyName}|${shortGerman}(?:\\s*(?:,|&|und)\\s*${shortGerman})+`,
)

/** Addresses, files and paths. */
const address = /@[^@]*\.|:\/\/|[\\_]|(?:\p{L}\p{N}*|-\d+)\.\p{L}{2}|^[~.]?\/./u

/** Replaces such words by blanks of the same length. Also reports whether the line names an unsupported day. */
export function withoutLookalikes(text: string): { text: string; hasOtherDay: boolean } {
  const others = [...text.matchAll(otherDays)]
  const names = [...text.matchAll(/\S+/g)].filter(([word]) => address.test(word))
  const masked = [...others, ...names, ...text.matchAll(texts)].reduce(
    (open, { index, 0: { length } }) =>
      open.slice(0, index) + '|'.repeat(length) + open.slice(index + length),
    text,
  )
  return { text: masked, hasOtherDay: others.length > 0 }
}

/** Words before a date that rule it out as a due date: "after friday", "move it to friday". */
export const blockedBefore =
  /(?<![\p{L}\p{N}])(?:after|since|from|starting|as\s+of|not|than|to|of|except|but|last|ab|seit|nach|erst|frühestens|vom|von|auf|nicht|außer|(?:letzte|vergangene)[nrs]?)\s+$/iu
/** A count before a date: "2 hours before friday" counts back from it. */
export const counted = /(?:days?|hours?|h|min(?:ute)?s?|weeks?|tage?|stunden?|std\.?|minuten|wochen?)\s+$/i
