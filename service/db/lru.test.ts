import { expect, test } from 'vitest'
import { createRecent } from './lru.ts'

test('LCH-05 what was not used for the longest time is forgotten first, and no more than so many are kept', () => {
  const recent = createRecent<string, number>(2)
  recent.set('a', 1)
  recent.set('b', 2)
  expect(recent.get('a')).toBe(1)
  recent.set('c', 3)
  expect(['a', 'b', 'c'].map((key) => recent.get(key))).toEqual([1, undefined, 3])
  recent.set('a', 4)
  recent.set('d', 5)
  expect(['a', 'b', 'c', 'd'].map((key) => recent.get(key))).toEqual([4, undefined, undefined, 5])
})
