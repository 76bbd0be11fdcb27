// Texts about a calendar, and the meaning of a typed address. Pure.
import type { Calendar } from '../../shared/api/launcher/calendars.ts'
import type { AppError } from '../../shared/errors.ts'
import { type PlainKey, say } from '../../shared/language.ts'
import { ageWords } from '../../shared/dates/format.ts'
import { errorWords } from '../ui/error-words.ts'

/** Hexadecimal colours and their names. */
export const colors = [
  ['#3b82f6', 'calendars.color.blue'],
  ['#0d9488', 'calendars.color.teal'],
  ['#16a34a', 'calendars.color.green'],
  ['#d97706', 'calendars.color.amber'],
  ['#dc2626', 'calendars.color.red'],
  ['#db2777', 'calendars.color.pink'],
  ['#7c3aed', 'calendars.color.purple'],
  ['#6b7280', 'calendars.color.gray'],
] as const satisfies readonly (readonly [string, PlainKey])[]

/** A typed address as the service takes it, or null for anything else. People also copy addresses without their scheme. */
export const addressIn = (typed: string): string | null => {
  const text = typed.trim()
  if (text === '' || /\s/.test(text)) return null
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase()
  if (scheme === undefined)
    return /^[^/:@]+\.[^/:@]+\//.test(text) && URL.canParse(`https://${text}`) ? `https://${text}` : null
  if (!['https', 'http', 'webcal', 'webcals'].includes(scheme)) return null
  return URL.canParse(text) && new URL(text).host !== '' ? text : null
}

export const isEmail = (text: string): boolean => /^[^\s@,;]+@[^\s@,;]+\.[^\s@,;]+$/.test(text)

/** "120 meetings", "read 3 min ago", "2 could not be read". */
export function factsOf(
  { kind, meetingCount, readAt, skipped }: Pick<Calendar, 'kind' | 'meetingCount' | 'readAt' | 'skipped'>,
  now: number,
): string[] {
  return [
    say('calendars.fact.meetings', { count: meetingCount }),
    ...(readAt === null
      ? kind === 'file'
        ? []
        : [say('calendars.fact.notRead')]
      : [say('calendars.fact.read', { age: ageWords(Date.parse(readAt), now) })]),
    ...(skipped.count === 0 ? [] : [say('calendars.fact.skipped', { count: skipped.count })]),
  ]
}

const problemKeys = {
  calendar_unreachable: 'calendars.problem.unreachable',
  not_a_calendar: 'calendars.problem.notACalendar',
  calendar_too_large: 'calendars.problem.tooLarge',
  unsafe_url: 'calendars.problem.unsafe',
} as const
const isKnown = (code: string): code is keyof typeof problemKeys => Object.hasOwn(problemKeys, code)

/** The problem and its start, before the service's own sentence. */
export function problemWords({ code, since }: NonNullable<Calendar['problem']>, now: number): string {
  if (code === 'address_needed') return say('calendars.problem.addressNeeded')
  const age = ageWords(Date.parse(since), now)
  return say(isKnown(code) ? problemKeys[code] : 'calendars.problem.other', { age })
}

export const skippedWords = ({ reason, count, example }: Calendar['skipped']['reasons'][number]): string =>
  example === ''
    ? say('calendars.skipped', { count, reason })
    : say('calendars.skipped.example', { count, reason, example })

/** Why something about a calendar failed. The service's own sentence says what to do. */
export const reasonWords = (reason: AppError): string =>
  reason.kind === 'invalidInput' || reason.kind === 'notFound' ? reason.message : errorWords(reason).text
