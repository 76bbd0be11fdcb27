import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseCapture, titleWithout, type Token } from './parse-capture.ts'
import { readDates } from '../dates/read-dates.ts'

// A Saturday, 10:00 local.
const now = new Date(2026, 10, 21, 10, 0, 0)
const parse = (text: string) => parseCapture(text, now, readDates)
const kinds = (text: string) => parse(text).tokens.map(({ kind }) => kind)
const titleOf = (text: string) => {
  const { tokens, quotes } = parse(text)
  return titleWithout(text, tokens, quotes)
}
const local = (year: number, month: number, day: number, hour = 23, minute = 59, second = 59, ms = 999) =>
  new Date(year, month - 1, day, hour, minute, second, ms)
const dueIn = (text: string): Date | undefined =>
  parse(text).tokens.find((token): token is Token & { kind: 'due' } => token.kind === 'due')?.due

describe('APP-05 the grammar of a captured line', () => {
  test('APP-05 the whole of it, in one line', () => {
    const text = 'Call Acme about renewal tomorrow 5pm @grace #acme !high ~30m'
    expect(parse(text).tokens).toMatchObject([
      { kind: 'due', due: local(2026, 11, 22, 17, 0, 0, 0), time: 'written' },
      { kind: 'person', name: 'grace' },
      { kind: 'record', name: 'acme' },
      { kind: 'priority', priority: 'high' },
      { kind: 'estimate', minutes: 30 },
    ])
    expect(titleOf(text)).toBe('Call Acme about renewal')
  })

  test.each([
    ['Ship it !', ['priority'], 'Ship it'],
    ['Ship it !!!', ['priority'], 'Ship it'],
    ['Ship it!', [], 'Ship it!'],
    ['!urgent Ship it', ['priority'], 'Ship it'],
    ['Write to ann@example.com', [], 'Write to ann@example.com'],
    ['Learn C# basics', [], 'Learn C# basics'],
    ['Ask @grace, then go', ['person'], 'Ask, then go'],
    ['Ask @"Grace Hopper" today', ['person', 'due'], 'Ask'],
    ['Link #"Acme Corporation" here', ['record'], 'Link here'],
    ['Review ~1h30m', ['estimate'], 'Review'],
    ['Review ~90', ['estimate'], 'Review'],
    ['Review ~forever', [], 'Review ~forever'],
    ['Review ~0m', [], 'Review ~0m'],
    ['Read "Moby Dick" slowly', [], 'Read "Moby Dick" slowly'],
    ['Print "due tomorrow" sticker', [], 'Print due tomorrow sticker'],
    ['Say "@grace !high"', [], 'Say @grace !high'],
    ['@', [], '@'],
    ['# heading', [], '# heading'],
    ['Draft it =doing', ['status'], 'Draft it'],
    ['Draft it ="In progress" soon', ['status'], 'Draft it soon'],
    ['File it /planning', ['section'], 'File it'],
    ['x = 5 => y', [], 'x = 5 => y'],
    ['Look at /etc/hosts', [], 'Look at /etc/hosts'],
    ['Either/or and 1/a', [], 'Either/or and 1/a'],
    ['.gitignore cleanup', [], '.gitignore cleanup'],
    ['Remember:', [], 'Remember:'],
    ['tomorrow, .env cleanup', ['due'], '.env cleanup'],
    ['Review: tomorrow', ['due'], 'Review'],
    ['Call Bob (tomorrow) again', ['due'], 'Call Bob again'],
    ['@grace, call back', ['person'], 'call back'],
    ['Nothing !none', ['priority'], 'Nothing'],
  ] as const)('APP-05 %s', (text, expected, title) => {
    expect(kinds(text)).toEqual(expected)
    expect(titleOf(text)).toBe(title)
  })

  test('APP-05 tonight is at eight; later in the evening it is the end of the day', () => {
    expect(dueIn('pay rent tonight')).toEqual(local(2026, 11, 21, 20, 0, 0, 0))
    const late = new Date(2026, 10, 21, 21)
    const [token] = parseCapture('pay rent tonight', late, readDates).tokens
    expect(token).toMatchObject({ due: local(2026, 11, 21), time: 'wholeDay' })
  })

  const piece = fc.oneof(
    fc.constantFrom(
      '@grace',
      '@"Grace Hopper"',
      '#acme',
      '!!',
      '!high',
      '~30m',
      '=doing',
      '/planning',
      'tomorrow',
      'fri 5pm',
      'by friday',
      '3/4',
      '"literal !high"',
      '"x"',
      '"',
      '(',
      ')',
    ),
    fc.string({ maxLength: 12 }),
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc.lorem({ maxCount: 2 }),
  )
  const line = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(' '))

  test('APP-05 tokens lie inside the line, in order, and never overlap', () => {
    fc.assert(
      fc.property(line, (text) => {
        let end = 0
        for (const token of parse(text).tokens) {
          expect(token.start).toBeGreaterThanOrEqual(end)
          expect(token.end).toBeGreaterThan(token.start)
          expect(token.end).toBeLessThanOrEqual(text.length)
          expect(token.text).toBe(text.slice(token.start, token.end))
          end = token.end
        }
      }),
      { numRuns: 300 },
    )
  })

  // Separators around a token may be removed with it; nothing else may.
  const bare = (text: string): string => text.replaceAll(/[\s.,;:()]/g, '')

  test('APP-05 nothing typed is lost: the title and the chips, in their places, are the line', () => {
    fc.assert(
      fc.property(line, (text) => {
        const { tokens, quotes } = parse(text)
        let rest = bare(titleWithout(text, tokens, quotes))
        let at = 0
        const kept = (start: number, end: number): string =>
          bare(
            Array.from({ length: end - start }, (_, index) => start + index)
              .filter((position) => !quotes.includes(position))
              .map((position) => text.charAt(position))
              .join(''),
          )
        // The text between two tokens must come next in the title.
        for (const { start, end } of [...tokens, { start: text.length, end: text.length }]) {
          const between = kept(at, start)
          expect(rest.startsWith(between)).toBe(true)
          rest = rest.slice(between.length)
          at = end
        }
        expect(rest).toBe('')
      }),
      { numRuns: 400 },
    )
  })

  test('APP-05 no text makes it throw, whatever was decided in it', () => {
    const any = fc.oneof(fc.string({ maxLength: 60 }), fc.string({ unit: 'binary', maxLength: 60 }), line)
    fc.assert(
      fc.property(any, fc.nat(), fc.nat(), (text, a, b) => {
        const [start, end] = [Math.min(a, b) % (text.length + 1), Math.max(a, b) % (text.length + 1)]
        const decided = start < end ? [{ start, end }] : []
        const { tokens, quotes } = parseCapture(text, now, readDates, decided)
        expect(() => titleWithout(text, [...tokens, ...decided], quotes)).not.toThrow()
        for (const token of tokens)
          for (const span of decided) expect(token.start < span.end && span.start < token.end).toBe(false)
      }),
      { numRuns: 400 },
    )
  })
})
