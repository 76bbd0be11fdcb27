import { expect, test } from 'vitest'
import type { FieldKind, FieldOptions } from '../../../shared/api/objects.ts'
import type { WritableField } from '../record-values.rules.ts'
import { compareKeys, recordKeys1 } from './record-keys.rules.ts'
import { readSorts } from './record-query-fields.rules.ts'
import { comparePositions, positionOf, type QueriedRecord } from './record-query-match.rules.ts'
import { waysTo } from './record-query-ranges.rules.ts'
import { readFilter } from './record-query.rules.ts'

const field = (id: string, kind: FieldKind, options: FieldOptions = null): WritableField => ({
  id,
  slug: id,
  kind,
  required: false,
  readOnly: false,
  options,
})
const choices = ['c', 'a', 'b'].map((id) => ({ id, name: id, color: '#000000' }))
const fields = [field('name', 'text'), field('size', 'number'), field('stage', 'select', { choices })]

const record = (values: QueriedRecord['values'], more: Partial<QueriedRecord> = {}) => ({
  id: 'r1',
  objectId: 'o',
  title: 'Title',
  archived: false,
  createdAt: 1,
  updatedAt: 1,
  values,
  ...more,
})

test.each(['O’Neill', '“A\u00a0B”', 'A\u2011B', 'L’Étoile'])(
  'GEN-12 a test of %j leads to the keys that the previous version wrote of it',
  (name) => {
    const [row] = recordKeys1(record({ name })).filter(({ fieldId }) => fieldId === 'name')
    for (const test of [{ $eq: name }, { $in: [name] }, { $starts_with: name }, { $contains: name }]) {
      const read = readFilter(fields, { name: test })
      const [way] = read.ok ? waysTo(read.condition, 'o') : []
      const leads = way?.some(
        ({ from, to, containing = '' }) =>
          row &&
          compareKeys(from, row.key) <= 0 &&
          compareKeys(row.key, to) <= 0 &&
          row.key.includes(containing),
      )
      expect(leads, JSON.stringify(test)).toBe(true)
    }
  },
)

test.each([
  ['asc', ['c', 'a', 'b']],
  ['desc', ['b', 'a', 'c']],
] as const)(
  'GEN-12 choices are in the order of their positions, %s, unknown ones last',
  (direction, sorted) => {
    const order = readSorts(fields, [{ field: 'stage', direction }])
    if (!order.ok) throw new Error('There is a field stage.')
    const ids = ['gone', 'a', 'b', 'c']
      .map((stage) => positionOf(record({ stage }, { id: stage }), order.sorts))
      .toSorted((a, b) => comparePositions(order.sorts, a, b))
      .map(({ id }) => id)
    expect(ids).toEqual([...sorted, 'gone'])
  },
)

test.each(['asc', 'desc'] as const)(
  'GEN-12 records without a value come last; equals follow their creation, then their id, in the direction of the sort, %s',
  (direction) => {
    const order = readSorts(fields, [{ field: 'size', direction }])
    if (!order.ok) throw new Error('There is a field size.')
    const ids = ['b', 'none', 'a', 'c']
      .map((id) => record(id === 'none' ? {} : { size: 1 }, { id, createdAt: id === 'c' ? 0 : 1 }))
      .map((one) => positionOf(one, order.sorts))
      .toSorted((a, b) => comparePositions(order.sorts, a, b))
      .map(({ id }) => id)
    expect(ids).toEqual(direction === 'asc' ? ['c', 'a', 'b', 'none'] : ['b', 'a', 'c', 'none'])
  },
)
