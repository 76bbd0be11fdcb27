import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCell } from './cell-values.ts'
import { choiceCells } from './choice-cells.ts'

const optionsOf = (names: Readonly<Record<string, string>>) => ({
  choices: Object.entries(names).map(([id, name]) => ({ id, name, color: '' })),
})
const word = fc.constantFrom('a', 'b', 'c', 'd')
const name = fc.oneof(
  word,
  fc.constantFrom('A', 'ä', ' a ', ';', 'x'),
  fc.tuple(word, fc.constantFrom('; ', ';', '|', '\n', ', '), word).map((parts) => parts.join('')),
)
const names = fc.record({ a: name, b: name, c: name, d: name })

test('FLD-03 CLI-03 what is written for a choice is read as that choice', () => {
  fc.assert(
    fc.property(names, word, (some, id) => {
      const options = optionsOf(some)
      const read = readCell({ kind: 'select', options }, choiceCells(options).textOf(id), '.')
      expect(read).toEqual({ is: 'value', value: id })
    }),
  )
})

test('FLD-03 CLI-03 what is written for several choices is read as those or refused, and never as others', () => {
  fc.assert(
    fc.property(names, fc.uniqueArray(word, { minLength: 1 }), (some, ids) => {
      const options = optionsOf(some)
      const read = readCell({ kind: 'multi_select', options }, choiceCells(options).textOfSeveral(ids), '.')
      if (read.is === 'value') expect(read.value).toEqual(ids)
    }),
    { numRuns: 1000 },
  )
})

test.each([
  [{ a: 'Red; Blue', b: 'Red', c: 'Blue' }, ['b', 'c'], 'b; c'],
  [{ a: 'Red; Blue', b: 'Red', c: 'Blue' }, ['a'], 'a'],
  [{ a: 'Red; Blue', b: 'Green' }, ['a', 'b'], 'a; Green'],
  [{ a: 'Red; Blue', b: 'Green' }, ['a'], 'Red; Blue'],
  [{ a: 'Red, Blue', b: 'Red', c: 'Blue' }, ['a', 'c'], 'Red, Blue; Blue'],
  [{ a: 'Same', b: 'Same', c: 'Other' }, ['a', 'c'], 'a; Other'],
  [{ a: 'b', b: 'a' }, ['a', 'b'], 'b; a'],
])('FLD-03 CLI-03 of the choices %j, %j are written as “%s” and read again', (some, ids, text) => {
  const options = optionsOf(some)
  expect(choiceCells(options).textOfSeveral(ids)).toBe(text)
  expect(readCell({ kind: 'multi_select', options }, text, '.')).toEqual({ is: 'value', value: ids })
})

test('FLD-03 CLI-03 a choice that shares its name, and whose id is the name of another one, is written with both', () => {
  const options = optionsOf({ x: 'y', y: 'Same', z: 'Same' })
  expect(['x', 'y', 'z'].map(choiceCells(options).textOf)).toEqual(['y', 'Same (y)', 'z'])
  expect(readCell({ kind: 'select', options }, 'Same (y)', '.')).toEqual({ is: 'value', value: 'y' })
})

test('FLD-03 CLI-03 a cell that is one choice or two is refused', () => {
  const options = optionsOf({ a: 'Red; Blue', b: 'Red', c: 'Blue' })
  expect(readCell({ kind: 'multi_select', options }, 'Red; Blue', '.')).toMatchObject({
    message: '“Red; Blue” could be one choice or 2. Use ids.',
  })
})
