import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Change } from '../../shared/api/changes.ts'
import { type AppError, failed, succeeded } from '../../shared/errors.ts'
import type { StreamEnd, StreamListener } from './api/change-client.ts'
import { createLive } from './live.ts'

const changeOf = (id: string, more: Partial<Change> = {}): Change => ({
  kind: 'task',
  id,
  action: 'updated',
  item: null,
  actor: { type: 'person', id: 'lena', name: 'Lena' },
  at: '2026-11-28T08:00:00.000Z',
  ...more,
})

/** A service whose changes are numbered; a cursor is how many were read. */
const service = () => {
  const state = {
    changes: [] as Change[],
    error: null as AppError | null,
    /** An older cursor is refused. */
    oldest: 0,
    asked: [] as string[],
    streams: [] as { on: StreamListener; end: (how: StreamEnd) => void; isOpen: boolean }[],
    isBuffered: false,
  }
  const cursor = () => String(state.changes.length)
  return {
    state,
    cursor,
    /** Somebody changes tasks; the stream says so. */
    change: (...ids: string[]) => {
      state.changes.push(...ids.map((id) => changeOf(id)))
      const open = state.streams.at(-1)
      if (open?.isOpen === true && !state.isBuffered) open.on.changed(cursor())
    },
    client: {
      page: (after: string) => {
        state.asked.push(after)
        const { error } = state
        if (error !== null) return Promise.resolve(failed(error))
        if (after === 'now') return Promise.resolve(succeeded({ changes: [], cursor: cursor() }))
        if (Number(after) < state.oldest)
          return Promise.resolve(failed({ kind: 'notFound' as const, message: '410' }))
        const changes = state.changes.slice(Number(after), Number(after) + 100)
        return Promise.resolve(succeeded({ changes, cursor: String(Number(after) + changes.length) }))
      },
      listen: (on: StreamListener, signal: AbortSignal) =>
        new Promise<StreamEnd>((resolve) => {
          const end = (how: StreamEnd): void => {
            stream.isOpen = false
            resolve(how)
          }
          const stream = { on, end, isOpen: true }
          state.streams.push(stream)
          signal.addEventListener('abort', () => end({ kind: 'failed', waitMs: null }))
          if (state.isBuffered) return
          on.opened()
          on.changed(cursor())
        }),
    },
  }
}

const start = () => {
  const from = service()
  const applied: string[] = []
  const own = { isWriting: false }
  const live = createLive({
    isWriting: () => own.isWriting,
    client: from.client,
    apply: (changes) => applied.push(...(changes === 'unknown' ? ['unknown'] : changes.map(({ id }) => id))),
    onNotified: () => applied.push('notified'),
    now: () => performance.now(),
    random: () => 0.5,
    setTimer: (run, ms) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  })
  const isOpen = () => from.state.streams.some((stream) => stream.isOpen)
  return { ...from, live, applied, isOpen, own }
}

/** Time passes. */
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  vi.useFakeTimers()
  return () => void vi.useRealTimers()
})

/** Signed in and on the screen. */
const shown = async () => {
  const all = start()
  all.live.enter()
  all.live.shown()
  await pass(2_000)
  return all
}

describe('FED-03 a window that shows', () => {
  test('hears of a change and reads it at once, and nothing twice', async () => {
    const { applied, change } = await shown()
    change('a')
    await pass(0)
    expect(applied).toEqual(['a'])
    change('b')
    change('c')
    await pass(1_100)
    expect(applied).toEqual(['a', 'b', 'c'])
  })

  test('hears of a notification that no change comes with, and reads no changes for it', async () => {
    const { applied, state } = await shown()
    const asked = state.asked.length
    state.streams.at(-1)?.on.notified()
    await pass(1_100)
    expect([applied, state.asked.length]).toEqual([['notified'], asked])
  })

  test('waits a moment for the outcome of the own write that it hears of', async () => {
    const { applied, change, own } = await shown()
    own.isWriting = true
    change('a')
    await pass(400)
    expect(applied).toEqual([])
    await pass(200)
    expect(applied).toEqual(['a'])
  })

  test('follows a busy workspace with few requests, and two seconds behind', async () => {
    const { applied, change, state } = await shown()
    const before = state.asked.length
    for (let at = 0; at < 600; at += 1) {
      change(String(at))
      await pass(100)
    }
    await pass(2_000)
    expect(applied.at(-1)).toBe('599')
    expect(new Set(applied).size).toBe(600)
    expect(state.asked.length - before).toBeLessThan(60)
  })

  test('reads everything anew where too much has changed while nobody read', async () => {
    const all = await shown()
    all.live.sleep()
    for (let at = 0; at < 10_000; at += 1) all.state.changes.push(changeOf(String(at)))
    const before = all.state.asked.length
    all.live.wake()
    await pass(100)
    expect(all.applied).toEqual(['unknown'])
    expect(all.state.asked.length - before).toBeLessThan(8)
    all.change('next')
    await pass(2_000)
    expect(all.applied).toEqual(['unknown', 'next'])
  })

  test('reads everything anew where its cursor is too old', async () => {
    const all = await shown()
    all.change('a')
    await pass(1_100)
    all.state.oldest = 10_000
    all.change('b')
    await pass(1_100)
    expect(all.applied).toEqual(['a', 'unknown'])
  })

  test('comes back after a loss, later each time, and reads what it missed', async () => {
    const all = await shown()
    const attempts: number[] = []
    for (let round = 0; round < 4; round += 1) {
      all.state.streams.at(-1)?.end({ kind: 'failed', waitMs: null })
      const from = performance.now()
      all.state.changes.push(changeOf(`missed ${round}`))
      while (!all.isOpen()) await pass(100)
      attempts.push(Math.round((performance.now() - from) / 1_000))
      await pass(1_100)
    }
    expect(attempts).toEqual([1, 2, 4, 8])
    expect(all.applied).toEqual(['missed 0', 'missed 1', 'missed 2', 'missed 3'])
  })

  test('waits as long as a service with too many streams asks', async () => {
    const all = await shown()
    all.state.streams.at(-1)?.end({ kind: 'failed', waitMs: 20_000 })
    await pass(10_000)
    all.live.hidden()
    all.live.shown()
    await pass(9_000)
    expect(all.isOpen()).toBe(false)
    await pass(4_000)
    expect(all.isOpen()).toBe(true)
  })

  test('reads every half minute where a proxy holds the stream back', async () => {
    const all = start()
    all.state.isBuffered = true
    all.live.enter()
    all.live.shown()
    await pass(1_000)
    all.change('a')
    await pass(31_000)
    expect(all.applied).toEqual(['a'])
    all.change('b')
    await pass(31_000)
    expect(all.applied).toEqual(['a', 'b'])
  })

  test('reads again soon where a read has failed, without another change', async () => {
    const all = await shown()
    all.state.error = { kind: 'unavailable', message: '' }
    all.change('a')
    await pass(1_000)
    all.state.error = null
    await pass(9_000)
    expect(all.applied).toEqual(['a'])
  })
})

describe('FED-03 a hidden window', () => {
  test('has no connection after a while, and is up to date at the next summon', async () => {
    const all = await shown()
    all.live.hidden()
    await pass(60_000)
    expect(all.isOpen()).toBe(true)
    await pass(120_000)
    expect(all.isOpen()).toBe(false)
    all.state.changes.push(changeOf('a'))
    const before = all.state.asked.length
    await pass(10 * 60_000)
    expect(all.state.asked).toHaveLength(before)
    all.live.shown()
    await pass(0)
    expect(all.applied).toEqual(['a'])
  })

  test('that is shown again soon keeps its stream', async () => {
    const all = await shown()
    all.live.hidden()
    await pass(1_000)
    all.live.shown()
    await pass(1_000)
    expect(all.state.streams).toHaveLength(1)
  })
})

test.each(['notFound', 'forbidden'] as const)(
  'APP-11 a service without changes (%s) is asked once a session',
  async (kind) => {
    const all = start()
    all.state.error = { kind, message: '' }
    all.live.enter()
    all.live.shown()
    await pass(0)
    const before = all.state.asked.length
    expect(before).toBe(1)
    for (let summon = 0; summon < 5; summon += 1) {
      all.live.hidden()
      await pass(60_000)
      all.live.shown()
      await pass(60_000)
    }
    expect(all.state.asked).toHaveLength(before)
    expect(all.isOpen()).toBe(false)
    all.live.leave()
    all.state.error = null
    all.live.enter()
    await pass(0)
    expect(all.isOpen()).toBe(true)
  },
)

test.each(['leave', 'sleep'] as const)(
  'FED-03 %s ends the stream, and nothing of it is applied',
  async (end) => {
    const all = await shown()
    const [stream] = all.state.streams
    all.live[end]()
    all.change('a')
    stream?.on.changed('7')
    await pass(60_000)
    expect(all.isOpen()).toBe(false)
    expect(all.applied).toEqual([])
  },
)
