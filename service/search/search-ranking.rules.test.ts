import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchClasses } from '../../shared/search/text-match.ts'
import { rankFound } from './search-ranking.rules.ts'

const found = fc.record({
  thing: fc.nat(9),
  class: fc.constantFrom(...matchClasses),
  rankedAt: fc.nat(3),
})

test('LCH-07 the better class comes first, then the more recent, and each thing once as its best', () => {
  fc.assert(
    fc.property(fc.array(found, { maxLength: 30 }), (all) => {
      const ranked = rankFound(all)
      expect(new Set(ranked.map((each) => each.thing))).toEqual(new Set(all.map((each) => each.thing)))
      expect(new Set(ranked.map((each) => each.thing)).size).toBe(ranked.length)
      const place = (each: { class: (typeof matchClasses)[number] }) => matchClasses.indexOf(each.class)
      for (const each of ranked) {
        const same = all.filter((other) => other.thing === each.thing)
        expect(place(each)).toBe(Math.min(...same.map(place)))
      }
      for (const [index, next] of ranked.slice(1).entries()) {
        const before = ranked[index]
        if (!before) continue
        expect(place(next)).toBeGreaterThanOrEqual(place(before))
        if (place(next) === place(before)) expect(next.rankedAt).toBeLessThanOrEqual(before.rankedAt)
      }
      expect(rankFound(all.toReversed())).toEqual(ranked)
    }),
  )
})

test('LCH-07 what is equally good and recent keeps one order, that of the index: fewer are the first of more', () => {
  const tied = [3, 9, 5].map((thing) => ({ thing, class: 'prefix' as const, rankedAt: 1 }))
  expect(rankFound(tied).map(({ thing }) => thing)).toEqual([9, 5, 3])
})
