import { expect, test } from 'vitest'
import { piecesOf } from './line.tsx'
import type { Recognized } from '../../shared/capture/resolve.ts'

const item = (text: string, word: string): Recognized => {
  const start = text.indexOf(word)
  return {
    key: word,
    token: { start, end: start + word.length, text: word, kind: 'due' },
    meaning: { state: 'unknown' },
    frozen: false,
  }
}

test.each([
  ['', [], null, []],
  ['Call Ann', [], null, ['Call Ann']],
  ['Call Ann tomorrow @mira', ['tomorrow', '@mira'], null, ['Call Ann ', '[tomorrow]', ' ', '[@mira]']],
  ['tomorrow5pm', ['tomorrow', '5pm'], null, ['[tomorrow]', '[5pm]']],
  ['Call @mira now', ['@mira'], 5, ['Call ', '[@mira]', ' now']],
  ['Call @mi', [], 5, ['Call ', '@mi']],
])('APP-05 %j is drawn whole, with %j marked', (text, words, cut, drawn) => {
  const pieces = piecesOf(
    text,
    words.map((word) => item(text, word)),
    cut,
  )
  expect(pieces.map((piece) => piece.text).join('')).toBe(text)
  expect(pieces.map((piece) => (piece.item === null ? piece.text : `[${piece.text}]`))).toEqual(drawn)
})
