// Times of a day as they are written in German: a clock, a part of the day, or both ("heute Abend um 8"). Pure.
import { hourByMeal } from './meals.ts'

export type Groups = Readonly<Record<string, string | undefined>>

export const counts = [
  'ein',
  'zwei',
  'drei',
  'vier',
  'fünf',
  'sechs',
  'sieben',
  'acht',
  'neun',
  'zehn',
  'elf',
  'zwölf',
] as const

/** A number in words or figures. */
export const countOf = (word = ''): number =>
  counts.findIndex((name) => word.toLowerCase().startsWith(name)) + 1 || Number(word)

/** Source of what stands before a length that begins now. */
export const within = '(?:in(?:\\s+den\\s+nächsten)?|innerhalb(?:\\s+von)?|binnen)'

/** "Um 2 Stunden": by how much, not when. */
export const notAmount =
  '(?!\\s*(?:h|min|minuten?|stunden?|tagen?|tage|wochen?|monaten?|jahren?|prozent|euro?|chf|franken|dollar|mio|k?g|[ckm]?m|l|mal|x)(?!\\p{L})|\\s*[%\\p{Sc}])'
const clock = `(?:(?<halfDayHour>\\d{1,2})(?::(?<halfDayMinute>[0-5]\\d))?(?<half>[ap])m|(?<hour>\\d{1,2}):(?<minute>\\d{2})(?:\\s*uhr|h)?|(?<dotHour>\\d{1,2})\\.(?<dotMinute>[0-5]\\d)(?:\\s*uhr|(?![\\d.])${notAmount})|(?<fullHour>\\d{1,2})\\s*uhr(?:\\s*(?<pastHour>[0-5]\\d))?)`
const hourWords = `eins|ein(?=\\s+uhr)|${counts.slice(1).join('|')}`
const bareAs = (name: string): string =>
  `(?<${name}>\\d{1,2}(?!\\d|[.:]\\d|\\s*uhr)|${hourWords})(?!\\p{L})(?:\\s+uhr)?${notAmount}`
export const parts = 'früh|morgen|vormittag|mittag|nachmittag|abend|nacht'
/** Without a day; "morgen" is one. */
const partAlone = `früh|morgens|vormittags|mittags|nachmittags|abends|nachts|am\\s+(?:${parts})`
/** "8 Uhr abends". */
const clockAndPart = `${clock}(?:\\s+(?<latePart>${partAlone}))?`
/** "halb acht", "kurz vor 9": when that is nobody has told us, and so the day is not read without it. */
const vague = `,?\\s+(?:(?:um|gegen|bis)\\s+)?(?:halb|(?:drei)?viertel|kurz)\\s+(?:(?:vor|nach)\\s+)?(?:\\d|${counts.join('|')})`

/** What may follow a day. A bare number is an hour only after "um", or after a part of the day. */
export const timeOfDay = `(?:\\s*(?:am\\s+)?(?<part>${parts})s?(?:,?\\s+(?:um|gegen|bis)\\s+${bareAs('partHour')})?)?(?:(?:,\\s*|\\s+)(?:(?:um|gegen|bis|ca\\.|spätestens)\\s+)*${clockAndPart}|,?\\s+um\\s+${bareAs('bareHour')})?(?<vague>${vague})?`
/** A time by itself. */
export const clockAlone = `(?:(?<part>${partAlone}),?\\s+)?(?<lead>(?:(?:bis|spätestens)\\s+)*(?:um|gegen|ca\\.|bis|vor|spätestens)\\s+)?${clockAndPart}`
/** A time before its day: "um 9 am Freitag". */
export const clockAhead = `(?:${clockAlone}|um\\s+${bareAs('bareHour')}),?\\s+$`

const partHours: Readonly<Record<string, number>> = {
  früh: 9,
  morgen: 9,
  vormittag: 9,
  mittag: 12,
  nachmittag: 15,
  abend: 18,
}

/** The hour of the day that a clock shows in that part of it; null where it may be of the night before or after. */
function hourIn(part: string, written: string, line: string): number | null {
  const hour = countOf(written)
  if (hour === 0 && part.endsWith('mittag')) return null
  if (/^(?:früh|morgen|vormittag)$/.test(part) || hour > 12) return hour
  if (part === 'nachmittag') return hour === 12 ? 12 : hour + 12
  if (part === 'abend' || part === 'nacht') return hour >= 5 && hour <= 11 ? hour + 12 : null
  // Nobody works at five in the morning, unless it is written as 05:00.
  if (hour < 1 || written.startsWith('0')) return hour
  return hourByMeal(line, hour) ?? (hour <= 6 ? hour + 12 : hour)
}

/** Hour and minute of a time; null when none was written, undefined when there is no such time or it is not certain. */
export function clockOf(groups: Groups, line: string): [hour: number, minute: number] | null | undefined {
  if (groups['vague'] !== undefined) return undefined
  // "morgen 3pm": an English time on a German day.
  const { halfDayHour, halfDayMinute = '0', half = '' } = groups
  if (halfDayHour !== undefined)
    return Number(halfDayHour) > 12
      ? undefined
      : [(Number(halfDayHour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0), Number(halfDayMinute)]
  const part = (groups['part'] ?? groups['latePart'] ?? '').toLowerCase().replaceAll(/^am\s+|s$/g, '')
  const written =
    groups['hour'] ?? groups['dotHour'] ?? groups['fullHour'] ?? groups['partHour'] ?? groups['bareHour']
  if (written === undefined) {
    const hour = partHours[part]
    return hour === undefined ? null : [hour, 0]
  }
  const hour = hourIn(part, written, line)
  const minute = Number(groups['minute'] ?? groups['dotMinute'] ?? groups['pastHour'] ?? 0)
  return hour === null || hour > 23 || minute > 59 ? undefined : [hour, minute]
}
