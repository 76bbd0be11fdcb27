import { describe, expect, test } from 'vitest'
import type { FieldKind, FieldOptions } from '../../shared/api/objects.ts'
import { parseFieldValue } from '../objects/field-types.rules.ts'
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
    ['url', 'münchen.example/straße', 'https://münchen.example/straße'],
    ['url', '192.0.2.7', 'https://192.0.2.7'],
    ['url', 'http://intranet', 'http://intranet'],
    ['url', 'intranet', undefined],
    ['url', '1.5', undefined],
    ['url', 'ada@example.test', undefined],
    ['url', 'example.test and others', undefined],
    ['url', 'https://example.test, https://other.test', undefined],
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
    ['date', '2026-01-31', '2026-01-31'],
    ['date', '2026-01-31 14:30', '2026-01-31'],
    ['date', '2026-01-31T00:30:00+02:00', '2026-01-31'],
    ['date', '2026-01-31T23:30:00.000-0800', '2026-01-31'],
    ['date', '2026-01-31T14:30:05Z', '2026-01-31'],
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

  const typed = ['url', 'email', 'phone', 'number', 'date', 'datetime'] as const
  const placeholders = ['N/A', 'n/a', 'n.a.', 'none', '-', '–', 'NULL', 'TBD', '?', 'unknown']
  test.each(typed)('FLD-03 a word for “nothing” in a column of kind %s is a fault, not a value', (kind) => {
    const field = { kind, options: null }
    const stored = placeholders.filter((text) => {
      const cell = readCell(field, text, '.')
      return cell.is === 'value' && parseFieldValue(field, cell.value).ok
    })
    expect(stored).toEqual([])
  })

  test.each(['2026-01-31 25:00', '2026-02-30 10:00', '2026-01-31 noon', '2026-01-31 14:30 CET'])(
    'FLD-03 “%s” in a column of dates is a fault',
    (text) => {
      const field = { kind: 'date', options: null } as const
      expect(parseFieldValue(field, read('date', text)).ok).toBe(false)
    },
  )

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
