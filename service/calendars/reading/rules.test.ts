import fc from 'fast-check'
import { RRuleTemporal } from 'rrule-temporal'
import { expect, test } from 'vitest'
import { wallsOf } from './rules.ts'
import { utc } from './times.ts'

const from = Date.UTC(2027, 0, 1)
const to = Date.UTC(2028, 0, 1)
const hour = 3_600_000
const icsOf = (wall: number) => new Date(wall).toISOString().replaceAll(/[-:]|\.\d+/g, '')

test('CAL-02 rules of one step give the times that the library gives', () => {
  const rules = fc.record({
    start: fc.integer({ min: -400 * 24, max: 400 * 24 }).map((hours) => from + hours * hour),
    frequency: fc.constantFrom('DAILY', 'WEEKLY'),
    interval: fc.constantFrom('', ';INTERVAL=1', ';INTERVAL=3', ';INTERVAL=40'),
    week: fc.constantFrom('', ';WKST=SU', ';WKST=MO'),
    days: fc.constantFrom('', ';BYDAY=MO', ';BYDAY=TH', ';BYDAY=MO,TH'),
    end: fc.oneof(
      fc.constant(''),
      fc.integer({ min: 1, max: 200 }).map((count) => `;COUNT=${count}`),
      fc.integer({ min: -30, max: 380 }).map((days) => `;UNTIL=${icsOf(from + days * 24 * hour)}`),
    ),
  })
  fc.assert(
    fc.property(rules, ({ start, frequency, interval, week, days, end }) => {
      const rule = `FREQ=${frequency}${interval}${week}${days}${end}`
      const library = new RRuleTemporal({ rruleString: `DTSTART:${icsOf(start)}\nRRULE:${rule}` })
      const expected = library
        .between(new Date(from), new Date(to), true)
        .map(({ epochMilliseconds }) => epochMilliseconds)
      const written = { wall: start, isDay: false, isUtc: false, tzid: null }
      expect(wallsOf(rule, written, utc, from, to)).toEqual({ walls: expected, isCut: false })
    }),
    { numRuns: 60 },
  )
})
