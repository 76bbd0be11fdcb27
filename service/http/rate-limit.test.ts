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

const flood = async (limiter: ReturnType<typeof createRateLimiter>, name: string, keys: number) => {
  for (let index = 0; index < keys; index += 1) await limiter.take(`${name} ${index}`)
}
const admitted = async (limiter: ReturnType<typeof createRateLimiter>, key: string) =>
  (await limiter.take(key)).admitted

test('OAU-03 a flood of keys that fills the memory frees nobody, and newcomers are still admitted', async () => {
  const limiter = createRateLimiter({ now: () => 0, limit: 5 })
  await flood(limiter, 'once', 50_000)
  for (let guess = 0; guess < 5; guess += 1) await limiter.take('ada')
  await flood(limiter, 'invented', 60_000)
  expect(await admitted(limiter, 'newcomer')).toBe(true)
  expect(await admitted(limiter, 'ada')).toBe(false)
})

test('OAU-03 a key that a flood with as many counts replaced is refused when it comes back', async () => {
  const limiter = createRateLimiter({ now: () => 0, limit: 1 })
  await limiter.take('ada')
  await flood(limiter, 'invented', 60_000)
  expect(await admitted(limiter, 'ada')).toBe(false)
})

test('OAU-03 the memory is free again when the windows of a flood have ended', async () => {
  let clock = 0
  const limiter = createRateLimiter({ now: () => clock, limit: 1, windowSeconds: 10 })
  await flood(limiter, 'invented', 60_000)
  expect(await admitted(limiter, 'newcomer')).toBe(false)
  clock = 10_000
  expect(await admitted(limiter, 'newcomer')).toBe(true)
})

test('OAU-03 what is given back after its window has ended admits no more in the next one', async () => {
  let clock = 0
  const limiter = createRateLimiter({ now: () => clock, limit: 1, windowSeconds: 10 })
  await limiter.take('key')
  clock = 10_000
  await limiter.giveBack('key')
  expect([await admitted(limiter, 'key'), await admitted(limiter, 'key')]).toEqual([true, false])
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
