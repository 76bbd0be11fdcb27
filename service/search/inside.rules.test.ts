import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keysInside, listed, noteListed, partSize, personKey, snippetOf } from './inside.rules.ts'

test('LCH-06 a list holds the texts that were added to it', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(partSize - 1)), (texts) => {
      const found = new Uint8Array(partSize)
      noteListed(texts.map(listed).join(''), found)
      const noted = [...found.entries()].flatMap(([place, isNoted]) => (isNoted === 1 ? [place] : []))
      expect(noted).toEqual([...new Set(texts)].toSorted((a, b) => a - b))
    }),
  )
})

test('LCH-06 a list that is damaged gives the texts that can be read', () => {
  const noted = (list: string) => {
    const found = new Uint8Array(partSize)
    noteListed(list, found)
    return [...found.entries()].flatMap(([place, isNoted]) => (isNoted === 1 ? [place] : []))
  }
  expect(noted(`!0${listed(70)}0!éé00é0${listed(5)}1`)).toEqual([0, 5, 70])
})

test('LCH-06 the key of a person is not a word, nor the beginning of another key', () => {
  expect(personKey('usr_1')).toBe('@usr_1 ')
})

test('LCH-06 a text is found by its words and those of its title, one without words by none', () => {
  expect(keysInside('Call Anna', 'the contract')).toEqual(['contract', 'call', 'anna'])
  expect(keysInside('Call Anna', ' — ')).toEqual([])
})

describe('LCH-06 the part of a text that a result shows', () => {
  const long = `${'Before it all '.repeat(20)}stands Heron, ${'and more after '.repeat(20)}.`

  test.each([
    ['is a short text, with its gaps closed', 'One\n\n two\tthree ', ['thr'], 'One two three'],
    [
      'begins before the match and ends after a word',
      long,
      ['heron'],
      '…it all Before it all stands Heron, and more after and more after and more after and more after and more after and…',
    ],
    [
      'is that of the longest word',
      `Ann ${'go '.repeat(60)}contract`,
      ['contract', 'ann'],
      '…go go go go go go go go go go contract',
    ],
    ['says that more follows behind a wide gap', `heron${' '.repeat(500)}end`, ['heron'], 'heron…'],
    ['says that something stood before one', `start${' '.repeat(500)}heron`, ['heron'], '…heron'],
    [
      'has no part of a word before the match',
      `${'y'.repeat(50)}${' '.repeat(390)}heron`,
      ['heron'],
      '…heron',
    ],
    ['ends with the text', `${'go '.repeat(60)}home`, ['home'], '…go go go go go go go go go go home'],
  ])('%s', (_what, text, words, expected) => {
    expect(snippetOf(text, '', words)).toBe(expected)
  })

  test.each([
    ['no word of it matches', 'Nothing here', 'Heron', ['heron']],
    ['a word is missing', 'The heron', '', ['stork', 'heron']],
    ['a match is only the middle of a word', 'The egretheron', '', ['heron']],
  ])('is null where %s', (_what, text, title, words) => {
    expect(snippetOf(text, title, words)).toBe(null)
  })

  test('a word may be in the title, but not all of them', () => {
    expect(snippetOf('The contract', 'Anna', ['contract', 'anna'])).toBe('The contract')
  })

  test('is never longer than 120 characters, nor half a character', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('heron', '🦩', ' ', '\n', 'x'.repeat(70), 'ä', '会', '.'), {
          maxLength: 80,
        }),
        (parts) => {
          const snippet = snippetOf(`${parts.join('')} heron ${parts.join('')}`, '', ['heron']) ?? ''
          expect(snippet.length).toBeLessThanOrEqual(120)
          expect(snippet.isWellFormed()).toBe(true)
          expect(snippet).not.toMatch(/[\n\ufffd]/)
          expect(snippet).toContain('heron')
        },
      ),
    )
  })
})
