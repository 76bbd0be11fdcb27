import { describe, expect, test } from 'vitest'
import { inZone } from '../../shared/zone-testing.ts'
import { de } from '../../shared/messages/de.ts'
import { en } from '../../shared/messages/en.ts'
import document from '../../docs/using/capture.md?raw'
import { dateHabitsOf } from '../../shared/dates/format.ts'
import { dueWords } from '../../shared/dates/reader/due-testing.ts'
import { readerIn } from '../../shared/dates/reader/read-dates.ts'
import { exampleOf, grammar, grammarWords } from '../../shared/capture/grammar.ts'
import { parseCapture, titleWithout, type Token } from '../../shared/capture/parse.ts'
import { places } from '../../shared/capture/phrases.ts'

const wordsOf = (token: Token): string => {
  switch (token.kind) {
    case 'start':
      return `start ${token.begins.toISOString()}`
    case 'due':
      return `due ${dueWords(token)}`
    case 'repeat':
      return `repeat ${token.id}`
    case 'priority':
      return `priority ${token.priority}`
    case 'estimate':
      return `estimate ${token.minutes}`
    case 'person':
    case 'record':
    case 'status':
    case 'section':
      return `${token.kind} ${token.name}`
  }
}

describe('APP-05 what people write, and what is read of it', () => {
  describe.each(places)('APP-05 $name', ({ zone, habits, now, phrases }) => {
    const reader = readerIn(habits)
    test.each(phrases)('APP-05 %s', (line, title, ...expected) => {
      inZone(zone, () => {
        const { tokens, quotes } = parseCapture(line, new Date(now), reader)
        expect(tokens.map(wordsOf)).toEqual(expected)
        expect(titleWithout(line, tokens, quotes)).toBe(title)
        for (const token of tokens)
          if (token.kind === 'due' && token.time === 'wholeDay')
            expect([token.due.getHours(), token.due.getMinutes(), token.due.getMilliseconds()]).toEqual([
              23, 59, 999,
            ])
      })
    })
  })

  test.each(grammar)('APP-05 docs/using/capture.md says what is written for %s', (kind) => {
    expect(document).toContain(`| \`${exampleOf(kind)}\` | ${grammarWords(kind)} |`)
  })

  const examples = (
    [
      ['en-US', en],
      ['de-DE', de],
    ] as const
  ).flatMap(([locale, words]) =>
    grammar.map((kind) => [kind, words[`grammar.${kind}.example`], locale] as const),
  )
  test.each(examples)('APP-05 the example of a %s that the app shows is one: %s', (kind, example, locale) => {
    const read = readerIn(dateHabitsOf(locale))
    const { tokens, quotes } = parseCapture(`x ${example} y`, new Date(2026, 10, 18, 10), read)
    expect(tokens.map((token) => token.kind)).toEqual(kind === 'literal' ? [] : [kind])
    expect(quotes.length).toBe(kind === 'literal' ? 2 : 0)
  })
})
