// Slows down password guessing, by account and by address (OAU-03). Kept in memory: one process serves sign-in, and a
// restart that forgets a minute of guesses gives an attacker nothing.

/** How many attempts pass freely, and what each further one costs. */
export type ThrottleLimits = {
  free: number
  /** Wait after the first attempt too many; doubles with each further one. */
  firstWaitMs: number
  longestWaitMs: number
  /** A key without attempts for so long starts anew. */
  forgetAfterMs: number
}

export const accountLimits: ThrottleLimits = {
  free: 5,
  firstWaitMs: 30_000,
  longestWaitMs: 15 * 60_000,
  forgetAfterMs: 60 * 60_000,
}

/** An address may be an office: more is free, the price is the same. */
export const addressLimits: ThrottleLimits = { ...accountLimits, free: 30 }

const maxKeys = 50_000

type Counter = { attempts: number; lastAt: number }

/** Counts attempts by key. @param now epoch milliseconds. */
export const createThrottle = ({ now, limits }: { now: () => number; limits: ThrottleLimits }) => {
  const counters = new Map<string, Counter>()

  const find = (key: string): Counter | undefined => {
    const counter = counters.get(key)
    if (counter && now() - counter.lastAt >= limits.forgetAfterMs) {
      counters.delete(key)
      return undefined
    }
    return counter
  }

  /** Milliseconds until the next attempt with this key is let through; 0 when it is now. */
  const waitMs = (key: string): number => {
    const counter = find(key)
    if (!counter || counter.attempts < limits.free) return 0
    const wait = Math.min(limits.firstWaitMs * 2 ** (counter.attempts - limits.free), limits.longestWaitMs)
    return Math.max(0, counter.lastAt + wait - now())
  }

  /**
   * Counts an attempt *before* its outcome is known, so that a hundred parallel guesses are a hundred attempts.
   */
  const count = (key: string): void => {
    const attempts = (find(key)?.attempts ?? 0) + 1
    // Re-inserted at the end: the oldest key is the one that goes when the map is full.
    counters.delete(key)
    counters.set(key, { attempts, lastAt: now() })
    if (counters.size > maxKeys) {
      const [oldest] = counters.keys()
      if (oldest !== undefined) counters.delete(oldest)
    }
  }

  /** Takes one attempt back: it was the right password. */
  const forgive = (key: string): void => {
    const counter = counters.get(key)
    if (!counter) return
    if (counter.attempts <= 1) counters.delete(key)
    else counters.set(key, { ...counter, attempts: counter.attempts - 1 })
  }

  /** Forgets a key. */
  const clear = (key: string): void => void counters.delete(key)

  return { waitMs, count, forgive, clear }
}
