// The request that a write of the outbox sends, of tasks, records and comments. Pure.
import { z } from 'zod'
import { keptTaskCreate, type LauncherTaskCreate, taskFields } from '../../../shared/api/launcher/tasks.ts'
import { commentTarget, commentText, recordValues } from '../../../shared/ipc/launcher.ts'
import { isSameValue } from '../../../shared/record-values.ts'
import { type Field, isSame } from '../../../shared/task-fields.ts'

const record = { recordId: z.string(), objectSlug: z.string() }
/** With a tag, only if the task or record still has that version. */
const tag = z.string().nullable()
const comment = { on: commentTarget, commentId: z.string() }

export const work = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('createTask'),
    task: keptTaskCreate,
    /** Its `Idempotency-Key`; a service that does not honour keys ignores it. */
    key: z.string(),
  }),
  z.object({
    kind: z.literal('updateTask'),
    taskId: z.string(),
    change: taskFields,
    /** The values that the user saw. A field that is missing here was not seen, and is overwritten. */
    before: taskFields.default({}),
  }),
  z.object({ kind: z.literal('archiveTask'), taskId: z.string(), tag }),
  z.object({
    kind: z.literal('createRecord'),
    /** The id is ours, so that a create can be repeated. */
    record: z.object({ id: z.string(), objectSlug: z.string(), values: recordValues }),
  }),
  z.object({ kind: z.literal('updateRecord'), ...record, change: recordValues, before: recordValues }),
  z.object({ kind: z.literal('archiveRecord'), ...record, tag }),
  z.object({ kind: z.literal('restoreRecord'), ...record }),
  z.object({
    kind: z.literal('createComment'),
    on: commentTarget,
    text: commentText,
    /** Its `Idempotency-Key`. */
    key: z.string(),
  }),
  z.object({ kind: z.literal('updateComment'), ...comment, text: commentText, before: commentText }),
  z.object({ kind: z.literal('deleteComment'), ...comment }),
  z.object({
    kind: z.literal('setTimer'),
    taskId: z.string(),
    action: z.enum(['start', 'stop']),
    /** When it begins or ends, by the service's clock. */
    at: z.number(),
    /** Its `Idempotency-Key`. A repeated start must not begin again what was stopped meanwhile. */
    once: z.string(),
  }),
  z.object({
    kind: z.literal('logTime'),
    taskId: z.string(),
    minutes: z.number().int(),
    /** By the service's clock. */
    at: z.number(),
    /** Its `Idempotency-Key`. Time that may be logged is sent again only under it, like a create. */
    key: z.string(),
  }),
])
export type Work = z.infer<typeof work>
export type Create = Extract<Work, { kind: `create${string}` }>
/** A create under an `Idempotency-Key`, or time to log. What it made is looked for where it got no answer. */
export type KeyedCreate = Extract<Work, { key: string }>
export type Change = Extract<Work, { kind: 'updateTask' | 'updateRecord' }>
export type Removal = Extract<Work, { kind: 'archiveTask' | 'archiveRecord' }>
export type RecordWork = Extract<Work, { kind: `${string}Record` }>
export type TimeWork = Extract<Work, { kind: 'setTimer' | 'logTime' }>
export type CommentWork = Extract<Work, { kind: `${string}Comment` }>

/** Fields of a task, or values of a record. */
export type Values = Readonly<Record<string, unknown>>

export const creating = (task: LauncherTaskCreate, key = ''): Extract<Create, { kind: 'createTask' }> => ({
  kind: 'createTask',
  task,
  key,
})

export const isKeyed = (one: Work): one is KeyedCreate => 'key' in one
export const isCreate = (one: Work): one is Create | KeyedCreate =>
  one.kind === 'createRecord' || isKeyed(one)
export const isChange = (one: Work): one is Change => one.kind === 'updateTask' || one.kind === 'updateRecord'
export const isRemoval = (one: Work): one is Removal =>
  one.kind === 'archiveTask' || one.kind === 'archiveRecord'
/** Whether it waits until undo is over. */
export const isHeld = (one: Work): boolean => isRemoval(one) || one.kind === 'deleteComment'
export const isOfTime = (one: Work): one is TimeWork => one.kind === 'setTimer' || one.kind === 'logTime'
export const isOfComment = (one: Work): one is CommentWork => 'on' in one
export const isOfRecord = (one: Work): one is RecordWork => one.kind === 'createRecord' || 'recordId' in one

/** The id of the record that is written; null for writes of tasks. */
export const recordIdOf = (one: Work): string | null =>
  isOfRecord(one) ? (one.kind === 'createRecord' ? one.record.id : one.recordId) : null

/** The change with other values, which are those of its kind. */
export const changed = <T extends Change>(one: T, parts: { change: Values; before: Values }): T => ({
  ...one,
  ...parts,
})

/** How two values of a field are compared in a write of this kind. */
export const comparing = (kind: Work['kind']): ((key: string, one: unknown, other: unknown) => boolean) =>
  kind === 'updateRecord'
    ? (_key, one, other) => isSameValue(one, other)
    : (key, one, other) => isSame(key as Field, one, other)

const mentions = (value: unknown, id: string): boolean =>
  value === id || (Array.isArray(value) && value.includes(id))

/** The values that may name other records: links of a task, references of a record. */
const namingIn = (one: Work): Values => {
  switch (one.kind) {
    case 'createTask':
      return { linkedRecordIds: one.task.linkedRecordIds }
    case 'updateTask':
      return { linkedRecordIds: one.change.linkedRecordIds }
    case 'createRecord':
      return one.record.values
    case 'updateRecord':
      return one.change
    case 'archiveTask':
    case 'archiveRecord':
    case 'restoreRecord':
    case 'createComment':
    case 'updateComment':
    case 'deleteComment':
    case 'setTimer':
    case 'logTime':
      return {}
  }
}

/** Whether the write needs this record, as its own or by a link. */
export const needsRecord = (one: Work, id: string): boolean =>
  (one.kind !== 'createRecord' && recordIdOf(one) === id) ||
  Object.values(namingIn(one)).some((value) => mentions(value, id))

const without = <T extends Values>(values: T, id: string): T =>
  Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => {
      if (!mentions(value, id)) return [[key, value]]
      return Array.isArray(value) ? [[key, value.filter((one) => one !== id)]] : []
    }),
  ) as T

/** The write without links to a record that is not created after all; null if nothing of it is left. */
export const withoutRecord = (one: Work, id: string): Work | null => {
  if (!needsRecord(one, id)) return one
  if (recordIdOf(one) === id && one.kind !== 'createRecord') return null
  switch (one.kind) {
    case 'createTask':
      return { ...one, task: { ...one.task, ...without({ linkedRecordIds: one.task.linkedRecordIds }, id) } }
    case 'updateTask':
    case 'updateRecord': {
      const change = without<Values>(one.change, id)
      return Object.keys(change).length === 0 ? null : changed(one, { change, before: one.before })
    }
    case 'createRecord':
      return { ...one, record: { ...one.record, values: without(one.record.values, id) } }
    case 'archiveTask':
    case 'archiveRecord':
    case 'restoreRecord':
    case 'createComment':
    case 'updateComment':
    case 'deleteComment':
    case 'setTimer':
    case 'logTime':
      return one
  }
}
