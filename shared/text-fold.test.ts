import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold, wordsOf } from './text-fold.ts'
import { anyText } from './text-testing.ts'

describe('folding', () => {
  it('LCH-07 folding twice changes nothing', () => {
    fc.assert(
      fc.property(anyText, (text) => fold(fold(text)) === fold(text)),
      { numRuns: 2_000 },
    )
  })

  it.each([
    ['Crème Brûlée', 'creme brulee'],
    ['STRASSE', fold('Straße')],
    ['Łukasz Ørsted', 'lukasz orsted'],
    ['  two\t\nspaces ', 'two spaces'],
    ['ＦＵＬＬ width', 'full width'],
    ['ΣΊΣΥΦΟΣ', 'σισυφοσ'],
    ['İstanbul', 'istanbul'],
  ])('LCH-07 %s is found as %s', (text, folded) => {
    expect(fold(text)).toBe(folded)
  })

  it.each([
    ["O'Brien – Q3/Plan", ['obrien', 'q3', 'plan']],
    ['東京会議 notes', ['東', '京', '会', '議', 'notes']],
    ['!!!', []],
    ['', []],
  ])('LCH-07 the words of %j are %j', (text, words) => {
    expect(wordsOf(text)).toEqual(words)
  })

  it('LCH-07 the words of a folded text are the words of the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(wordsOf(fold(text))).toEqual(wordsOf(text))
      }),
      { numRuns: 1_000 },
    )
  })
})
