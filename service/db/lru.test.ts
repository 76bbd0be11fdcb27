import { expect, test } from 'vitest'
import { createLru } from './lru.ts'

test('LCH-05 the cache drops its least recently used entry when it is full', () => {
  const lru = createLru<string, number>(2)
  lru.set('a', 1)
  lru.set('b', 2)
  expect(lru.get('a')).toBe(1)
  lru.set('c', 3)
  expect(['a', 'b', 'c'].map((key) => lru.get(key))).toEqual([1, undefined, 3])
  lru.set('a', 4)
  lru.set('d', 5)
  expect(['a', 'b', 'c', 'd'].map((key) => lru.get(key))).toEqual([4, undefined, undefined, 5])
})
