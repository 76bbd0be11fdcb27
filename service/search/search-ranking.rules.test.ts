import { expect, test } from 'vitest'
import { rankFound } from './search-ranking.rules.ts'

test('LCH-07 a thing that was found in several ways is listed once, as its best; ties are in the order of the index', () => {
  const tied = [3, 9, 5].map((thing) => ({ thing, class: 'prefix' as const, fit: 0, rankedAt: 1 }))
  const best = { thing: 9, class: 'exact' as const, fit: 0, rankedAt: 1 }
  expect(rankFound(tied).map(({ thing }) => thing)).toEqual([9, 5, 3])
  expect(rankFound([...tied, best])).toEqual([best, tied[2], tied[0]])
})

test('LCH-07 inside a class the better fit comes first, then the newer thing', () => {
  const common = { class: 'prefix' as const, rankedAt: 1 }
  const found = [
    { ...common, thing: 1, fit: 1 },
    { ...common, thing: 2, fit: 0, rankedAt: 9 },
    { ...common, thing: 3, fit: 1, rankedAt: 2 },
    { ...common, thing: 4, class: 'exact' as const, fit: 0 },
  ]
  expect(rankFound(found).map(({ thing }) => thing)).toEqual([4, 3, 1, 2])
})
