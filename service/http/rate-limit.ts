// A rolling window, not fixed ones: any 60 seconds admit at most 300 requests of one key (LIM-01, LCH-12).
import type { SharedState } from '../store/shared-state.ts'
import { createSharedTake } from './shared-rate-limit.ts'

export type RateDecision = {
  admitted: boolean
  limit: number
  remaining: number
  /** Whole seconds until a refused caller is admitted again; until a slot frees when none is left. */
  retryAfterSeconds: number
}

export type RateLimiter = {
  windowSeconds: number
  /** Counts one request of `key`. Refused requests are not counted. */
  take(key: string): Promise<RateDecision>
}

/** The last admissions of one key, oldest first from `next` once the ring is full. */
type Ring = { times: Float64Array; next: number; count: number; newest: number }

/**
 * Keeps the last `limit` admission times of each key: the request is admitted when the oldest of them has left the
 * window. Memory is bounded by dropping keys that have been quiet for a whole window.
 */
function createTake(options: {
  now: () => number
  limit: number
  windowSeconds: number
}): (key: string) => RateDecision {
  const { now, limit, windowSeconds } = options
  const windowMilliseconds = windowSeconds * 1000
  const rings = new Map<string, Ring>()
  let sweptAt = now()

  const sweep = (at: number) => {
    if (at - sweptAt < windowMilliseconds) return
    sweptAt = at
    for (const [key, ring] of rings) if (at - ring.newest >= windowMilliseconds) rings.delete(key)
  }

  const live = (ring: Ring, at: number) => {
    let count = 0
    for (let index = 0; index < ring.count; index += 1) {
      if (at - (ring.times[index] ?? 0) < windowMilliseconds) count += 1
    }
    return count
  }

  return (key) => {
    const at = now()
    sweep(at)
    let ring = rings.get(key)
    if (!ring) {
      ring = { times: new Float64Array(limit), next: 0, count: 0, newest: at }
      rings.set(key, ring)
    }
    const oldest = ring.times[ring.next] ?? 0
    const wait = ring.count < limit ? 0 : oldest + windowMilliseconds - at
    if (wait > 0) {
      return { admitted: false, limit, remaining: 0, retryAfterSeconds: Math.ceil(wait / 1000) }
    }
    ring.times[ring.next] = at
    ring.next = (ring.next + 1) % limit
    ring.count = Math.min(ring.count + 1, limit)
    ring.newest = at
    return { admitted: true, limit, remaining: limit - live(ring, at), retryAfterSeconds: windowSeconds }
  }
}

/**
 * @param options.now epoch milliseconds
 * @param options.shared where several processes count together; without it, this one counts for itself
 * @param options.name tells the limiters of a service apart
 */
export function createRateLimiter(options: {
  now: () => number
  limit?: number | undefined
  windowSeconds?: number
  shared?: SharedState | undefined
  name?: string
}): RateLimiter {
  const { now, limit = 300, windowSeconds = 60, shared, name = 'requests' } = options
  if (shared) {
    return { windowSeconds, take: createSharedTake({ shared, name, now, limit, windowSeconds }) }
  }
  const take = createTake({ now, limit, windowSeconds })
  return { windowSeconds, take: async (key) => take(key) }
}
