import { describe, expect, test } from 'vitest'
import { type AppError, failed, type Reply, succeeded } from '../../../shared/errors.ts'
import { createConnection, createScheduler } from './scheduler.ts'

const start = (maxInFlight = 6) => {
  let now = 0
  const scheduler = createScheduler({ now: () => now, maxInFlight })
  return { scheduler, setNow: (at: number) => (now = at) }
}
const limited = (seconds: number): Reply<never> =>
  failed({ kind: 'rateLimited', message: 'm', retryAfterSeconds: seconds })
const read = { priority: 'read' } as const
const write = { priority: 'write' } as const

describe('the scheduler', () => {
  test('APP-06 a pause that one request is told stops all of them, and says how long', async () => {
    const { scheduler, setNow } = start()
    let sent = 0
    const count = () => Promise.resolve(succeeded((sent += 1)))
    expect(await scheduler.run(read, () => Promise.resolve(limited(7)))).toMatchObject({
      error: { kind: 'rateLimited', retryAfterSeconds: 7 },
    })
    setNow(3_500)
    for (const job of [read, write])
      expect(await scheduler.run(job, count)).toMatchObject({
        error: { kind: 'rateLimited', retryAfterSeconds: 4 },
      })
    expect(sent).toBe(0)
    setNow(7_000)
    expect(await scheduler.run(read, count)).toEqual(succeeded(1))
  })

  test('APP-06 a service that keeps refusing is left alone for longer each time', async () => {
    const { scheduler, setNow } = start()
    const waits: number[] = []
    let now = 0
    for (let refusal = 0; refusal < 5; refusal += 1) {
      const reply = await scheduler.run(read, () => Promise.resolve(limited(1)))
      const seconds = !reply.ok && reply.error.kind === 'rateLimited' ? reply.error.retryAfterSeconds : 0
      waits.push(seconds)
      setNow((now += seconds * 1_000))
    }
    expect(waits).toEqual([1, 4, 8, 16, 32])
  })

  test('APP-03 of two searches the older is aborted, also while it waits for its turn', async () => {
    const { scheduler } = start(1)
    const aborted: boolean[] = []
    const gate = Promise.withResolvers<undefined>()
    const search = (n: number) =>
      scheduler.run({ ...read, key: 'search' }, async (signal) => {
        await gate.promise
        aborted.push(signal.aborted)
        return succeeded(n)
      })
    const older = search(1)
    await new Promise(setImmediate)
    const all = [older, search(2), search(3)]
    gate.resolve(undefined)
    const [first, second, third] = await Promise.all(all)
    expect([first, second]).toMatchObject([
      { error: { kind: 'cancelled' } },
      { error: { kind: 'cancelled' } },
    ])
    expect(third).toEqual(succeeded(3))
    expect(aborted).toEqual([true, false])
  })

  test('APP-06 while one waits before another attempt, its turn belongs to others', async () => {
    const { scheduler } = start(1)
    const patience = Promise.withResolvers<undefined>()
    const down: Reply<string> = failed({ kind: 'unavailable', message: 'm' })
    let attempts = 0
    const failing = scheduler.run(
      read,
      () => {
        attempts += 1
        return Promise.resolve(attempts === 1 ? down : succeeded('second'))
      },
      async (reply) => {
        await patience.promise
        return !reply.ok
      },
    )
    expect(await scheduler.run(write, () => Promise.resolve(succeeded('saved')))).toEqual(succeeded('saved'))
    patience.resolve(undefined)
    expect(await failing).toEqual(succeeded('second'))
  })

  test('APP-03 a newer search ends an older one that waits for another attempt', async () => {
    const { scheduler } = start()
    const down: Reply<never> = failed({ kind: 'unavailable', message: 'm' })
    const patience = Promise.withResolvers<undefined>()
    let attempts = 0
    const older = scheduler.run(
      { ...read, key: 'search' },
      () => {
        attempts += 1
        return Promise.resolve(down)
      },
      async (_reply, _attempt, signal) => {
        await patience.promise
        return !signal.aborted
      },
    )
    await new Promise(setImmediate)
    await scheduler.run({ ...read, key: 'search' }, () => Promise.resolve(succeeded(2)))
    patience.resolve(undefined)
    expect(await older).toMatchObject({ ok: false })
    expect(attempts).toBe(1)
  })

  test('APP-01 when the account is gone, reads end as cancelled and writes keep their answer', async () => {
    const { scheduler } = start()
    const gate = Promise.withResolvers<undefined>()
    const work = () => gate.promise.then(() => succeeded('done'))
    const reading = scheduler.run(read, work)
    const writing = scheduler.run(write, work)
    await new Promise(setImmediate)
    scheduler.abortAll()
    gate.resolve(undefined)
    expect(await reading).toMatchObject({ error: { kind: 'cancelled' } })
    expect(await writing).toEqual(succeeded('done'))
  })
})

const connect = () => {
  const told: string[] = []
  let now = 1_000
  const connection = createConnection({ now: () => now, onChange: ({ state }) => told.push(state) })
  return { connection, told, setNow: (at: number) => (now = at) }
}
const says = (kind: Exclude<AppError['kind'], 'rateLimited' | 'invalidInput' | 'internal'>): Reply<never> =>
  failed({ kind, message: 'm' })

test.each([
  ['offline', 'offline'],
  ['locked', 'locked'],
  ['unavailable', 'failing'],
  ['unconfirmed', 'failing'],
  // A refused request still shows that the workspace is reachable.
  ['forbidden', 'online'],
  ['notFound', 'online'],
  ['conflict', 'online'],
  ['unexpectedAnswer', 'online'],
] as const)('APP-06 after %s the workspace is %s', (kind, state) => {
  const { connection } = connect()
  connection.heard(says(kind))
  expect(connection.get()).toEqual({ state, until: null })
})

test.each(['cancelled', 'signedOut'] as const)('APP-06 %s says nothing of the workspace', (kind) => {
  const { connection, told } = connect()
  connection.heard(says('offline'))
  connection.heard(says(kind))
  expect([connection.get().state, told]).toEqual(['offline', ['offline']])
})

test('APP-06 only changes are told, and any answer ends what was wrong', () => {
  const { connection, told } = connect()
  for (const reply of [succeeded(1), says('offline'), says('offline'), succeeded(1), succeeded(2)])
    connection.heard(reply)
  expect(told).toEqual(['offline', 'online'])
})

test('APP-06 a pause has one end, however many ask during it; a longer one is told', () => {
  const { connection, told, setNow } = connect()
  connection.heard(limited(7))
  expect(connection.get()).toEqual({ state: 'paused', until: 8_000 })
  setNow(3_500)
  connection.heard(limited(5))
  expect(connection.get().until).toBe(8_000)
  setNow(8_000)
  connection.heard(limited(8))
  expect([connection.get().until, told]).toEqual([16_000, ['paused', 'paused']])
})
