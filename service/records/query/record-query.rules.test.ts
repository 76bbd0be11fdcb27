import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maxDetails } from '../../../shared/api/errors.ts'
import { queryLimits } from '../../../shared/api/record-query.ts'
import { compareKeys, cutKeyBytes, recordKeys } from './record-keys.rules.ts'
import { holds, type QueriedRecord } from './record-query-match.rules.ts'
import { waysTo } from './record-query-ranges.rules.ts'
import { readFilter } from './record-query.rules.ts'
import type { WritableField } from '../record-values.rules.ts'

const field = (
  id: string,
  kind: WritableField['kind'],
  more: Partial<WritableField> = {},
): WritableField => ({
  id,
  slug: id,
  kind,
  required: false,
  readOnly: false,
  options: null,
  ...more,
})
const choices = ['a', 'b', 'c'].map((id) => ({ id, name: id, color: '#000000' }))
const fields = [
  field('name', 'text'),
  field('size', 'number'),
  field('day', 'date'),
  field('stage', 'select', { options: { choices } }),
  field('tags', 'multi_select', { options: { choices } }),
  field('place', 'location'),
  field('active', 'checkbox'),
  field('owners', 'user_reference', { options: { multiple: true } }),
  field('p1', 'text', { slug: 'phone' }),
  field('p2', 'text', { slug: 'phone' }),
]

const record = (values: QueriedRecord['values'] = {}, more: Partial<QueriedRecord> = {}) => ({
  id: 'r1',
  objectId: 'o',
  title: 'Éclair Works',
  archived: false,
  createdAt: Date.UTC(2026, 0, 5),
  updatedAt: Date.UTC(2026, 0, 6),
  values,
  ...more,
})

const full = record({
  name: 'Éclair Works',
  size: 12,
  day: '2026-02-28',
  stage: 'a',
  tags: ['a', 'b'],
  active: true,
})

const answersTo = (filter: object, to = full) => {
  const read = readFilter(fields, filter)
  if (!read.ok) throw new Error(read.faults[0]?.message)
  return holds(read.condition, to)
}

describe('a filter', () => {
  test.each<[object, boolean]>([
    [{}, true],
    [{ name: { $eq: 'Éclair Works' } }, true],
    [{ name: { $eq: 'eclair works' } }, false],
    [{ name: { $contains: 'clair w' } }, true],
    [{ name: { $starts_with: 'ECLAIR' } }, true],
    [{ name: { $starts_with: 'works' } }, false],
    [{ size: { $gt: 12 } }, false],
    [{ size: { $gte: 12, $lt: 13 } }, true],
    [{ size: { $lte: 11 } }, false],
    [{ size: { $in: [1, 12] } }, true],
    [{ day: { $gt: '2026-02-27', $lt: '2026-03-01' } }, true],
    [{ stage: { $in: ['b', 'c'] } }, false],
    [{ tags: { $eq: 'b' } }, true],
    [{ tags: { $contains: 'c' } }, false],
    [{ tags: { $in: ['c', 'a'] } }, true],
    [{ place: { $empty: true } }, true],
    [{ place: { $empty: false } }, false],
    [{ active: { $eq: true } }, true],
    [{ title: { $contains: 'works' } }, true],
    [{ created_at: { $lt: '2026-01-05T01:00:00+01:00' } }, false],
    [{ updated_at: { $gte: '2026-01-06T00:00:00Z' } }, true],
    [{ archived: { $eq: false } }, true],
    [{ $or: [{ size: { $eq: 1 } }, { stage: { $eq: 'a' } }] }, true],
    [{ $and: [{ size: { $eq: 12 } }, { stage: { $eq: 'b' } }] }, false],
    [{ $not: { size: { $eq: 12 } } }, false],
    [{ $not: { place: { $empty: false } }, size: { $eq: 12 } }, true],
  ])('GEN-12 %j', (filter, expected) => {
    expect(answersTo(filter)).toBe(expected)
  })

  test.each(['', '  ', '\u200b', []])('GEN-12 %j is empty', (name) => {
    expect(answersTo({ name: { $empty: true } }, record({ name }))).toBe(true)
  })

  test('GEN-12 a test of a value that is not there does not hold, and its opposite does', () => {
    expect(answersTo({ size: { $lt: 99 } }, record())).toBe(false)
    expect(answersTo({ $not: { size: { $lt: 99 } } }, record())).toBe(true)
  })
})

describe('a wrong filter', () => {
  const nested = (depth: number): object => (depth === 0 ? {} : { $not: nested(depth - 1) })

  test.each<[string, unknown, string, (string | number)[]]>([
    ['an unknown field', { nope: { $eq: 1 } }, 'unknown_field', ['filter', 'nope']],
    ['an ambiguous slug', { phone: { $eq: 'x' } }, 'ambiguous_field', ['filter', 'phone']],
    ['an unknown operator', { size: { $near: 1 } }, 'invalid_value', ['filter', 'size', '$near']],
    ['an unknown group', { $nor: [{}] }, 'unknown_field', ['filter', '$nor']],
    ['a wrong kind of value', { size: { $eq: '12' } }, 'invalid_value', ['filter', 'size', '$eq']],
    ['a wrong kind in a list', { size: { $in: [1, 'x'] } }, 'invalid_value', ['filter', 'size', '$in', 1]],
    ['an operator of other types', { name: { $gt: 'a' } }, 'invalid_value', ['filter', 'name', '$gt']],
    ['a text of a number', { size: { $contains: 1 } }, 'invalid_value', ['filter', 'size', '$contains']],
    [
      'a list of what a field holds several of',
      { owners: { $contains: ['usr_1'] } },
      'invalid_value',
      ['filter', 'owners', '$contains'],
    ],
    ['a choice that is none', { stage: { $eq: 'x' } }, 'invalid_value', ['filter', 'stage', '$eq']],
    ['a null', { size: { $eq: null } }, 'invalid_value', ['filter', 'size', '$eq']],
    ['a bare value', { size: 12 }, 'invalid_value', ['filter', 'size']],
    ['no operator', { size: {} }, 'invalid_value', ['filter', 'size']],
    ['an empty list', { size: { $in: [] } }, 'invalid_value', ['filter', 'size', '$in']],
    ['an empty group', { $or: [] }, 'invalid_value', ['filter', '$or']],
    ['a text in a group', { $and: [{}, 'x'] }, 'invalid_value', ['filter', '$and', 1]],
    ['a blank text', { name: { $contains: ' ' } }, 'invalid_value', ['filter', 'name', '$contains']],
    ['an empty that is neither', { size: { $empty: 1 } }, 'invalid_value', ['filter', 'size', '$empty']],
    [
      'one too deep',
      nested(queryLimits.depth + 1),
      'invalid_value',
      ['filter', ...Array<string>(queryLimits.depth + 1).fill('$not')],
    ],
    [
      'too many texts to look for',
      { $or: Array.from({ length: queryLimits.textTests + 1 }, () => ({ name: { $contains: 'a' } })) },
      'invalid_value',
      ['filter'],
    ],
    [
      'one too large',
      { $or: Array.from({ length: queryLimits.parts }, () => ({})) },
      'invalid_value',
      ['filter'],
    ],
    [
      'too many values',
      { size: { $in: Array.from({ length: queryLimits.values + 1 }, (_, index) => index) } },
      'invalid_value',
      ['filter', 'size', '$in'],
    ],
    [
      'too long a text to look for',
      { name: { $contains: 'a'.repeat(queryLimits.text + 1) } },
      'invalid_value',
      ['filter', 'name', '$contains'],
    ],
  ])('GEN-12 is refused: %s', (_name, filter, code, path) => {
    const read = readFilter(fields, filter)
    expect(read.ok ? [] : read.faults.slice(0, 1)).toMatchObject([{ code, path }])
  })

  test.each([
    ['createdAt', 'There is no field `createdAt`. Did you mean `created_at`?'],
    ['sise', /^There is no field `sise`\. Did you mean `size`\? Every record also has `title`, /],
    ['$nor', /^`\$nor` is not a group\. Use \$and, \$or or \$not; /],
  ])('GEN-12 GEN-13 says what %s may have meant', (name, message) => {
    const read = readFilter(fields, { [name]: { $eq: 1 } })
    expect(read.ok ? '' : read.faults[0]?.message).toEqual(
      typeof message === 'string' ? message : expect.stringMatching(message),
    )
  })

  test('GEN-12 tells every fault', () => {
    const read = readFilter(fields, { nope: { $eq: 1 }, size: { $eq: 'x', $near: 2 } })
    expect(read.ok ? 0 : read.faults.length).toBe(3)
  })

  test.each([
    ['names', (parts: object) => parts],
    ['operators', (parts: object) => ({ size: parts })],
    ['filters', (parts: object) => ({ $or: Object.values(parts).map((part) => ({ nope: part })) })],
  ])('GEN-12 ERR-01 of wrong %s it tells so many at most', (_what, filter) => {
    const parts = Object.fromEntries(Array.from({ length: maxDetails + 50 }, (_, index) => [`u${index}`, {}]))
    const read = readFilter(fields, filter(parts))
    expect(read.ok ? 0 : read.faults.length).toBeLessThanOrEqual(maxDetails)
  })
})

const texts = fc.constantFrom(
  '',
  ' ',
  'a',
  'A',
  'ab',
  'Äb',
  'b',
  'a’b´“c',
  'A\u2011\u00a0B',
  `${'x'.repeat(100)}1`,
  `${'x'.repeat(100)}2`,
)
const numbers = fc.constantFrom(-1, 0, 1, 2)
const someChoices = fc.constantFrom('a', 'b', 'c')
const days = fc.constantFrom('2026-01-01', '2026-02-01', '2026-03-01')
const values = fc
  .record(
    { name: texts, size: numbers, stage: someChoices, tags: fc.uniqueArray(someChoices), day: days },
    { requiredKeys: [] },
  )
  .map((some) => JSON.parse(JSON.stringify(some)) as QueriedRecord['values'])

const leaf = fc.oneof(
  fc.record({
    name: fc.dictionary(
      fc.constantFrom('$eq', '$starts_with', '$contains'),
      fc.constantFrom('a', 'A', "a'b", 'a’B´', 'a- b', 'x'.repeat(150), `${'x'.repeat(100)}1`),
      { minKeys: 1 },
    ),
  }),
  fc.record({ name: fc.record({ $in: fc.array(texts, { minLength: 1, maxLength: 3 }) }) }),
  fc.record({
    size: fc.dictionary(fc.constantFrom('$gt', '$gte', '$lt', '$lte', '$eq'), numbers, { minKeys: 1 }),
  }),
  fc.record({ day: fc.dictionary(fc.constantFrom('$gt', '$lte'), days, { minKeys: 1 }) }),
  fc.record({ stage: fc.record({ $in: fc.array(someChoices, { minLength: 1 }) }) }),
  fc.record({ tags: fc.dictionary(fc.constantFrom('$eq', '$contains'), someChoices, { minKeys: 1 }) }),
  fc.record({ size: fc.record({ $empty: fc.boolean() }) }),
)
const { filter: filters } = fc.letrec<{ filter: object }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.record({ $and: fc.array(tie('filter'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ $or: fc.array(tie('filter'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ $not: tie('filter') }),
  ),
}))

test('GEN-12 every way through the index leads to every answer', () => {
  fc.assert(
    fc.property(filters, values, (filter, held) => {
      const read = readFilter(fields, filter)
      if (!read.ok) return
      const one = record(held)
      if (!holds(read.condition, one)) return
      const keys = recordKeys(one)
      for (const way of waysTo(read.condition, 'o')) {
        const isOnIt = way.some(({ fieldId, from, to, containing = '' }) =>
          keys.some(
            (row) =>
              row.fieldId === fieldId &&
              compareKeys(row.key, from) >= 0 &&
              compareKeys(row.key, to) <= 0 &&
              (row.key.includes(containing) || Buffer.byteLength(row.key) >= cutKeyBytes),
          ),
        )
        expect(isOnIt).toBe(true)
      }
    }),
    { numRuns: 3000 },
  )
})
