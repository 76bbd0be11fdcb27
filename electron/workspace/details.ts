// Reads of one task, record or meeting, of comments, and of the fields of an object: live if the service answers, else cached. An older
// service may lack the routes: it takes nothing away, and is known before a record is written (APP-11).
import type { LauncherRecord, ObjectFields } from '../../shared/api/launcher/records.ts'
import type { LauncherTaskDetail } from '../../shared/api/launcher/tasks.ts'
import { type AppError, failed, type Reply, succeeded } from '../../shared/errors.ts'
import type { ChangedData, CommentPage, CommentTarget, ItemDetail } from '../../shared/ipc/launcher.ts'
import { say } from '../../shared/language.ts'
import type { ApiClient } from './api/client.ts'
import { isPassing } from './api/errors.ts'
import type { Forbidden, ForbiddenCache } from './api/forbidden-cache.ts'
import type { Cache } from './cache/cache.ts'
import { keyOf } from './cache/rows.ts'

type Preview = { kind: 'task' | 'record' | 'meeting'; id: string; from: 'cache' | 'service' }

export type Details = {
  task: (id: string) => Promise<Reply<LauncherTaskDetail>>
  record: (id: string) => Promise<Reply<LauncherRecord>>
  /** Details for a preview. It counts as no visit, and forgets nothing: a service may lack the route (LCH-11). */
  detail: (item: Preview) => Promise<Reply<ItemDetail>>
  fields: (objectSlug: string) => Promise<Reply<ObjectFields>>
  /** Comments, newest first. Without a connection the cached ones, which are one page. */
  comments: (on: CommentTarget, cursor: string | null) => Promise<Reply<CommentPage>>
  /** Whether records of these objects can be written, as far as is known without a connection. */
  mayWrite: (objectSlugs: readonly string[]) => Promise<Reply<undefined>>
  /** Fetches the fields of these objects in the background, for offline use. */
  prefetchFields: (objectSlugs: readonly string[]) => Promise<void>
  /** Drops a refused or missing item from the cache. @returns the error to show */
  lose: (kind: string, id: string, error: AppError) => AppError
}

/** @param behind the client for background reads. @param onChange data that the page shows may have changed */
export const createDetails = ({
  api,
  behind,
  cache,
  forbidden,
  onChange,
}: {
  api: ApiClient
  behind: ApiClient
  cache: Cache
  forbidden: ForbiddenCache
  onChange: (what: ChangedData) => void
}): Details => {
  /** Remembers a refusal, so that nobody asks again for a while. @returns the error to show */
  const refuse = (key: string, error: Forbidden): Forbidden => {
    const known = forbidden.of(key)
    if (known !== null) return known
    const refusal = { ...error, message: say('request.cannotOpen') }
    forbidden.remember(key, refusal)
    return refusal
  }

  /** Drops a refused or missing item from the cache. @returns the error to show */
  const lose = (kind: string, id: string, error: AppError): AppError => {
    if (error.kind !== 'forbidden' && error.kind !== 'notFound') return error
    const others = cache.objects().filter(({ slug }) => kind !== 'object' || slug !== id)
    const isKept = cache.find(kind, id) !== null || others.length < cache.objects().length
    cache.seeObjects(others)
    cache.forget(kind, id)
    // Only for a cached item: each change makes the page fetch its data again, which could loop.
    if (isKept) onChange('everything')
    if (error.kind === 'notFound') return error
    return refuse(keyOf(kind, id), error)
  }

  const unsupported = (): AppError => ({ kind: 'notFound', message: say('records.unsupported') })

  const readFields = async (from: ApiClient, objectSlug: string): Promise<Reply<ObjectFields>> => {
    const reply = await from.fields(objectSlug)
    if (reply.ok) {
      cache.seeFields(objectSlug, reply.value)
      return reply
    }
    if (reply.error.kind === 'notFound') {
      cache.seeFields(objectSlug, null)
      return failed(unsupported())
    }
    const kept = cache.fields(objectSlug)
    return kept !== null && isPassing(reply.error) ? succeeded(kept) : reply
  }

  const mayWriteOne = async (objectSlug: string): Promise<Reply<undefined>> => {
    // A role may have changed since: only a permission is believed without asking.
    if (cache.fields(objectSlug)?.canWrite === true) return succeeded(undefined)
    const reply = await readFields(api, objectSlug)
    if (!reply.ok) return isPassing(reply.error) ? succeeded(undefined) : reply
    return reply.value.canWrite
      ? succeeded(undefined)
      : failed({ kind: 'forbidden', message: say('records.mayNotWrite') })
  }

  /** Reads an item in the background into the cache. @returns why that failed */
  const see = async (kind: Preview['kind'], id: string): Promise<AppError | null> => {
    if (kind === 'record') {
      const record = await behind.record(id)
      if (record.ok) cache.seeRecord(record.value)
      return record.ok ? null : record.error
    }
    if (kind === 'task') {
      const task = await behind.task(id)
      if (!task.ok) return task.error
      cache.seeTask(task.value)
      // A service that says no parents knows no question for subtasks (APP-11).
      if (task.value.parentTaskId === undefined) return null
      const below = await behind.tasks(id)
      if (below.ok) cache.seeSubtasks(id, below.value.items, below.value.nextCursor === null)
      return null
    }
    const meeting = await behind.meeting(id)
    if (meeting.ok) cache.seeMeeting(meeting.value)
    return meeting.ok ? null : meeting.error
  }

  return {
    lose,
    task: async (id) => {
      const denied = forbidden.of(keyOf('task', id))
      if (denied !== null) return failed(lose('task', id, denied))
      const reply = await api.task(id)
      if (reply.ok) {
        cache.seeTask(reply.value)
        cache.visit('task', id)
        return reply
      }
      const kept = cache.task(id)
      if (reply.error.kind === 'forbidden') return failed(lose('task', id, reply.error))
      if (reply.error.kind !== 'notFound')
        return kept !== null && isPassing(reply.error) ? succeeded(kept) : reply
      // The 404 may mean that the service has no task routes (LCH-11). If the list works, the task is gone.
      const list = await api.tasks()
      if (kept !== null && !list.ok && list.error.kind === 'notFound') return succeeded(kept)
      return failed(lose('task', id, reply.error))
    },
    detail: async ({ kind, id, from }) => {
      const key = keyOf(kind, id)
      if (from === 'service' && forbidden.of(key) === null) {
        const error = await see(kind, id)
        if (error?.kind === 'forbidden') refuse(key, error)
      }
      return succeeded(
        forbidden.of(key) === null ? cache.detail(kind, id) : { task: null, record: null, meeting: null },
      )
    },

    fields: (objectSlug) => readFields(api, objectSlug),
    comments: async (on, cursor) => {
      const key = keyOf(on.kind, on.id)
      const denied = forbidden.of(key)
      if (denied !== null) return failed(denied)
      const reply = await api.comments(on, cursor)
      if (reply.ok) {
        const { data: comments, hasMore, nextCursor } = reply.value
        cache.seeComments(key, comments, cursor === null)
        return succeeded({ comments, nextCursor: hasMore ? nextCursor : null, source: 'live' })
      }
      // After an expired session the same person still sees the cached ones.
      const isKept = isPassing(reply.error) || reply.error.kind === 'signedOut'
      const kept = cursor === null && isKept ? cache.comments(key) : null
      return kept === null ? reply : succeeded({ comments: [...kept], nextCursor: null, source: 'cached' })
    },
    record: async (id) => {
      const denied = forbidden.of(keyOf('record', id))
      if (denied !== null) return failed(lose('record', id, denied))
      const reply = await api.record(id)
      if (reply.ok) {
        cache.seeRecord(reply.value)
        cache.visit('record', id)
        return reply
      }
      const { error } = reply
      const kept = cache.record(id)
      if (error.kind === 'forbidden') return failed(lose('record', id, error))
      if (error.kind !== 'notFound') return kept !== null && isPassing(error) ? succeeded(kept) : reply
      // The 404 may mean that the service has no record routes. If it has fields, the record is gone.
      const objectSlug = kept?.objectSlug ?? cache.find('record', id)?.record?.objectTypeSlug
      if (objectSlug === undefined) return reply
      const fields = await readFields(api, objectSlug)
      return failed(fields.ok ? lose('record', id, error) : fields.error)
    },
    mayWrite: async (objectSlugs) => {
      for (const slug of new Set(objectSlugs)) {
        const may = await mayWriteOne(slug)
        if (!may.ok) return may
      }
      return succeeded(undefined)
    },
    prefetchFields: async (objectSlugs) => {
      // Sequential background requests. The first failure ends them.
      for (const slug of objectSlugs) if (!(await readFields(behind, slug)).ok) return
    },
  }
}
