// "9am London time", "15 Uhr ET": a time by a clock that nobody here knows, and so text. Pure.
const names =
  '(?:UTC|GMT|MES?Z|[CEW]ES?T|[CEMP]T|[ACEMP][SD]T|AK[SD]T|[HBIJK]ST|HKT|SGT|MSK|A[CEW][SD]T|NZ[SD]T|Ortszeit)'
const coast = '(?:[Ee]astern|[Cc]entral|[Mm]ountain|[Pp]acific)'
const whose = '(?:your|their|his|her|local|(?:dein|eur|ihr|Ihr|sein)er?)'

/** What stands behind such a time; what chrono knows of it is a part of the time. */
export const elsewhere = new RegExp(
  `^\\s+(?:\\(?${names}(?![\\p{L}\\p{N}])|${coast}\\s*(?:$|[.,;:!?)])|(?:(?:\\p{Lu}[\\p{L}.]*|${coast}|standard|daylight|${whose})\\s+){1,3}(?:[Tt]ime|Zeit)(?!\\p{L})|\\p{Lu}\\p{L}*-Zeit(?!\\p{L}))`,
  'u',
)
