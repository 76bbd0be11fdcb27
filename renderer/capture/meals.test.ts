import { describe, expect, test } from 'vitest'
import { inZone } from '../../shared/zone-testing.ts'
import { dateHabitsOf } from '../ui/dates/date-habits.ts'
import { readerIn } from './read-dates.ts'

const readers = {
  en: readerIn('en', dateHabitsOf('en-GB')),
  de: readerIn('de', dateHabitsOf('de-DE')),
} as const

// The one rule of dates by which other words of the line count, and so none of the tables of phrases: a form has no such words.
describe('on a Wednesday at 10:00', () => {
  test.each([
    ['en', 'dinner with Ann at 7', 18, 19, 0],
    ['en', 'dinner friday 7:30', 20, 19, 30],
    ['en', 'dine at half past seven', 18, 19, 30],
    ['en', 'dinner tomorrow 7 to 9', 19, 21, 0],
    ['en', 'dinner at 07:30', 19, 7, 30],
    ['en', 'dinner at 7am', 19, 7, 0],
    ['en', 'wake up tomorrow at 5:30', 19, 5, 30],
    ['en', 'breakfast at 6', 19, 6, 0],
    ['en', 'run at 7', 19, 7, 0],
    ['de', 'Abendessen morgen um 8 Uhr', 19, 20, 0],
    ['de', 'Abendessen 7:30 Uhr', 18, 19, 30],
    ['de', 'Abendessen morgen', 19, 23, 59],
    ['de', 'Frühstück Freitag um 6', 20, 6, 0],
  ] as const)('APP-05 in %s “%s” is on the %i. at %i:%i', (language, line, day, hour, minute) => {
    inZone('Europe/Berlin', () => {
      const [hit] = readers[language](line, new Date(2026, 10, 18, 10))
      expect([hit?.due.getDate(), hit?.due.getHours(), hit?.due.getMinutes()]).toEqual([day, hour, minute])
    })
  })
})
