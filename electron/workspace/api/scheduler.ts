// Limits all requests to the workspace. Writes go first and background reads last. A new request aborts the previous one with
// its key. After a 429 nothing is sent until the pause is over.
import { failed, type Reply } from '../../../shared/errors.ts'
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
