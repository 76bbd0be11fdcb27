import fc from 'fast-check'
import { expect, test } from 'vitest'
import { monotonic } from './time.ts'
import { createRateLimiter } from '../http/rate-limit.ts'

/** A machine whose clock can be set, and the service's clock on it. */
const stage = () => {
  const machine = { wall: 1_767_603_600_000, passed: 0 }
  const now = monotonic(
    () => machine.wall,
    () => machine.passed,
  )
  return {
    now,
    pass: (milliseconds: number) => {
      machine.wall += milliseconds
      machine.passed += milliseconds
    },
    set: (by: number) => {
      machine.wall += by
    },
    wall: () => machine.wall,
  }
}

const hour = 3_600_000

test('GEN-07 the service’s clock never goes back, whatever the machine’s does', () => {
  const times = [5, 3, 3, 9, 8, 10]
  const now = monotonic(
    () => times.shift() ?? 0,
    () => 0,
  )
  expect(Array.from({ length: 6 }, now)).toEqual([5, 5, 5, 9, 9, 10])
})

test('GEN-07 steps of the machine’s clock, forward and back, never turn the service’s back, nor leave it behind', () => {
  const step = fc.record({
    by: fc.integer({ min: -5 * hour, max: 5 * hour }),
    passing: fc.integer({ min: 0, max: 600_000 }),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const { now, pass, set, wall } = stage()
      for (const { by, passing } of steps) {
        const before = now()
        set(by)
        now()
        pass(passing)
        expect(now()).toBeGreaterThanOrEqual(Math.max(wall(), before))
      }
    }),
  )
})

test('GEN-07 asked often after the machine’s clock was set back, it goes on as fast, and loses nothing to rounding', () => {
  const { now, pass, set } = stage()
  const before = now()
  set(-hour)
  for (let count = 0; count < 100_000; count += 1) {
    pass(0.3)
    now()
  }
  expect(now() - before).toBeGreaterThanOrEqual(29_999)
})

test('LIM-01 a caller is admitted again after the window, though the machine’s clock was set back by hours', async () => {
  const { now, pass, set } = stage()
  const limiter = createRateLimiter({ now, limit: 2, windowSeconds: 60 })
  await limiter.take('key')
  set(-2 * hour)
  pass(10_000)
  await limiter.take('key')
  expect(await limiter.take('key')).toMatchObject({ admitted: false, retryAfterSeconds: 50 })
  pass(50_000)
  expect(await limiter.take('key')).toMatchObject({ admitted: true })
})
