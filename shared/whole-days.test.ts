import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { areDaysOver, dayBeginningAt, dueAt, localWholeDays, wholeDaysOf } from './whole-days.ts'
import { inZone, zones } from './zone-testing.ts'
import { forAll } from './search/text-testing.ts'

/** If another zone is exactly a day away, this is the more populated one. */
const writers = [
  ...zones.filter((zone) => !zone.startsWith('Pacific/')),
  'Pacific/Auckland',
  'Pacific/Chatham',
  'Pacific/Honolulu',
  'Asia/Beirut',
  'America/Santiago',
  'America/Nuuk',
]
/** Local midnights of an author, as transferred, for a number of days. */
const written = (zone: string, date: string, days: number) => {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const midnight = (later: number): string => new Date(year, month - 1, day + later).toISOString()
  return inZone(zone, () => ({ startAt: midnight(0), endAt: midnight(days) }))
}
const dateOf = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(String).join('-')

// The reader's own zone wins over the more populated one.
const ownClock = ['Pacific/Auckland Pacific/Pago_Pago', 'Pacific/Honolulu Pacific/Kiritimati']
const pairs = writers
  .flatMap((from) => [...zones, 'Pacific/Auckland', 'America/Los_Angeles'].map((to) => [from, to] as const))
  .filter((pair) => !ownClock.includes(pair.join(' ')))

describe('whole days', () => {
  test.each(pairs)('APP-04 an all-day meeting written in %s is on the same days in %s', (from, to) => {
    // Also across the clock changes of Europe, America, Lebanon and Chile.
    const starts = ['2026-11-25', '2026-7-3', '2026-3-28', '2026-10-24', '2026-10-31', '2026-9-5']
    const ends = ['2026-11-27', '2026-7-5', '2026-3-30', '2026-10-26', '2026-11-2', '2026-9-7']
    for (const [at, date] of starts.entries()) {
      const { startAt, endAt } = written(from, date, 3)
      const days = inZone(to, () => {
        const local = localWholeDays(startAt, endAt)
        return [dateOf(local.first), dateOf(local.last)]
      })
      expect(days).toEqual([date, ends[at]])
    }
  })

  test.each([
    ['2026-11-25T10:00:00Z', 14 * 60, '2026-11-26'],
    ['2026-11-25T11:00:00Z', 0, '2026-11-26'],
    ['2026-11-25T11:00:00Z', -11 * 60, '2026-11-25'],
    ['2026-11-25T12:00:00Z', -8 * 60, '2026-11-26'],
    ['2026-11-25T10:15:00Z', 60, '2026-11-26'],
    ['1969-12-31T23:00:00Z', 60, '1970-01-01'],
  ])(
    'APP-04 if %s is midnight in two zones, a reader %s minutes ahead of UTC gets their own, else the more populated one',
    (instant, here, day) => {
      expect(dayBeginningAt(Date.parse(instant), here)).toBe(Date.parse(`${day}T00:00:00Z`))
    },
  )

  test('APP-04 an instant that is not midnight in any zone does not begin a day', () => {
    expect(dayBeginningAt(Date.parse('2026-11-25T00:05:00Z'), 0)).toBeNull()
  })

  test.each([
    ['2026-11-25T00:05:00Z', 60, '2026-11-25'],
    ['2026-11-25T23:05:00Z', 60, '2026-11-26'],
    ['2026-11-25T00:05:00Z', -60, '2026-11-24'],
    ['1969-12-30T12:05:00Z', 0, '1969-12-30'],
  ])('APP-04 days from %s on, midnight nowhere, begin %s minutes ahead of UTC on %s', (start, here, day) => {
    const [startAt, first] = [Date.parse(start), Date.parse(`${day}T00:00:00Z`)]
    const dayMs = 86_400_000
    expect(wholeDaysOf({ startAt, endAt: startAt + 2 * dayMs }, here)).toEqual({ first, last: first + dayMs })
    expect(wholeDaysOf({ startAt, endAt: startAt }, here)).toEqual({ first, last: first })
  })

  test('APP-04 a day without an end is one day', () => {
    const { startAt } = written('Europe/Berlin', '2026-11-25', 1)
    const { first, last } = inZone('America/New_York', () => localWholeDays(startAt, undefined))
    expect(last).toEqual(first)
  })

  test.each([
    ['Pacific/Auckland', '2026-11-25T23:59:00', '2026-11-26T00:00:00'],
    ['America/New_York', '2026-11-25T23:59:00', '2026-11-26T00:00:00'],
  ])('APP-04 a day written in Berlin ends in %s with the local day', (zone, before, after) => {
    const times = written('Europe/Berlin', '2026-11-25', 1)
    inZone(zone, () => {
      expect(areDaysOver(times, new Date(before))).toBe(false)
      expect(areDaysOver(times, new Date(after))).toBe(true)
    })
  })
})

describe('a due date', () => {
  test.each(pairs)('APP-05 a day written in %s is that day in %s', (from, to) => {
    // Winter, summer and clock changes.
    for (const day of [
      '2026-11-27',
      '2026-7-3',
      '2026-3-29',
      '2026-10-25',
      '2026-3-8',
      '2026-11-1',
      '2028-2-29',
    ]) {
      const end = inZone(from, () => new Date(`${day.replaceAll('-', '/')} 23:59:59.999`).toISOString())
      const read = inZone(to, () => {
        const due = dueAt(end)
        return [dateOf(due), due.getHours(), due.getMinutes()]
      })
      expect(read).toEqual([day, 23, 59])
    }
  })

  test.each(zones)(
    'APP-05 in %s a time stays the same instant, and the end of a local day stays unchanged',
    (zone) => {
      inZone(zone, () => {
        forAll(
          100,
          fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }),
          fc.integer({ min: 0, max: 40_000 }),
          (date, days) => {
            date.setMilliseconds(0)
            const end = new Date(2000, 0, 1 + days, 23, 59, 59, 999)
            for (const instant of [date, end]) expect(dueAt(instant.toISOString())).toEqual(instant)
          },
        )
      })
    },
  )
})
