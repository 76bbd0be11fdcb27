import { expect, test } from 'vitest'
import { createRestart } from './service-process.ts'

test('APP-08 restarts are delayed longer each time, until the service has run for a minute', () => {
  let now = 0
  const restart = createRestart({ now: () => now })
  const delays = Array.from({ length: 6 }, () => {
    restart.started()
    return restart.delayAfterExit()
  })
  expect(delays).toEqual([200, 1_000, 5_000, 15_000, 30_000, 30_000])
  restart.started()
  now = 61_000
  expect(restart.delayAfterExit()).toBe(200)
})
