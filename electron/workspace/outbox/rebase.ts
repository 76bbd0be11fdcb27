// Handles several writes of one task or record: of two people, whose changes are merged field by field, and of one user. An earlier write
// of the user is not mistaken for another user's change, and a waiting write can be edited. Pure.
import { pick } from '../../../shared/task-fields.ts'
import { type Entry, isEditable } from './entry.ts'
import { isUnderWay } from './schedule.ts'
import type { Event } from './events.ts'
import { next } from './state-machine.ts'
import {
  type Change,
  changed,
  comparing,
  isChange,
  isCreate,
  isOfRecord,
  isOfTime,
  recordIdOf,
  type Values,
  withoutRecord,
  type Work,
} from './work.ts'

type Merge = {
  /** The values that are not in the service yet. */
  remaining: Values
  /** Keys that somebody else changed to another value. */
  overlapping: string[]
}

/** @param before values that the user saw; one that is missing is overwritten. @param theirs the current values */
export const merge = (
  { kind, change, before }: Pick<Change, 'kind'> & { change: Values; before: Values },
  theirs: Values,
): Merge => {
  const isSame = comparing(kind)
  const known = (some: Values, key: string): boolean => some[key] !== undefined
  const open = Object.keys(change).filter(
    (key) => !known(theirs, key) || !isSame(key, theirs[key], change[key]),
  )
  return {
    remaining: pick(change, open),
    overlapping: open.filter(
      (key) => known(theirs, key) && known(before, key) && !isSame(key, theirs[key], before[key]),
    ),
  }
}

/** The change as it follows an earlier one by the same user, which it has seen. */
const rebase = <T extends Change>(later: T, earlier: Change): T => {
  const isSame = comparing(later.kind)
  const before: Values = later.before
  const written: Values = earlier.change
  const seen: Values = earlier.before
  const moved = Object.keys(before).filter(
    (key) => Object.hasOwn(written, key) && isSame(key, before[key], seen[key]),
  )
  return changed(later, { change: later.change, before: { ...before, ...pick(written, moved) } })
}

/** Whether both write the same task or record. A new task has no id before it is saved. */
const isOfSame = (one: Entry, other: Entry): boolean =>
  isOfRecord(one.work)
    ? recordIdOf(one.work) === recordIdOf(other.work)
    : one.taskId !== null && one.taskId === other.taskId

const withTag = (one: Work, tag: string | null): Work => ('tag' in one ? { ...one, tag } : one)

/**
 * Updates the other entries of a task or record after a write was saved. Later changes have seen it. The create takes the new
 * title, which look-ups compare, and the new version, which its undo expects.
 * @param tag the version after the write, if the service gave one
 */
export const rebaseOn = (saved: Entry, tag: string | null, entries: readonly Entry[]): readonly Entry[] => {
  const { work } = saved
  if (!isChange(work) && !isOfRecord(work) && !isOfTime(work)) return entries
  const title = work.kind === 'updateTask' ? work.change.title : isOfRecord(work) ? saved.title : undefined
  return entries.map((one) => {
    if (one.id === saved.id || !isOfSame(one, saved)) return one
    const inverse = one.inverse === null ? null : withTag(one.inverse, tag)
    switch (one.work.kind) {
      case 'createTask':
      case 'createRecord':
        return { ...one, title: title ?? one.title, inverse }
      case 'archiveTask':
      case 'archiveRecord':
        return { ...one, work: withTag(one.work, tag) }
      case 'restoreRecord':
        return { ...one, inverse }
      case 'createComment':
      case 'updateComment':
      case 'deleteComment':
      case 'setTimer':
      case 'logTime':
        return one
      case 'updateTask':
      case 'updateRecord':
        return isChange(work) && isUnderWay(one) ? { ...one, work: rebase(one.work, work) } : one
    }
  })
}

/**
 * Drops the links to new records that are not created after all, because they were discarded or undone before they were saved.
 * A task goes without the link. Writes of the record itself go with it.
 */
export const withoutLost = (before: readonly Entry[], after: readonly Entry[]): readonly Entry[] => {
  const left = new Set(after.map(({ id }) => id))
  const lost = before.filter(
    ({ id, state, work }) => work.kind === 'createRecord' && state !== 'saved' && !left.has(id),
  )
  return lost.reduce<readonly Entry[]>(
    (entries, { owner, work }) =>
      entries.flatMap((one) => {
        const kept = one.owner === owner ? withoutRecord(one.work, recordIdOf(work) ?? '') : one.work
        return kept === null ? [] : kept === one.work ? one : { ...one, work: kept }
      }),
    after,
  )
}

/** Moves `before` past the user's own changes, because the form may have been opened before one of them was saved. */
const afterOwnChanges = (added: Entry, entries: readonly Entry[]): Entry =>
  entries.reduce<Entry>(
    (seen, earlier) =>
      earlier.state === 'saved' && isChange(earlier.work) && isChange(seen.work) && isOfSame(earlier, seen)
        ? { ...seen, work: rebase(seen.work, earlier.work) }
        : seen,
    added,
  )

/** A value of the sent change that the newer one leaves out was set back by the user. */
const turnedBack = (newer: Change, sent: Change): Change => {
  const left = Object.keys(sent.change).filter((key) => !Object.hasOwn(newer.change, key))
  const back = pick<Values>(sent.before, left)
  return changed(newer, {
    change: { ...back, ...newer.change },
    before: { ...pick<Values>(sent.change, Object.keys(back)), ...newer.before },
  })
}

/**
 * Adds a change and removes the waiting changes that it was edited from. A change that was sent in the meantime stays. If one
 * is an undo, its saved write stays.
 */
export const changeInPlaceOf = (
  added: Entry,
  replaced: ReadonlySet<string>,
  entries: readonly Entry[],
  now: number,
): readonly Entry[] => {
  const isReplaced = (one: Entry): boolean =>
    replaced.has(one.id) &&
    one.owner === added.owner &&
    isOfSame(one, added) &&
    isChange(one.work) &&
    (one.state === 'queued' || one.state === 'needsYou')
  const gone = entries.filter(isReplaced)
  const left = entries.flatMap((one) =>
    gone.includes(one) ? (next(one, { type: 'discarded' }, now) ?? []) : one,
  )
  const whole = left.reduce<Entry>(
    (one, other) =>
      replaced.has(other.id) &&
      gone.every(({ id }) => id !== other.id) &&
      isOfSame(other, one) &&
      isChange(other.work) &&
      isChange(one.work)
        ? { ...one, work: turnedBack(one.work, other.work) }
        : one,
    added,
  )
  return [...left, afterOwnChanges(whole, left)]
}

/**
 * Adds a change of a comment in the place of earlier ones that were not sent, or were refused. Its undo then leads back to before
 * the first.
 */
export const commentInPlaceOf = (
  added: Entry,
  work: Extract<Work, { kind: 'updateComment' }>,
  entries: readonly Entry[],
): readonly Entry[] => {
  const replaced = entries.filter(
    (one) =>
      one.work.kind === 'updateComment' &&
      one.commentId === added.commentId &&
      one.owner === added.owner &&
      one.undo === 'none' &&
      (one.state === 'queued' || one.state === 'needsYou'),
  )
  const first = replaced[0]?.work
  const before = first?.kind === 'updateComment' ? first.before : work.before
  return [...entries.filter((one) => !replaced.includes(one)), { ...added, work: { ...work, before } }]
}

/** Why a create cannot be edited any more. `inDoubt`: it may be saved. `sent`: it is saved, or not in the outbox any more. */
export type TooLate = 'inDoubt' | 'sent'

/**
 * Adds a create. An edited create goes into its old entry, unless that was sent. A new record that is there already, because its
 * task was edited, is the same one.
 */
export const createInPlaceOf = (
  added: Entry,
  replaced: string | undefined,
  entries: readonly Entry[],
  now: number,
): readonly Entry[] | TooLate => {
  const { work } = added
  if (!isCreate(work) || work.kind === 'logTime') return [...entries, added]
  const isAgain = (one: Entry): boolean => one.work.kind === 'createRecord' && isOfSame(one, added)
  const old = entries.find((one) => one.owner === added.owner && (one.id === replaced || isAgain(one)))
  if (replaced === undefined && old === undefined) return [...entries, added]
  // A change of a deleted task or record became a new one.
  if (old !== undefined && isChange(old.work))
    return [...entries.filter((one) => one !== old || one.state !== 'needsYou'), added]
  if (replaced === undefined && old !== undefined && !isEditable(old)) return entries
  if (old?.work.kind !== work.kind || old.state === 'saved') return 'sent'
  if (!isEditable(old)) return 'inDoubt'
  // The id stays: other writes may name it.
  const id = recordIdOf(old.work) ?? ''
  const event: Event = {
    type: 'edited',
    work: work.kind === 'createRecord' ? { ...work, record: { ...work.record, id } } : work,
    title: added.title,
    batch: added.batch,
  }
  const edited = next(old, event, now)
  return entries.map((one) => (one === old ? (edited ?? one) : one))
}
