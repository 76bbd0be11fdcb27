import { describe, expect, test } from 'vitest'
import { insideQueries, markedParts, wordsInside } from './text-inside.ts'

const words = (text: string) => [...wordsInside(text, 100)]

describe('LCH-06 words inside texts', () => {
  test.each([
    ['Call the Müller GmbH', ['call', 'muller', 'mueller', 'gmbh']],
    ['Wi-Fi, wi-fi & e-mail', ['wi', 'fi', 'wifi', 'mail', 'email']],
    ['see https://www.acme.com/a?b=1', ['see', 'https', 'www', 'acme', 'com']],
    ['don’t — a b c', ['dont']],
    ['und der die das Ofen', ['ofen']],
    ['明日の会議', ['明', '日', 'の', '会', '議']],
    ['', []],
  ])('of %j are %j', (text, expected) => {
    expect(words(text)).toEqual(expected)
  })

  test('end at the most that are kept, and long ones are cut', () => {
    expect([...wordsInside('one two three four five', 2)]).toEqual(['one', 'two'])
    expect(words('x'.repeat(50))).toEqual(['x'.repeat(40)])
  })

  test.each([
    ['the contract of anna', [['contract', 'anna']]],
    ['the', []],
    ['Wi-Fi', [['wi', 'fi'], ['wifi']]],
    ['a', []],
    ['&!', []],
  ])('a query %j looks for %j', (typed, expected) => {
    expect(insideQueries(typed)).toEqual(expected)
  })
})

test.each([
  ['The Contracts of Anna', 'contr anna', 'The [Contracts] of [Anna]'],
  ['…need the Wi-Fi code', 'wifi', '…need the [Wi-Fi] code'],
  ['Bei Müller', 'mueller', 'Bei [Müller]'],
  ['the end', 'the', 'the end'],
  ['', 'the', ''],
])('LCH-06 in %j the words of %j are marked', (text, typed, expected) => {
  const parts = markedParts(text, typed)
  expect(parts.map((part) => (part.isMarked ? `[${part.text}]` : part.text)).join('')).toBe(expected)
})
