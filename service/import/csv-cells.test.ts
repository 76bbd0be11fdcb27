import { describe, expect, test } from 'vitest'
import type { FieldKind, FieldOptions } from '../../shared/api/objects.ts'
import { readCell, type Decimal } from './csv-cells.ts'

const read = (kind: FieldKind, text: string, options: FieldOptions = null, decimal: Decimal = '.') => {
  const cell = readCell({ kind, options }, text, decimal)
  if (cell.is === 'value') return cell.value
  return cell.is === 'names' ? cell.names : undefined
}

describe('what a cell means', () => {
  test.each<[FieldKind, string, unknown, FieldOptions?]>([
    ['text', 'two words', 'two words'],
    ['text', 'a\0b', undefined],
    ['url', 'example.test/a', 'https://example.test/a'],
    ['url', 'http://example.test', 'http://example.test'],
    ['url', 'example.test:8443/shop', 'https://example.test:8443/shop'],
    ['number', '-1234.5', -1234.5],
    ['number', '1e3', 1000],
    ['number', '1,234.5', undefined],
    ['number', '12 apples', undefined],
    ['number', '0x10', undefined],
    ['number', '1e999', undefined],
    ['number', '9007199254740993', undefined],
    ['currency', '$9', undefined],
    ['checkbox', 'Yes', true],
    ['checkbox', '0', false],
    ['checkbox', 'perhaps', undefined],
    ['datetime', '2026-01-31', '2026-01-31T00:00Z'],
    ['datetime', '2026-01-31 14:30', '2026-01-31T14:30Z'],
    ['datetime', '2026-01-31T14:30:05.5+01:00', '2026-01-31T14:30:05.5+01:00'],
    ['multi_select', 'Cold, very; Warm;', ['Cold, very', 'Warm']],
    ['record_reference', 'Pier 4; Oslo', ['Pier 4; Oslo']],
    ['record_reference', 'Pier 4; Oslo', ['Pier 4', 'Oslo'], { multiple: true }],
    ['user_reference', 'a@b.test', ['a@b.test']],
    ['location', 'Pier 4, Oslo', { line1: 'Pier 4, Oslo' }],
    ['location', '{"city":"Oslo"}', { city: 'Oslo' }],
    ['json', '{"a":[1]}', { a: [1] }],
    ['json', '{a}', undefined],
    ['json', '{"a":1,"a":2}', undefined],
  ])('FLD-03 %s “%s” is %j', (kind, text, expected, options) => {
    expect(read(kind, text, options)).toEqual(expected)
  })

  test.each([
    ['1234,5', 1234.5],
    ['1.234,5', undefined],
    ['1234.5', undefined],
  ])('FLD-03 where a comma stands before the decimals, “%s” is %s', (text, expected) => {
    expect(read('number', text, null, ',')).toBe(expected)
  })

  test('FLD-03 a fault in a cell of JSON is reported with its path', () => {
    expect(readCell({ kind: 'json', options: null }, '{"a":[1,9007199254740993]}', '.')).toEqual({
      is: 'fault',
      message: 'a.1: This integer has more digits than a number keeps (IEEE 754). Send it as text.',
    })
  })
})
