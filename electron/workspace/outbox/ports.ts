// The requests of one write to the service: its send, and its check after a send without an answer.
// A change does not overwrite changes of others: the task or record is read first, merged with the change, and updated with the
// version that was read (`If-Match`). The same field with another value is a conflict.
import { failed, type Reply, succeeded } from '../../../shared/errors.ts'
import type { FoundTask } from '../../../shared/ipc/launcher.ts'
import { say } from '../../../shared/language.ts'
import { pick } from '../../../shared/task-fields.ts'
import type { ApiClient } from '../api/client.ts'
import { type CommentApi, findComment, readBackComment, sendComment } from './comment-ports.ts'
import type { Entry } from './entry.ts'
import type { Outcome } from './events.ts'
import { merge } from './rebase.ts'
import { readBackTimer, sendTime, type TimeApi } from './time-ports.ts'
import { createStores, type Resource, type Store, type StoreParts } from './stores.ts'
import {
  type Change,
  type CommentWork,
  isChange,
  isKeyed,
  isOfComment,
  isOfRecord,
  isRemoval,
  type KeyedCreate,
  type RecordWork,
  type Removal,
  type TimeWork,
  type Work,
} from './work.ts'

/** The requests of one write to the service. */
export type OutboxPorts = {
  send: (entry: Entry) => Promise<Outcome>
  /** Tasks, or the comment, that this create may have made, without the `claimed` ones. */
  findCreated: (entry: Entry, claimed: ReadonlySet<string>) => Promise<Reply<readonly FoundTask[]>>
  /** Reads the task, record or comment of a write that got no answer. What keyed creates made is looked for. */
  readBack: (entry: Entry) => Promise<Reply<Outcome | { type: 'notApplied' }>>
}

const mostRounds = 3

const refusedWith = (error: Extract<Outcome, { type: 'refused' }>['error']): Outcome => ({
  type: 'refused',
  error,
})
const savedAs = (resource: Resource | null, keys: readonly string[] = []): Outcome => ({
  type: 'saved',
  stored: resource === null ? null : { ...resource.stored, values: resource.valuesAt(keys) },
})
const missing = (): Outcome => refusedWith({ kind: 'notFound', message: '' })

/** The clock difference that remains after the correction by the service's `Date` header. */
const clockSkewMs = 120_000

const sameTitle = (one: string, other: string): boolean => one.trim() === other.trim()

const overlapOf = (work: Change, resource: Resource): Outcome | null => {
  const theirs = resource.valuesAt(Object.keys(work.change))
  const { overlapping } = merge(work, theirs)
  return overlapping.length === 0
    ? null
    : {
        type: 'overlaps',
        conflict: { yours: pick(work.change, overlapping), theirs: pick(theirs, overlapping) },
      }
}
const remainingOf = (work: Change, resource: Resource | null) =>
  resource === null ? work.change : merge(work, resource.valuesAt(Object.keys(work.change))).remaining

const sendChange = async (store: Store, work: Change): Promise<Outcome> => {
  const keys = Object.keys(work.change)
  for (let round = 0; round < mostRounds; round += 1) {
    const found = await store.read()
    // Nothing was sent in this round, so a failed read does not put the write in doubt.
    if (!found.ok) return refusedWith(found.error)
    const there = found.value.kind === 'there' ? found.value.resource : null
    if (found.value.kind === 'gone' || there?.isArchived === true) {
      store.drop()
      return missing()
    }
    const overlap = there === null ? null : overlapOf(work, there)
    if (overlap !== null) return overlap
    const remaining = remainingOf(work, there)
    if (Object.keys(remaining).length === 0) return savedAs(there, keys)
    const reply = await store.change(remaining, there?.stored.tag ?? null)
    if (reply.ok) {
      reply.value.keep()
      return savedAs(reply.value, keys)
    }
    if (reply.error.kind !== 'conflict') return refusedWith(reply.error)
  }
  return refusedWith({ kind: 'unavailable', message: say(store.words.busy) })
}

const sendRemoval = async (store: Store, { tag }: Removal): Promise<Outcome> => {
  const reply = await store.archive(tag)
  if (reply.ok) {
    store.drop()
    return savedAs(reply.value)
  }
  const { kind } = reply.error
  // It may be gone already, or the service cannot delete. A version that is archived needs no other.
  if (kind !== 'notFound' && kind !== 'unexpectedAnswer' && kind !== 'conflict')
    return refusedWith(reply.error)
  const found = await store.read()
  if (!found.ok) return refusedWith(found.error)
  const isArchived = found.value.kind === 'there' && found.value.resource.isArchived
  if (found.value.kind === 'gone' || isArchived) {
    store.drop()
    return savedAs(found.value.kind === 'there' ? found.value.resource : null)
  }
  return refusedWith(
    kind === 'conflict' ? reply.error : { kind: 'unexpectedAnswer', message: say(store.words.cannotDelete) },
  )
}

/**
 * @param me the id of the user. @param wasSeenBefore whether the task was in the cache before that time
 * @param onSaved gets the task of each answered write, @param onSavedRecord the record
 * @param onGone gets what no longer exists, or is archived
 */
export const createOutboxPorts = ({
  me,
  wasSeenBefore,
  ...parts
}: Omit<StoreParts, 'api'> & {
  api: StoreParts['api'] & CommentApi & TimeApi & Pick<ApiClient, 'findTasks' | 'createTask'>
  me: () => string | null
  wasSeenBefore: (taskId: string, instant: number) => boolean
}): OutboxPorts => {
  const { api, onSaved } = parts
  const stores = createStores(parts)
  const timePorts = { api, me, onSaved }
  const storeOf = (
    work: Exclude<Work, KeyedCreate | CommentWork | TimeWork>,
  ): ReturnType<typeof stores.record> | Store => {
    if (!isOfRecord(work)) return stores.task(work.taskId)
    return work.kind === 'createRecord'
      ? stores.record(work.record.id, work.record.objectSlug)
      : stores.record(work.recordId, work.objectSlug)
  }

  /** Used if the service has no list route. */
  const bySearch = async (
    entry: Entry,
    isNew: (id: string) => boolean,
  ): Promise<Reply<readonly FoundTask[]>> => {
    const title = entry.title.trim()
    // The service refuses shorter queries.
    if (title.length < 2) return succeeded([])
    const reply = await api.findTasks(title.slice(0, 200))
    if (!reply.ok) return reply
    return succeeded(
      reply.value
        .filter((one) => sameTitle(one.title, title) && isNew(one.id))
        .map(({ id, webUrl }) => ({ id, webUrl, createdAt: null })),
    )
  }

  /** A record with the id of this create is ours, unless somebody else made it. */
  const ofCreate = (resource: Resource): Outcome => {
    if (resource.createdBy !== me()) return refusedWith({ kind: 'conflict', message: say('write.idTaken') })
    resource.keep()
    return savedAs(resource)
  }

  const sendRecord = async (work: Extract<RecordWork, { kind: 'createRecord' }>): Promise<Outcome> => {
    const reply = await stores.createRecord(work.record)
    if (reply.ok) {
      reply.value.keep()
      return savedAs(reply.value)
    }
    if (reply.error.kind !== 'conflict') return refusedWith(reply.error)
    // It is there already: an earlier send arrived.
    const found = await storeOf(work).read()
    if (!found.ok) return refusedWith(found.error)
    return found.value.kind === 'there' ? ofCreate(found.value.resource) : refusedWith(reply.error)
  }

  const sendRestore = async ({
    recordId,
    objectSlug,
  }: Extract<RecordWork, { kind: 'restoreRecord' }>): Promise<Outcome> => {
    const reply = await stores.record(recordId, objectSlug).restore()
    if (!reply.ok) return refusedWith(reply.error)
    reply.value.keep()
    return savedAs(reply.value)
  }

  /** The outcome of a write without an answer. All of these writes are safe to send again. */
  const outcomeIn = (
    work: Exclude<Work, KeyedCreate | CommentWork | TimeWork>,
    resource: Resource,
  ): Outcome | { type: 'notApplied' } => {
    const applied = (): Outcome => {
      resource.keep()
      return savedAs(resource, isChange(work) ? Object.keys(work.change) : [])
    }
    switch (work.kind) {
      case 'createRecord':
        return ofCreate(resource)
      case 'archiveTask':
      case 'archiveRecord':
        return resource.isArchived ? applied() : { type: 'notApplied' }
      case 'restoreRecord':
        return resource.isArchived ? { type: 'notApplied' } : applied()
      case 'updateTask':
      case 'updateRecord': {
        const left = merge({ ...work, before: {} }, resource.valuesAt(Object.keys(work.change))).remaining
        if (Object.keys(left).length === 0) return applied()
        return resource.isArchived ? missing() : (overlapOf(work, resource) ?? { type: 'notApplied' })
      }
    }
  }

  return {
    send: async ({ work }) => {
      switch (work.kind) {
        case 'createTask': {
          const reply = await api.createTask(work.task, work.key)
          if (!reply.ok) return refusedWith(reply.error)
          const { honoursKeys, ...task } = reply.value
          onSaved(task)
          return { type: 'saved', stored: { id: task.id, webUrl: task.webUrl, tag: task.tag }, honoursKeys }
        }
        case 'createRecord':
          return sendRecord(work)
        case 'updateTask':
        case 'updateRecord':
          return sendChange(storeOf(work), work)
        case 'archiveTask':
        case 'archiveRecord':
          return sendRemoval(storeOf(work), work)
        case 'restoreRecord':
          return sendRestore(work)
        case 'createComment':
        case 'updateComment':
        case 'deleteComment':
          return sendComment(api, work)
        case 'setTimer':
        case 'logTime':
          return sendTime(timePorts, work)
      }
    },

    findCreated: async (entry: Entry, claimed: ReadonlySet<string>): Promise<Reply<readonly FoundTask[]>> => {
      const since = (entry.unconfirmedSince ?? entry.sentAt ?? entry.createdAt) - clockSkewMs
      // No answer says which minutes were logged by whom. Under its key it can be sent again.
      if (entry.work.kind === 'logTime') return succeeded([])
      if (entry.work.kind === 'createComment')
        return findComment(api, entry.work, { me: me(), since, isNew: (id) => !claimed.has(id) })
      const isNew = (id: string): boolean => !claimed.has(id) && !wasSeenBefore(id, entry.createdAt)
      const reply = await api.tasks()
      if (!reply.ok) return reply.error.kind === 'notFound' ? bySearch(entry, isNew) : reply
      return succeeded(
        reply.value.items
          .filter(
            ({ id, title, createdBy, createdAt }) =>
              createdBy === me() &&
              sameTitle(title, entry.title) &&
              Date.parse(createdAt) >= since &&
              isNew(id),
          )
          .map(({ id, webUrl, createdAt }) => ({ id, webUrl, createdAt })),
      )
    },

    readBack: async ({ work }) => {
      if (isKeyed(work)) throw new Error('What a keyed create made is looked for, not read back.')
      if (isOfComment(work)) return readBackComment(api, work)
      if (work.kind === 'setTimer') return readBackTimer(timePorts, work)
      const store = storeOf(work)
      const found = await store.read()
      if (!found.ok) return failed(found.error)
      // Without these routes nothing can be read.
      if (found.value.kind === 'unreadable') return succeeded({ type: 'notApplied' })
      if (found.value.kind === 'there') return succeeded(outcomeIn(work, found.value.resource))
      if (work.kind === 'createRecord') return succeeded({ type: 'notApplied' })
      store.drop()
      return succeeded(isRemoval(work) ? savedAs(null) : missing())
    },
  }
}
