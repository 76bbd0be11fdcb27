import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRateLimiter } from './rate-limit.ts'

test('LIM-01 no span of the window admits more than the limit, and the wait it names is exact', async () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 1, maxLength: 300 })
  await fc.assert(
    fc.asyncProperty(gaps, fc.integer({ min: 1, max: 20 }), async (steps, limit) => {
      let clock = 1_000_000
      const limiter = createRateLimiter({ now: () => clock, limit, windowSeconds: 5 })
      const admitted: number[] = []
      for (const step of steps) {
        clock += step
        const { admitted: yes, retryAfterSeconds, remaining } = await limiter.take('key')
        const recent = admitted.filter((at) => clock - at < 5000)
        expect(yes).toBe(recent.length < limit)
        expect(remaining).toBe(yes ? limit - recent.length - 1 : 0)
        if (yes) admitted.push(clock)
        else {
          const oldest = recent.at(-limit) ?? 0
          expect(retryAfterSeconds).toBe(Math.ceil((oldest + 5000 - clock) / 1000))
        }
      }
      // Any window, wherever it begins.
      for (const from of admitted) {
        expect(admitted.filter((at) => at >= from && at < from + 5000).length).toBeLessThanOrEqual(limit)
      }
    }),
  )
})

test('LIM-01 keys do not affect one another', async () => {
  const limiter = createRateLimiter({ now: () => 0, limit: 1 })
  const decisions = await Promise.all(['a', 'a', 'b', 'b'].map((key) => limiter.take(key)))
  expect(decisions.map(({ admitted }) => admitted)).toEqual([true, false, true, false])
})

test('LIM-01 a caller that keeps on while it is refused is not kept out longer', async () => {
  let clock = 0
  const limiter = createRateLimiter({ now: () => clock, limit: 2, windowSeconds: 10 })
  await limiter.take('key')
  await limiter.take('key')
  for (clock = 100; clock < 10_000; clock += 100) expect((await limiter.take('key')).admitted).toBe(false)
  expect((await limiter.take('key')).admitted).toBe(true)
})
