// Taking a write back: what was not sent never is, what was saved is written back. Pure.
import type { LauncherTaskCreate, TaskFields } from '../../../shared/api/launcher-tasks.ts'
import type { UndoAnswer } from '../../../shared/ipc/launcher.ts'
import { creating, type Entry, type Work } from './entry.ts'

type UndoPlan =
  /** Nothing was written, and nothing will be. */
  | 'cancel'
  /** It is on its way: as soon as it is known to be saved it is taken back. */
  | 'wait'
  | 'write'
  | 'none'

/** @param isBusy a request for it is under way. */
const undoPlan = ({ state, undo, work }: Entry, isBusy: boolean): UndoPlan => {
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
const inverseOf = ({ id, work, taskId, tag, createdAt }: Entry, entries: readonly Entry[]): Work | null => {
  if (taskId === null) return null
  switch (work.kind) {
    case 'createTask': {
      const later = entries.filter((one) => one.id !== id && one.taskId === taskId)
      // A later change of one's own is no reason to leave the task where it is.
      const isLast = !later.some((one) => one.createdAt >= createdAt)
      const changes = later.flatMap((one) =>
        one.state === 'saved' && one.work.kind === 'updateTask' ? [one.work.change] : [],
      )
      const written = asWritten(work.task, changes)
      return { kind: 'archiveTask', taskId, tag: isLast ? tag : null, task: written }
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
      return work.task === null ? null : creating(work.task)
  }
}

type Made = Pick<Entry, 'owner' | 'work' | 'title' | 'undoes' | 'takesBack'>
/** A new entry. @param hold whether it waits a while before it is sent */
type Make = (parts: Made, hold: 'held' | 'atOnce') => Entry

const titleOf = (work: Work, old: string): string =>
  work.kind === 'createTask' ? work.task.title : work.kind === 'updateTask' ? (work.change.title ?? old) : old

/** The entries with the one that takes a saved one back; the same where there is none. */
const withTakingBack = (saved: Entry, entries: readonly Entry[], make: Make): readonly Entry[] => {
  const work = inverseOf(saved, entries)
  if (work === null) return entries
  const { id, owner, takesBack, title } = saved
  return [
    ...entries.map((one): Entry => (one.id === id ? { ...one, undo: 'done' } : one)),
    make(
      // What takes a taking back back is a write like any other again.
      { owner, work, title: titleOf(work, title), undoes: id, takesBack: !takesBack },
      work.kind === 'archiveTask' ? 'held' : 'atOnce',
    ),
  ]
}

/** A write stands again when the one that was to take it back went without being written. */
export const standingAgain = (before: readonly Entry[], after: readonly Entry[]): readonly Entry[] => {
  const left = new Set(after.map(({ id }) => id))
  const standing = new Set(
    before.flatMap(({ id, state, undoes }) => (state !== 'saved' && !left.has(id) ? [undoes] : [])),
  )
  return after.some(({ id, undo }) => undo === 'done' && standing.has(id))
    ? after.map((one) => (standing.has(one.id) ? { ...one, undo: 'none' } : one))
    : after
}

/** What a person's wish to take a write back makes of the entries. @param isBusy a request for it is under way. */
export const undone = (
  id: string,
  entries: readonly Entry[],
  isBusy: boolean,
  make: Make,
): { entries: readonly Entry[]; outcome: UndoAnswer['outcome'] } => {
  const one = entries.find((each) => each.id === id)
  switch (one === undefined ? 'none' : undoPlan(one, isBusy)) {
    case 'none':
      return { entries, outcome: 'nothing' }
    case 'cancel':
      return { entries: entries.filter((each) => each.id !== id), outcome: 'cancelled' }
    case 'wait':
      return {
        entries: entries.map((each) => (each.id === id ? { ...each, undo: 'wanted' } : each)),
        outcome: 'undoing',
      }
    case 'write': {
      const made = one === undefined ? entries : withTakingBack(one, entries, make)
      return { entries: made, outcome: made === entries ? 'nothing' : 'undoing' }
    }
  }
}

/** Whether an entry was asked to be undone while it was on its way, and did not become a saved one: it may go. */
const isCalledOff = ({ undo, state }: Entry): boolean =>
  undo === 'wanted' && (state === 'queued' || state === 'notFound' || state === 'needsYou')

/** What follows from a wish that came while the write was on its way, once more is known of it. */
export const afterMove = (id: string, entries: readonly Entry[], make: Make): readonly Entry[] => {
  const one = entries.find((each) => each.id === id)
  if (one?.undo !== 'wanted') return entries
  if (one.state === 'saved') return withTakingBack(one, entries, make)
  return isCalledOff(one) ? entries.filter((each) => each.id !== id) : entries
}
