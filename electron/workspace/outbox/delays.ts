// How long a write waits before it is sent, looked for, or tried again. Pure.
import type { AppError } from '../../../shared/errors.ts'
import type { Entry } from './entry.ts'

/** Milliseconds after a send without an answer: a task may take a moment to become visible. */
const checkAfterMs = 3_000
const backoff = [2_000, 5_000, 15_000, 30_000, 60_000] as const
/** A locked workspace is asked again no more often than this. */
export const lockedDelay = 30_000
/** How long a deletion can be called off. */
export const holdMs = 5_000

const backoffAfter = (failures: number): number =>
  backoff[Math.min(Math.max(failures, 0), backoff.length - 1)] ?? 60_000

/** @param failures in a row, before this one */
export const retryAt = (error: AppError, failures: number, now: number): number => {
  if (error.kind === 'locked') return now + lockedDelay
  return now + (error.kind === 'rateLimited' ? error.retryAfterSeconds * 1000 : backoffAfter(failures))
}

/** When a write without an answer is looked for. @param failures in a row, before this one */
export const checkAt = (failures: number, now: number): number =>
  now + (failures === 0 ? checkAfterMs : backoffAfter(failures - 1))

/** The longest that an entry waits when there is new hope. */
const longestWait = ({ state, error, heldUntil, failures }: Entry): number => {
  if (error?.kind === 'locked') return lockedDelay
  if (error?.kind === 'rateLimited') return error.retryAfterSeconds * 1000
  if (heldUntil !== null) return holdMs
  // A look-up that comes too early finds nothing and says so.
  return state === 'checking' && failures === 0 ? checkAfterMs : 0
}

/** When an entry is due if there is new hope. A clock that was set back makes it wait no day. */
export const soonest = (one: Entry, now: number): number => Math.min(one.notBefore, now + longestWait(one))
