import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { accountLimits, createThrottle } from './throttle.ts'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')
const heapAfterCollection = () => {
  collect()
  return process.memoryUsage().heapUsed
}

test('OAU-03 what strangers type as an email is not kept in the memory of the sign-in counters', async () => {
  const throttle = createThrottle({ now: () => 1_000_000, limits: accountLimits })
  const before = heapAfterCollection()
  // 64 MB of them.
  for (let index = 0; index < 2000; index += 1) await throttle.count(`${index}`.padEnd(32_000, 'x'))
  expect(heapAfterCollection() - before).toBeLessThan(10_000_000)
  for (let count = 0; count < 4; count += 1) await throttle.count('7'.padEnd(32_000, 'x'))
  expect(await throttle.waitMs('7'.padEnd(32_000, 'x'))).toBeGreaterThan(0)
})
