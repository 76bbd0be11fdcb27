// Slows down password guessing, by account and by address (OAU-03), and floods of authorization requests. Kept in memory
// where one process serves sign-in: a restart that forgets a minute of guesses gives an attacker nothing. Several
// processes count guesses together.
import { createHash } from 'node:crypto'
import { nothingShared, type SharedState } from '../store/shared-state.ts'
import { storeError } from '../store/store-error.ts'

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

/**
 * Authorization requests of one address, which anybody can send and which are kept for their pages: an office of 500
 * people begins within a minute, each twice; whoever goes on has that thousand again every minute, one at a time.
 */
export const authorizationLimits: ThrottleLimits = {
  free: 1000,
  firstWaitMs: 60,
  longestWaitMs: 60,
  forgetAfterMs: 60_000,
}

const maxKeys = 50_000
/** So often a count is tried again because another process was faster. */
const tries = 50
/** Clocks of machines differ by less. Where a time is farther ahead, its clock was wrong, or ours is: the server knows. */
const mostAheadMs = 1000

type Counter = { attempts: number; lastAt: number }
type Change = (counter: Counter) => Counter

/** Where counters are kept. `change` answers with the counter as it was before. */
type Counters = {
  read(key: string): Promise<Counter>
  change(key: string, change: Change): Promise<Counter>
  /** The time by the clock that counts. */
  time(): Promise<number>
}

const noAttempts: Counter = { attempts: 0, lastAt: 0 }

function createOwnCounters(now: () => number): Counters {
  const counters = new Map<string, Counter>()
  return {
    read: async (key) => counters.get(key) ?? noAttempts,
    async change(key, change) {
      const before = counters.get(key) ?? noAttempts
      // Re-inserted at the end: the oldest key is the one that goes when the map is full.
      counters.delete(key)
      const after = change(before)
      if (after.attempts > 0) counters.set(key, after)
      if (counters.size > maxKeys) {
        const [oldest] = counters.keys()
        if (oldest !== undefined) counters.delete(oldest)
      }
      return before
    },
    time: async () => now(),
  }
}

const counterIn = (body: string): Counter => {
  const [attempts, lastAt] = body.split(' ').map(Number)
  return { attempts: attempts ?? 0, lastAt: lastAt ?? 0 }
}

function createSharedCounters(
  shared: SharedState,
  name: string,
  now: () => number,
  keptMs: number,
): Counters {
  const placeOf = (key: string) => `${name} ${key}`
  return {
    read: async (key) => counterIn((await shared.read(placeOf(key))).body),
    async change(key, change) {
      const place = placeOf(key)
      let known = nothingShared
      for (let tried = 0; tried < tries; tried += 1) {
        const before = counterIn(known.body)
        const { attempts, lastAt } = change(before)
        const at = now()
        const next = { body: `${attempts} ${lastAt}`, at, expiresAt: Math.max(at, lastAt) + keptMs }
        if ((await shared.replace(place, known.version, next)) > 0) return before
        known = await shared.read(place)
      }
      throw storeError('database_busy', 'Too many processes are counting the attempts of one account.')
    },
    time: () => shared.time(),
  }
}

/** Keys are of any length, and what strangers type is not kept. */
const hashOf = (key: string): string => createHash('sha256').update(key).digest('base64url')

/**
 * Counts attempts by key.
 * @param now epoch milliseconds
 * @param shared where several processes count together, under `name`
 */
export const createThrottle = ({
  now,
  limits,
  shared,
  name = 'attempts',
}: {
  now: () => number
  limits: ThrottleLimits
  shared?: SharedState | undefined
  name?: string
}) => {
  const counters = shared
    ? createSharedCounters(shared, name, now, limits.forgetAfterMs)
    : createOwnCounters(now)

  const current = (counter: Counter): Counter =>
    now() - counter.lastAt >= limits.forgetAfterMs ? noAttempts : counter

  /** An attempt of later than now counts as of now. */
  const waitAfter = (counter: Counter, at: number): number => {
    const { attempts, lastAt } = current(counter)
    if (attempts < limits.free) return 0
    const wait = Math.min(limits.firstWaitMs * 2 ** (attempts - limits.free), limits.longestWaitMs)
    return Math.max(0, Math.min(lastAt, at) + wait - at)
  }

  /** @returns the time by which to judge what a counter says */
  const timeFor = async (key: string, { lastAt }: Counter): Promise<number> => {
    if (lastAt <= now() + mostAheadMs) return now()
    const at = Math.max(now(), await counters.time())
    // Put right for everyone: what is only read as now would be of now until that time comes.
    if (lastAt > at + mostAheadMs)
      await counters.change(key, (counter) => ({ ...counter, lastAt: Math.min(counter.lastAt, at) }))
    return at
  }

  return {
    /** Milliseconds until the next attempt with this key is let through; 0 when it is now. */
    async waitMs(key: string): Promise<number> {
      const hash = hashOf(key)
      const counter = await counters.read(hash)
      return waitAfter(counter, await timeFor(hash, counter))
    },

    /**
     * Counts an attempt *before* its outcome is known, so that a hundred parallel guesses are a hundred attempts.
     * @returns the milliseconds that it should have waited, with the attempts that were counted since `waitMs` was asked
     */
    async count(key: string): Promise<number> {
      const hash = hashOf(key)
      const before = await counters.change(hash, (counter) => {
        const { attempts, lastAt } = current(counter)
        return { attempts: attempts + 1, lastAt: Math.max(lastAt, now()) }
      })
      return waitAfter(before, await timeFor(hash, before))
    },

    /** Takes one attempt back: it was the right password. */
    async forgive(key: string): Promise<void> {
      await counters.change(hashOf(key), (counter) => {
        const { attempts, lastAt } = current(counter)
        return { attempts: Math.max(0, attempts - 1), lastAt }
      })
    },

    /** Forgets a key. */
    async clear(key: string): Promise<void> {
      await counters.change(hashOf(key), () => noAttempts)
    },
  }
}
