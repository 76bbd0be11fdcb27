import { expect, test } from 'vitest'
import { meanRank } from './ranking.ts'

test('APP-14 the wanted row stands first for nearly every query of the labelled set', () => {
  expect(meanRank()).toBeGreaterThanOrEqual(0.97)
})
