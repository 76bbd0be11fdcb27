import { expect, test } from 'vitest'
import { createLocalIndex } from './local-index.ts'
import { unused } from './local-index-score.ts'

const hour = 3_600_000
const now = 1_000_000 * hour

test('APP-14 meetings stand by their distance from now, past and future alike; one that runs is first', () => {
  const index = createLocalIndex({ now: () => now })
  const put = (title: string, from: number, until: number): void => {
    const span = { start: now + from * hour, end: now + until * hour }
    index.put({ key: title, kind: 'meeting', title, seenAt: 0, use: unused, span })
  }
  put('Demo', 400, 401)
  put('Demo in a week', 168, 169)
  put('Demo of yesterday for everybody', -25, -24)
  put('Demo in three days', 72, 73)
  put('Demo for Slate Freight that runs now', -1, 1)
  put('Demo last month', -700, -699)
  expect(index.search('demo ', undefined, 9)).toEqual([
    'Demo',
    'Demo for Slate Freight that runs now',
    'Demo of yesterday for everybody',
    'Demo in three days',
    'Demo in a week',
    'Demo last month',
  ])
})
