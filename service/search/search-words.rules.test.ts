import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold } from '../../shared/search/text-fold.ts'
import { anyText, beginsAnew } from '../../shared/search/text-testing.ts'
import { beginningOfTitleKey, foldedTitle, indexedTitle, titleKey, titleOfKey } from './search-words.rules.ts'

test('LCH-07 a title is kept under its words, their two letters alone and in pairs, its first word and itself', () => {
  expect(new Set(indexedTitle(foldedTitle('Écho of Night')).keys)).toEqual(
    new Set(
      'echo ec of night ni +ec_of +ec_ni +ni_of ~echo ~ec'.split(' ').map((key) => key.replace('_', ' ')),
    ).add('^echo of night\n'),
  )
})

test('LCH-07 a title of two spellings is kept under both', () => {
  const { keys } = indexedTitle(foldedTitle('Müller Wi-Fi'))
  const spellings = ['muller', 'wi', 'fi', 'mueller', 'wifi', '~muller', '~mueller']
  expect(keys).toEqual(expect.arrayContaining([...spellings, '^muller wi-fi\n', '^mueller wifi\n', '+mu wi']))
})

test('LCH-07 a word in a script without spaces is kept under each of its letters', () => {
  const { words } = indexedTitle(foldedTitle('ม้าเร็ว'))
  expect(words).toEqual(['ม้าเร็ว', 'าเร็ว', 'เร็ว', 'ร็ว', 'ว'])
})

test('LCH-07 folding a title that is stored changes nothing, so that its words can be taken out again', () => {
  fc.assert(
    fc.property(anyText, (title) => {
      const once = foldedTitle(title)
      expect(foldedTitle(once)).toBe(once)
    }),
    { numRuns: 1_000 },
  )
  const long = foldedTitle('ﷺ word '.repeat(20_000))
  expect(foldedTitle(long)).toBe(long)
})

test('LCH-07 a whole page as a title is indexed in part', () => {
  const page = Array.from({ length: 20_000 }, (_, index) => `word${index}`).join(' ')
  expect(indexedTitle(foldedTitle(page)).keys.length).toBeLessThan(100)
  const { keys } = indexedTitle(foldedTitle('x'.repeat(100_000)))
  expect(Math.max(...keys.map((key) => key.length))).toBeLessThan(100)
})

test('LCH-07 every beginning of a title leads to its key', () => {
  fc.assert(
    fc.property(anyText, fc.nat(60), (title, length) => {
      const typed = Array.from(title).slice(0, length).join('')
      const beginning = fold(typed)
      fc.pre(fold(title) !== '' && beginsAnew(title.slice(typed.length)))
      expect(titleKey(fold(title)).startsWith(beginningOfTitleKey(beginning))).toBe(true)
      expect(titleOfKey(titleKey(fold(title)))).toBe(fold(title).slice(0, 80).toWellFormed())
    }),
  )
})
