import { describe, expect, test } from 'vitest'
import type { FieldKind, FieldOptions } from '../../shared/api/objects.ts'
import type { FieldValue } from '../objects/field-types.rules.ts'
import { createValueWords, isNaming, namedIds, wordsOfNames } from './preview-values.rules.ts'

const valueWords = createValueWords()
const known = new Map([
  ['r1', 'Alder Works'],
  ['p1', 'Ada'],
])
const words = (kind: FieldKind, options: FieldOptions, value: FieldValue): string =>
  isNaming(kind) ? wordsOfNames(namedIds(value), known) : valueWords(kind, options, value)
const choices: FieldOptions = { choices: [{ id: 'won', name: 'Won!', color: '#000000' }] }
const rows: [FieldKind, FieldOptions, FieldValue, string][] = [
  ['text', null, '  two\n words ', 'two words'],
  ['long_text', null, 'x'.repeat(300), `${'x'.repeat(199)}…`],
  ['text', null, '😀'.repeat(200), '😀'.repeat(200)],
  ['number', null, 1_234_567.891, '1,234,567.891'],
  ['currency', { currencyCode: 'USD' }, 10, 'US$10.00'],
  ['currency', { currencyCode: 'JPY' }, 10, 'JP¥10'],
  ['currency', null, 10.5, '10.5'],
  ['currency', { currencyCode: 'EUR' }, 0.0025, '€0.0025'],
  ['currency', { currencyCode: 'EUR' }, 99.999, '€99.999'],
  ['currency', { currencyCode: 'EUR' }, 99.9, '€99.90'],
  ['currency', { currencyCode: 'JPY' }, 0.5, 'JP¥0.5'],
  ['number', null, 0.00001, '0.00001'],
  ['rating', { maximum: 3 }, 2, '2 of 3'],
  ['rating', null, 2, '2 of 5'],
  ['checkbox', null, true, 'Yes'],
  ['checkbox', null, false, 'No'],
  ['date', null, '2026-03-31', '31 Mar 2026'],
  ['datetime', null, '2026-03-31T23:30:00.000Z', '31 Mar 2026, 23:30 UTC'],
  ['email', null, 'a@b.test', 'a@b.test'],
  ['url', null, 'https://a.test/', 'https://a.test/'],
  ['phone', null, '+49 30 1', '+49 30 1'],
  ['select', choices, 'won', 'Won!'],
  ['status', choices, 'since removed', 'since removed'],
  ['multi_select', choices, ['won', 'lost'], 'Won!, lost'],
  ['record_reference', null, 'r1', 'Alder Works'],
  ['record_reference', { multiple: true }, ['r1', 'gone'], 'Alder Works'],
  ['user_reference', null, 'p1', 'Ada'],
  ['user_reference', null, 'gone', ''],
  ['location', null, { city: 'Berlin', country: 'DE', latitude: 1, longitude: 2 }, 'Berlin, DE'],
  ['location', null, { line2: 'Rear house', postalCode: '10115', line1: ' ' }, 'Rear house, 10115'],
  ['location', null, { latitude: 52.52, longitude: -0.1 }, '52.52, -0.1'],
  ['json', null, { a: [1] }, '{"a":[1]}'],
]

describe('words for values', () => {
  test.each(rows)('LCH-05 FLD-03 %s with %j is shown as people read it', (kind, options, value, shown) => {
    expect(words(kind, options, value)).toBe(shown)
  })

  test.each(['date', 'datetime', 'currency', 'number', 'rating', 'location'] as const)(
    'LCH-05 a %s that does not have its form any more is shown as it is',
    (kind) => {
      expect(words(kind, null, 'as it was')).toBe('as it was')
    },
  )
})
