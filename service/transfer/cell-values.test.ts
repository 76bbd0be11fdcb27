import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FieldKind, FieldOptions } from '../../shared/api/objects.ts'
import { readJson } from '../rules/json-document.ts'
import { type Decimal, decimalShownBy, readCell } from './cell-values.ts'

const choices: FieldOptions = {
  choices: [
    { id: 'hot', name: 'Très chaud', color: '' },
    { id: 'cold', name: 'Cold, very', color: '' },
    { id: 'warm', name: 'Warm', color: '' },
  ],
}
const alike: FieldOptions = {
  choices: [
    { id: 'bar', name: 'Bar', color: '' },
    { id: 'baer', name: 'Bär', color: '' },
    { id: 'schon', name: 'Schon', color: '' },
    { id: 'schoen', name: 'Schön', color: '' },
    { id: 'cold', name: 'Warm', color: '' },
    { id: 'warm', name: 'Cold', color: '' },
    { id: 'first', name: 'Twice', color: '' },
    { id: 'second', name: 'Twice', color: '' },
  ],
}
const read = (kind: FieldKind, text: string, options: FieldOptions = null, decimal: Decimal = '.') => {
  const cell = readCell({ kind, options }, text, decimal)
  if (cell.is === 'value') return cell.value
  return cell.is === 'names' ? cell.names : undefined
}

describe('what a cell means', () => {
  test.each<[FieldKind, string, unknown, FieldOptions?]>([
    ['text', '  two words ', 'two words'],
    ['url', 'example.test/a', 'https://example.test/a'],
    ['url', 'http://example.test', 'http://example.test'],
    ['url', 'example.test:8443/shop', 'https://example.test:8443/shop'],
    ['email', 'mailto:a@b.test', 'a@b.test'],
    ['currency', '€ 1,234.50', 1234.5],
    ['currency', '1 234.5 EUR', 1234.5],
    ['currency', '($1,200)', -1200],
    ['currency', '12.50 EUR', 12.5, { currencyCode: 'EUR' }],
    ['currency', '-€12.50', -12.5, { currencyCode: 'EUR' }],
    ['currency', '$9', 9, { currencyCode: 'CAD' }],
    ['currency', '￥900', 900, { currencyCode: 'JPY' }],
    ['currency', '12 GBP', undefined, { currencyCode: 'EUR' }],
    ['currency', '$9', undefined, { currencyCode: 'EUR' }],
    ['currency', '-$9', undefined, { currencyCode: 'EUR' }],
    ['currency', '5 MIO', undefined, { currencyCode: 'EUR' }],
    ['number', '5 MIO', undefined],
    ['number', '5 USD', 5],
    ['number', '\u22121,234.5', -1234.5],
    ['number', '\u200e\u221212', -12],
    ['number', '1,23,456.75', 123_456.75],
    ['number', '12,34,56,789', 123_456_789],
    ['number', '123,45,678', undefined],
    ['number', '1,23,45', undefined],
    ['number', '12,34', undefined],
    ['number', '12 apples', undefined],
    ['number', '9,007,199,254,740,992', 9_007_199_254_740_992],
    ['number', '9007199254740993', undefined],
    ['number', '+12,345,678,901,234,567,890', undefined],
    ['currency', '(9,007,199,254,740,993)', undefined],
    ['number', '', undefined],
    ['checkbox', 'Yes', true],
    ['checkbox', 'nein', false],
    ['checkbox', 'perhaps', undefined],
    ['date', '2026-01-31', '2026-01-31'],
    ['date', '2026-01-31 00:00:00', '2026-01-31'],
    ['date', '31.01.2026', undefined],
    ['date', '2026-01-31 10:00', undefined],
    ['datetime', '2026-01-31', '2026-01-31T00:00:00Z'],
    ['datetime', '2026-01-31 14:30', '2026-01-31T14:30:00Z'],
    ['datetime', '2026-01-31T14:30:05.5+0100', '2026-01-31T14:30:05.5+01:00'],
    ['datetime', 'tomorrow', undefined],
    ['select', 'tres CHAUD', 'hot', choices],
    ['status', 'cold', 'cold', choices],
    ['select', 'tepid', undefined, choices],
    ['select', 'Bär', 'baer', alike],
    ['select', 'Ba\u0308r', 'baer', alike],
    ['select', 'bär', undefined, alike],
    ['select', 'bar', 'bar', alike],
    ['select', 'Warm', 'cold', alike],
    ['select', 'warm', 'warm', alike],
    ['select', 'Twice', undefined, alike],
    ['select', 'second', 'second', alike],
    ['multi_select', 'Schon; Schön', ['schon', 'schoen'], alike],
    ['multi_select', 'Schön, Bär', ['schoen', 'baer'], alike],
    ['multi_select', 'Schön; BÄR', undefined, alike],
    ['multi_select', 'Cold, very', ['cold'], choices],
    ['multi_select', 'Cold, very; Warm', ['cold', 'warm'], choices],
    ['multi_select', 'warm, hot, warm', ['warm', 'hot'], choices],
    ['multi_select', 'warm, tepid', undefined, choices],
    ['record_reference', 'Smith, Jones', ['Smith, Jones']],
    ['record_reference', 'Smith, Jones; Pier 4', ['Smith, Jones', 'Pier 4'], { multiple: true }],
    ['user_reference', 'a@b.test, c@d.test', ['a@b.test', 'c@d.test'], { multiple: true }],
    ['location', 'Pier 4, Oslo', { line1: 'Pier 4, Oslo' }],
    ['location', '{"city":"Oslo"}', { city: 'Oslo' }],
    ['json', '{"a":[1]}', { a: [1] }],
    ['json', '{a}', undefined],
    ['json', '9007199254740993', undefined],
    ['json', '{"a":1,"a":2}', undefined],
    ['json', String.raw`{"a":"\u0000"}`, undefined],
    ['json', String.raw`["\ud800"]`, undefined],
    ['json', '{"__proto__":{}}', undefined],
    ['location', '{"city":"Oslo","city":"Bergen"}', undefined],
    ['text', 'a\0b', undefined],
  ])('FLD-03 %s “%s” is %j', (kind, text, expected, options) => {
    expect(read(kind, text, options)).toEqual(expected)
  })

  test.each([
    ['1,5', ','],
    ['1.5', '.'],
    ['1.234,5', ','],
    ['1,234.5', '.'],
    ['1,234,567', '.'],
    ['1,23,456', '.'],
    ['\u22121,5', ','],
    ['1.234.567', ','],
    ['0,125', ','],
    ['1,234', undefined],
    ['1.234', undefined],
    ['1234', undefined],
    ['n/a', undefined],
  ])('FLD-03 “%s” shows the decimal mark %s', (text, mark) => {
    expect(decimalShownBy(text)).toBe(mark)
  })

  test.each([
    ['0.125', ','],
    ['0,125', '.'],
    ['-0.125', ','],
  ] as const)('FLD-03 “%s” is no number where “%s” stands before the decimals', (text, decimal) => {
    expect(read('number', text, null, decimal)).toBeUndefined()
  })

  test('FLD-03 what is wrong in a cell of JSON is told with its place', () => {
    expect(readCell({ kind: 'json', options: null }, '{"a":[1,9007199254740993]}', '.')).toEqual({
      is: 'refused',
      message: 'a.1: This integer has more digits than a number keeps (IEEE 754). Send it as text.',
    })
  })

  test('FLD-03 an integer that no number keeps is told as such', () => {
    expect(readCell({ kind: 'number', options: null }, '9,007,199,254,740,993', '.')).toEqual({
      is: 'refused',
      message: '“9,007,199,254,740,993” has more digits than a number keeps (IEEE 754).',
    })
  })

  test('FLD-03 a cell of JSON that is nested 16,000 deep is refused', () => {
    expect(read('json', `${'['.repeat(16_000)}${']'.repeat(16_000)}`)).toBeUndefined()
  })

  test.each([29, 30, 31, 32, 33])(
    'FLD-03 CLI-03 a cell of JSON that is nested %i deep comes in where its record comes back from an export',
    (depth) => {
      const text = `${'['.repeat(depth)}1${']'.repeat(depth)}`
      const isLine = readJson(`{"type":"record","values":{"field":${text}}}`).is === 'document'
      expect(readCell({ kind: 'json', options: null }, text, '.').is === 'value').toBe(isLine)
    },
  )

  test('FLD-03 a choice that a text may mean with another is asked for by its id', () => {
    expect(readCell({ kind: 'select', options: alike }, 'bär', '.')).toEqual({
      is: 'refused',
      message: '“bär” could be Bar (bar) or Bär (baer). Use the id.',
    })
  })

  test('FLD-03 a number written in either way is the number again', () => {
    const number = fc
      .double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 })
      .map((value) => Number(value.toFixed(3)))
    const way = fc.constantFrom(
      ...([
        ['en', '.'],
        ['en-IN', '.'],
        ['de', ','],
        ['fr', ','],
        ['sv', ','],
        ['he', '.'],
      ] as const),
    )
    fc.assert(
      fc.property(number, way, (value, [language, decimal]) => {
        const text = value.toLocaleString(language, { maximumFractionDigits: 3 })
        expect(read('number', text, null, decimal)).toBeCloseTo(value, 3)
        const shown = decimalShownBy(text)
        expect(shown ?? decimal).toBe(decimal)
      }),
    )
  })
})
