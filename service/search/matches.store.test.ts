import { expect, test } from 'vitest'
import { rankFound } from './matches.store.ts'

test('LCH-07 an entry that was found in several ways is listed once, as its best; ties are in the order of the index', () => {
  const tied = [3, 9, 5].map((entry) => ({ entry, class: 'prefix' as const, fit: 0, rankedAt: 1 }))
  const best = { entry: 9, class: 'exact' as const, fit: 0, rankedAt: 1 }
  expect(rankFound(tied).map(({ entry }) => entry)).toEqual([9, 5, 3])
  expect(rankFound([...tied, best])).toEqual([best, tied[2], tied[0]])
})

test('LCH-07 inside a class the better fit comes first, then the newer entry', () => {
  const common = { class: 'prefix' as const, rankedAt: 1 }
  const found = [
    { ...common, entry: 1, fit: 1 },
    { ...common, entry: 2, fit: 0, rankedAt: 9 },
    { ...common, entry: 3, fit: 1, rankedAt: 2 },
    { ...common, entry: 4, class: 'exact' as const, fit: 0 },
  ]
  expect(rankFound(found).map(({ entry }) => entry)).toEqual([4, 3, 1, 2])
})
