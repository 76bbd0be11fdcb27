// Writes that the service's last answer does not contain yet, shown as if they were saved. Pure.
import type { RecordValues } from '../../shared/api/launcher/records.ts'
import type { TaskFields } from '../../shared/api/launcher/tasks.ts'
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

/** Values after several changes that were made one after the other. @param items oldest first */
export const valuesOver = (items: readonly Pick<OutboxItem, 'values'>[]): RecordValues =>
  Object.assign({}, ...items.map(({ values }) => values)) as RecordValues

/** A task, or a part of one, after the writes. */
export const withFields = <T extends object>(task: T, fields: TaskFields): T => ({ ...task, ...fields })

/** How far the writes of a task are; null once they are saved. */
export const pendingWords = (items: readonly OutboxItem[]): string | null => {
  if (items.some(({ state }) => state === 'checking')) return say('pending.checking')
  if (items.some(({ state }) => state === 'sending')) return say('row.saving')
  const waiting = items.find(({ state }) => state === 'queued')
  return waiting === undefined ? null : say(waiting.error === null ? 'row.saving' : 'pending.notSent')
}

/** Splits changes into those that are as good as there, and those that a form can still edit. */
const split = (
  changes: readonly OutboxItem[],
  fetchedAt: number,
  opened: string | undefined,
): { sent: OutboxItem[]; waiting: OutboxItem[] } => {
  const canChange = ({ id, state, conflict, recordConflict }: OutboxItem): boolean =>
    state === 'queued' ||
    (id === opened && state === 'needsYou' && conflict === null && recordConflict === null)
  return {
    sent: changes.filter((item) => !canChange(item) && isPending(item, fetchedAt)),
    waiting: changes.filter(canChange),
  }
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
  const { sent, waiting } = split(changes, fetchedAt, opened)
  return { sent: fieldsOver(sent), waiting }
}

/** The changes that a record's form starts with; see `PendingChanges`. */
export interface PendingValues {
  sent: RecordValues
  waiting: readonly OutboxItem[]
}

export const valueChangesOf = (
  recordId: string,
  items: readonly OutboxItem[],
  fetchedAt: number,
  opened: string | undefined,
): PendingValues => {
  const changes = items.filter((item) => item.kind === 'updateRecord' && item.recordId === recordId)
  const { sent, waiting } = split(changes, fetchedAt, opened)
  return { sent: valuesOver(sent), waiting }
}

/** The values before several changes of a record, null for none. @param items oldest first */
export const valuesBeneath = (items: readonly Pick<OutboxItem, 'values' | 'valuesBefore'>[]): RecordValues =>
  items.reduceRight<RecordValues>(
    (seen, { values, valuesBefore }) => ({
      ...seen,
      ...Object.fromEntries(Object.keys(values).map((key) => [key, valuesBefore[key] ?? null])),
    }),
    {},
  )

/** The field values before several changes that were made one after the other. @param items oldest first */
export const seenBeneath = (items: readonly OutboxItem[]): TaskFields =>
  items.reduceRight<TaskFields>((seen, { before }) => ({ ...seen, ...before }), {})

export const fieldsWritten = (items: readonly OutboxItem[]) => fieldsIn(fieldsOver(items))
