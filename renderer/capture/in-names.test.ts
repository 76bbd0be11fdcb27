import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dateHabitsOf } from '../ui/dates/date-habits.ts'
import { parseCapture, titleWithout } from './parse-capture.ts'
import { readerIn } from './read-dates.ts'

const now = new Date(2026, 10, 18, 10)
const days = ['sun', 'friday', 'tomorrow', 'today', 'dec', '5pm', '2026-12-01', 'morgen', 'Montag', '17uhr']
const word = fc.constantFrom(...days, 'bob', 'report', 'x', '7')
const joined = (...signs: string[]) =>
  fc
    .array(fc.tuple(word, fc.constantFrom(...signs)), { maxLength: 2 })
    .chain((pieces) => word.map((last) => pieces.flat().join('') + last))
const ending = fc.constantFrom('com', 'de', 'txt', 'pdf', 'io')
const dotted = fc.tuple(joined('-', '.', '_'), ending).map((parts) => parts.join('.'))

const names = {
  'an e-mail address': fc.tuple(joined('.', '-', '_', '+'), dotted).map((parts) => parts.join('@')),
  'the name of a file': dotted,
  'an address of a page': fc
    .tuple(fc.constantFrom('https://', 'http://'), dotted, joined('/', '-'), joined('=', '&'))
    .map(([scheme, site, path, query]) => `${scheme}${site}/${path}?${query}`),
  'a path': fc
    .tuple(fc.constantFrom('/tmp/', '~/', 'C:\\', './'), joined('/'))
    .map(([root, path]) => (root === 'C:\\' ? root + path.replaceAll('/', '\\') : root + path)),
} as const

describe.each([
  ['en', 'en-US'],
  ['de', 'de-DE'],
] as const)('names that hold dates, in %s', (language, locale) => {
  const read = readerIn(language, dateHabitsOf(locale))
  test.each(Object.entries(names))('APP-05 %s is text as a whole', (_what, name) => {
    fc.assert(
      fc.property(
        name,
        fc.constantFrom('', 'read '),
        fc.constantFrom('', ' first'),
        (text, before, after) => {
          const line = before + text + after
          const { tokens, quotes } = parseCapture(line, now, read)
          expect(tokens.map(({ text: said }) => said)).toEqual([])
          expect(titleWithout(line, tokens, quotes)).toBe(line)
        },
      ),
      { numRuns: 500 },
    )
  })
})
