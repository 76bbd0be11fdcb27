// Fixed windows: one begins with the first request of a key and admits requests up to the limit (LIM-01, LCH-12). Also
// counts sign-in attempts and authorization requests.
import { hashToken } from '../workspaces/access-token.ts'
import type { Count, SharedState, Window } from '../db/shared-state.store.ts'

export type RateDecision = {
  admitted: boolean
  limit: number
  remaining: number
  /** Whole seconds until the window ends. */
  retryAfterSeconds: number
}

export type RateLimiter = {
  windowSeconds: number
  /** Counts one request of `key`. */
  take(key: string): Promise<RateDecision>
  /** Undoes one `take`. */
  giveBack(key: string): Promise<void>
}

/** A flood of keys drops the oldest windows before it fills the memory. */
const mostWindows = 50_000

/** Counts in the memory of this process. */
function createOwnCount(): (count: Count) => Window {
  // Ordered by end, because all windows have the same length.
  const windows = new Map<string, Window>()
  return ({ name, amount, at, endsAt }) => {
    const open = windows.get(name)
    if (open && open.endsAt > at) {
      open.count += amount
      return { ...open }
    }
    windows.delete(name)
    windows.set(name, { count: amount, endsAt })
    for (const [oldest, window] of windows) {
      if (window.endsAt > at && windows.size <= mostWindows) break
      windows.delete(oldest)
    }
    return { count: amount, endsAt }
  }
}

/**
 * @param options.now epoch milliseconds
 * @param options.shared counts of several processes together; without it, this process counts alone
 * @param options.name of this limiter in the shared counts
 */
export function createRateLimiter(options: {
  now: () => number
  limit?: number | undefined
  windowSeconds?: number
  shared?: SharedState | undefined
  name?: string
}): RateLimiter {
  const { now, limit = 300, windowSeconds = 60, shared, name = 'requests' } = options
  const count = shared?.count ?? createOwnCount()
  const add = async (key: string, amount: number) => {
    const at = now()
    // Hashed, because a key may be long, or an address that a stranger typed.
    const window = await count({
      name: `${name} ${hashToken(key)}`,
      amount,
      at,
      endsAt: at + windowSeconds * 1000,
    })
    return { count: window.count, retryAfterSeconds: Math.ceil((window.endsAt - at) / 1000) }
  }
  return {
    windowSeconds,
    async take(key) {
      const { count: taken, retryAfterSeconds } = await add(key, 1)
      return { admitted: taken <= limit, limit, remaining: Math.max(0, limit - taken), retryAfterSeconds }
    },
    async giveBack(key) {
      await add(key, -1)
    },
  }
}
