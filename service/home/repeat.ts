// How a task repeats: in words, and as a field of its form.
import type { Recurrence } from '../../shared/api/primitives.ts'
import type { Html } from '../oauth/pages/html.ts'
import { textOf, type Values, type Visit } from '../site/kit.ts'
import { selectField } from '../site/parts.ts'

const name = 'repeat'
/** The value of a rule that the field does not offer. */
const kept = 'kept'

/** In their one spelling, counted from the due date. The API and the launcher take every rule. */
const offered: ReadonlyMap<string, string> = new Map([
  ['FREQ=DAILY', 'Every day'],
  ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'Every weekday'],
  ['FREQ=WEEKLY', 'Every week'],
  ['FREQ=MONTHLY', 'Every month'],
  ['FREQ=YEARLY', 'Every year'],
])

const isOffered = ({ rule, after }: Recurrence): boolean => after === 'due' && offered.has(rule)

export async function repeatField(visit: Visit, form: string, held: Recurrence | null): Promise<Html> {
  const other = held === null || isOffered(held) ? [] : [[kept, await repeatWords(held)] as const]
  return selectField(visit, {
    form,
    name,
    label: 'Repeats',
    hint: 'The next task is made when this one is done.',
    options: [['', 'Does not repeat'], ...offered, ...other],
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

/**
 * A rule as a sentence. The library takes a weekday from the start, which a rule without one does not say. It refuses an end at a
 * local time, so an end is shown by its day.
 */
export async function repeatWords({ rule, after }: Recurrence): Promise<string> {
  const [{ RRuleTemporal }, { toText }] = await Promise.all([
    import('rrule-temporal'),
    import('rrule-temporal/totext'),
  ])
  const shown = rule.replace(/;WKST=\w+/, '').replace(/(UNTIL=\d{8})T\d+Z?/, '$1')
  const words = toText(new RRuleTemporal({ rruleString: `DTSTART:20260101T000000Z\nRRULE:${shown}` }), 'en')
  const plain = rule.includes('BY') ? words : words.replace(/ on \w+/, '')
  return after === 'completion' ? `${plain}, counted from the completion` : plain
}
