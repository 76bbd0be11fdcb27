import { describe, expect, test } from 'vitest'
import { inZone } from '../../shared/zone-testing.ts'
import { dateHabitsOf } from '../ui/dates/date-habits.ts'
import { readerIn } from './read-dates.ts'

const minute = 60_000
const readers = {
  en: readerIn('en', dateHabitsOf('en-GB')),
  de: readerIn('de', dateHabitsOf('de-DE')),
} as const

const phrases = [
  ['en', 'in 30 minutes', 30],
  ['en', 'in 90 min', 90],
  ['en', 'in half an hour', 30],
  ['en', 'in an hour and a half', 90],
  ['en', 'in 1h30m', 90],
  ['en', 'in about 2 hours', 120],
  ['en', 'within 4 hours', 240],
  ['en', 'in an hour and 20 minutes', 80],
  ['en', '2 hours from now', 120],
  ['en', 'two hours later', 120],
  ['en', 'in 24 hours', 1440],
  ['de', 'in 30 Minuten', 30],
  ['de', 'in anderthalb Stunden', 90],
  ['de', 'in 4 Stunden', 240],
  ['de', 'in 2 hours', 120],
] as const

/** Every quarter of an hour from a day before each change of clocks in 2026 to half a day after it. */
const aroundChanges = (): Date[] => {
  const hours = Array.from({ length: 365 * 24 }, (_, hour) => Date.UTC(2026, 0, 1, hour))
  const offset = (time: number): number => new Date(time).getTimezoneOffset()
  const changes = hours.filter((time) => offset(time) !== offset(time - 60 * minute))
  return changes.flatMap((change) =>
    Array.from({ length: 36 * 4 }, (_, quarter) => new Date(change + (quarter - 24 * 4) * 15 * minute)),
  )
}

// Clocks change at night, at midnight, in the evening before, by half an hour, and never.
describe.each([
  'Europe/Berlin',
  'Europe/London',
  'America/New_York',
  'America/Havana',
  'America/Santiago',
  'America/Nuuk',
  'Africa/Cairo',
  'Asia/Beirut',
  'Australia/Lord_Howe',
])('while clocks change in %s', (zone) => {
  test.each(phrases)('APP-05 in %s “%s” is %i minutes from now', (language, phrase, minutes) => {
    inZone(zone, () => {
      const times = aroundChanges()
      expect(times.length).toBeGreaterThan(0)
      const wrong = times.filter((now) => {
        const hits = readers[language](`call ${phrase}`, now)
        return hits.length !== 1 || hits[0]?.due.getTime() !== now.getTime() + minutes * minute
      })
      expect(wrong).toEqual([])
    })
  })
})
