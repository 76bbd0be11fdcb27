import { describe, expect, test } from 'vitest'
import { dateHabitsOf } from '../../ui/dates/date-habits.ts'
import { parseCapture, titleWithout } from './parse-capture.ts'
import { readerIn } from '../dates/read-dates.ts'
import { asksToRepeat } from './repeats.ts'

// A Saturday.
const now = new Date(2026, 10, 21, 10)

describe.each(['en', 'de'] as const)('APP-05 what comes again, in %s', (language) => {
  const reader = readerIn(dateHabitsOf(language === 'en' ? 'en-US' : 'de-DE'))
  const lines = {
    en: [
      'Water the plants every Monday',
      'Every friday gym 6pm',
      'Stretch each morning at 7',
      'Sync every other week on friday',
      'Sync every 2 weeks',
      'Send the report weekly',
      'Send the report weekly on friday',
      'Back up daily at 9am',
      'Pay rent monthly, by transfer',
    ],
    de: [
      'Jeden Montag Blumen gießen',
      'jeden Tag um 9 Uhr dehnen',
      'Sport jeden zweiten Freitag',
      'Bericht alle zwei Wochen senden',
      'Bericht wöchentlich senden',
      'Sport montags 18 Uhr',
      'Gym every Monday',
    ],
  }[language]

  test.each(lines)('APP-05 “%s” asks for it, and is text without a date', (line) => {
    expect(asksToRepeat(line)).toBe(true)
    const { tokens, quotes } = parseCapture(line, now, reader)
    expect(tokens).toEqual([])
    expect(titleWithout(line, tokens, quotes)).toBe(line)
  })
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
])('APP-05 “%s” asks for nothing that comes again', (line) => {
  expect(asksToRepeat(line)).toBe(false)
})
