// How a task repeats, in words.
import type { Recurrence } from '../../shared/api/primitives.ts'

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
