import { expect, test } from 'vitest'
import { openStore, type OpenedStore } from '../store/open-store.ts'
import { createTestDatabase, dropTestDatabase } from '../store/postgres/testing.ts'
import type { SharedState } from '../store/shared-state.ts'
import { accountLimits, addressLimits, createThrottle } from './throttle.ts'

const second = 1000
const minute = 60 * second

const start = (limits = accountLimits) => {
  const clock = { at: 1_000_000 }
  return { clock, throttle: createThrottle({ now: () => clock.at, limits }) }
}

/** What the processes of a store share, on a server with this clock. */
const timed = ({ shared }: OpenedStore, now: () => number): SharedState => {
  if (!shared) throw new Error('Processes on a server count together.')
  return { ...shared, time: async () => now() }
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
])('OAU-03 after $attempts attempts an account waits $wait ms', async ({ attempts, wait }) => {
  const { throttle } = start()
  for (let i = 0; i < attempts; i += 1) await throttle.count('ada')
  expect(await throttle.waitMs('ada')).toBe(wait)
  expect(await throttle.waitMs('grace')).toBe(0)
})

test('OAU-03 an address may try thirty times before it waits', async () => {
  const { throttle } = start(addressLimits)
  for (let i = 0; i < 29; i += 1) await throttle.count('10.0.0.1')
  expect(await throttle.waitMs('10.0.0.1')).toBe(0)
  await throttle.count('10.0.0.1')
  expect(await throttle.waitMs('10.0.0.1')).toBe(30 * second)
})

test('OAU-03 the wait ends when it said it would', async () => {
  const { clock, throttle } = start()
  for (let i = 0; i < 5; i += 1) await throttle.count('ada')
  clock.at += 30 * second - 1
  expect(await throttle.waitMs('ada')).toBe(1)
  clock.at += 1
  expect(await throttle.waitMs('ada')).toBe(0)
  await throttle.count('ada')
  expect(await throttle.waitMs('ada')).toBe(minute)
})

test('OAU-03 an hour without attempts is a new start', async () => {
  const { clock, throttle } = start()
  for (let i = 0; i < 8; i += 1) await throttle.count('ada')
  clock.at += 60 * minute
  expect(await throttle.waitMs('ada')).toBe(0)
  await throttle.count('ada')
  expect(await throttle.waitMs('ada')).toBe(0)
})

test('OAU-03 a right password clears its account and takes its own attempt back from the address', async () => {
  const { throttle } = start()
  for (let i = 0; i < 5; i += 1) await throttle.count('ada')
  await throttle.forgive('ada')
  expect(await throttle.waitMs('ada')).toBe(0)
  await throttle.count('ada')
  await throttle.clear('ada')
  for (let i = 0; i < 4; i += 1) await throttle.count('ada')
  expect(await throttle.waitMs('ada')).toBe(0)
})

test('OAU-03 a flood of addresses does not fill the memory', async () => {
  const { throttle } = start()
  for (let i = 0; i < 5; i += 1) await throttle.count('first')
  for (let i = 0; i < 49_999; i += 1) await throttle.count(`flood-${i}`)
  expect(await throttle.waitMs('first')).toBe(30 * second)
  await throttle.count('one more')
  expect(await throttle.waitMs('first')).toBe(0)
})

test('OAU-03 what a process counted whose clock was a year ahead keeps nobody out for longer than the wait', async () => {
  const database = await createTestDatabase()
  const store = await openStore(database)
  const clock = { at: 1_000_000, ahead: 365 * 24 * 60 * minute }
  const counting = { limits: accountLimits, shared: timed(store, () => clock.at), name: 'account' }
  const ahead = createThrottle({ ...counting, now: () => clock.at + clock.ahead })
  const right = createThrottle({ ...counting, now: () => clock.at })
  for (let i = 0; i < 6; i += 1) await ahead.count('ada')
  expect(await right.waitMs('ada')).toBe(minute)
  clock.at += minute
  expect(await right.waitMs('ada')).toBe(0)
  for (let i = 0; i < 5; i += 1) await ahead.count('grace')
  expect(await right.count('grace')).toBe(30 * second)
  await right.forgive('grace')
  clock.at += 30 * second
  expect(await right.waitMs('grace')).toBe(0)
  await store.close()
  await dropTestDatabase(database)
})

test('OAU-03 a process whose clock is an hour behind lets nobody guess anew at the others, and names the same wait', async () => {
  const database = await createTestDatabase()
  const store = await openStore(database)
  const clock = { at: 100 * 60 * minute }
  const counting = { limits: accountLimits, shared: timed(store, () => clock.at), name: 'account' }
  const right = createThrottle({ ...counting, now: () => clock.at })
  const behind = createThrottle({ ...counting, now: () => clock.at - 60 * minute })
  for (let i = 0; i < 6; i += 1) await right.count('ada')
  expect([await behind.waitMs('ada'), await right.waitMs('ada')]).toEqual([minute, minute])
  expect(await behind.count('ada')).toBe(minute)
  await store.shared?.purge(clock.at)
  expect([await behind.waitMs('ada'), await right.waitMs('ada')]).toEqual([2 * minute, 2 * minute])
  await behind.forgive('ada')
  clock.at += minute
  expect([await behind.waitMs('ada'), await right.waitMs('ada')]).toEqual([0, 0])
  await store.close()
  await dropTestDatabase(database)
})

test('OAU-03 what a clock that was ahead counted is deleted, and what a right one counts stays', async () => {
  const database = await createTestDatabase()
  const store = await openStore(database)
  const { shared } = store
  if (!shared) throw new Error('Processes on a server count together.')
  const at = 1_000_000
  const keep = (name: string, expiresAt: number) => shared.replace(name, 0, { body: name, at, expiresAt })
  await keep('expired', at)
  await keep('right', at + 60 * minute)
  await keep('ahead', at + 365 * 24 * 60 * minute)
  await shared.purge(at)
  const left = await Promise.all(['expired', 'right', 'ahead'].map((name) => shared.read(name)))
  expect(left.map(({ body }) => body)).toEqual(['', 'right', ''])
  await store.close()
  await dropTestDatabase(database)
})

test('OAU-03 guesses at several processes are counted together, however many come at once', async () => {
  const database = await createTestDatabase()
  const stores = [await openStore(database), await openStore(database)]
  const clock = { at: 1_000_000 }
  const throttles = stores.map(({ shared }) =>
    createThrottle({ now: () => clock.at, limits: accountLimits, shared, name: 'account' }),
  )
  const guesses = throttles.flatMap((throttle) => Array.from({ length: 20 }, () => throttle.count('ada')))
  expect((await Promise.all(guesses)).filter((wait) => wait === 0)).toHaveLength(accountLimits.free)
  for (const throttle of throttles) expect(await throttle.waitMs('ada')).toBe(15 * minute)
  await throttles[0]?.clear('ada')
  expect(await throttles[1]?.waitMs('ada')).toBe(0)
  for (const store of stores) await store.close()
  await dropTestDatabase(database)
})
