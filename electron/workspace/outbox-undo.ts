// Taking a write back: what was not sent never is, what was saved is written back. Pure.
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
  if (state === 'saved') return work.kind === 'archiveTask' ? 'none' : 'write'
  if (state === 'sending' || state === 'checking' || isBusy)
    return work.kind === 'archiveTask' ? 'none' : 'wait'
  return 'cancel'
}

/** The write that takes a saved one back, or null where there is none. */
export const inverseOf = ({ work, taskId, tag }: Entry): Work | null => {
  if (taskId === null) return null
  switch (work.kind) {
    case 'createTask':
      return { kind: 'archiveTask', taskId, tag }
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
      return null
  }
}

/** Whether an entry was asked to be undone while it was on its way, and did not become a saved one: it may go. */
export const isCalledOff = ({ undo, state }: Entry): boolean =>
  undo === 'wanted' && (state === 'queued' || state === 'notFound' || state === 'needsYou')
