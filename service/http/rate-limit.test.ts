import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRateLimiter } from './rate-limit.ts'

test('LIM-01 no window admits more than the limit, nor fewer, and the wait it names is enough', async () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 1, maxLength: 300 })
  await fc.assert(
    fc.asyncProperty(gaps, fc.integer({ min: 1, max: 20 }), async (steps, limit) => {
      let clock = 1_000_000
      const limiter = createRateLimiter({ now: () => clock, limit, windowSeconds: 5 })
      let window = { endsAt: 0, taken: 0 }
      for (const step of steps) {
        clock += step
        if (clock >= window.endsAt) window = { endsAt: clock + 5000, taken: 0 }
        window.taken += 1
        expect(await limiter.take('key')).toEqual({
          admitted: window.taken <= limit,
          limit,
          remaining: Math.max(0, limit - window.taken),
          retryAfterSeconds: Math.ceil((window.endsAt - clock) / 1000),
        })
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

test('OAU-03 a flood of keys pushes the oldest out before it fills the memory', async () => {
  const limiter = createRateLimiter({ now: () => 0, limit: 1 })
  await limiter.take('first')
  for (let index = 0; index < 49_999; index += 1) await limiter.take(`flood ${index}`)
  expect((await limiter.take('first')).admitted).toBe(false)
  await limiter.take('one more')
  expect((await limiter.take('first')).admitted).toBe(true)
})

test('OAU-03 what strangers type is not kept, and takes no more room for being long', async () => {
  const names: string[] = []
  const shared = {
    purge: async () => {},
    count: async ({ name, endsAt }: { name: string; endsAt: number }) => {
      names.push(name)
      return { count: 1, endsAt }
    },
  }
  const limiter = createRateLimiter({ now: () => 0, shared, name: 'account' })
  await limiter.take('ada@acme.test')
  await limiter.take('x'.repeat(32_000))
  expect(names).toEqual([
    expect.stringMatching(/^account [0-9a-f]{64}$/),
    expect.stringMatching(/^account [0-9a-f]{64}$/),
  ])
})
