import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseRetryAfter, retryDelay, retryDelays } from './worker.ts'

const at = Date.UTC(2026, 0, 5, 9)
const hour = 3_600_000

test('WHK-04 the waits are 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 10 h, and then it is given up', () => {
  const waits = Array.from({ length: 8 }, (_, index) => retryDelay(index + 1, 0.5, undefined))
  expect(waits).toEqual([5000, 300_000, 1_800_000, 2 * hour, 5 * hour, 10 * hour, 10 * hour, undefined])
})

test('WHK-04 a wait is spread by 20 % either way, and never leaves that range', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 7 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (attempts, random) => {
        const base = retryDelays[attempts - 1] ?? 0
        const wait = retryDelay(attempts, random, undefined) ?? 0
        expect(wait).toBeGreaterThanOrEqual(base * 0.8)
        expect(wait).toBeLessThanOrEqual(base * 1.2)
      },
    ),
  )
  expect(retryDelay(1, 0, undefined)).toBe(4000)
  expect(retryDelay(1, 1, undefined)).toBe(6000)
})

test.each([
  ['asks for longer', 1, 60_000, 60_000],
  ['asks for less than would be waited', 2, 1000, 300_000],
  ['asks for days', 1, 72 * hour, 10 * hour],
  ['asks for less than nothing', 1, 0, 5000],
])('WHK-04 a receiver that %s gets a wait in bounds', (_name, attempts, asked, wait) => {
  expect(retryDelay(attempts, 0.5, asked)).toBe(wait)
})

test.each([
  ['120', 120_000],
  [' 0 ', 0],
  ['Mon, 05 Jan 2026 09:01:00 GMT', 60_000],
  ['Mon, 05 Jan 2026 08:00:00 GMT', 0],
  ['-5', undefined],
  ['1.5', undefined],
  ['soon', undefined],
  ['2026', 2_026_000],
  ['2027-01-01', undefined],
  [undefined, undefined],
])('WHK-04 Retry-After: %s', (text, milliseconds) => {
  expect(parseRetryAfter(text, at)).toBe(milliseconds)
})
