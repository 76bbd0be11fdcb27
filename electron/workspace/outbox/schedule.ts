// When a write is sent, looked up or retried, and which are due. Writes of one task are sent in order. So are creates with the
// same title and comments on the same item, because two of them without an answer could not be distinguished. One write at a time is sent to a locked
// workspace. A write that names a new record waits until that is saved. Pure.
import type { AppError } from '../../../shared/errors.ts'
import { blockersIn, type Entry, isInDoubt } from './entry.ts'
import { isOfComment, recordIdOf } from './work.ts'

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

export const isUnderWay = ({ state }: Entry): boolean =>
  state === 'queued' || state === 'sending' || state === 'checking'

const laneOf = ({ title, work }: Entry): string => {
  if (work.kind === 'createTask') return `title ${title.trim()}`
  if (isOfComment(work))
    return work.kind === 'createComment' ? `comments ${work.on.id}` : `comment ${work.commentId}`
  // A start ends the timer of another task, so all of them are sent in order.
  if (work.kind === 'setTimer') return 'timer'
  return 'taskId' in work ? `task ${work.taskId}` : `record ${recordIdOf(work) ?? ''}`
}

/** A change that waits for a decision holds the later changes of its task or record. */
const holdsLane = (one: Entry): boolean => isUnderWay(one) || one.conflict !== null

/** A write that may be in the service goes before an earlier one that is retried. The look-up must find its task first. */
const rank = (one: Entry, busy: ReadonlySet<string>): number => {
  if (busy.has(one.id) || one.state === 'sending') return 0
  return (one.state === 'checking' || isInDoubt(one)) && !one.sendIfMissing ? 1 : 2
}

/** A write that may end the timer of its task waits for a stop that was made before it, and logs less. */
const waitsForTimer = (one: Entry, entries: readonly Entry[]): boolean =>
  one.work.kind !== 'setTimer' &&
  entries
    .slice(0, entries.indexOf(one))
    .some((other) => other.work.kind === 'setTimer' && other.taskId === one.taskId && isUnderWay(other))

/** The first entry of each lane. @param entries oldest first */
const heads = (entries: readonly Entry[], busy: ReadonlySet<string>): readonly Entry[] => {
  const first = new Map<string, Entry>()
  const blockers = blockersIn(entries)
  // A blocked task holds back no others of its title.
  const isPassed = ({ id, work }: Entry): boolean => work.kind === 'createTask' && blockers.has(id)
  for (const one of entries.filter((each) => holdsLane(each) && !isPassed(each))) {
    const other = first.get(laneOf(one))
    if (other === undefined || rank(one, busy) < rank(other, busy)) first.set(laneOf(one), one)
  }
  return [...first.values()].filter(
    (one) => isUnderWay(one) && !blockers.has(one.id) && !waitsForTimer(one, entries),
  )
}

/** When a locked workspace may be asked again, by the entries that met the lock; 0 when it is not locked. */
export const lockedUntil = (entries: readonly Entry[]): number =>
  Math.max(
    0,
    ...entries
      .filter((one) => isUnderWay(one) && one.error?.kind === 'locked')
      .map(({ notBefore }) => notBefore),
  )

/**
 * The entries to send or to check now.
 * @param entries oldest first
 * @param busy ids with a request in flight
 * @param opens when a locked workspace may be asked again; 0 when it is not locked
 */
export const dueEntries = (
  entries: readonly Entry[],
  busy: ReadonlySet<string>,
  opens: number,
  now: number,
): readonly Entry[] => {
  const due = heads(entries, busy).filter(
    (one) => !busy.has(one.id) && one.state !== 'sending' && one.notBefore <= now,
  )
  if (opens === 0) return due
  return opens <= now && entries.every(({ id }) => !busy.has(id)) ? due.slice(0, 1) : []
}

/** The next time at which an entry becomes due, or null. Busy entries have none: they call back when they end. */
export const nextDue = (
  entries: readonly Entry[],
  busy: ReadonlySet<string>,
  opens: number,
): number | null => {
  if (opens > 0 && entries.some(({ id }) => busy.has(id))) return null
  const times = heads(entries, busy)
    .filter(({ id, state }) => state !== 'sending' && !busy.has(id))
    .map(({ notBefore }) => Math.max(notBefore, opens))
  return times.length === 0 ? null : Math.min(...times)
}
