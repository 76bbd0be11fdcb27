// Several writes of one task by one person: none takes an earlier one of their own for somebody else's, and one that waits
// can be written anew. Pure.
import type { LauncherTaskCreate, TaskFields } from '../../../shared/api/launcher-tasks.ts'
import { fieldsIn, isSame, pick } from '../../../shared/task-fields.ts'
import { rebase } from './merge.ts'
import { type Entry, newEntry } from './entry.ts'
import { isUnderWay } from './ordering.ts'
import { next } from './state-machine.ts'

/**
 * What was written after a change, from a look before it, was written knowing that change. The create of its task has the
 * title that the task has now: by that one it must not be taken for another create.
 */
export const rebaseOn = (saved: Entry, entries: readonly Entry[]): readonly Entry[] => {
  const { work } = saved
  if (work.kind !== 'updateTask') return entries
  const { title } = work.change
  return entries.map((one) => {
    if (one.id === saved.id || one.taskId !== work.taskId) return one
    if (one.work.kind === 'createTask') return title === undefined ? one : { ...one, title }
    return one.work.kind === 'updateTask' && isUnderWay(one)
      ? { ...one, work: { ...one.work, before: rebase(one.work.before, work) } }
      : one
  })
}

/** A form that was opened before one's own last change was saved shows what was there before it. */
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

/** What of a change that went out a newer one leaves out was turned back by it. */
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
 * The entries with a change in the place of others, that it was written from. Of those, one that was sent meanwhile stays.
 * @param busy ids whose request is under way
 */
export const changeInPlaceOf = (
  added: Entry,
  replaced: ReadonlySet<string>,
  entries: readonly Entry[],
  busy: ReadonlySet<string>,
): readonly Entry[] => {
  const isReplaced = ({ id, owner, taskId, work, state }: Entry): boolean =>
    replaced.has(id) &&
    owner === added.owner &&
    taskId === added.taskId &&
    work.kind === 'updateTask' &&
    (state === 'queued' || state === 'needsYou') &&
    !busy.has(id)
  const left = entries.filter((one) => !isReplaced(one))
  const whole = left.reduce<Entry>(
    (one, { id, taskId, work }) =>
      replaced.has(id) &&
      taskId === one.taskId &&
      work.kind === 'updateTask' &&
      one.work.kind === 'updateTask'
        ? { ...one, work: turnedBack(one.work, work) }
        : one,
    added,
  )
  return [...left, afterOwnChanges(whole, left)]
}

/** What a task is where a create says nothing (LCH-01); its status is the workspace's own. */
const unsaid: TaskFields = {
  description: '',
  priority: 'no_priority',
  dueDate: null,
  assignees: [],
  estimatedTime: null,
  linkedRecordIds: [],
  linkedMeetingIds: [],
  sectionId: null,
}

/** The change that makes what its person wrote since of what a create made; null where both say the same. */
const followUp = (task: LauncherTaskCreate, edited: LauncherTaskCreate): Omit<Change, 'taskId'> | null => {
  const before: TaskFields = { ...unsaid, ...task }
  // A status that is left out stays.
  const after: TaskFields = { ...unsaid, ...pick(task, ['status']), ...edited }
  const fields = fieldsIn(after).filter((field) => !isSame(field, before[field], after[field]))
  if (fields.length === 0) return null
  // The service adds the record of a section by itself: those links are not known.
  const known = fields.filter((field) => field !== 'linkedRecordIds' || task.sectionId === undefined)
  return { kind: 'updateTask', change: pick(after, fields), before: pick(before, known) }
}

/**
 * The entries with a change for each saved create that its person wrote anew; one that is taken back keeps the words, for
 * when it stands again.
 * @param make a new entry
 */
export const followed = (
  entries: readonly Entry[],
  make: (parts: Pick<Entry, 'owner' | 'work' | 'title'>) => Entry,
): readonly Entry[] =>
  entries.reduce<readonly Entry[]>((all, one) => {
    const { state, undo, work, owner, taskId } = one
    if (state !== 'saved' || undo !== 'none' || taskId === null) return all
    if (work.kind !== 'createTask' || work.edited === null) return all
    const { task } = work.edited
    const done = all.map((each) => (each === one ? { ...one, work: { ...work, edited: null } } : each))
    const change = followUp(work.task, task)
    return change === null
      ? done
      : [...done, afterOwnChanges(make({ owner, title: task.title, work: { ...change, taskId } }), done)]
  }, entries)

/**
 * The entries with a create in the place of another write, which it was written from. A create that may have been sent is
 * the same entry with other words; null when it is gone.
 */
export const createInPlaceOf = (
  added: Entry,
  replaced: string | undefined,
  entries: readonly Entry[],
  now: number,
): readonly Entry[] | null => {
  if (replaced === undefined || added.work.kind !== 'createTask') return [...entries, added]
  const old = entries.find(({ id, owner }) => id === replaced && owner === added.owner)
  if (old === undefined) return null
  const { id, createdAt } = added
  // What was taken back stays so. A change of a task that is gone goes with it.
  if (old.undo === 'done') return [...entries, added]
  if (old.work.kind !== 'createTask')
    return [...entries.filter((one) => one !== old || one.state !== 'needsYou'), added]
  const { task } = added.work
  const edited = next(old, { type: 'edited', task, key: id }, now)
  return followed(
    entries.map((one) => (one === old ? edited : one)),
    (parts) => newEntry({ ...parts, id, createdAt }),
  )
}
