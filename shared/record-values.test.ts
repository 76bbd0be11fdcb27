import { expect, test } from 'vitest'
import { isSameValue, keyOfField, valuesAt } from './record-values.ts'

test.each<[string, unknown, unknown, boolean]>([
  ['the same text', 'a', 'a', true],
  ['another case', 'a', 'A', false],
  ['text with other blanks', 'a  b', 'a b', false],
  ['nothing in any notation', '', null, true],
  ['no value and an empty list', undefined, [], true],
  ['nothing and a zero', null, 0, false],
  ['nothing and a no', null, false, false],
  ['one instant in two notations', '2026-11-20T12:00:00+01:00', '2026-11-20T11:00:00.000Z', true],
  ['two instants', '2026-11-20T12:00:00Z', '2026-11-20T11:00:00Z', false],
  ['a day and its midnight', '2026-11-20', '2026-11-20T00:00:00Z', false],
  ['ids in another order', ['a', 'b'], ['b', 'a'], true],
  ['other ids', ['a', 'b'], ['a', 'c'], false],
  ['fewer ids', ['a', 'b'], ['a'], false],
  ['one id and a list of it', 'a', ['a'], false],
  ['a list of numbers in another order', [1, 2], [2, 1], false],
  [
    'a place with its parts in another order',
    { city: 'Bonn', line1: 'x' },
    { line1: 'x', city: 'Bonn' },
    true,
  ],
  ['a place without a part', { city: 'Bonn', line1: '' }, { city: 'Bonn' }, true],
  ['another place', { city: 'Bonn' }, { city: 'Köln' }, false],
])('RCL-02 two values: %s', (_name, one, other, isSame) => {
  expect(isSameValue(one, other)).toBe(isSame)
  expect(isSameValue(other, one)).toBe(isSame)
})

test('RCL-01 a field without a value is null among chosen values', () => {
  expect(valuesAt({ name: 'Anna', phone: '1' }, ['phone', 'email'])).toEqual({ phone: '1', email: null })
})

test('RCL-01 a field is named by its slug, or by its id where the slug is ambiguous', () => {
  const fields = ['name', 'phone', 'phone'].map((slug, place) => ({ id: `f${place}`, slug }))
  expect(fields.map((field) => keyOfField(field, fields))).toEqual(['name', 'f1', 'f2'])
})
