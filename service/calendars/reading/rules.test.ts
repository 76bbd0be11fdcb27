import fc from 'fast-check'
import { RRuleTemporal } from 'rrule-temporal'
import { expect, test } from 'vitest'
import { mostInstances, wallsOf } from './rules.ts'
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

const dayMs = 24 * hour
const start = { wall: Date.UTC(2027, 5, 1, 10), isDay: false, isUtc: false, tzid: null }
const whole = { ...start, wall: Date.UTC(2027, 5, 1), isDay: true }
/** Two hours ahead of UTC. */
const ahead = { offsetAt: () => 2 * hour }
const daysOf = (rule: string, begins = start) =>
  wallsOf(rule, begins, ahead, from, to)?.walls.map((wall) => (wall - begins.wall) / dayMs) ?? null

// One that the library reads, and one of one step.
const both = (rule: string) => [`${rule};BYHOUR=10`, rule]

test.each<[string, string, number[] | null]>([
  ['an instant, at that instant', ';UNTIL=20270603T080000Z', [0, 1, 2]],
  ['an instant, a second before one', ';UNTIL=20270603T075959Z', [0, 1]],
  ['a time at the place', ';UNTIL=20270603T100000', [0, 1, 2]],
  ['a time at the place, a second before one', ';UNTIL=20270603T095959', [0, 1]],
  ['a day, to its end', ';UNTIL=20270603', [0, 1, 2]],
  ['before it begins', ';UNTIL=20270501', []],
  ['a word', ';UNTIL=SOON', null],
  ['a count in small letters', ';count=2', [0, 1]],
  ['a count with blanks', '; COUNT = 2 ', [0, 1]],
  ['nothing but a sign, and a count', ';;COUNT=2;', [0, 1]],
  ['a count of nothing, and a day', ';COUNT=0;UNTIL=20270602', [0, 1]],
  ['a count of a word, and a day', ';COUNT=2x;UNTIL=20270602', [0, 1]],
])('CAL-02 a daily series ends by %s', (_what, end, days) => {
  for (const rule of both(`FREQ=DAILY${end}`)) expect(daysOf(rule)).toEqual(days)
})

test('CAL-02 a series of whole days ends with the day of its last instant', () => {
  expect(daysOf('FREQ=DAILY;UNTIL=20270603T235959Z', whole)).toEqual([0, 1, 2])
  expect(daysOf('FREQ=DAILY;UNTIL=20270603T000000Z', whole)).toEqual([0, 1, 2])
  expect(daysOf('FREQ=DAILY;UNTIL=20270602T220000Z', whole)).toEqual([0, 1, 2])
})

test.each<[string, number[] | null]>([
  ['FREQ=WEEKLY;COUNT=2;BYDAY=TU', [0, 7]],
  ['FREQ=WEEKLY;COUNT=2;BYDAY=WE', [1, 8]],
  ['FREQ=DAILY;COUNT=2;BYDAY=WE', [1, 8]],
  ['FREQ=DAILY;COUNT=2;INTERVAL=9999', [0]],
  ['FREQ=DAILY;COUNT=2;BYMONTH=7', [30, 31]],
  ['FREQ=MONTHLY;COUNT=2', [0, 30]],
  ['FREQ=SOMETIMES;COUNT=2', null],
  ['', null],
  [' ', null],
])('CAL-02 the rule “%s” comes after these days: %j', (rule, days) => {
  expect(daysOf(rule)).toEqual(days)
})

test.each([
  ['FREQ=DAILY', 'of one step'],
  ['FREQ=DAILY;BYHOUR=10', 'that the library reads'],
])('CAL-02 a rule %s of %s gives no more than 2,000 times, and says so', (rule) => {
  const instances = (days: number) => wallsOf(rule, start, utc, start.wall, start.wall + (days - 1) * dayMs)
  expect(instances(mostInstances)).toMatchObject({ walls: { length: 2000 }, isCut: false })
  const more = instances(mostInstances + 1)
  expect(more).toMatchObject({ walls: { length: 2000 }, isCut: true })
  expect(more?.walls.at(-1)).toBe(start.wall + 1_999 * dayMs)
})

test('CAL-02 a rule that asks too much of the library is cut', () => {
  const longAgo = { ...start, wall: from - 300 * dayMs }
  expect(wallsOf('FREQ=SECONDLY', longAgo, utc, from, to)).toEqual({ walls: [], isCut: true })
})
