// Taking a write back: what was not sent never is, what was saved is written back. Pure.
import type { LauncherTaskCreate, TaskFields } from '../../shared/api/launcher-tasks.ts'
import type { Entry, Work } from './outbox-entry.ts'

export type UndoPlan =
  /** Nothing was written, and nothing will be. */
  | 'cancel'
  /** It is on its way: as soon as it is known to be saved it is taken back. */
  | 'wait'
  | 'write'
  | 'none'

/** @param isBusy a request for it is under way. */
export const undoPlan = ({ state, undo, work }: Entry, isBusy: boolean): UndoPlan => {
  if (undo !== 'none') return 'none'
  const isFinal = work.kind === 'archiveTask' && work.task === null
  if (state === 'saved') return isFinal ? 'none' : 'write'
  if (state === 'sending' || state === 'checking' || isBusy) return isFinal ? 'none' : 'wait'
  return 'cancel'
}

/** A created task with one's own later changes. Null is how a change clears, and how a create says nothing. */
const asWritten = (task: LauncherTaskCreate, changes: readonly TaskFields[]): LauncherTaskCreate =>
  Object.fromEntries(
    Object.entries(Object.assign({}, task, ...changes) as LauncherTaskCreate).filter(
      ([, value]) => value !== null,
    ),
  ) as LauncherTaskCreate

/** The write that takes a saved one back, or null where there is none. @param entries all of the outbox, oldest first */
export const inverseOf = (
  { id, work, taskId, tag, createdAt }: Entry,
  entries: readonly Entry[],
): Work | null => {
  if (taskId === null) return null
  switch (work.kind) {
    case 'createTask': {
      const later = entries.filter((one) => one.id !== id && one.taskId === taskId)
      // A later change of one's own is no reason to leave the task where it is.
      const isLast = !later.some((one) => one.createdAt >= createdAt)
      const changes = later.flatMap((one) =>
        one.state === 'saved' && one.work.kind === 'updateTask' ? [one.work.change] : [],
      )
      return { kind: 'archiveTask', taskId, tag: isLast ? tag : null, task: asWritten(work.task, changes) }
    }
    case 'updateTask': {
      const fields = Object.keys(work.change)
      if (fields.some((field) => !Object.hasOwn(work.before, field))) return null
      const back = Object.fromEntries(
        fields.map((field) => [field, work.before[field as keyof typeof work.before]]),
      )
      // The service adds the record of a section by itself: those links are not what was written.
      const { linkedRecordIds: _, ...seen } = work.change
      return { kind: 'updateTask', taskId, change: back, before: 'sectionId' in seen ? seen : work.change }
    }
    case 'archiveTask':
      // Another task, with the same words: what is archived stays so.
      return work.task === null ? null : { kind: 'createTask', task: work.task, key: '' }
  }
}

/** Whether an entry was asked to be undone while it was on its way, and did not become a saved one: it may go. */
export const isCalledOff = ({ undo, state }: Entry): boolean =>
  undo === 'wanted' && (state === 'queued' || state === 'notFound' || state === 'needsYou')
