// Handles several writes of one task: of two people, whose changes are merged field by field, and of one user. An earlier write
// of the user is not mistaken for another user's change, and a waiting write can be edited. Pure.
import type { TaskFields } from '../../../shared/api/launcher-tasks.ts'
import { type Field, fieldsIn, isSame, pick } from '../../../shared/task-fields.ts'
import { type Entry, isEditable } from './entry.ts'
import { isUnderWay } from './schedule.ts'
import { next } from './state-machine.ts'

type Merge = {
  /** The fields that are not in the service yet. */
  remaining: TaskFields
  /** Fields that somebody else changed to another value. */
  overlapping: Field[]
}

/** @param before values that the user saw; a field without one is overwritten. @param theirs the current values */
export const merge = (change: TaskFields, before: TaskFields, theirs: TaskFields): Merge => {
  const known = (some: TaskFields, field: Field): boolean => some[field] !== undefined
  const open = fieldsIn(change).filter(
    (field) => !known(theirs, field) || !isSame(field, theirs[field], change[field]),
  )
  return {
    remaining: pick(change, open),
    overlapping: open.filter(
      (field) => known(theirs, field) && known(before, field) && !isSame(field, theirs[field], before[field]),
    ),
  }
}

/** The `before` of a change that follows an earlier one by the same user. */
const rebase = (before: TaskFields, earlier: { change: TaskFields; before: TaskFields }): TaskFields => {
  const moved = fieldsIn(before).filter(
    (field) => Object.hasOwn(earlier.change, field) && isSame(field, before[field], earlier.before[field]),
  )
  return { ...before, ...pick(earlier.change, moved) }
}

/**
 * Updates the other entries of a task after a change was saved. Later changes have seen it. The create takes the new title,
 * which look-ups compare, and the new version, which its undo expects.
 * @param tag the version after the change, if the service gave one
 */
export const rebaseOn = (saved: Entry, tag: string | null, entries: readonly Entry[]): readonly Entry[] => {
  const { work } = saved
  if (work.kind !== 'updateTask') return entries
  const { title } = work.change
  return entries.map((one) => {
    if (one.id === saved.id || one.taskId !== work.taskId) return one
    switch (one.work.kind) {
      case 'createTask': {
        const inverse = one.inverse?.kind === 'archiveTask' ? { ...one.inverse, tag } : one.inverse
        return { ...one, title: title ?? one.title, inverse }
      }
      case 'archiveTask':
        return { ...one, work: { ...one.work, tag } }
      case 'updateTask':
        return isUnderWay(one)
          ? { ...one, work: { ...one.work, before: rebase(one.work.before, work) } }
          : one
    }
  })
}

/** Moves `before` past the user's own changes, because the form may have been opened before one of them was saved. */
const afterOwnChanges = (added: Entry, entries: readonly Entry[]): Entry =>
  entries.reduce<Entry>(
    (seen, { state, work: earlier }) =>
      state === 'saved' &&
      earlier.kind === 'updateTask' &&
      seen.work.kind === 'updateTask' &&
      earlier.taskId === seen.work.taskId
        ? { ...seen, work: { ...seen.work, before: rebase(seen.work.before, earlier) } }
        : seen,
    added,
  )

type Change = Extract<Entry['work'], { kind: 'updateTask' }>

/** A field of the sent change that the newer one leaves out was set back by the user. */
const turnedBack = ({ change, before, ...rest }: Change, sent: Change): Change => {
  const back = pick(
    sent.before,
    fieldsIn(sent.change).filter((field) => !Object.hasOwn(change, field)),
  )
  return {
    ...rest,
    change: { ...back, ...change },
    before: { ...pick(sent.change, fieldsIn(back)), ...before },
  }
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
  const isReplaced = ({ id, owner, taskId, work, state }: Entry): boolean =>
    replaced.has(id) &&
    owner === added.owner &&
    taskId === added.taskId &&
    work.kind === 'updateTask' &&
    (state === 'queued' || state === 'needsYou')
  const gone = entries.filter(isReplaced)
  const left = entries.flatMap((one) =>
    gone.includes(one) ? (next(one, { type: 'discarded' }, now) ?? []) : one,
  )
  const whole = left.reduce<Entry>(
    (one, { id, taskId, work }) =>
      replaced.has(id) &&
      gone.every((other) => other.id !== id) &&
      taskId === one.taskId &&
      work.kind === 'updateTask' &&
      one.work.kind === 'updateTask'
        ? { ...one, work: turnedBack(one.work, work) }
        : one,
    added,
  )
  return [...left, afterOwnChanges(whole, left)]
}

/** Why a create cannot be edited any more. `inDoubt`: it may be saved. `sent`: it is saved, or not in the outbox any more. */
export type TooLate = 'inDoubt' | 'sent'

/** Adds a create. An edited create goes into its old entry, unless that was sent. */
export const createInPlaceOf = (
  added: Entry,
  replaced: string | undefined,
  entries: readonly Entry[],
  now: number,
): readonly Entry[] | TooLate => {
  if (replaced === undefined || added.work.kind !== 'createTask') return [...entries, added]
  const old = entries.find(({ id, owner }) => id === replaced && owner === added.owner)
  // A change of a deleted task became a new task.
  if (old?.work.kind === 'updateTask')
    return [...entries.filter((one) => one !== old || one.state !== 'needsYou'), added]
  if (old?.work.kind !== 'createTask' || old.state === 'saved') return 'sent'
  if (!isEditable(old)) return 'inDoubt'
  const edited = next(old, { type: 'edited', task: added.work.task, key: added.id }, now)
  return entries.map((one) => (one === old ? (edited ?? one) : one))
}
