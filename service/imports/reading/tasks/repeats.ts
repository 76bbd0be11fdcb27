// Rules of tasks that repeat: RRULEs, and words in English and German, which the reader of the launcher's fields reads. Only what
// means one rule is read; everything else stays words (IMP-05).
import type { Recurrence } from '../../../../shared/api/primitives.ts'
import { readDates } from '../../../../shared/dates/reader/read-dates.ts'
import { repeatsIn } from '../../../../shared/dates/reader/repeats.ts'
import { shortGerman } from '../../../../shared/dates/reader/words.ts'
import { checkRule } from '../../../../shared/recurrence.ts'

/** `time`: milliseconds after midnight that the words name, or null. */
export type Repeat = { recurrence: Recurrence; time: number | null }

/** Longer text is not a rule. */
const longest = 200

/** Neither a rule nor its time of day depends on the day on which it is read. */
const anyDay = new Date(2026, 0, 1)

/** Spellings of Todoist and of tables that nobody writes in a line. */
const spellings: readonly (readonly [RegExp, (found: string) => string])[] = [
  [/^ev(?=!? )/i, () => 'every'],
  [/^(?:every|each|jede[nrs]?|alle) (?=!)/i, (every) => every.trim()],
  [/^after (?=\d)/i, () => 'every! '],
  [/ (?:last day|letzten tag)(?! (?:of|des|im) )/i, (day) => `${day} of the month`],
  // The shared reader takes "so" for a word and "So" for Sunday.
  [new RegExp(`\\b${shortGerman}\\b`, 'gi'), (day) => `${day.charAt(0).toUpperCase()}${day.slice(1)}`],
]

const inOneSpelling = (text: string): string =>
  spellings.reduce(
    (said, [written, plain]) => said.replace(written, plain),
    text.normalize('NFKC').trim().replaceAll(/\s+/g, ' '),
  )

/** A quarter of the calendar, or of the date. */
const hasQuarter = /quart/i
const ofMonth = /month|monat/i
const isEveryOther = /^every!? other /i
/** "At 5" is in the morning or the afternoon, and an evening begins when its person says. */
const hasWholeTime = /\d[:.]\d\d|\d ?[ap]\.?m\b|\buhr\b|\bnoon\b|\bmittag\b/i

/** Whether words mean this rule and no other: the third Friday of a month is not every third one, and no end lacks its year. */
const isSure = (words: string, rule: string): boolean =>
  !hasQuarter.test(words) &&
  !rule.includes('UNTIL') &&
  (!/BYDAY=[1-9]/.test(rule) || ofMonth.test(words)) &&
  (!/INTERVAL=\d+;BYDAY/.test(rule) || isEveryOther.test(words))

const checked = (rule: string, after: Recurrence['after']): Recurrence | null => {
  const { ok, ...found } = checkRule(rule)
  return ok && 'rule' in found ? { rule: found.rule, after } : null
}

/** @param text an RRULE or words @returns null for what is not exactly one rule */
export function readRepeat(text: string): Repeat | null {
  if (text.length > longest) return null
  if (/^(?:RRULE:)?[A-Z-]+=/i.test(text.trim())) {
    const recurrence = checked(text, 'due')
    return recurrence && { recurrence, time: null }
  }
  const words = inOneSpelling(text)
  const [hit, ...more] = repeatsIn(words, anyDay, readDates)
  if (hit === undefined || more.length > 0 || hit.start > 0 || hit.end < words.length) return null
  const { time, other } = hit
  if (other !== undefined || !isSure(words, hit.recurrence.rule)) return null
  if (time !== null && !hasWholeTime.test(words)) return null
  const recurrence = checked(hit.recurrence.rule, hit.recurrence.after)
  return recurrence && { recurrence, time: time === null ? null : Date.parse(`1970-01-01T${time}Z`) }
}

/** @returns reads equal texts of a file once, because words take a millisecond */
export function repeatReader(): typeof readRepeat {
  const known = new Map<string, Repeat | null>()
  return (text) => {
    if (!known.has(text)) known.set(text, readRepeat(text))
    return known.get(text) ?? null
  }
}
