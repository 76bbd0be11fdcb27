import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold, titleOf } from './text-fold.ts'
import { editsAllowed, isTypoOf, matchOf, withinEdits } from './text-match.ts'
import { anyText, beginsAnew, letterOf, forAll } from './text-testing.ts'

const letters = fc.string({ unit: letterOf('abc'), maxLength: 7 })

/** The textbook definition of the distance, without bands or early exits. */
const slowDistance = (a: string, b: string): number => {
  if (a === '' || b === '') return a.length + b.length
  const [one, other] = [a.slice(0, -1), b.slice(0, -1)]
  const isSwapped = a.length > 1 && a.slice(-2) === `${b.at(-1)}${b.at(-2)}`
  return Math.min(
    slowDistance(one, b) + 1,
    slowDistance(a, other) + 1,
    slowDistance(one, other) + (a.at(-1) === b.at(-1) ? 0 : 1),
    isSwapped ? slowDistance(a.slice(0, -2), b.slice(0, -2)) + 1 : Infinity,
  )
}

describe('edits', () => {
  it('LCH-07 agrees with the textbook distance, in both directions', () => {
    forAll(2_000, letters, letters, fc.integer({ min: 0, max: 3 }), (a, b, max) => {
      const expected = slowDistance(a, b) <= max
      expect(withinEdits(a, b, max)).toBe(expected)
      expect(withinEdits(b, a, max)).toBe(expected)
    })
  })

  it.each([
    ['abc', 0],
    ['abcdefg', 1],
    ['abcdefgh', 2],
    ['inv1042', 0],
  ])('LCH-07 %s forgives %i edits', (word, edits) => {
    expect(editsAllowed(word)).toBe(edits)
  })

  it('LCH-07 a word still being typed may hold a typo only when it is the last', () => {
    expect(isTypoOf('markte', 'marketing', 'last')).toBe(true)
    expect(isTypoOf('markte', 'marketing', 'inner')).toBe(false)
    expect(isTypoOf('mrak', 'marketing', 'last')).toBe(false)
  })
})

describe('classes', () => {
  it.each([
    ['quarterly report', 'Quarterly Report', 'exact'],
    ['quart', 'Quarterly Report', 'prefix'],
    ['rep', 'Quarterly Report', 'wordPrefix'],
    ['rep quart', 'Quarterly Report', 'wordPrefix'],
    ['port', 'Quarterly Report', 'other'],
    ['qr', 'Quarterly Report', 'other'],
    ['qaurterly', 'Quarterly Report', 'typo'],
    ['reprot', 'Quarterly Report', 'typo'],
    ['qurtrly rep', 'Quarterly Report', null],
    ['quaterli rep', 'Quarterly Report', 'typo'],
    ['invoice 1043', 'Invoice 1042', null],
    ['', 'Quarterly Report', null],
    ['Lumen & Petrov', 'Lumen and Petrov', 'wordPrefix'],
    ['r and d', 'Budget of R&D', 'wordPrefix'],
    ['💻', '👩\u200d💻', 'other'],
    ['mue', 'Müller GmbH', 'prefix'],
    ['mueller gmbh', 'Müller GmbH', 'exact'],
    ['müller', 'Mueller GmbH', 'prefix'],
    ['müller', 'Muller GmbH', 'prefix'],
    ['soeren', 'Call Søren', 'wordPrefix'],
    ['joerg', 'Jorge Lima', null],
    ['blu', 'Blue', 'prefix'],
    ['quue', 'Queue', 'typo'],
    ['wifi', 'Wi-Fi setup', 'prefix'],
    ['wi-fi', 'Office WiFi', 'wordPrefix'],
    ['fi', 'Wi-Fi setup', 'wordPrefix'],
    ['email', 'Write an E-Mail', 'wordPrefix'],
    ['jp morgan', 'J.P. Morgan Chase', 'prefix'],
    ['j. p. morgan', 'JP Morgan Chase', 'prefix'],
    ['us steel', 'Call U.S. Steel', 'wordPrefix'],
    ['r & d', 'Budget of R&D', 'wordPrefix'],
    ['สมชาย', 'บริษัทสมชายการค้าจำกัด', 'wordPrefix'],
    ['ลาว', 'ธนาคารลาว', 'wordPrefix'],
    ['ចិន', 'ធនាគារចិន', 'wordPrefix'],
  ])('LCH-07 %j finds %j as %s', (query, title, expected) => {
    expect(matchOf(query, title)?.class ?? null).toBe(expected)
  })

  it.each([
    ['bob', 'Bob Ross', 'Bobby'],
    ['bob', 'Call Bob', 'Call Bobby'],
    ['bob r', 'Bob Ross', 'Bobby Ross'],
    ['plan review', 'Quarterly plan review for the board', 'Plan the review'],
    ['mueller', 'Müller GmbH', 'Muellerei'],
    ['wifi', 'Wi-Fi setup', 'Wifis'],
  ])('LCH-07 %s fits %s better than %s', (query, better, worse) => {
    expect(matchOf(query, better)?.fit).toBeGreaterThan(matchOf(query, worse)?.fit ?? Infinity)
  })

  it('LCH-07 every beginning of a title finds it, as exact or prefix', () => {
    forAll(2_000, anyText, fc.nat(40), (title, length) => {
      const beginning = Array.from(title).slice(0, length).join('')
      fc.pre(fold(beginning) !== '' && beginsAnew(title.slice(beginning.length)))
      expect(['exact', 'prefix']).toContain(matchOf(beginning, title)?.class)
    })
  })

  it('LCH-07 the words of a title in any order find it at least as wordPrefix', () => {
    const word = fc.string({ unit: letterOf('abcdefgh'), minLength: 1, maxLength: 8 })
    const words = fc.array(word, { minLength: 1, maxLength: 6 })
    forAll(100, words, (title) => {
      const match = matchOf(title.toReversed().join(' '), title.join(' '))
      expect(['exact', 'prefix', 'wordPrefix']).toContain(match?.class)
    })
  })

  it('LCH-07 one edit in a word of four letters or more still finds the title', () => {
    const word = fc.string({ unit: letterOf('abcdefgh'), minLength: 4, maxLength: 12 })
    forAll(100, word, fc.nat(), letterOf('xyz'), (title, place, letter) => {
      const at = place % title.length
      const mistyped = title.slice(0, at) + letter + title.slice(at + 1)
      expect(matchOf(mistyped, title)?.class).toBe('typo')
    })
  })

  it('LCH-07 a prepared title matches as its text does, with a score above 0 and at most 1', () => {
    forAll(2_000, anyText, anyText, (query, title) => {
      const match = matchOf(query, title)
      expect(matchOf(query, titleOf(title))).toEqual(match)
      if (match) expect(match.score > 0 && match.score <= 1).toBe(true)
    })
  })
})
