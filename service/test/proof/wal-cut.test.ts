import { expect, test } from 'vitest'
import { cutLogs } from './wal-cut.ts'

test('REC-13 WHK-04 a log cut at a page, inside one or with noise behind it opens to whole commits in their order', async () => {
  const { faults, cuts } = await cutLogs({ commits: 12, every: 9, torn: (cut) => (cut * 0.618) % 1 })
  expect(faults).toEqual([])
  expect(new Set(cuts.map(({ kept }) => kept)).size).toBeGreaterThan(6)
})
