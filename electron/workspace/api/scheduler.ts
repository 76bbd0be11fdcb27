// Limits all requests to the workspace. Writes go first and background reads last. A new request aborts the previous one with
// its key. After a 429 nothing is sent until the pause is over. All views show the connection state after the last request.
import { type AppError, failed, type Reply } from '../../../shared/errors.ts'
import type { Connection } from '../../../shared/ipc/launcher.ts'
import { say } from '../../../shared/language.ts'

/** `background`: a refresh of cached data that is already on the screen. */
export type Priority = 'write' | 'read' | 'background'

type Job = {
  priority: Priority
  /** A newer job with the same key aborts this one, which fails as `cancelled`. */
  key?: string
}

/**
 * Resolves to whether the job is retried, after the delay. The job holds no slot in the meantime.
 * @param attempt the number of attempts so far
 */
type Again<T> = (reply: Reply<T>, attempt: number, signal: AbortSignal) => Promise<boolean>

export type Scheduler = {
  /** Runs the job when a slot is free. During a pause it fails at once, with the seconds left. */
  run: <T>(job: Job, work: (signal: AbortSignal) => Promise<Reply<T>>, again?: Again<T>) => Promise<Reply<T>>
  /** Aborts all jobs and ends the pause: the session ended. */
  abortAll: () => void
}

const maxPauseSeconds = 3_600

const order: readonly Priority[] = ['write', 'read', 'background']

/** @param now monotonic milliseconds. @param maxInFlight the number of concurrent requests */
export const createScheduler = ({
  now,
  maxInFlight = 6,
}: {
  now: () => number
  maxInFlight?: number
}): Scheduler => {
  const waiting = new Map<Priority, (() => void)[]>(order.map((priority) => [priority, []]))
  const running = new Set<AbortController>()
  const byKey = new Map<string, AbortController>()
  let inFlight = 0
  let pausedUntil = 0
  /** Consecutive 429 responses. From the second one, the pause may exceed `Retry-After`. */
  let refusals = 0

  const secondsLeft = (): number => Math.max(0, Math.ceil((pausedUntil - now()) / 1000))

  const pause = (seconds: number): void => {
    refusals += 1
    const patient = Math.max(seconds, refusals < 2 ? 0 : 2 ** refusals)
    pausedUntil = Math.max(pausedUntil, now() + Math.min(patient, maxPauseSeconds) * 1000)
  }

  const turn = (priority: Priority): Promise<void> => {
    if (inFlight < maxInFlight) {
      inFlight += 1
      return Promise.resolve()
    }
    return new Promise((begin) => waiting.get(priority)?.push(begin))
  }

  const leave = (): void => {
    for (const priority of order) {
      const begin = waiting.get(priority)?.shift()
      if (begin !== undefined) return begin()
    }
    inFlight -= 1
  }

  const refuse = (): Reply<never> =>
    failed({
      kind: 'rateLimited',
      message: say('request.pause'),
      retryAfterSeconds: secondsLeft(),
    })
  const cancelled = (): Reply<never> => failed({ kind: 'cancelled', message: say('request.replaced') })

  /** Makes one attempt when a slot is free. */
  const attempt = async <T>(
    priority: Priority,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<Reply<T>>,
  ): Promise<Reply<T>> => {
    await turn(priority)
    try {
      if (signal.aborted) return cancelled()
      if (secondsLeft() > 0) return refuse()
      const reply = await work(signal)
      if (!reply.ok && reply.error.kind === 'rateLimited') {
        pause(reply.error.retryAfterSeconds)
        return refuse()
      }
      refusals = 0
      // The outcome of a write is reported even after an abort.
      return signal.aborted && priority !== 'write' ? cancelled() : reply
    } finally {
      leave()
    }
  }

  return {
    run: async ({ priority, key }, work, again) => {
      if (secondsLeft() > 0) return refuse()
      const controller = new AbortController()
      const { signal } = controller
      if (key !== undefined) {
        byKey.get(key)?.abort()
        byKey.set(key, controller)
      }
      running.add(controller)
      try {
        for (let count = 1; ; count += 1) {
          const reply = await attempt(priority, signal, work)
          if (again === undefined || !(await again(reply, count, signal))) return reply
        }
      } finally {
        running.delete(controller)
        if (key !== undefined && byKey.get(key) === controller) byKey.delete(key)
      }
    },
    abortAll: () => {
      for (const controller of running) controller.abort()
      pausedUntil = 0
      refusals = 0
    },
  }
}

/** The connection state that a reply implies, or null if it gives no evidence, as after a cancelled request. */
const stateAfter = (error: AppError | null): Connection['state'] | null => {
  switch (error?.kind) {
    case 'offline':
    case 'locked':
      return error.kind
    case 'rateLimited':
      return 'paused'
    case 'unavailable':
    case 'unconfirmed':
      return 'failing'
    case 'cancelled':
    case 'signedOut':
    case 'internal':
    case 'notKept':
      return null
    case undefined:
    case 'invalidInput':
    case 'forbidden':
    case 'notFound':
    case 'conflict':
    case 'unexpectedAnswer':
      return 'online'
  }
}

/** @param now epoch milliseconds. @param onChange called when the state or the end of the pause changes */
export const createConnection = ({
  now,
  onChange,
}: {
  now: () => number
  onChange: (connection: Connection) => void
}) => {
  let current: Connection = { state: 'online', until: null }
  return {
    get: (): Connection => current,
    heard: (reply: Reply<unknown>): void => {
      const error = reply.ok ? null : reply.error
      const state = stateAfter(error)
      if (state === null) return
      const until = error?.kind === 'rateLimited' ? now() + error.retryAfterSeconds * 1_000 : null
      // During a pause all replies give the same end, but `retryAfterSeconds` is rounded to whole seconds.
      const isSame =
        state === current.state && (until === null || Math.abs(until - (current.until ?? 0)) <= 1_000)
      if (isSame) return
      current = { state, until }
      onChange(current)
    },
  }
}
