// The launcher surface of the service, one line a route. Routes of LCH-11 are extensions: a 404 there is an answer that
// the caller expects, not a fault (APP-11).
import { z } from 'zod'
import {
  type Brief,
  briefMeeting,
  briefNotification,
  browseResponse,
  objectSummariesResponse,
  recentRecordsResponse,
  type ResultKind,
  searchResponse,
} from '../../../shared/api/launcher-search.ts'
import {
  launcherTask,
  type LauncherTaskCreate,
  launcherTaskDetailResponse,
  launcherTaskPageResponse,
  type LauncherTaskPatch,
  launcherTaskResponse,
  taskOptionsResponse,
  taskStatusesResponse,
} from '../../../shared/api/launcher-tasks.ts'
import { one } from '../../../shared/api/primitives.ts'
import { type Reply, succeeded } from '../../../shared/errors.ts'
import type { BriefSection } from '../../../shared/ipc/launcher.ts'
import type { Ask, Question } from './request.ts'

/** With its version, where the service names one (GEN-12, an extension). */
export type Tagged<T> = T & { tag: string | null }

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

const briefSections = {
  tasks: z.array(launcherTask),
  meetings: z.array(briefMeeting),
  notifications: z.array(briefNotification),
}

/** A brief as the service sends it; `readBrief` reads it. */
const looseBrief = z.looseObject({})

/**
 * Reads the brief section by section: one that cannot be understood does not take the others with it.
 * @param said `data` of the answer
 * @param kept what was seen before, for the sections that are not understood
 */
export const readBrief = (
  said: z.infer<typeof looseBrief>,
  kept: Brief | null,
): { brief: Brief; failed: BriefSection[] } => {
  const tasks = briefSections.tasks.safeParse(said['tasks'])
  const meetings = briefSections.meetings.safeParse(said['meetings'])
  const notifications = briefSections.notifications.safeParse(said['notifications'])
  const isFailed = {
    tasks: !tasks.success,
    meetings: !meetings.success,
    notifications: !notifications.success,
  }
  return {
    brief: {
      tasks: tasks.data ?? kept?.tasks ?? [],
      meetings: meetings.data ?? kept?.meetings ?? [],
      notifications: notifications.data ?? kept?.notifications ?? [],
      integrationIssues: [],
    },
    failed: (['tasks', 'meetings', 'notifications'] as const).filter((name) => isFailed[name]),
  }
}

export type ApiClient = ReturnType<typeof createApiClient>

export const createApiClient = (ask: Ask) => ({
  /** For typing: the next search cancels this one. */
  search: async (query: string, types: readonly ResultKind[] | undefined) =>
    data(await ask({ ...searching(query, types), key: 'search' })),
  /** For a look-up of our own: independent of what is typed. */
  findTasks: async (title: string) => data(await ask(searching(title, ['task']))),
  browse: async (objectSlug: string, query: string, cursor: string | null) => {
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
  task: (id: string) =>
    tagged(ask, { effect: 'read', path: `${root}/tasks/${part(id)}`, answer: launcherTaskDetailResponse }),
  recentRecords: async () =>
    data(await ask({ effect: 'read', path: `${root}/recent-records`, answer: recentRecordsResponse })),
  objects: async () =>
    data(await ask({ effect: 'read', path: `${root}/objects`, answer: objectSummariesResponse })),
  /**
   * @param key names the create to a service that honours `Idempotency-Key` (GEN-12).
   * @returns with whether the service, and every proxy before it, honoured the key
   */
  createTask: async (task: LauncherTaskCreate, key: string) => {
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
  /** @param tag the version that may be changed; null for whatever is there. */
  updateTask: (id: string, change: LauncherTaskPatch, tag: string | null) =>
    tagged(ask, {
      effect: 'update',
      path: `${root}/tasks/${part(id)}`,
      body: change,
      ...ifMatch(tag),
      answer: launcherTaskResponse,
    }),
  archiveTask: async (id: string, tag: string | null) =>
    data(
      await ask({
        effect: 'archive',
        path: `${root}/tasks/${part(id)}`,
        ...ifMatch(tag),
        answer: launcherTaskResponse,
      }),
    ),
})
