// Several writes of one task by one person: none takes an earlier one of their own for somebody else's, and one that waits
// can be written anew. Pure.
import { fieldsIn, pick } from '../../../shared/task-fields.ts'
import { rebase } from './merge.ts'
import { type Entry, isEditable } from './entry.ts'
import { isUnderWay } from './ordering.ts'
import { next } from './state-machine.ts'

/**
 * What was written after a change, from a look before it, was written knowing that change. The create of its task has the
 * title that the task has now: by that one it must not be taken for another create; and it is undone from there.
 * @param tag the version that the change left, where the service says it
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
 * The entries with a change in the place of others, that it was written from. Of those, one that was sent meanwhile stays;
 * so does the write whose undo is replaced.
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

/** Why a create cannot take the place of another: that one may have been made, or it is there. */
export type TooLate = 'inDoubt' | 'sent'

/** The entries with a create in the place of another write: the same entry with other words, as long as it was not sent. */
export const createInPlaceOf = (
  added: Entry,
  replaced: string | undefined,
  entries: readonly Entry[],
  now: number,
): readonly Entry[] | TooLate => {
  if (replaced === undefined || added.work.kind !== 'createTask') return [...entries, added]
  const old = entries.find(({ id, owner }) => id === replaced && owner === added.owner)
  // A change of a task that is gone goes with it.
  if (old?.work.kind === 'updateTask')
    return [...entries.filter((one) => one !== old || one.state !== 'needsYou'), added]
  if (old?.work.kind !== 'createTask' || old.state === 'saved') return 'sent'
  if (!isEditable(old)) return 'inDoubt'
  const edited = next(old, { type: 'edited', task: added.work.task, key: added.id }, now)
  return entries.map((one) => (one === old ? (edited ?? one) : one))
}
