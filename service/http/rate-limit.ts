// Fixed windows: one begins with the first request of a key and admits requests up to the limit (LIM-01, LCH-12). Also
// counts sign-in attempts and authorization requests.
import { hashToken } from '../base/ids.ts'
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

/** Windows in the memory of one process. */
const mostWindows = 50_000

/**
 * Counts in the memory of this process. Where it is full, a new key replaces the key with the lowest count and goes on from
 * that count (the Space-Saving algorithm). A flood of keys then frees nobody: a replaced key that comes back starts no lower
 * than it was.
 */
function createOwnCount(): (count: Count) => Window {
  // Ordered by end, because all windows have the same length.
  const windows = new Map<string, Window>()
  /** No window has a lower count, so the search may stop at this one. */
  let lowest = 0

  const removeLowest = (): number => {
    let found: [name: string, count: number] | undefined
    for (const [name, { count }] of windows) {
      if (!found || count < found[1]) found = [name, count]
      if (count <= lowest) break
    }
    const [name, count] = found ?? ['', 0]
    windows.delete(name)
    lowest = count
    return count
  }

  return ({ name, amount, at, endsAt }) => {
    for (const [oldest, window] of windows) {
      if (window.endsAt > at) break
      windows.delete(oldest)
    }
    const open = windows.get(name)
    // Amounts given back after their window do not count in the next one.
    if (!open && amount < 0) return { count: 0, endsAt }
    const before = open?.count ?? (windows.size < mostWindows ? 0 : removeLowest())
    const window = { count: before + amount, endsAt: open?.endsAt ?? endsAt }
    windows.set(name, window)
    lowest = Math.min(lowest, window.count)
    return window
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
