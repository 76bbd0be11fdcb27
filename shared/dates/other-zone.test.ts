import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { parseCapture } from '../capture/parse.ts'
import { places } from '../capture/phrases.ts'
import { forAll } from '../search/text-testing.ts'
import { inZone, zones } from '../zone-testing.ts'
import {
  dayAfter,
  daysBetween,
  endOfDay,
  localDate,
  monthAfter,
  timeOnDay,
  wallOf,
  weekdayOf,
} from './format.ts'
import { type MinutesAhead, minutesAheadIn, otherZone, withLocalZone } from './other-zone.ts'
import { readerIn } from './reader/read-dates.ts'
import { repeatsIn } from './reader/repeats.ts'
import { firstDue, ruleOf, timeOfDay } from './repeat.ts'

afterEach(() => expect(otherZone.minutesAhead).toBeNull())

/** Zones whose clocks change at midnight, too. */
const all = [...zones, 'America/Santiago', 'Africa/Cairo', 'America/Nuuk'] as const
/** The process stands in a zone whose clocks change. */
const process = 'America/New_York'

describe.each(all)('APP-05 the wall clock of %s', (zone) => {
  const minutesAhead = minutesAheadIn(zone)
  const here = <T>(work: () => T): T => inZone(zone, work)
  const elsewhere = <T>(work: () => T): T => inZone(process, () => withLocalZone(minutesAhead, work))

  test('is the same from another zone, at every quarter of an hour around a change', () => {
    const quarters = fc.integer({ min: Date.UTC(2020, 0, 1) / 900_000, max: Date.UTC(2035, 0, 1) / 900_000 })
    const moments = momentsOfChange(minutesAhead)
    forAll(150, fc.oneof(quarters, fc.constantFrom(...moments)), (quarter) => {
      const date = new Date(quarter * 900_000)
      const read = () => {
        const wall = wallOf(date)
        const [year, month, day] = [wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate()]
        return [
          wall,
          localDate(year, month, day, wall.getUTCHours(), wall.getUTCMinutes()),
          localDate(year, month, day + 1, wall.getUTCHours() - 1),
          dayAfter(date, 40),
          endOfDay(date),
          monthAfter(date, 5),
          weekdayOf(date),
          timeOnDay(dayAfter(date, 1), date),
          daysBetween(date, dayAfter(date, 200)),
          firstDue('FREQ=MONTHLY;BYDAY=-1SU', date, timeOfDay(date)),
          ruleOf({ freq: 'DAILY', until: date }),
        ]
      }
      return JSON.stringify(elsewhere(read)) === JSON.stringify(here(read))
    })
  })
})

/** Quarters of an hour at which the clocks change, and those around them. */
function momentsOfChange(minutesAhead: MinutesAhead): number[] {
  const moments: number[] = [Date.UTC(2026, 0, 1) / 900_000]
  for (let quarter = Date.UTC(2026, 0, 1) / 900_000; quarter < Date.UTC(2027, 0, 1) / 900_000; quarter += 1)
    if (minutesAhead(quarter * 900_000) !== minutesAhead((quarter - 1) * 900_000))
      for (let around = -8; around <= 8; around += 1) moments.push(quarter + around)
  return moments
}

test.each(places)('APP-05 the lines of $name mean the same when a process elsewhere reads them', (place) => {
  const read = readerIn(place.habits)
  const reads = { starts: true, repeats: { isSupported: true, repeatsIn } }
  const lines = place.phrases.map(([line]) => line)
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = place.now.split(/\D/).map(Number)
  const tokensAt = () => {
    const now = localDate(year, month - 1, day, hour, minute)
    return lines.map((line) => [line, parseCapture(line, now, read, [], reads).tokens])
  }
  const minutesAhead = minutesAheadIn(place.zone)
  expect(inZone(process, () => withLocalZone(minutesAhead, tokensAt))).toEqual(inZone(place.zone, tokensAt))
})

test('APP-05 the zone of the process is local again after an error', () => {
  const fail = () =>
    withLocalZone(minutesAheadIn('Asia/Tokyo'), () => {
      throw new Error('no')
    })
  expect(fail).toThrow('no')
})
