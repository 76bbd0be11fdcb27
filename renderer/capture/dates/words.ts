// English and German date words, as sources of regular expressions.

export const weekday =
  '(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:s|nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)'
export const germanWeekday = '(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag)'
export const shortGerman = '(?:mo|di|mi|do|fr|sa|so)'
export const month = '(?:jan|feb|m[aä]r|apr|ma[yi](?!\\p{L})|jun|jul|aug|sep|o[ck]t|nov|de[cz])\\p{L}*'

const weekdays = [/^mo/i, /^(?:tu|di)/i, /^(?:we|mi)/i, /^(?:th|do)/i, /^fr/i, /^(?:sa|sonna)/i, /^s[uo]/i]
/** The number of a weekday; Monday is 1. */
export const weekdayNumber = (name: string): number => weekdays.findIndex((start) => start.test(name)) + 1

/** Parts of the day and their hours. The first match counts. */
const parts = [
  ['tonight|heute\\s+(?:abend|nacht)|night|nachts?', 20],
  ['morning|früh(?!\\p{L})|vormittags?|morgens|heute\\s+morgen', 9],
  ['afternoon|nachmittags?', 15],
  ['evening|abends?', 18],
  ['mittags?', 12],
] as const
const partNames = parts.map(([names, hour]) => [new RegExp(`(?:${names})$`, 'iu'), hour] as const)
export const part = `(?:${parts.map(([names]) => names).join('|')})`
export const partHour = (written: string): number | undefined =>
  partNames.find(([names]) => names.test(written))?.[1]

/** Words that lead to a date. They are removed from the title with it. */
export const lead =
  "(?:(?:due(?:\\s+date)?|deadline|frist|fällig|by|(?:on\\s+or\\s+)?before|prior\\s+to|on|no\\s+later\\s+than|until|'?till?|for|at|around|the|end\\s+of|bis|(?:bis\\s+)?einschließlich|spätestens|zum|am|um|gegen|ca\\.?|vor|den|dem|in\\s+den|(?:between|zwischen)\\s+\\d{1,2}(?::\\d\\d)?\\s+(?:and|und)):?\\s+|@\\s*)"

/** Words that continue a sentence after an hour, a short weekday or an ordinal: "at 8 as always". */
export const goesOn =
  '(?:at|on|by|in|with|for|about|as|and|or|please|pls|before|until|from|um|am|bis|mit|bei|für|wegen|von|an|im|zum|zur|bitte|und|oder|today|tomorrow|heute|morgen)(?!\\p{L})'
