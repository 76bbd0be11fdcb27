// Undo of one write or one batch, newest first. A write that was not sent is dropped. A saved one is undone by its inverse,
// which its own entry then sends. Pure.
import { pick } from '../../../shared/task-fields.ts'
import { holdMs } from './schedule.ts'
import type { Entry } from './entry.ts'
import { type Change, changed, isHeld, type Values, type Work } from './work.ts'

/** Writes `before` back. Null if a previous value is not known. */
const changeBack = (work: Change, written: Values): Change | null => {
  const keys = Object.keys(work.change)
  return keys.every((key) => Object.hasOwn(work.before, key))
    ? changed(work, { change: pick<Values>(work.before, keys), before: written })
    : null
}

/**
 * @param id of the task or the comment that was written. A new one has its id from the service.
 * @param tag the version after the write, if the service gave one
 */
export const inverseOf = (work: Work, id: string | null, tag: string | null): Work | null => {
  switch (work.kind) {
    case 'createTask':
      return id === null ? null : { kind: 'archiveTask', taskId: id, tag }
    case 'updateTask': {
      // The service links the record of a section by itself, so the links may differ from what was written.
      const { linkedRecordIds: _, ...seen } = work.change
      return changeBack(work, 'sectionId' in seen ? seen : work.change)
    }
    case 'archiveTask':
      return null
    case 'createRecord': {
      const { id: recordId, objectSlug } = work.record
      return { kind: 'archiveRecord', recordId, objectSlug, tag }
    }
    case 'updateRecord':
      return changeBack(work, work.change)
    case 'archiveRecord':
      return { kind: 'restoreRecord', recordId: work.recordId, objectSlug: work.objectSlug }
    case 'restoreRecord':
      return { kind: 'archiveRecord', recordId: work.recordId, objectSlug: work.objectSlug, tag }
    case 'createComment':
      return id === null ? null : { kind: 'deleteComment', on: work.on, commentId: id }
    case 'updateComment':
      return { ...work, text: work.before, before: work.text }
    case 'deleteComment':
      return null
    case 'setTimer':
      // Stopped where it began, it logs nothing. What it ended elsewhere stays ended.
      return work.action === 'start' ? { ...work, action: 'stop', once: `${work.once} undone` } : null
    case 'logTime':
      return { ...work, minutes: -work.minutes, key: `${work.key} undone` }
  }
}

const canUndo = ({ undo, state, work, taskId, inverse }: Entry): boolean => {
  if (undo !== 'none') return false
  if (state === 'queued') return true
  if (state === 'saved') return inverse !== null
  return (state === 'sending' || state === 'checking') && inverseOf(work, taskId ?? '', null) !== null
}

const isRefused = ({ undo, state }: Entry): boolean => undo === 'none' && state === 'needsYou'

/** The entry that undo acts on. @param entries of one user */
export const newestUndoable = (entries: readonly Entry[]): Entry | undefined => entries.findLast(canUndo)

/** The entries that undo takes back with this one. Refused writes of the batch are dropped. */
export const batchOf = (newest: Entry, entries: readonly Entry[]): readonly Entry[] =>
  newest.batch === null
    ? [newest]
    : entries.filter((one) => one.batch === newest.batch && (canUndo(one) || isRefused(one)))

/** Swaps work and inverse, and takes the title that the task then has. */
const swapped = (one: Entry, inverse: Work): Entry => ({
  ...one,
  work: inverse,
  inverse: one.work,
  title: inverse.kind === 'updateTask' ? (inverse.change.title ?? one.title) : one.title,
})

/** The entry as it is sent to undo the saved write. */
export const undoBegun = (one: Entry, now: number): Entry => {
  if (one.inverse === null) return { ...one, undo: 'none' }
  const heldUntil = isHeld(one.inverse) ? now + holdMs : null
  return {
    ...swapped(one, one.inverse),
    state: 'queued',
    undo: 'begun',
    heldUntil,
    notBefore: heldUntil ?? 0,
  }
}

/** @returns null for a write that was not sent */
export const undone = (one: Entry, now: number): Entry | null => {
  if (isRefused(one)) return null
  if (!canUndo(one)) return one
  if (one.state === 'queued') return null
  return one.state === 'saved' ? undoBegun(one, now) : { ...one, undo: 'wanted' }
}

/** Whether undo was asked for during the send, and nothing was written: the entry is removed. */
export const isCalledOff = ({ undo, state, candidates }: Entry): boolean =>
  undo === 'wanted' &&
  (state === 'queued' || state === 'notFound' || (state === 'needsYou' && candidates.length === 0))

/** Drops an entry. If it is an undo, the saved write stays; after a conflict it cannot be undone again. */
export const discarded = (one: Entry): Entry | null => {
  if (one.state !== 'queued' && one.state !== 'notFound' && one.state !== 'needsYou') return one
  if (one.undo !== 'begun' || one.inverse === null) return null
  return {
    ...swapped(one, one.inverse),
    inverse: one.state === 'queued' ? one.work : null,
    state: 'saved',
    undo: 'none',
    error: null,
    conflict: null,
    notBefore: 0,
    heldUntil: null,
    failures: 0,
  }
}
