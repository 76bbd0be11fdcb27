// What was written and is not yet in what the service answered: shown as if it were. Pure.
import type { TaskFields } from '../../shared/api/launcher-tasks.ts'
import { say } from '../../shared/language.ts'
import type { OutboxItem } from '../../shared/ipc/launcher.ts'
import { fieldsIn } from '../../shared/task-fields.ts'

/** Whether what it writes is not in what was fetched then, and is still meant. @param fetchedAt epoch milliseconds */
export const isPending = ({ state, settledAt }: OutboxItem, fetchedAt: number): boolean =>
  state === 'saved'
    ? settledAt !== null && settledAt >= fetchedAt
    : state === 'queued' || state === 'sending' || state === 'checking'

/** The fields of several writes of one task, the last one on top. @param items oldest first */
export const fieldsOver = (items: readonly Pick<OutboxItem, 'fields'>[]): TaskFields =>
  Object.assign({}, ...items.map(({ fields }) => fields)) as TaskFields

/** A task, or a part of one, as it will be. */
export const withFields = <T extends object>(task: T, fields: TaskFields): T => ({ ...task, ...fields })

/** How sure the words of a task are that somebody changed here; null for what is saved. */
export const pendingWords = (items: readonly OutboxItem[]): string | null => {
  if (items.some(({ state }) => state === 'checking')) return say('pending.checking')
  if (items.some(({ state }) => state === 'sending')) return say('row.saving')
  const waiting = items.find(({ state }) => state === 'queued')
  return waiting === undefined ? null : say(waiting.error === null ? 'row.saving' : 'pending.notSent')
}

/** Changes of one task that its form starts with. */
export interface PendingChanges {
  /** On their way: as if they were there. */
  sent: TaskFields
  /** To be sent: they can still be changed, and the form's change takes their place. */
  waiting: readonly OutboxItem[]
}

/** @param opened an item that needs its person, and was opened to be changed. */
export const changesOf = (
  taskId: string,
  items: readonly OutboxItem[],
  fetchedAt: number,
  opened: string | undefined,
): PendingChanges => {
  const changes = items.filter((item) => item.kind === 'updateTask' && item.taskId === taskId)
  const canChange = ({ id, state, conflict }: OutboxItem): boolean =>
    state === 'queued' || (id === opened && state === 'needsYou' && conflict === null)
  return {
    sent: fieldsOver(changes.filter((item) => !canChange(item) && isPending(item, fetchedAt))),
    waiting: changes.filter(canChange),
  }
}

/** What was seen beneath several changes that were made one upon the other. @param items oldest first */
export const seenBeneath = (items: readonly OutboxItem[]): TaskFields =>
  items.reduceRight<TaskFields>((seen, { before }) => ({ ...seen, ...before }), {})

export const fieldsWritten = (items: readonly OutboxItem[]) => fieldsIn(fieldsOver(items))
