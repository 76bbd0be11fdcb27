// One budget for all requests to the workspace: few at a time, writes before reads, one a key, and silence for as long as
// the service asks for it.
import { failed, type Reply } from '../../shared/errors.ts'

type Job = {
  priority: 'write' | 'read'
  /** Of two jobs with one key the older is aborted, and fails as `cancelled`. */
  key?: string
}

export type Scheduler = {
  /** Runs the job when it is its turn. While the service asked for silence it fails at once, with the seconds left. */
  run: <T>(job: Job, work: (signal: AbortSignal) => Promise<Reply<T>>) => Promise<Reply<T>>
  /** Aborts everything: the account is gone. */
  abortAll: () => void
}

const maxPauseSeconds = 3_600

type Waiting = { priority: Job['priority']; begin: () => void }

/** @param now epoch milliseconds. @param maxInFlight requests at one time. */
export const createScheduler = ({
  now,
  maxInFlight = 6,
}: {
  now: () => number
  maxInFlight?: number
}): Scheduler => {
  const waiting: Waiting[] = []
  const running = new Set<AbortController>()
  const byKey = new Map<string, AbortController>()
  let inFlight = 0
  let pausedUntil = 0
  /** Refusals in a row: a service that keeps refusing is left alone for longer than it says. */
  let refusals = 0

  const secondsLeft = (): number => Math.max(0, Math.ceil((pausedUntil - now()) / 1000))

  const pause = (seconds: number): void => {
    refusals += 1
    const patient = Math.max(seconds, refusals < 2 ? 0 : 2 ** refusals)
    pausedUntil = Math.max(pausedUntil, now() + Math.min(patient, maxPauseSeconds) * 1000)
  }

  const turn = (priority: Job['priority']): Promise<void> => {
    if (inFlight < maxInFlight) {
      inFlight += 1
      return Promise.resolve()
    }
    return new Promise((begin) => waiting.push({ priority, begin }))
  }

  const leave = (): void => {
    const write = waiting.findIndex(({ priority }) => priority === 'write')
    const [following] = waiting.splice(Math.max(write, 0), 1)
    if (following === undefined) inFlight -= 1
    else following.begin()
  }

  const refuse = (): Reply<never> =>
    failed({
      kind: 'rateLimited',
      message: 'The workspace asks for a pause.',
      retryAfterSeconds: secondsLeft(),
    })
  const cancelled = (): Reply<never> => failed({ kind: 'cancelled', message: 'Replaced by a newer request.' })

  return {
    run: async ({ priority, key }, work) => {
      if (secondsLeft() > 0) return refuse()
      const controller = new AbortController()
      if (key !== undefined) {
        byKey.get(key)?.abort()
        byKey.set(key, controller)
      }
      running.add(controller)
      await turn(priority)
      try {
        if (controller.signal.aborted) return cancelled()
        if (secondsLeft() > 0) return refuse()
        const reply = await work(controller.signal)
        if (!reply.ok && reply.error.kind === 'rateLimited') {
          pause(reply.error.retryAfterSeconds)
          return refuse()
        }
        refusals = 0
        // An answer that came all the same is kept when it tells about a write.
        return controller.signal.aborted && priority === 'read' ? cancelled() : reply
      } finally {
        leave()
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
