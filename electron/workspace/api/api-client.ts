// The launcher surface of the service, one line a route. Routes of LCH-11 are extensions: a 404 there is an answer that
// the caller expects, not a fault (APP-11).
import type { z } from 'zod'
import {
  browseResponse,
  objectSummariesResponse,
  type ObjectSummary,
  type RecordPreview,
  recentRecordsResponse,
  type ResultKind,
  searchResponse,
  type SearchResult,
} from '../../../shared/api/launcher-search.ts'
import {
  type LauncherTask,
  type LauncherTaskCreate,
  type LauncherTaskDetail,
  launcherTaskDetailResponse,
  launcherTaskPageResponse,
  type LauncherTaskPatch,
  launcherTaskResponse,
  type TaskOptions,
  taskOptionsResponse,
  type TaskStatus,
  taskStatusesResponse,
} from '../../../shared/api/launcher-tasks.ts'
import { one } from '../../../shared/api/primitives.ts'
import { type Reply, succeeded } from '../../../shared/errors.ts'
import { looseBrief } from './brief-answer.ts'
import type { Ask, Question } from './request.ts'

type Page<T> = { items: T[]; nextCursor: string | null }
/** With its version, where the service names one (GEN-12, an extension). */
export type Tagged<T> = T & { tag: string | null }
type CreatedTask = Tagged<LauncherTask> & { honoursKeys: boolean }
type BrowsePage = { object: ObjectSummary; records: RecordPreview[]; nextCursor: string | null }

export type ApiClient = {
  /** For whoever types: the next one ends it, as `cancelled`. */
  search: (query: string, types: readonly ResultKind[] | undefined) => Promise<Reply<SearchResult[]>>
  /** For a look-up of our own: nothing that is typed ends it, and it ends nothing. */
  findTasks: (title: string) => Promise<Reply<SearchResult[]>>
  browse: (objectSlug: string, query: string, cursor: string | null) => Promise<Reply<BrowsePage>>
  /** As the service says it: see brief-answer.ts. */
  brief: () => Promise<Reply<z.infer<typeof looseBrief>>>
  taskStatuses: () => Promise<Reply<TaskStatus[]>>
  taskOptions: () => Promise<Reply<TaskOptions>>
  tasks: () => Promise<Reply<Page<LauncherTask>>>
  task: (id: string) => Promise<Reply<Tagged<LauncherTaskDetail>>>
  recentRecords: () => Promise<Reply<RecordPreview[]>>
  objects: () => Promise<Reply<ObjectSummary[]>>
  /**
   * @param key names the create to a service that honours `Idempotency-Key` (GEN-12).
   * @returns with whether the service, and every proxy before it, honoured the key
   */
  createTask: (task: LauncherTaskCreate, key: string) => Promise<Reply<CreatedTask>>
  /** @param tag the version that may be changed; null for whatever is there. */
  updateTask: (
    id: string,
    change: LauncherTaskPatch,
    tag: string | null,
  ) => Promise<Reply<Tagged<LauncherTask>>>
  archiveTask: (id: string, tag: string | null) => Promise<Reply<LauncherTask>>
}

const root = '/v1/launcher'
const part = encodeURIComponent

const data = <T>(reply: Reply<{ data: T }>): Reply<T> => (reply.ok ? succeeded(reply.value.data) : reply)

const ifMatch = (tag: string | null) => (tag === null ? {} : { headers: { 'If-Match': tag } })

/** Asks, and keeps the version beside what is answered. */
const tagged = async <T extends object>(
  ask: Ask,
  question: Question<{ data: T }>,
): Promise<Reply<Tagged<T>>> => {
  let tag: string | null = null
  const reply = await ask({
    ...question,
    onHeaders: (headers) => {
      tag = headers.get('etag')
      question.onHeaders?.(headers)
    },
  })
  return reply.ok ? succeeded({ ...reply.value.data, tag }) : reply
}

const searching = (query: string, types: readonly ResultKind[] | undefined) => ({
  effect: 'read' as const,
  path: `${root}/search`,
  query: { q: query, types: types?.join(',') },
  answer: searchResponse,
})

export const createApiClient = (ask: Ask): ApiClient => ({
  search: async (query, types) => data(await ask({ ...searching(query, types), key: 'search' })),
  findTasks: async (title) => data(await ask(searching(title, ['task']))),
  browse: async (objectSlug, query, cursor) => {
    const reply = await ask({
      effect: 'read',
      path: `${root}/objects/${part(objectSlug)}/records`,
      // The cursor goes back unchanged, with the same other filters (APP-10).
      query: { q: query === '' ? undefined : query, cursor: cursor ?? undefined },
      answer: browseResponse,
    })
    if (!reply.ok) return reply
    const { object, data: records, hasMore, nextCursor } = reply.value
    return succeeded({ object, records, nextCursor: hasMore ? nextCursor : null })
  },
  brief: async () =>
    data(
      await ask({
        effect: 'read',
        path: `${root}/brief`,
        // An extension: whole days end with the day of the reader. A service that does not know it ignores it (RFC 7240).
        headers: { Prefer: `timezone="${Intl.DateTimeFormat().resolvedOptions().timeZone}"` },
        answer: one(looseBrief),
      }),
    ),
  taskStatuses: async () =>
    data(await ask({ effect: 'read', path: `${root}/task-statuses`, answer: taskStatusesResponse })),
  taskOptions: async () =>
    data(await ask({ effect: 'read', path: `${root}/task-options`, answer: taskOptionsResponse })),
  tasks: async () => {
    const reply = await ask({
      effect: 'read',
      path: `${root}/tasks`,
      query: { limit: '100' },
      answer: launcherTaskPageResponse,
    })
    return reply.ok ? succeeded({ items: reply.value.data, nextCursor: reply.value.nextCursor }) : reply
  },
  task: (id) =>
    tagged(ask, { effect: 'read', path: `${root}/tasks/${part(id)}`, answer: launcherTaskDetailResponse }),
  recentRecords: async () =>
    data(await ask({ effect: 'read', path: `${root}/recent-records`, answer: recentRecordsResponse })),
  objects: async () =>
    data(await ask({ effect: 'read', path: `${root}/objects`, answer: objectSummariesResponse })),
  createTask: async (task, key) => {
    let honoursKeys = false
    const reply = await tagged(ask, {
      effect: 'create',
      path: `${root}/tasks`,
      body: task,
      headers: { 'Idempotency-Key': key },
      onHeaders: (headers) => {
        honoursKeys = headers.has('idempotent-replayed')
      },
      answer: launcherTaskResponse,
    })
    return reply.ok ? succeeded({ ...reply.value, honoursKeys }) : reply
  },
  updateTask: (id, change, tag) =>
    tagged(ask, {
      effect: 'update',
      path: `${root}/tasks/${part(id)}`,
      body: change,
      ...ifMatch(tag),
      answer: launcherTaskResponse,
    }),
  archiveTask: async (id, tag) =>
    data(
      await ask({
        effect: 'archive',
        path: `${root}/tasks/${part(id)}`,
        ...ifMatch(tag),
        answer: launcherTaskResponse,
      }),
    ),
})
