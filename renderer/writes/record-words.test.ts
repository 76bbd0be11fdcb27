import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { localeNow, speak } from '../../shared/language.ts'
import { en } from '../../shared/messages/en.ts'
import type { FieldKind } from '../../shared/api/objects.ts'
import { fieldWith } from './record-fields.fake.ts'
import { keyed, recordValueWords } from './record-words.ts'

const here = localeNow()
const now = new Date(2026, 10, 28, 10)
const names = {
  titleOf: (id: string) => (id === 'r2' ? 'Acme' : null),
  nameOf: (id: string) => (id === 'u1' ? 'Ada' : null),
}

test('RCL-01 a value is named by its slug, and by its id where two fields share the slug', () => {
  const fields = [
    fieldWith('phone', { id: 'a' }),
    fieldWith('phone', { id: 'b' }),
    fieldWith('email', { id: 'c' }),
  ]
  expect(keyed(fields).map(({ key }) => key)).toEqual(['a', 'b', 'email'])
})

describe('values as text', () => {
  beforeAll(() => speak('en', en, 'en-GB'))
  afterAll(() => speak('en', en, here))

  test.each<[FieldKind, unknown, string]>([
    ['text', 'Head of sales', 'Head of sales'],
    ['number', 1234.5, '1,234.5'],
    ['currency', 1234.5, '€1,234.50'],
    ['rating', 3, '3 of 5'],
    ['checkbox', true, 'Yes'],
    ['checkbox', false, 'No'],
    ['date', '1984-04-17', 'Tue, 17 Apr 1984'],
    ['date', '2026-11-29', 'Tomorrow'],
    ['datetime', new Date(2026, 10, 29, 9).toISOString(), 'Tomorrow, 09:00'],
    ['select', 'c1', 'Lead'],
    ['status', 'gone', 'gone'],
    ['multi_select', ['c1', 'c2'], 'Lead, Customer'],
    ['record_reference', 'r2', 'Acme'],
    ['record_reference', ['r2', 'r9'], 'Acme, r9'],
    ['user_reference', ['u1'], 'Ada'],
    [
      'location',
      { line1: 'Main St 1', postalCode: '10115', city: 'Berlin', country: 'DE' },
      'Main St 1 · 10115 Berlin · DE',
    ],
    ['location', { latitude: 52.5, longitude: 13.4 }, '52.5, 13.4'],
    ['json', { a: 1 }, '{"a":1}'],
    ['text', undefined, ''],
    ['multi_select', [], ''],
    ['number', 'seven', 'seven'],
  ])('FLD-03 a %s of %j is “%s”', (type, value, words) => {
    expect(recordValueWords(fieldWith(type), value, names, now)).toBe(words)
  })
})
