import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold, foldedOf } from '../../shared/text-fold.ts'
import {
  beginningOfTitleKey,
  firstWordKey,
  indexedTitle,
  lookedUpWords,
  pairKey,
  titleKey,
  titleOfKey,
  twoLetterKey,
} from './search-words.ts'

const text = fc.oneof(fc.string({ maxLength: 60 }), fc.string({ unit: 'binary', maxLength: 60 }))

describe('indexed titles', () => {
  test('LCH-07 a title is kept under its words, their two letters alone and in pairs, its first word and itself', () => {
    expect(new Set(indexedTitle('Écho of Night').keys)).toEqual(
      new Set(
        'echo ec of night ni +ec_of +ec_ni +ni_of ~echo ~ec'.split(' ').map((key) => key.replace('_', ' ')),
      ).add('^echo of night\n'),
    )
  })

  test('LCH-07 two words that begin alike are no pair, because one word answers to both', () => {
    expect(indexedTitle('Alpha alphabet').keys.filter((key) => key.startsWith('+'))).toEqual([])
    expect(pairKey('al', 'al')).toBe(null)
    expect(pairKey('be', 'al')).toBe(pairKey('al', 'be'))
  })

  test('LCH-07 a title that begins with a sign has no first word to begin with', () => {
    const { keys } = indexedTitle('(Draft) plan')
    expect(keys.filter((key) => key.startsWith('~'))).toEqual([])
    expect(keys).toContain('^(draft) plan\n')
  })

  test('LCH-07 indexing what was indexed changes nothing, so that it can be taken out again', () => {
    fc.assert(
      fc.property(text, (title) => {
        const once = indexedTitle(title)
        expect(indexedTitle(once.title)).toEqual(once)
      }),
      { numRuns: 1_000 },
    )
    const long = indexedTitle('ﷺ word '.repeat(20_000))
    expect(indexedTitle(long.title)).toEqual(long)
  })

  test('LCH-07 a whole page as a title is indexed in part', () => {
    const page = Array.from({ length: 20_000 }, (_, index) => `word${index}`).join(' ')
    expect(indexedTitle(page).keys.length).toBeLessThan(100)
    const { keys } = indexedTitle('x'.repeat(100_000))
    expect(Math.max(...keys.map((key) => key.length))).toBeLessThan(100)
  })

  test('LCH-07 every beginning of a title leads to its key', () => {
    fc.assert(
      fc.property(text, fc.nat(60), (title, length) => {
        const beginning = fold(Array.from(title).slice(0, length).join(''))
        fc.pre(fold(title) !== '')
        expect(titleKey(fold(title)).startsWith(beginningOfTitleKey(beginning))).toBe(true)
        expect(titleOfKey(titleKey(fold(title)))).toBe(fold(title).slice(0, 80).toWellFormed())
      }),
    )
  })
})

describe('looked up words', () => {
  test('LCH-07 are the longest few, each once', () => {
    expect(lookedUpWords(foldedOf('a bb a ccc dddd eeeee ffffff ggggggg'))).toEqual([
      'ggggggg',
      'ffffff',
      'eeeee',
      'dddd',
      'ccc',
      'bb',
    ])
  })

  test.each([
    ['a', null],
    ['ab', 'ab'],
    ['abc', 'ab'],
    ['𝒜', null],
    ['京', null],
  ])('LCH-07 the two letters of %s are %s', (word, key) => {
    expect(twoLetterKey(word)).toBe(key)
    expect(firstWordKey(word)).not.toBe(word)
  })
})
