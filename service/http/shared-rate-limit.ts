// The rolling window over several processes (LIM-01): the times of admission of each key are one short text that all
// processes share, and whoever admits a request has seen every admission before it. So the limit is exact, but for the
// difference between the clocks of the machines.
import { askedTogether } from '../asked-together.ts'
import { storeError } from '../store/store-error.ts'
import { nothingShared, type Replacement, type SharedState } from '../store/shared-state.ts'
import type { RateDecision } from './rate-limit.ts'

type Waiting = { resolve: (decision: RateDecision) => void; reject: (reason: unknown) => void }

/** What this process has last seen of a key. `times` are epoch milliseconds, oldest first. */
type Seen = { version: number; times: number[]; waiting: Waiting[]; busy: boolean; usedAt: number }

/** Clocks of machines differ by less. Where a time is farther ahead, its clock was wrong, or ours is: the server knows. */
const mostAheadMilliseconds = 1000

/** So often a count is tried again because another process was faster. */
const tries = 50

/** The first time, then the steps between them: most are small numbers. */
export const writeTimes = (times: readonly number[]): string =>
  times.map((time, index) => (time - (times[index - 1] ?? 0)).toString(36)).join(' ')

export const readTimes = (text: string): number[] => {
  let time = 0
  return text === '' ? [] : text.split(' ').map((step) => (time += Number.parseInt(step, 36)))
}

/**
 * @param options.name tells the limiters of a service apart
 * @param options.now epoch milliseconds
 */
export function createSharedTake(options: {
  shared: SharedState
  name: string
  now: () => number
  limit: number
  windowSeconds: number
}): (key: string) => Promise<RateDecision> {
  const { shared, name, now, limit, windowSeconds } = options
  const windowMilliseconds = windowSeconds * 1000
  const keys = new Map<string, Seen>()
  /** Of many keys at once, one statement. */
  const replace = askedTogether((some: readonly Replacement[]) => shared.replaceMany(some))
  let sweptAt = now()

  const sweep = (at: number) => {
    if (at - sweptAt < windowMilliseconds) return
    sweptAt = at
    for (const [key, seen] of keys) if (!seen.busy && at - seen.usedAt >= windowMilliseconds) keys.delete(key)
  }

  const live = (times: readonly number[], at: number) =>
    times.filter((time) => at - time < windowMilliseconds)

  /** Adds an admission to `times`, unless the window is full. */
  const admit = (times: number[], at: number): RateDecision => {
    const oldest = times.at(-limit)
    if (oldest !== undefined) {
      const retryAfterSeconds = Math.ceil((oldest + windowMilliseconds - at) / 1000)
      return { admitted: false, limit, remaining: 0, retryAfterSeconds }
    }
    // Another machine's clock may be ahead.
    times.push(Math.max(at, times.at(-1) ?? 0))
    return { admitted: true, limit, remaining: limit - times.length, retryAfterSeconds: windowSeconds }
  }

  const isWrong = (times: readonly number[], at: number) => (times.at(-1) ?? at) > at + mostAheadMilliseconds
  /** What is farther ahead than a right clock would be counts as about now. */
  const believable = (times: readonly number[], at: number) =>
    times.map((time) => Math.min(time, at + mostAheadMilliseconds))

  const decide = async (key: string, seen: Seen, count: number): Promise<RateDecision[]> => {
    for (let tried = 0; tried < tries; tried += 1) {
      const at = isWrong(seen.times, now()) ? Math.max(now(), await shared.time()) : now()
      const times = live(believable(seen.times, at), at)
      const decisions = Array.from({ length: count }, () => admit(times, at))
      // A time that was wrong is put right for everyone, also where nobody is admitted.
      const isAdmitted = decisions.some((decision) => decision.admitted)
      if (!isAdmitted && !isWrong(seen.times, at)) return decisions
      const expiresAt = at + windowMilliseconds
      const place = `${name} ${key}`
      const version = await replace({
        name: place,
        version: seen.version,
        body: writeTimes(times),
        at,
        expiresAt,
      })
      if (version !== undefined && version > 0) {
        Object.assign(seen, { version, times })
        return decisions
      }
      const { body, version: current } = await shared.read(place)
      Object.assign(seen, { version: current, times: readTimes(body) })
    }
    throw storeError('database_busy', 'Too many processes are counting the requests of one key.')
  }

  /** Decides about everyone who waits together: of many requests at once, one asks the database. */
  const serve = async (key: string, seen: Seen) => {
    seen.busy = true
    while (seen.waiting.length > 0) {
      const together = seen.waiting.splice(0)
      try {
        const decisions = await decide(key, seen, together.length)
        for (const [index, { resolve }] of together.entries()) {
          const decision = decisions[index]
          if (decision) resolve(decision)
        }
      } catch (error) {
        for (const { reject } of together) reject(error)
      }
    }
    seen.busy = false
  }

  return (key) => {
    const at = now()
    sweep(at)
    const seen = keys.get(key) ?? {
      version: nothingShared.version,
      times: [],
      waiting: [],
      busy: false,
      usedAt: at,
    }
    keys.set(key, seen)
    seen.usedAt = at
    // Full here is full everywhere, so a caller who keeps on asking costs the database nothing.
    const known = live(seen.times, at)
    if (known.length >= limit && !isWrong(known, at)) return Promise.resolve(admit(known, at))
    return new Promise((resolve, reject) => {
      seen.waiting.push({ resolve, reject })
      if (!seen.busy) void serve(key, seen)
    })
  }
}
