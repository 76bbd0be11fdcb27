// A service behind a network that cuts connections, refuses requests and delays answers, with simulated time.
import { type Asked, askedBy } from './asked.fake.ts'
import { createTaskService } from './task-service.fake.ts'
import { me } from './writing-half.fake.ts'

/** The behaviour of the network for the next requests. */
export type Weather =
  | 'fine'
  | 'offline'
  | 'cutBefore'
  | 'cutAfter'
  | 'failBefore'
  | 'failAfter'
  | 'locked'
  | 'busy'
  /** The answer comes five seconds after the write. */
  | 'slow'
  /** The user may not write. */
  | 'forbidden'
  /** Cut at once. A create still arrives, twelve or twenty seconds later. */
  | 'late'
  | 'later'

const slowMs = 5_000
const lateMs = { late: 12_000, later: 20_000 } as const
const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
const status = (code: number, headers: Record<string, string> = {}): Promise<Response> =>
  Promise.resolve(new Response('{"error":"no"}', { status: code, headers }))

export const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate)
}

/** @param keys whether the service honours `Idempotency-Key` */
export const createBadNetwork = (keys: 'known' | 'ignored') => {
  let now = 1_700_000_000_000
  let setBack = 0
  let weather: Weather = 'fine'
  let life = 0
  let wasSlow = false
  let dropsKeys = false
  /** Timers of the network (null), or of one run of the program. */
  const timers = new Set<{ run: () => void; at: number; life: number | null }>()
  /** Time by a clock that is never set back. */
  const elapsed = (): number => now + setBack
  const service = createTaskService({ now: elapsed, keys })
  /** Late tasks and records, and when they arrived. */
  const late = new Map<string, number>()
  /** The requests to the locked workspace: the time and the run of the program. */
  const lockedAsks: { at: number; life: number }[] = []
  /** The methods of all requests. */
  const methods: string[] = []

  const arrive = (asked: Asked): void => {
    const [tasks, records] = [service.stored.length, service.records.stored.length]
    service.answer(me, asked)
    const id = service.stored[tasks]?.taskId ?? service.records.stored[records]?.recordId
    if (id !== undefined) late.set(id, elapsed())
  }

  const fetchIn =
    (of: number) =>
    async (input: string, init: RequestInit): Promise<Response> => {
      const asked = askedBy(input, init)
      methods.push(asked.method)
      if (dropsKeys) asked.headers.delete('idempotency-key')
      const arrived = weather
      await turns(1)
      // A killed program sends nothing.
      if (of !== life) throw refused
      switch (arrived) {
        case 'offline':
          throw refused
        case 'cutBefore':
          throw new Error('socket hang up')
        case 'failBefore':
          return status(503)
        case 'locked':
          // Reads are retried after another failure. So are changes that were in flight when the lock came.
          if (asked.method !== 'GET' && !wasSlow) lockedAsks.push({ at: now, life: of })
          return status(423)
        case 'forbidden':
          return status(403)
        case 'late':
        case 'later':
          if (asked.method === 'PUT' || asked.path === '/v1/launcher/tasks')
            timers.add({ run: () => arrive(asked), at: now + lateMs[arrived], life: null })
          throw new Error('socket hang up')
        case 'busy':
          return status(429, { 'retry-after': '7' })
        case 'fine':
        case 'slow':
        case 'cutAfter':
        case 'failAfter':
          break
      }
      const answer = service.answer(me, asked)
      await (arrived === 'slow'
        ? new Promise<void>((resolve) => timers.add({ run: resolve, at: now + slowMs, life: of }))
        : turns(1))
      if (arrived === 'cutAfter') throw new Error('socket hang up')
      return arrived === 'failAfter' ? status(500) : answer
    }

  return {
    service,
    late,
    lockedAsks,
    methods,
    fetchIn,
    now: () => now,
    elapsed,
    /** The number of the program's run. */
    life: () => life,
    nextLife: () => {
      life += 1
    },
    setTimer: (of: number) => (run: () => void, ms: number) => {
      const timer = { run, at: now + ms, life: of }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    setWeather: (next: Weather) => {
      weather = next
      wasSlow ||= next === 'slow'
    },
    /** A proxy starts to drop `Idempotency-Key`. */
    dropKeys: () => {
      dropsKeys = true
    },
    hasDroppedKeys: () => dropsKeys,
    pass: async (ms: number) => {
      const end = now + ms
      for (;;) {
        await turns(20)
        const [first] = [...timers]
          .filter((timer) => (timer.life ?? life) === life && timer.at <= end)
          .toSorted((a, b) => a.at - b.at)
        if (first === undefined) break
        timers.delete(first)
        now = Math.max(now, first.at)
        first.run()
      }
      now = end
      await turns(60)
    },
    setClockBack: (ms: number) => {
      now -= ms
      setBack += ms
      // Timers use a monotonic clock.
      for (const timer of timers) timer.at -= ms
    },
  }
}
