// Chooses the writes that are due. Writes of one task are sent in order. So are creates with the same title, because two of
// them without an answer could not be distinguished. One write at a time is sent to a locked workspace. Pure.
import { type Entry, isInDoubt } from './entry.ts'

export const isUnderWay = ({ state }: Entry): boolean =>
  state === 'queued' || state === 'sending' || state === 'checking'

const laneOf = ({ title, work }: Entry): string =>
  work.kind === 'createTask' ? `title ${title.trim()}` : `task ${work.taskId}`

/** A change that waits for a decision holds the later changes of its task. */
const holdsLane = (one: Entry): boolean => isUnderWay(one) || one.conflict !== null

/** A write that may be in the service goes before an earlier one that is retried. The look-up must find its task first. */
const rank = (one: Entry, busy: ReadonlySet<string>): number => {
  if (busy.has(one.id) || one.state === 'sending') return 0
  return (one.state === 'checking' || isInDoubt(one)) && !one.sendIfMissing ? 1 : 2
}

/** The first entry of each lane. @param entries oldest first */
const heads = (entries: readonly Entry[], busy: ReadonlySet<string>): readonly Entry[] => {
  const first = new Map<string, Entry>()
  for (const one of entries.filter(holdsLane)) {
    const other = first.get(laneOf(one))
    if (other === undefined || rank(one, busy) < rank(other, busy)) first.set(laneOf(one), one)
  }
  return [...first.values()].filter(isUnderWay)
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
