import { expect, test } from 'vitest'
import { accountLimits, addressLimits, createThrottle } from './throttle.ts'

const second = 1000
const minute = 60 * second

const start = (limits = accountLimits) => {
  const clock = { at: 1_000_000 }
  return { clock, throttle: createThrottle({ now: () => clock.at, limits }) }
}

test.each([
  { attempts: 0, wait: 0 },
  { attempts: 4, wait: 0 },
  { attempts: 5, wait: 30 * second },
  { attempts: 6, wait: minute },
  { attempts: 7, wait: 2 * minute },
  { attempts: 9, wait: 8 * minute },
  { attempts: 10, wait: 15 * minute },
  { attempts: 60, wait: 15 * minute },
])('OAU-03 after $attempts attempts an account waits $wait ms', ({ attempts, wait }) => {
  const { throttle } = start()
  for (let i = 0; i < attempts; i += 1) throttle.count('ada')
  expect(throttle.waitMs('ada')).toBe(wait)
  expect(throttle.waitMs('grace')).toBe(0)
})

test('OAU-03 an address may try thirty times before it waits', () => {
  const { throttle } = start(addressLimits)
  for (let i = 0; i < 29; i += 1) throttle.count('10.0.0.1')
  expect(throttle.waitMs('10.0.0.1')).toBe(0)
  throttle.count('10.0.0.1')
  expect(throttle.waitMs('10.0.0.1')).toBe(30 * second)
})

test('OAU-03 the wait ends when it said it would', () => {
  const { clock, throttle } = start()
  for (let i = 0; i < 5; i += 1) throttle.count('ada')
  clock.at += 30 * second - 1
  expect(throttle.waitMs('ada')).toBe(1)
  clock.at += 1
  expect(throttle.waitMs('ada')).toBe(0)
  throttle.count('ada')
  expect(throttle.waitMs('ada')).toBe(minute)
})

test('OAU-03 an hour without attempts is a new start', () => {
  const { clock, throttle } = start()
  for (let i = 0; i < 8; i += 1) throttle.count('ada')
  clock.at += 60 * minute
  expect(throttle.waitMs('ada')).toBe(0)
  throttle.count('ada')
  expect(throttle.waitMs('ada')).toBe(0)
})

test('OAU-03 a right password clears its account and takes its own attempt back from the address', () => {
  const { throttle } = start()
  for (let i = 0; i < 5; i += 1) throttle.count('ada')
  throttle.forgive('ada')
  expect(throttle.waitMs('ada')).toBe(0)
  throttle.count('ada')
  throttle.clear('ada')
  for (let i = 0; i < 4; i += 1) throttle.count('ada')
  expect(throttle.waitMs('ada')).toBe(0)
})

test('OAU-03 a flood of addresses does not fill the memory', () => {
  const { throttle } = start()
  for (let i = 0; i < 5; i += 1) throttle.count('first')
  for (let i = 0; i < 49_999; i += 1) throttle.count(`flood-${i}`)
  expect(throttle.waitMs('first')).toBe(30 * second)
  throttle.count('one more')
  expect(throttle.waitMs('first')).toBe(0)
})
