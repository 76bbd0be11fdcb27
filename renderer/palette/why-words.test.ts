import { expect, test } from 'vitest'
import { createLocalIndex } from '../../shared/search/index.ts'
import { unused } from '../../shared/search/score.ts'
import { placeWords, pointsWords, unrankedWords, whyLines } from './why-words.ts'

const day = 86_400_000
const now = 1_000 * day

test('APP-03 says what was typed, opened, chosen and pinned, and the figures add up', () => {
  const index = createLocalIndex({ now: () => now })
  index.put({
    key: 'k',
    kind: 'record',
    title: 'Acme North',
    seenAt: 0,
    use: { visits: [now - 3 * day, now - 2 * day], choices: [{ typed: 'acme', at: now }], pinned: true },
  })
  const reason = index.explain('ac', 'k')
  if (reason === null) throw new Error('not found')
  const lines = whyLines(reason, 'ac', now)
  // In whole tenths, as they are shown.
  const tenths = (points: string): number => Number(points.replace('.', ''))
  expect(lines.reduce((sum, { points }) => sum + tenths(points), 0)).toBe(tenths(pointsWords(reason.score)))
  expect(lines.map(({ words }) => words)).toEqual([
    'The title begins with “ac”',
    'Share of the title',
    'Opened 2 times, last 2 days ago',
    'Chosen for this text once',
    'Pinned by you',
  ])
  index.put({ key: 'k', kind: 'record', title: 'Acme North', seenAt: 0, use: unused })
  const plain = index.explain('ac', 'k')
  expect(plain === null ? 0 : whyLines(plain, 'ac', now).length).toBe(2)
})

test('APP-03 a row that came late says why it stands below lesser ones', () => {
  expect(placeWords({ at: 2, of: 5, score: 700, above: 800 })).toBe('Row 2 of 5 in its group.')
  expect(placeWords({ at: 2, of: 5, score: 900, above: 800 })).toContain('late rows do not move others')
})

test.each([
  ['Recent', '', 'opened'],
  ['Tasks', '', 'due'],
  ['Records', 'acme', 'Found by the service'],
  ['Tasks', '0f8fad5b-d9cb-469f-a165-70867728950e', 'pasted'],
] as const)('APP-03 a row of %s for “%s” says so without figures', (heading, query, words) => {
  expect(unrankedWords(heading, query)).toContain(words)
})
