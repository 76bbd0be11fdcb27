// Rules of tasks that repeat: RRULEs, and the words of Todoist in English and German. Only what means one rule is read; everything
// else stays words (IMP-05).
import type { Recurrence } from '../../../../shared/api/primitives.ts'
import { checkRule } from '../../../../shared/recurrence.ts'
import { fold } from '../../../../shared/search/text-fold.ts'

/** `time`: milliseconds after midnight that the words name, or null. */
export type Repeat = { recurrence: Recurrence; time: number | null }

/** Longer text is not a rule. */
const longest = 200

const frequencies: readonly (readonly [frequency: string, unit: RegExp, alone: RegExp])[] = [
  ['DAILY', /^(?:days?|tag(?:en?)?)$/, /^(?:daily|taglich)$/],
  ['WEEKLY', /^(?:weeks?|wochen?)$/, /^(?:weekly|wochentlich)$/],
  ['MONTHLY', /^(?:months?|monat(?:en?)?)$/, /^(?:monthly|monatlich)$/],
  ['YEARLY', /^(?:years?|jahr(?:en?)?)$/, /^(?:yearly|annually|jahrlich)$/],
]
const workdays = /^(?:weekdays?|workdays?|werktags?|arbeitstags?|wochentags?)$/
const namesOfDays: readonly (readonly [string, RegExp])[] = [
  ['MO', /^(?:mon?|mondays?|montags?)$/],
  ['TU', /^(?:tue?s?|tuesdays?|di|dienstags?)$/],
  ['WE', /^(?:weds?|wednesdays?|mi|mittwochs?)$/],
  ['TH', /^(?:thu?r?s?|thursdays?|do|donnerstags?)$/],
  ['FR', /^(?:fri?|fridays?|freitags?)$/],
  ['SA', /^(?:sat?|saturdays?|samstags?|sonnabends?)$/],
  ['SU', /^(?:sun|sundays?|so|sonntags?)$/],
]
const namesOfMonths = [
  /^jan(?:uary|uar)?$/,
  /^feb(?:ruary|ruar)?$/,
  /^(?:mar(?:ch)?|marz)$/,
  /^apr(?:il)?$/,
  /^(?:may|mai)$/,
  /^june?$|^juni$/,
  /^july?$|^juli$/,
  /^aug(?:ust)?$/,
  /^sept?(?:ember)?$/,
  /^(?:oct(?:ober)?|okt(?:ober)?)$/,
  /^nov(?:ember)?$/,
  /^(?:dec(?:ember)?|dez(?:ember)?)$/,
]

/** The time at the end of a text: `at 9am`, `at 20:00`, `um 9 Uhr`. @returns undefined for one that is none */
function timeAtEnd(text: string): { rest: string; time: number | null } | undefined {
  const found =
    / (?:at )?(\d{1,2})(?::(\d\d))? ?([ap])\.?m\.?$/.exec(text) ??
    / (?:at |um )?(\d{1,2})[:.](\d\d)(?: ?uhr)?$/.exec(text) ??
    / (?:um )?(\d{1,2})() ?uhr$/.exec(text)
  if (!found) return { rest: text, time: null }
  const [, hours = '', minutes = '', half] = found
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half === 'p' ? 12 : 0)
  const isThere = half === undefined ? hour < 24 : Number(hours) >= 1 && Number(hours) <= 12
  if (!isThere || Number(minutes) > 59) return undefined
  return { rest: text.slice(0, found.index), time: (hour * 60 + Number(minutes)) * 60_000 }
}

const listed = (text: string): string[] => text.split(/\s*(?:,|&|\/|\band\b|\bund\b)\s*/)

/** Every item as something, or null. */
function each(items: readonly string[], read: (item: string) => string | undefined): string | null {
  const found = items.map(read)
  return found.every((one) => one !== undefined) ? found.join(',') : null
}

const weekdaysIn = (text: string): string | null =>
  each(listed(text), (item) => namesOfDays.find(([, name]) => name.test(item))?.[0])

const daysOfMonthIn = (text: string): string | null =>
  each(listed(text), (item) => {
    const day = /^(\d{1,2})(?:st|nd|rd|th|\.)$/.exec(item)?.[1]
    return day !== undefined && Number(day) >= 1 && Number(day) <= 31 ? day : undefined
  })

function dayOfYearIn(text: string): string | null {
  const [, , firstMonth, dayAfter, dayBefore, lastMonth] =
    /^(?:(([a-z]+) (\d{1,2})(?:st|nd|rd|th)?)|(\d{1,2})(?:st|nd|rd|th|\.)? (?:of )?([a-z]+))$/.exec(text) ??
    []
  const month = namesOfMonths.findIndex((name) => name.test(firstMonth ?? lastMonth ?? ''))
  const day = dayAfter ?? dayBefore
  return month < 0 || day === undefined ? null : `FREQ=YEARLY;BYMONTH=${month + 1};BYMONTHDAY=${day}`
}

/** Reads the words behind “every”. */
function ruleOf(text: string): string | null {
  const [, count, ordinal, word = ''] =
    /^(?:(\d{1,3}|other|andere[nrs]?) |(\d{1,3})(?:st|nd|rd|th|\.) )?([a-z]+)$/.exec(text) ?? []
  const step = Number(ordinal ?? (count === undefined ? 1 : /^\d/.test(count) ? count : 2))
  const frequency = frequencies.find(([, unit]) => unit.test(word))?.[0]
  if (frequency !== undefined) return `FREQ=${frequency};INTERVAL=${step}`
  if (workdays.test(text)) return 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'
  const days = weekdaysIn(text)
  if (days !== null) return `FREQ=WEEKLY;BYDAY=${days}`
  const otherDays = text.startsWith('other ') ? weekdaysIn(text.slice('other '.length)) : null
  if (otherDays !== null) return `FREQ=WEEKLY;INTERVAL=2;BYDAY=${otherDays}`
  const inMonth = text.replace(/ (?:day )?(?:of the|of each|of every|des|im) (?:month|monats?)$/, '')
  if (/^(?:last day|letzten tag)$/.test(inMonth)) return 'FREQ=MONTHLY;BYMONTHDAY=-1'
  const monthDays = daysOfMonthIn(inMonth)
  return monthDays === null ? dayOfYearIn(text) : `FREQ=MONTHLY;BYMONTHDAY=${monthDays}`
}

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
  const found = timeAtEnd(fold(text).trim().replaceAll(/\s+/g, ' '))
  if (!found) return null
  const { rest, time } = found
  const [, again, body] = /^(?:every|ev|each|jede[nrs]?|alle)( ?!)? (.+)$/.exec(rest) ?? []
  const [, later] = /^after (\d{1,3} (?:days?|weeks?|months?|years?))$/.exec(rest) ?? []
  const single = frequencies.find(([, , alone]) => alone.test(rest))?.[0]
  const rule = single === undefined ? ruleOf(later ?? body ?? '') : `FREQ=${single}`
  if (rule === null) return null
  const recurrence = checked(rule, again !== undefined || later !== undefined ? 'completion' : 'due')
  return recurrence && { recurrence, time }
}
