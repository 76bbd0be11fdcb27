import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FieldKind, FieldOptions } from '../../shared/api/objects.ts'
import type { FieldValue } from '../objects/field-types.rules.ts'
import { titleOf, untitled } from './record-title.rules.ts'

const title = (kind: FieldKind, value: FieldValue, options: FieldOptions = null) =>
  titleOf([{ id: 'f', kind, primary: true, options }], { f: value })

test.each<[FieldKind, FieldValue, string]>([
  ['text', '  Alder \n\t Works ', 'Alder Works'],
  ['text', '   ', untitled],
  ['text', '\u200b\u00ad', untitled],
  ['number', 0, '0'],
  ['checkbox', false, 'false'],
  ['multi_select', ['a', 'zz'], 'Alpha, zz'],
  ['select', 'a', 'Alpha'],
  ['status', 'a', 'Alpha'],
  ['location', { city: 'Lyon', country: 'FR', latitude: 1, longitude: 2 }, 'Lyon, FR'],
])('REC-10 the title of a %s %j is %s', (kind, value, expected) => {
  expect(title(kind, value, { choices: [{ id: 'a', name: 'Alpha', color: '#000000' }] })).toBe(expected)
})

test('REC-10 a record without a primary value is untitled', () => {
  expect(titleOf([{ id: 'f', kind: 'text', primary: true, options: null }], {})).toBe(untitled)
  expect(titleOf([], { f: 'x' })).toBe(untitled)
})

test('REC-10 every title is one line of 1 to 500 characters that can be stored', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 900 }), (text) => {
      const made = title('text', text)
      expect(made.length).toBeGreaterThan(0)
      expect(made.length).toBeLessThanOrEqual(500)
      expect(made).toBe(made.trim())
      expect(made.isWellFormed()).toBe(true)
    }),
  )
  expect(title('text', `${'x'.repeat(499)}😀`)).toBe('x'.repeat(499))
  expect(title('text', `${'x'.repeat(499)} y`)).toBe('x'.repeat(499))
})
