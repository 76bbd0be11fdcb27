// Which writes may go now. Writes of one task go one after the other; so do creates of one title, because of two at a
// time that got no answer nobody could tell which is which. A locked workspace is asked by one of them at a time. Pure.
import { type Entry, isInDoubt } from './entry.ts'

export const isUnderWay = ({ state }: Entry): boolean =>
  state === 'queued' || state === 'sending' || state === 'checking'

const laneOf = ({ title, work }: Entry): string =>
  work.kind === 'createTask' ? `title ${title.trim()}` : `task ${work.taskId}`

/** A change that waits for a decision keeps the later ones of its task waiting: they were written after it. */
const holdsLane = (one: Entry): boolean => isUnderWay(one) || one.conflict !== null

/** What is on its way already goes before what was written earlier and is taken up again: what it made is not known yet. */
const rank = (one: Entry, busy: ReadonlySet<string>): number => {
  if (busy.has(one.id) || one.state === 'sending') return 0
  return (one.state === 'checking' || isInDoubt(one)) && !one.sendIfMissing ? 1 : 2
}

/** The one of each lane whose turn it is. @param entries oldest first. */
const heads = (entries: readonly Entry[], busy: ReadonlySet<string>): readonly Entry[] => {
  const first = new Map<string, Entry>()
  for (const one of entries.filter(holdsLane)) {
    const other = first.get(laneOf(one))
    if (other === undefined || rank(one, busy) < rank(other, busy)) first.set(laneOf(one), one)
  }
  return [...first.values()].filter(isUnderWay)
}

/** When a locked workspace may be asked again, as its writes remember it; 0 when it is not locked. */
export const lockedUntil = (entries: readonly Entry[]): number =>
  Math.max(
    0,
    ...entries
      .filter((one) => isUnderWay(one) && one.error?.kind === 'locked')
      .map(({ notBefore }) => notBefore),
  )

/**
 * What a request is made for now.
 * @param entries oldest first
 * @param busy ids whose request is under way
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

/** The next time at which something becomes due, or null. Of what is busy the end is awaited, not a time. */
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
