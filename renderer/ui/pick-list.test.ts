import { expect, test } from 'vitest'
import { groupsOf, matching, type PickItem } from './pick-list.tsx'

const items: PickItem[] = [
  { id: 'a', title: 'Mark task done', group: 'Change' },
  { id: 'b', title: 'Edit task', group: 'Change' },
  { id: 'c', title: 'Copy link', group: 'Copy' },
]
const idsOf = (some: readonly PickItem[]): string[] => some.map(({ id }) => id)

test('APP-03 a filter shows the best match first, and everything without text', () => {
  expect(idsOf(matching(items, ' '))).toEqual(['a', 'b', 'c'])
  expect(idsOf(matching(items, 'ed'))).toEqual(['b'])
  expect(idsOf(matching(items, 'task'))).toEqual(['a', 'b'])
  expect(matching(items, 'zzz')).toEqual([])
})

test('APP-03 neighbours of the same group stand together', () => {
  expect(groupsOf(items).map(idsOf)).toEqual([['a', 'b'], ['c']])
})
