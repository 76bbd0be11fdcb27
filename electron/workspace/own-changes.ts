// Several writes of one task by one person: none takes an earlier one of their own for somebody else's, and one that waits
// can be written anew. Pure.
import { fieldsIn, pick } from '../../shared/task-fields.ts'
import { rebase } from './merge.ts'
import type { Entry } from './outbox-entry.ts'
import { isDiscardable, isUnderWay } from './outbox-lanes.ts'

/** What was written after a change, from a look before it, was written knowing that change. */
export const rebaseOn = (saved: Entry, entries: readonly Entry[]): readonly Entry[] => {
  const { work } = saved
  if (work.kind !== 'updateTask') return entries
  return entries.map((one) =>
    one.id !== saved.id &&
    one.work.kind === 'updateTask' &&
    one.work.taskId === work.taskId &&
    isUnderWay(one)
      ? { ...one, work: { ...one.work, before: rebase(one.work.before, work) } }
      : one,
  )
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

/** The entries with a create in the place of one that waits; null when that one was sent meanwhile. */
export const createInPlaceOf = (
  added: Entry,
  replaced: string | undefined,
  entries: readonly Entry[],
  busy: ReadonlySet<string>,
): readonly Entry[] | null => {
  const old = entries.find(({ id }) => id === replaced)
  const isTooLate = replaced !== undefined && (old === undefined || !isDiscardable(old) || busy.has(old.id))
  return isTooLate ? null : [...entries.filter(({ id }) => id !== replaced), added]
}
