import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maxDetails } from '../../shared/api/errors.ts'
import {
  fieldKey,
  mergeValues,
  readValues,
  systemValues,
  type WritableField,
  titleOf,
  untitled,
} from './record-values.rules.ts'
import type { FieldKind, FieldOptions } from '../../shared/api/objects.ts'
import type { FieldValue } from '../objects/field-types.rules.ts'

const field = (id: string, slug: string, more: Partial<WritableField> = {}): WritableField => ({
  id,
  slug,
  kind: 'text',
  required: false,
  readOnly: false,
  options: null,
  ...more,
})

const fields = [
  field('f1', 'name', { required: true }),
  field('f2', 'size', { kind: 'number' }),
  field('f3', 'phone'),
  field('f4', 'phone'),
  field('f5', 'record_id', { readOnly: true, required: true }),
  // A slug that is another field's id: the id wins.
  field('f6', 'f2'),
]

const choices = { choices: [{ id: 'a', name: 'A', color: '#000000' }] }
const listed = [field('f1', 'tags', { kind: 'multi_select', required: true, options: choices })]

const codes = (supplied: Record<string, unknown>, mode: 'create' | 'merge' = 'merge') => {
  const read = readValues(fields, supplied, mode)
  return read.ok ? [] : read.faults.map((fault) => fault.code)
}

const unknown = Object.fromEntries(Array.from({ length: maxDetails + 50 }, (_, index) => [`u${index}`, 1]))

describe('reading values', () => {
  test.each([
    ['sise', 'There is no field `sise`. Did you mean `size`?'],
    ['recordId', 'There is no field `recordId`. Did you mean `record_id`?'],
    ['colour', 'There is no field `colour`.'],
  ])('GEN-13 the unknown field %s is refused with “%s”', (key, message) => {
    const read = readValues(fields, { [key]: 1 }, 'merge')
    expect(read.ok ? [] : read.faults).toEqual([{ code: 'unknown_field', path: ['values', key], message }])
  })

  test('REC-04 ERR-01 stops at as many faults as are told, and looks at no value behind them', () => {
    let looked = 0
    const supplied = Object.defineProperty({ ...unknown }, 'size', {
      enumerable: true,
      get: () => {
        looked += 1
        return 1
      },
    })
    expect(codes(supplied, 'create')).toEqual(Array(maxDetails).fill('unknown_field'))
    expect(looked).toBe(0)
  })

  test('REC-04 ERR-01 counts what is missing among them', () => {
    const required = Object.keys(unknown).map((slug) => field(`id-${slug}`, slug, { required: true }))
    const read = readValues(required, {}, 'create')
    expect(read.ok || read.faults.length).toBe(maxDetails)
  })

  test.each([
    ['nothing supplied to a merge', {}, 'merge', []],
    ['an ambiguous slug', { phone: 'x' }, 'merge', ['ambiguous_field']],
    ['an ambiguous field by id', { f4: 'x' }, 'merge', []],
    ['one field by two names', { size: 1, f2: 2 }, 'merge', ['duplicate_field']],
    ['a read-only field with a wrong value', { record_id: 7 }, 'merge', []],
    ['a read-only field twice', { record_id: 7, f5: 8 }, 'merge', ['duplicate_field']],
    [
      'several faults',
      { size: 'x', nope: 1, name: '' },
      'merge',
      ['invalid_value', 'unknown_field', 'missing_field'],
    ],
  ] as const)('REC-04 FLD-02 %s', (_name, supplied, mode, expected) => {
    expect(codes(supplied, mode)).toEqual(expected)
  })

  test.each([
    [[], ['missing_field']],
    [['a'], []],
  ])('REC-04 a required list that is %j has the faults %j', (tags, expected) => {
    const read = readValues(listed, { tags }, 'create')
    expect(read.ok ? [] : read.faults.map(({ code }) => code)).toEqual(expected)
  })

  test('REC-04 a key that is a field’s id never means another field’s slug', () => {
    const read = readValues(fields, { f2: 12 }, 'merge')
    expect(read.ok && [...read.change.set]).toEqual([['f2', 12]])
  })
})

test('RCL-01 FLD-02 a field is answered under its slug, or under its id where that slug names another one too', () => {
  expect(fields.map((each) => fieldKey(fields, each))).toEqual([
    'name',
    'size',
    'f3',
    'f4',
    'record_id',
    'f6',
  ])
})

describe('merging', () => {
  const value = fc.oneof(fc.integer(), fc.string(), fc.boolean())
  const held = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), value)

  test('REC-06 what is set is there, what is cleared is not, and the rest stays', () => {
    fc.assert(
      fc.property(
        held,
        held,
        fc.uniqueArray(fc.constantFrom<string>('c', 'd', 'e')),
        (before, set, clear) => {
          const cleared = new Set<string>(clear.filter((id) => !Object.hasOwn(set, id)))
          const merged = mergeValues(before, { set: new Map(Object.entries(set)), cleared, references: [] })
          for (const id of new Set([...Object.keys(before), ...Object.keys(set), ...cleared])) {
            const expected = Object.hasOwn(set, id) ? set[id] : cleared.has(id) ? undefined : before[id]
            expect(merged[id]).toEqual(expected)
          }
        },
      ),
    )
  })
})

test('FLD-01 the system field holds the record’s own id', () => {
  expect(systemValues(fields, 'r1')).toEqual({ f5: 'r1' })
})

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
