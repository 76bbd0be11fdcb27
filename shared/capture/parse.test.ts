import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseCapture, titleWithout } from './parse.ts'
import { readDates } from '../dates/reader/read-dates.ts'
import { forAll } from '../search/text-testing.ts'

// A Saturday, 10:00 local.
const now = new Date(2026, 10, 21, 10, 0, 0)

describe('APP-05 the grammar of a captured line', () => {
  test('APP-05 late in the evening tonight is the end of the day', () => {
    const [token] = parseCapture('pay rent tonight', new Date(2026, 10, 21, 21), readDates).tokens
    expect(token).toMatchObject({ due: new Date(2026, 10, 21, 23, 59, 59, 999), time: 'wholeDay' })
  })

  test.each([
    [2_000, ['person', 'due']],
    [2_001, []],
  ])('APP-05 of a text of %i characters the tokens are %j', (length, kinds) => {
    const line = '@grace tomorrow'
    const text = line + ' '.repeat(length - line.length)
    expect(parseCapture(text, now, readDates).tokens.map(({ kind }) => kind)).toEqual(kinds)
  })

  const piece = fc.oneof(
    fc.constantFrom(...'@grace #acme !! !high ~30m =doing /planning tomorrow 3/4 "x" " ( )'.split(' ')),
    fc.constantFrom('@"Grace Hopper"', 'fri 5pm', 'by friday', '"literal !high"'),
    fc.string({ maxLength: 12 }),
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc.lorem({ maxCount: 2 }),
  )
  const line = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(' '))

  // Separators around a token may be removed with it; nothing else may.
  const bare = (text: string): string => text.replaceAll(/[\s.,;:()]/g, '')

  test('APP-05 nothing typed is lost: the title and the chips, in their places, are the line', () => {
    forAll(400, line, (text) => {
      const { tokens, quotes } = parseCapture(text, now, readDates)
      let rest = bare(titleWithout(text, tokens, quotes))
      let at = 0
      const unquoted = text.split('').map((sign, at) => (quotes.includes(at) ? '' : sign))
      const kept = (start: number, end: number): string => bare(unquoted.slice(start, end).join(''))
      // The text between two tokens must come next in the title.
      for (const { start, end } of [...tokens, { start: text.length, end: text.length }]) {
        const between = kept(at, start)
        expect(rest.startsWith(between)).toBe(true)
        rest = rest.slice(between.length)
        at = end
      }
      expect(rest).toBe('')
    })
  })

  test('APP-05 no text makes it throw, and tokens lie in the line, in order, apart from each other and from what was decided', () => {
    const any = fc.oneof(fc.string({ maxLength: 60 }), fc.string({ unit: 'binary', maxLength: 60 }), line)
    forAll(400, any, fc.nat(), fc.nat(), (text, a, b) => {
      const [start, end] = [Math.min(a, b) % (text.length + 1), Math.max(a, b) % (text.length + 1)]
      const decided = start < end ? [{ start, end }] : []
      const { tokens, quotes } = parseCapture(text, now, readDates, decided)
      expect(() => titleWithout(text, [...tokens, ...decided], quotes)).not.toThrow()
      let last = 0
      for (const token of tokens) {
        expect(token.start).toBeGreaterThanOrEqual(last)
        expect(token.end).toBeGreaterThan(token.start)
        expect(token.text).toBe(text.slice(token.start, token.end))
        for (const span of decided) expect(token.start < span.end && span.start < token.end).toBe(false)
        last = token.end
      }
    })
  })
})
