import { expect, test } from 'vitest'
import { monotonic } from './clock.ts'

test('GEN-07 the service’s clock never goes back, whatever the machine’s does', () => {
  const times = [5, 3, 3, 9, 8, 10]
  const now = monotonic(() => times.shift() ?? 0)
  expect(Array.from({ length: 6 }, now)).toEqual([5, 5, 5, 9, 9, 10])
})
