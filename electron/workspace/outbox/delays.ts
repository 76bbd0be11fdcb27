// The delays before a write is sent, looked up, or retried. Pure.
import type { AppError } from '../../../shared/errors.ts'
import type { Entry } from './entry.ts'

/** Milliseconds after a send without an answer. A new task may take a moment to become visible. */
const checkAfterMs = 3_000
const backoff = [2_000, 5_000, 15_000, 30_000, 60_000] as const
/** A locked workspace is asked again no more often than this. */
export const lockedDelay = 30_000
/** The delay before a deletion is sent, in which it can be cancelled. */
export const holdMs = 5_000

const backoffAfter = (failures: number): number =>
  backoff[Math.min(Math.max(failures, 0), backoff.length - 1)] ?? 60_000

/** @param failures consecutive ones before this one */
export const retryAt = (error: AppError, failures: number, now: number): number => {
  if (error.kind === 'locked') return now + lockedDelay
  return now + (error.kind === 'rateLimited' ? error.retryAfterSeconds * 1000 : backoffAfter(failures))
}

/** When a write without an answer is checked. @param failures consecutive ones before this one */
export const checkAt = (failures: number, now: number): number =>
  now + (failures === 0 ? checkAfterMs : backoffAfter(failures - 1))

/** The longest wait once a retry may succeed: after a sign-in, a wake-up or a clock change. */
const longestWait = ({ state, error, heldUntil, failures }: Entry): number => {
  if (error?.kind === 'locked') return lockedDelay
  if (error?.kind === 'rateLimited') return error.retryAfterSeconds * 1000
  if (heldUntil !== null) return holdMs
  // A look-up that is too early finds nothing.
  return state === 'checking' && failures === 0 ? checkAfterMs : 0
}

/** When an entry is due if a retry may succeed now. Also bounds the wait after the clock was set back. */
export const soonest = (one: Entry, now: number): number => Math.min(one.notBefore, now + longestWait(one))
