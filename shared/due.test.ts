import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dueAt } from './due.ts'
import { inZone, zones } from './zone-testing.ts'

const written = (zone: string, year: number, month: number, day: number): string =>
  inZone(zone, () => new Date(year, month - 1, day, 23, 59, 59, 999).toISOString())
const readAs = (zone: string, iso: string): number[] =>
  inZone(zone, () => {
    const due = dueAt(iso)
    return [due.getFullYear(), due.getMonth() + 1, due.getDate(), due.getHours(), due.getMinutes()]
  })

describe('a due date on the wire', () => {
  test.each(
    zones
      // Its end of day is also that of New Zealand's summer, a day later; read elsewhere, that is taken.
      .filter((from) => !from.startsWith('Pacific/'))
      .flatMap((from) => zones.map((to) => [from, to] as const)),
  )('APP-05 a day that was written in %s is that day in %s', (from, to) => {
    // In winter, in summer, and on both nights when Europe and America change their clocks.
    for (const [year, month, day] of [
      [2026, 11, 27],
      [2026, 7, 3],
      [2026, 3, 29],
      [2026, 10, 25],
      [2026, 3, 8],
      [2026, 11, 1],
      [2026, 12, 31],
      [2028, 2, 29],
    ] as const)
      expect(readAs(to, written(from, year, month, day))).toEqual([year, month, day, 23, 59])
  })

  test.each([
    ['Pacific/Auckland', 'Europe/Berlin'],
    ['Pacific/Auckland', 'America/New_York'],
    ['Pacific/Honolulu', 'Asia/Tokyo'],
    ['Pacific/Honolulu', 'Pacific/Auckland'],
  ])('APP-05 a day that was written in %s is that day in %s, in summer and in winter', (from, to) => {
    expect(readAs(to, written(from, 2026, 11, 27))).toEqual([2026, 11, 27, 23, 59])
    expect(readAs(to, written(from, 2026, 7, 3))).toEqual([2026, 7, 3, 23, 59])
  })

  test.each(zones)('APP-05 in %s a time that was written is that instant', (zone) => {
    inZone(zone, () => {
      fc.assert(
        fc.property(fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }), (date) => {
          date.setMilliseconds(0)
          expect(dueAt(date.toISOString())).toEqual(date)
        }),
      )
    })
  })

  test.each(zones)('APP-05 in %s the end of one’s own day is itself', (zone) => {
    inZone(zone, () => {
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 40_000 }), (days) => {
          const end = new Date(2000, 0, 1 + days, 23, 59, 59, 999)
          expect(dueAt(end.toISOString())).toEqual(end)
        }),
      )
    })
  })
})
