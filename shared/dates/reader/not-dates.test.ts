import { expect, test } from 'vitest'
import { parseCapture, titleWithout } from '../../capture/parse.ts'
import { readDates } from './read-dates.ts'
import { asksToRepeat } from './not-dates.ts'

// A Saturday.
const now = new Date(2026, 10, 21, 10)

test.each([
  'Water the plants every Monday',
  'Every friday gym 6pm',
  'Stretch each morning at 7',
  'Sync every other week on friday',
  'Sync every 2 weeks',
  'Send the report weekly',
  'Back up daily at 9am',
  'Pay rent monthly, by transfer',
  'Jeden Montag Blumen gießen',
  'jeden Tag um 9 Uhr dehnen',
  'Sport jeden zweiten Freitag',
  'Bericht alle zwei Wochen senden',
  'Bericht wöchentlich senden',
  'Sport montags 18 Uhr',
  'Pay rent every first monday',
  'Pay rent every 15th',
  'Call mum once a week on friday',
  'Miete jeden 1. überweisen',
  'Call Bob Fridays 9am',
])('APP-05 “%s” asks for what comes again, and is text without a date', (line) => {
  expect(asksToRepeat(line)).toBe(true)
  const { tokens, quotes } = parseCapture(line, now, readDates)
  expect(tokens).toEqual([])
  expect(titleWithout(line, tokens, quotes)).toBe(line)
})

test.each([
  'Call Bob on Monday',
  'Read the weekly report',
  'Prepare the daily standup',
  'Prepare daily standup tomorrow',
  'Thank everyone',
  'Frag jeden im Team',
  'Wöchentlicher Bericht',
  'Print "every Monday" stickers',
  'Drucke „jeden Montag“',
  'Dinner at TGI Fridays tomorrow 7pm',
  'Lunch at Ruby Tuesdays tomorrow',
])('APP-05 “%s” asks for nothing that comes again', (line) => {
  expect(asksToRepeat(line)).toBe(false)
})
