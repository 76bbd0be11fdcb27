// How the outbox reads and writes tasks and records of the service. send.ts does the same with both.
import type { LauncherRecord } from '../../../shared/api/launcher/records.ts'
import type { LauncherTask, LauncherTaskDetail, TaskFields } from '../../../shared/api/launcher/tasks.ts'
import { type AppError, failed, type Reply, succeeded } from '../../../shared/errors.ts'
import type { PlainKey } from '../../../shared/language.ts'
import { valuesAt } from '../../../shared/record-values.ts'
import { fieldsOf } from '../../../shared/task-fields.ts'
import type { ApiClient, NewRecord } from '../api/client.ts'
import type { Tagged } from '../api/request.ts'
import type { Stored } from './events.ts'
import type { Values } from './work.ts'

/** A task or a record with its version. */
export type Resource = {
  stored: Stored & { tag: string | null }
  /** Auth-user id. */
  createdBy: string
  isArchived: boolean
  /** All fields of a task, or the values of a record at these keys. */
  valuesAt: (keys: readonly string[]) => Values
  /** Puts it into the cache. */
  keep: () => void
}

/** `gone` is certain only if another route shows that the service has these; otherwise it is `unreadable`. */
export type Lookup = { kind: 'there'; resource: Resource } | { kind: 'gone' } | { kind: 'unreadable' }

export type Store = {
  read: () => Promise<Reply<Lookup>>
  /** @param tag the expected version, or null for any */
  change: (change: Values, tag: string | null) => Promise<Reply<Resource>>
  archive: (tag: string | null) => Promise<Reply<Resource>>
  /** It no longer exists, or is archived. */
  drop: () => void
  words: { busy: PlainKey; cannotDelete: PlainKey }
}

export type StoreParts = {
  api: Pick<
    ApiClient,
    | 'task'
    | 'tasks'
    | 'updateTask'
    | 'archiveTask'
    | 'fields'
    | 'record'
    | 'putRecord'
    | 'patchRecord'
    | 'archiveRecord'
    | 'restoreRecord'
  >
  onSaved: (task: LauncherTask) => void
  onSavedRecord: (record: LauncherRecord) => void
  onGone: (kind: 'task' | 'record', id: string) => void
}

/** @param witness reads what exists wherever the routes do */
const lookupOf = async (
  reply: Reply<Resource>,
  witness: () => Promise<{ ok: true } | { ok: false; error: AppError }>,
): Promise<Reply<Lookup>> => {
  if (reply.ok) return succeeded({ kind: 'there', resource: reply.value })
  if (reply.error.kind !== 'notFound') return reply
  const other = await witness()
  if (other.ok) return succeeded({ kind: 'gone' })
  return other.error.kind === 'notFound' ? succeeded({ kind: 'unreadable' }) : failed(other.error)
}

const mapped = <T, R>(reply: Reply<T>, to: (value: T) => R): Reply<R> =>
  reply.ok ? succeeded(to(reply.value)) : reply

export const createStores = ({ api, onSaved, onSavedRecord, onGone }: StoreParts) => {
  const taskResource = ({ tag, ...task }: Tagged<LauncherTaskDetail>): Resource => ({
    stored: { id: task.id, webUrl: task.webUrl, tag },
    createdBy: task.createdBy,
    isArchived: false,
    valuesAt: () => fieldsOf(task),
    keep: () => onSaved(task),
  })
  const recordResource = ({ tag, ...record }: Tagged<LauncherRecord>): Resource => ({
    stored: { id: record.id, webUrl: record.webUrl, tag, title: record.title },
    createdBy: record.createdBy,
    isArchived: record.archived,
    valuesAt: (keys) => valuesAt(record.values, keys),
    keep: () => onSavedRecord(record),
  })
  return {
    task: (id: string): Store => ({
      read: async () => lookupOf(mapped(await api.task(id), taskResource), api.tasks),
      change: async (change, tag) =>
        mapped(await api.updateTask(id, change as TaskFields, tag), taskResource),
      archive: async (tag) =>
        mapped(await api.archiveTask(id, tag), (task) => taskResource({ ...task, tag: null })),
      drop: () => onGone('task', id),
      words: { busy: 'write.busyTask', cannotDelete: 'write.cannotDelete' },
    }),
    record: (id: string, objectSlug: string): Store & { restore: () => Promise<Reply<Resource>> } => ({
      read: async () => lookupOf(mapped(await api.record(id), recordResource), () => api.fields(objectSlug)),
      change: async (change, tag) => mapped(await api.patchRecord(id, change, tag), recordResource),
      archive: async (tag) => mapped(await api.archiveRecord(id, tag), recordResource),
      restore: async () => mapped(await api.restoreRecord(id), recordResource),
      drop: () => onGone('record', id),
      words: { busy: 'write.busyRecord', cannotDelete: 'write.cannotArchive' },
    }),
    createRecord: async (record: NewRecord) => mapped(await api.putRecord(record), recordResource),
  }
}
