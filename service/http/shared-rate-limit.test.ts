import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStore, type OpenedStore } from '../store/open-store.ts'
import { createTestDatabase, dropTestDatabase } from '../store/postgres/testing.ts'
import { createRateLimiter } from './rate-limit.ts'
import { readTimes, writeTimes } from './shared-rate-limit.ts'

let database: string
let stores: OpenedStore[]
beforeAll(async () => {
  database = await createTestDatabase()
  stores = [await openStore(database), await openStore(database)]
})
afterAll(async () => {
  for (const store of stores) await store.close()
  await dropTestDatabase(database)
})

let runs = 0
/** A limiter in each of two processes, which have the server's clock. @param behind milliseconds, of the second's */
const startTwo = (limit: number, windowSeconds: number, behind = 0) => {
  const clock = { at: 100_000_000 }
  const name = `run ${(runs += 1)}`
  const limiters = stores.map(({ shared }, process) =>
    createRateLimiter({
      now: () => clock.at - process * behind,
      limit,
      windowSeconds,
      shared: shared && { ...shared, time: async () => clock.at },
      name,
    }),
  )
  const take = async (process: number) => {
    const decision = await limiters[process]?.take('key')
    if (!decision) throw new Error('There is no such process.')
    return decision
  }
  return { clock, take }
}

test('LIM-01 two processes decide as one would, and name the same wait', async () => {
  const step = fc.record({ gap: fc.integer({ min: 0, max: 900 }), process: fc.integer({ min: 0, max: 1 }) })
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 1, max: 8 }),
      async (steps, limit) => {
        const { clock, take } = startTwo(limit, 5)
        const alone = createRateLimiter({ now: () => clock.at, limit, windowSeconds: 5 })
        for (const { gap, process } of steps) {
          clock.at += gap
          expect(await take(process)).toEqual(await alone.take('key'))
        }
      },
    ),
    { numRuns: 15 },
  )
})

test('LIM-01 however many requests race in two processes, the window admits its limit, and no fewer', async () => {
  const { clock, take } = startTwo(50, 60)
  const race = async () => {
    const decisions = await Promise.all(Array.from({ length: 120 }, (_, index) => take(index % 2)))
    return decisions.filter(({ admitted }) => admitted).length
  }
  expect([await race(), await race()]).toEqual([50, 0])
  clock.at += 60_000
  expect(await race()).toBe(50)
})

test('LIM-01 what a process counted whose clock was hours ahead keeps nobody out for longer than the window', async () => {
  const { clock, take } = startTwo(2, 60)
  clock.at += 7_200_000
  expect([(await take(0)).admitted, (await take(0)).admitted]).toEqual([true, true])
  clock.at -= 7_200_000
  expect(await take(1)).toMatchObject({ admitted: false, retryAfterSeconds: 61 })
  // Longer than this process remembers a caller.
  clock.at += 61_000
  expect(await take(1)).toMatchObject({ admitted: true })
})

test('LIM-01 a process whose clock is an hour behind does not make the others forget what they have admitted', async () => {
  const { clock, take } = startTwo(2, 60, 3_600_000)
  expect([(await take(0)).admitted, (await take(1)).admitted]).toEqual([true, true])
  expect([await take(1), await take(0)]).toMatchObject([
    { admitted: false, retryAfterSeconds: 60 },
    { admitted: false, retryAfterSeconds: 60 },
  ])
  clock.at += 60_000
  expect([(await take(1)).admitted, (await take(0)).admitted]).toEqual([true, true])
})

test('LIM-01 what the processes share of a key is short, and reads as it was written', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(2 ** 42), { maxLength: 300 }), (numbers) => {
      const times = numbers.toSorted((a, b) => a - b)
      expect(readTimes(writeTimes(times))).toEqual(times)
    }),
  )
  const busy = Array.from({ length: 300 }, (_, index) => 1_767_603_600_000 + index * 200)
  expect(writeTimes(busy).length).toBeLessThan(1_500)
})
