import { expect, test } from 'vitest'
import { createBriefRefresh } from './brief-refresh.ts'

const minute = 60_000
const noon = Date.parse('2026-11-20T12:00:00Z')

/** @returns the minutes at which the brief was read */
const readAt = async (
  { fetchedAt = 0, isSignedIn = true, answers = (_minute: number): boolean => true },
  events: (number | [number, 'woke'])[],
): Promise<number[]> => {
  let now = noon
  let fetched: number | null = fetchedAt === null ? null : noon + fetchedAt * minute
  const read: number[] = []
  const keepFresh = createBriefRefresh({
    isSignedIn: () => isSignedIn,
    fetchedAt: () => fetched,
    read: () => {
      const at = (now - noon) / minute
      read.push(at)
      if (answers(at)) fetched = now
      return Promise.resolve()
    },
    now: () => now,
  })
  for (const event of events) {
    const [at, when] = typeof event === 'number' ? ([event, 'tick'] as const) : event
    now = noon + at * minute
    await keepFresh(when)
  }
  return read
}
const minutes = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)

test.each<[what: string, Parameters<typeof readAt>[0], Parameters<typeof readAt>[1], number[]]>([
  ['is read each quarter of an hour', {}, minutes(1, 31), [15, 30]],
  ['is read by the first tick if it never was', { fetchedAt: -9_999 }, minutes(1, 10), [1]],
  ['is not read while nobody is signed in', { isSignedIn: false }, minutes(1, 31), []],
  ['is read after a sleep', {}, [1, [7, 'woke'], 8], [7]],
  [
    'is not read by several wake-ups at once',
    {},
    [
      [7, 'woke'],
      [7, 'woke'],
      [7.5, 'woke'],
    ],
    [7],
  ],
  [
    'is tried again with growing delays, at last each quarter of an hour',
    { answers: () => false },
    minutes(1, 61),
    [15, 16, 18, 22, 30, 45, 60],
  ],
  [
    'is tried again soon after a wake-up without a network',
    { answers: (at) => at > 7 },
    [[7, 'woke'], 8, 15, 16],
    [7, 15],
  ],
  ['is read if the clock was set back', { fetchedAt: 600 }, minutes(1, 3), [1]],
])('CAL-08 the cached brief %s', async (_what, given, events, expected) => {
  expect(await readAt(given, events)).toEqual(expected)
})
