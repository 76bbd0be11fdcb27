// How a task repeats: in words, and as a field of its form.
import type { Recurrence } from '../../shared/api/primitives.ts'
import { wallOf } from '../../shared/dates/format.ts'
import { everydayRules } from '../../shared/dates/repeat.ts'
import { repeatWordsIn, type RepeatLanguage } from '../../shared/dates/repeat-words.ts'
import { languageNow, localeNow, say } from '../language/say.ts'
import type { Html } from '../oauth/pages/html.ts'
import { textOf, type Values, type Visit } from '../site/kit.ts'
import { selectField } from '../site/parts.ts'

const name = 'repeat'
/** The value of a rule that the field does not offer. */
const kept = 'kept'

/** In their one spelling, counted from the due date. The API and the launcher take every rule. */
const offered: ReadonlySet<string> = new Set(everydayRules)

/** By locale: making one takes long. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** @param kind names these options */
const dateWords = (kind: string, options: Intl.DateTimeFormatOptions) => (date: Date) => {
  const locale = localeNow()
  const key = `${kind} ${locale}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  formats.set(key, format)
  return format.format(wallOf(date))
}

const language: RepeatLanguage = {
  say,
  words: {
    weekday: dateWords('weekday', { weekday: 'long' }),
    month: dateWords('month', { month: 'long' }),
    dayOfMonth: dateWords('day of a month', { day: 'numeric', month: 'long' }),
  },
  endDay: dateWords('day', { day: 'numeric', month: 'short', year: 'numeric' }),
}

const isOffered = ({ rule, after }: Recurrence): boolean => after === 'due' && offered.has(rule)

export async function repeatField(visit: Visit, form: string, held: Recurrence | null): Promise<Html> {
  const rules = everydayRules.map((rule) => [rule, repeatWordsIn(language, { rule, after: 'due' })] as const)
  const other = held === null || isOffered(held) ? [] : [[kept, await repeatWords(held)] as const]
  return selectField(visit, {
    form,
    name,
    label: say('tasks.field.repeat'),
    hint: say('tasks.field.repeat.hint'),
    options: [['', say('repeat.none')], ...rules, ...other],
    value: held === null ? '' : isOffered(held) ? held.rule : kept,
  })
}

/** @returns undefined keeps what there is, also where a form lacks the field; `unknown` for a rule that it does not offer */
export function repeatOf(values: Values, held: Recurrence | null): Recurrence | null | undefined | 'unknown' {
  if (!Object.hasOwn(values, name)) return undefined
  const rule = textOf(values, name)
  if (rule === kept) return held === null ? 'unknown' : undefined
  if (rule === '') return held === null ? undefined : null
  if (held !== null && isOffered(held) && held.rule === rule) return undefined
  return offered.has(rule) ? { rule, after: 'due' } : 'unknown'
}

/** A rule as a sentence. Its end is shown by its day. */
export async function repeatWords({ rule, after }: Recurrence): Promise<string> {
  const untilDay = rule.replace(/(UNTIL=\d{8})T\d+Z?/, '$1')
  return languageNow() === 'en'
    ? await englishWords({ rule: untilDay, after })
    : repeatWordsIn(language, { rule: untilDay, after })
}

/** The library says more rules than the launcher. It takes a weekday from the start, which a rule without one does not say. */
async function englishWords({ rule, after }: Recurrence): Promise<string> {
  const [{ RRuleTemporal }, { toText }] = await Promise.all([
    import('rrule-temporal'),
    import('rrule-temporal/totext'),
  ])
  const shown = rule.replace(/;WKST=\w+/, '')
  const words = toText(new RRuleTemporal({ rruleString: `DTSTART:20260101T000000Z\nRRULE:${shown}` }), 'en')
  const plain = rule.includes('BY') ? words : words.replace(/ on \w+/, '')
  return after === 'completion' ? `${plain}, counted from the completion` : plain
}
