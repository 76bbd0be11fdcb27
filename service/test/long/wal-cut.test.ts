import { expect, test } from 'vitest'
import { cutLogs } from '../proof/wal-cut.ts'
import { seed } from './seed.ts'

test('REC-13 WHK-04 a log cut at any page, inside any or with noise behind it opens to whole commits in their order', async () => {
  const torn = (cut: number) => ((cut + seed) * 0.618) % 1
  const { faults, cuts } = await cutLogs({ commits: 25, every: 1, torn })
  expect(faults).toEqual([])
  expect(new Set(cuts.map(({ kept }) => kept))).toEqual(
    new Set(Array.from({ length: 26 }, (_, kept) => kept)),
  )
})
