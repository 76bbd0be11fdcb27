import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dateHabitsOf } from '../ui/dates/date-habits.ts'
import { parseCapture, titleWithout } from './parse-capture.ts'
import { readerIn } from './read-dates.ts'

const now = new Date(2026, 10, 18, 10)
const english = [
  'mon',
  'friday',
  'next',
  'last',
  'week',
  'tomorrow',
  'dec 1',
  '3 dec',
  '12/24',
  'at',
  '5pm',
  'to',
]
const german = [
  'Montag',
  'Fr.',
  'nächste',
  'letzten',
  'Woche',
  'heute',
  'Abend',
  'um',
  'acht',
  '8 Uhr',
  '24.12.',
  'bis',
]
const both = ['2026-12-01', 'T', '05:00', '9', '17:30', 'Bob', 'x']

describe.each([
  ['en', 'en-US', english],
  ['de', 'de-DE', [...german, ...english]],
] as const)('lines full of dates in %s', (language, locale, words) => {
  const read = readerIn(language, dateHabitsOf(locale))
  const separators = [' ', ' ', ' ', ', ', '/', '-', '–', ' - ', '']
  const line = fc
    .array(fc.tuple(fc.constantFrom(...words, ...both), fc.constantFrom(...separators)), { maxLength: 8 })
    .map((pieces) => pieces.flat().join(''))

  test('APP-05 no date begins or ends within a word, a number or a range', () => {
    fc.assert(
      fc.property(line, (text) => {
        for (const { start, end } of read(text, now)) {
          expect(text.slice(0, start)).not.toMatch(/[\p{L}\p{N}/]$|[\p{L}\p{N}][-–]$/u)
          expect(text.slice(end)).not.toMatch(/^[-–/]?[\p{L}\p{N}]/u)
        }
      }),
      { numRuns: 2000, examples: [['Fr./at mon ']] },
    )
  })

  const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []

  test('APP-05 the title and what was read hold every word of the line', () => {
    fc.assert(
      fc.property(line, (text) => {
        const { tokens, quotes } = parseCapture(text, now, read)
        const kept = [titleWithout(text, tokens, quotes), ...tokens.map((token) => token.text)]
        expect(kept.flatMap(wordsIn).sort()).toEqual(wordsIn(text).sort())
      }),
      { numRuns: 500 },
    )
  })
})
