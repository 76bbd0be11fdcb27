// The client of the service's launcher routes. The routes of LCH-11 and RCL-01 are optional extensions: callers expect a 404
// from them and do not report it (APP-11).
import { z } from 'zod'
import {
  commentDeletedResponse,
  launcherCommentPageResponse,
  launcherCommentResponse,
} from '../../../shared/api/comments.ts'
import {
  launcherRecordResponse,
  objectFields,
  type ObjectFields,
  type RecordValues,
} from '../../../shared/api/launcher/records.ts'
import {
  briefNotification,
  browseResponse,
  objectSummariesResponse,
  recentRecordsResponse,
  type ResultKind,
  searchResponse,
  searchResult,
} from '../../../shared/api/launcher/search.ts'
import {
  launcherTask,
  type LauncherTaskCreate,
  launcherTaskDetailResponse,
  launcherTaskPageResponse,
  type LauncherTaskPatch,
  launcherTaskResponse,
  type TaskListFilters,
  type TaskOptions,
  taskOptionsResponse,
  runningTimerResponse,
  taskStatusesResponse,
} from '../../../shared/api/launcher/tasks.ts'
import { type Field, field } from '../../../shared/api/objects.ts'
import { many, one } from '../../../shared/api/primitives.ts'
import { type Reply, succeeded } from '../../../shared/errors.ts'
import { say } from '../../../shared/language.ts'
import {
  type Agenda,
  agendaMeeting,
  type BriefSection,
  type CommentTarget,
} from '../../../shared/ipc/launcher.ts'
import { type Ask, data, ifMatch, inZone, tagged } from './request.ts'

const root = '/v1/launcher'
const part = encodeURIComponent

const searching = (query: string, types: readonly ResultKind[] | undefined) => ({
  effect: 'read' as const,
  path: `${root}/search`,
  query: { q: query, types: types?.join(',') },
  answer: searchResponse,
})

const briefSections = {
  tasks: z.array(launcherTask),
  meetings: z.array(agendaMeeting),
  notifications: z.array(briefNotification),
}

/** The brief before validation; `readBrief` validates each section. */
const looseBrief = z.looseObject({})

/**
 * Validates the brief section by section, so that one invalid section does not hide the others.
 * @param said `data` of the response
 * @param kept the cached brief, which replaces invalid sections
 */
export const readBrief = (
  said: z.infer<typeof looseBrief>,
  kept: Agenda | null,
): { brief: Agenda; failed: BriefSection[] } => {
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

/** Options where a service lacks `task-options`. */
export const priorities = (): TaskOptions['priorities'] => [
  { slug: 'no_priority', name: say('priority.none') },
  { slug: 'low', name: say('priority.low') },
  { slug: 'medium', name: say('priority.medium') },
  { slug: 'high', name: say('priority.high') },
  { slug: 'urgent', name: say('priority.urgent') },
]

/** A field of a type that this launcher does not know. It is shown as text and not written (FLD-03). */
const unknownField = z
  .looseObject({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    required: z.boolean().catch(false),
    primary: z.boolean().catch(false),
  })
  .transform(({ id, slug, name, required, primary }): Field => ({
    id,
    slug,
    name,
    required,
    primary,
    type: 'text',
    readOnly: true,
    options: null,
  }))
const seenFields = objectFields.extend({ fields: z.array(z.union([field, unknownField])) })

export type NewRecord = { id: string; objectSlug: string; values: RecordValues }

const recordPath = (id: string): string => `${root}/records/${part(id)}`
const commentsPath = ({ kind, id }: CommentTarget): string => `${root}/${kind}s/${part(id)}/comments`
const commentPath = (id: string): string => `${root}/comments/${part(id)}`
type WrittenComment = { content: string; mentions?: readonly string[] }

export type ApiClient = ReturnType<typeof createApiClient>

export const createApiClient = (ask: Ask) => ({
  /** Searches while the user types. The next search cancels this one. */
  search: async (query: string, types: readonly ResultKind[] | undefined) =>
    data(await ask({ ...searching(query, types), key: 'search' })),
  /** Looks a task up by title. A search by the user does not cancel it. */
  findTasks: async (title: string) => data(await ask(searching(title, ['task']))),
  browse: async (objectSlug: string, query: string, cursor: string | null) => {
    const reply = await ask({
      effect: 'read',
      path: `${root}/objects/${part(objectSlug)}/records`,
      // The cursor is sent back unchanged, with the same filters (APP-10).
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
        // An optional extension: whole days end in the user's time zone. Other services ignore the preference (RFC 7240).
        headers: inZone(),
        answer: one(looseBrief),
      }),
    ),
  /** An optional extension (CAL-07). @param from, to epoch milliseconds */
  meetings: async ({ from, to }: { from: number; to: number }) =>
    data(
      await ask({
        effect: 'read',
        path: `${root}/meetings`,
        query: { from: new Date(from).toISOString(), to: new Date(to).toISOString() },
        answer: many(searchResult),
      }),
    ),
  /** One meeting with its description. An optional extension. */
  meeting: async (id: string) =>
    data(await ask({ effect: 'read', path: `${root}/meetings/${part(id)}`, answer: one(searchResult) })),
  taskStatuses: async () =>
    data(await ask({ effect: 'read', path: `${root}/task-statuses`, answer: taskStatusesResponse })),
  taskOptions: async () =>
    data(await ask({ effect: 'read', path: `${root}/task-options`, answer: taskOptionsResponse })),
  /** Tasks of the person, or the subtasks of one task. An older service knows no `parentTaskId` (APP-11). */
  tasks: async (parentTaskId?: string) => {
    const reply = await ask({
      effect: 'read',
      path: `${root}/tasks`,
      query: { limit: '100', ...(parentTaskId !== undefined && { parentTaskId }) },
      answer: launcherTaskPageResponse,
    })
    return reply.ok ? succeeded({ items: reply.value.data, nextCursor: reply.value.nextCursor }) : reply
  },
  /** Tasks by filters. Only services know it whose capabilities name `lists` (APP-11). The next search cancels it. */
  listTasks: async ({ isComplete, ...filters }: TaskListFilters, cursor: string | undefined) => {
    const reply = await ask({
      effect: 'read',
      path: `${root}/tasks`,
      query: { ...filters, isComplete: isComplete?.toString(), limit: '100', cursor },
      answer: launcherTaskPageResponse,
      key: 'search',
    })
    return reply.ok
      ? succeeded({ items: reply.value.data, nextCursor: reply.value.nextCursor ?? undefined })
      : reply
  },
  task: (id: string) =>
    tagged(ask, { effect: 'read', path: `${root}/tasks/${part(id)}`, answer: launcherTaskDetailResponse }),
  recentRecords: async () =>
    data(await ask({ effect: 'read', path: `${root}/recent-records`, answer: recentRecordsResponse })),
  objects: async () =>
    data(await ask({ effect: 'read', path: `${root}/objects`, answer: objectSummariesResponse })),
  /**
   * @param key the `Idempotency-Key` of the create (GEN-12)
   * @returns the task, and whether the service and every proxy in front of it honoured the key
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
  /**
   * The zone is an optional extension: a task repeats on its clock.
   * @param tag the expected version, or null to update any version
   */
  updateTask: (id: string, change: LauncherTaskPatch, tag: string | null) =>
    tagged(ask, {
      effect: 'update',
      path: `${root}/tasks/${part(id)}`,
      body: change,
      headers: { ...inZone(), ...ifMatch(tag).headers },
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
  /** An optional extension, as the other routes of time (TIM-01). @param once its `Idempotency-Key` */
  setTimer: (id: string, body: { action: 'start' | 'stop'; at: string }, once: string) =>
    tagged(ask, {
      effect: 'update',
      method: 'POST',
      path: `${root}/tasks/${part(id)}/timer`,
      body,
      headers: { 'Idempotency-Key': once },
      answer: launcherTaskResponse,
    }),
  /** @param key its `Idempotency-Key`. @returns the task, and whether the key was honoured */
  logTime: async (id: string, body: { minutes: number; at: string }, key: string) => {
    let honoursKeys = false
    const reply = await tagged(ask, {
      effect: 'create',
      path: `${root}/tasks/${part(id)}/time`,
      body,
      headers: { 'Idempotency-Key': key },
      onHeaders: (headers) => {
        honoursKeys = headers.has('idempotent-replayed')
      },
      answer: launcherTaskResponse,
    })
    return reply.ok ? succeeded({ ...reply.value, honoursKeys }) : reply
  },
  /** The task on which a timer of the person runs. */
  runningTimer: async () =>
    data(await ask({ effect: 'read', path: `${root}/timer`, answer: runningTimerResponse })),
  fields: async (objectSlug: string): Promise<Reply<ObjectFields>> =>
    data(
      await ask({
        effect: 'read',
        path: `${root}/objects/${part(objectSlug)}/fields`,
        answer: one(seenFields),
      }),
    ),
  /** An archived record is returned too. */
  record: (id: string) =>
    tagged(ask, { effect: 'read', path: recordPath(id), answer: launcherRecordResponse }),
  /** Creates a record. A conflict means that one with this id exists: it is not changed. */
  putRecord: ({ id, objectSlug, values }: NewRecord) =>
    tagged(ask, {
      effect: 'create',
      method: 'PUT',
      path: recordPath(id),
      headers: { 'If-None-Match': '*' },
      body: { object: objectSlug, values },
      answer: launcherRecordResponse,
    }),
  /** @param tag the expected version, or null to update any version */
  patchRecord: (id: string, values: RecordValues, tag: string | null) =>
    tagged(ask, {
      effect: 'update',
      path: recordPath(id),
      body: { values },
      ...ifMatch(tag),
      answer: launcherRecordResponse,
    }),
  archiveRecord: (id: string, tag: string | null) =>
    tagged(ask, {
      effect: 'archive',
      path: recordPath(id),
      ...ifMatch(tag),
      answer: launcherRecordResponse,
    }),
  restoreRecord: (id: string) =>
    tagged(ask, {
      effect: 'update',
      method: 'POST',
      path: `${recordPath(id)}/restore`,
      answer: launcherRecordResponse,
    }),
  /** An optional extension, as the other routes of comments. Newest first. */
  comments: (on: CommentTarget, cursor: string | null) =>
    ask({
      effect: 'read',
      path: commentsPath(on),
      query: { cursor: cursor ?? undefined },
      answer: launcherCommentPageResponse,
    }),
  /** @param key the `Idempotency-Key` of the create. @returns the comment, and whether the key was honoured */
  createComment: async (on: CommentTarget, body: WrittenComment, key: string) => {
    let honoursKeys = false
    const reply = await ask({
      effect: 'create',
      path: commentsPath(on),
      body,
      headers: { 'Idempotency-Key': key },
      onHeaders: (headers) => {
        honoursKeys = headers.has('idempotent-replayed')
      },
      answer: launcherCommentResponse,
    })
    return reply.ok ? succeeded({ ...reply.value.data, honoursKeys }) : reply
  },
  updateComment: async (id: string, body: WrittenComment) =>
    data(await ask({ effect: 'update', path: commentPath(id), body, answer: launcherCommentResponse })),
  deleteComment: async (id: string) =>
    data(await ask({ effect: 'archive', path: commentPath(id), answer: commentDeletedResponse })),
})
