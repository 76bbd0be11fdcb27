// Writes that the service's last answer does not contain yet, shown as if they were saved. Pure.
import type { TaskFields } from '../../shared/api/launcher-tasks.ts'
import { say } from '../../shared/language.ts'
import type { OutboxItem } from '../../shared/ipc/launcher.ts'
import { fieldsIn } from '../../shared/task-fields.ts'

/** Whether an answer from `fetchedAt` (epoch milliseconds) lacks this write. */
export const isPending = ({ state, settledAt }: OutboxItem, fetchedAt: number): boolean =>
  state === 'saved'
    ? settledAt !== null && settledAt >= fetchedAt
    : state === 'queued' || state === 'sending' || state === 'checking'

/** The fields of several writes of one task, the last write wins. @param items oldest first */
export const fieldsOver = (items: readonly Pick<OutboxItem, 'fields'>[]): TaskFields =>
  Object.assign({}, ...items.map(({ fields }) => fields)) as TaskFields

/** A task, or a part of one, after the writes. */
export const withFields = <T extends object>(task: T, fields: TaskFields): T => ({ ...task, ...fields })

/** How far the writes of a task are; null once they are saved. */
export const pendingWords = (items: readonly OutboxItem[]): string | null => {
  if (items.some(({ state }) => state === 'checking')) return say('pending.checking')
  if (items.some(({ state }) => state === 'sending')) return say('row.saving')
  const waiting = items.find(({ state }) => state === 'queued')
  return waiting === undefined ? null : say(waiting.error === null ? 'row.saving' : 'pending.notSent')
}

/** The changes that a task's form starts with. */
export interface PendingChanges {
  /** Being sent or checked: shown as saved. */
  sent: TaskFields
  /** Not sent: the form edits and replaces them. */
  waiting: readonly OutboxItem[]
}

/** @param opened an item that needs the user, who opened it to edit it */
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

/** The field values before several changes that were made one after the other. @param items oldest first */
export const seenBeneath = (items: readonly OutboxItem[]): TaskFields =>
  items.reduceRight<TaskFields>((seen, { before }) => ({ ...seen, ...before }), {})

export const fieldsWritten = (items: readonly OutboxItem[]) => fieldsIn(fieldsOver(items))
