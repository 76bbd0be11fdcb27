import { expect, test } from 'vitest'
import { readSorts } from './record-query-fields.rules.ts'
import { comparePositions, positionOf, type QueriedRecord } from './record-query-match.rules.ts'
import { fields, record } from './record-query-testing.ts'

test.each(['tags', 'place', 'archived', 'nope', 'phone'])('GEN-12 %s gives no order', (name) => {
  expect(readSorts(fields, [{ field: name, direction: 'asc' }]).ok).toBe(false)
})

const inOrder = (direction: 'asc' | 'desc', records: readonly QueriedRecord[]) => {
  const order = readSorts(fields, [{ field: 'size', direction }])
  if (!order.ok) throw new Error('There is a field size.')
  return records
    .map((one) => positionOf(one, order.sorts))
    .toSorted((a, b) => comparePositions(order.sorts, a, b))
    .map(({ id }) => id)
}

test('GEN-12 records without a value come last in either direction', () => {
  const records = [
    record({}, { id: 'none' }),
    record({ size: 1 }, { id: 'one' }),
    record({ size: 2 }, { id: 'two' }),
  ]
  expect(inOrder('asc', records)).toEqual(['one', 'two', 'none'])
  expect(inOrder('desc', records)).toEqual(['two', 'one', 'none'])
})

test('GEN-12 equals follow their creation in the direction of the last sort', () => {
  const order = readSorts(fields, [
    { field: 'size', direction: 'asc' },
    { field: 'name', direction: 'desc' },
  ])
  if (!order.ok) throw new Error('There are fields size and name.')
  const [early, late] = [1, 2].map((createdAt) =>
    positionOf(record({ size: 1, name: 'a' }, { createdAt }), order.sorts),
  )
  if (!early || !late) throw new Error('There are two.')
  expect(comparePositions(order.sorts, late, early)).toBeLessThan(0)
  expect(comparePositions(order.sorts, early, late)).toBeGreaterThan(0)
})

test('GEN-12 equals follow their creation, then their id, in the direction of the sort', () => {
  const records = ['b', 'a', 'c'].map((id) => record({ size: 1 }, { id, createdAt: id === 'c' ? 0 : 1 }))
  expect(inOrder('asc', records)).toEqual(['c', 'a', 'b'])
  expect(inOrder('desc', records)).toEqual(['b', 'a', 'c'])
})
