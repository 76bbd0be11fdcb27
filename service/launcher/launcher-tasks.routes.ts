// Tasks of the launcher surface (LCH-01…03, LCH-09, LCH-11).
import { OpenAPIHono, z } from '@hono/zod-openapi'
import {
  launcherTaskCreate,
  launcherTaskDetailResponse,
  launcherTaskListQuery,
  launcherTaskPageResponse,
  launcherTaskPatch,
  launcherTaskResponse,
  taskOptionsResponse,
  taskStatusesResponse,
  type LauncherTaskPatch,
} from '../../shared/api/launcher/tasks.ts'
import { priority, type Priority } from '../../shared/api/primitives.ts'
import type { AppDeps, AppEnv, Principal } from '../http/app-type.ts'
import { detailPreconditionsIn, detailTag, entityTag, namesDetail } from '../http/entity-tag.ts'
import { errorResponses, problem, problemOf } from '../http/errors.ts'
import { writeOnce } from '../http/idempotency.ts'
import { seesEveryTask, seesTask } from '../tasks/visibility.rules.ts'
import { shownEmail } from '../access/people.store.ts'
import type { Tx } from '../db/store.ts'
import type { StoredTask } from '../tasks/stored-task.ts'
import { presentLauncherTask, presentTaskDetail, withoutUnseenMeetings } from './launcher-task.view.ts'
import { webUrlFor } from '../access/principal.ts'
import {
  ifMatchHeaders,
  ifNoneMatchHeaders,
  notModified,
  taggedAnswer,
  answer,
  body,
  createRoute,
} from '../http/route-parts.ts'
import { launcherRoute } from '../access/route.ts'
import { asStored, launcherNames, type TaskInput } from '../tasks/task-check.ts'
import type { TaskFilters } from '../tasks/task-lists.store.ts'
import { readTaskPage } from '../tasks/task-pages.ts'
import { archiveTask, changeTask, createTask, noTask, taskAuthor, touchesOf } from '../tasks/task-write.ts'
import { statusesOfTasks, sectionsOfWorkspace } from '../tasks/task-settings.store.ts'
import { getTask } from '../tasks/tasks.store.ts'
import { preferredZone } from '../meetings/reader-days.rules.ts'
import { membersOfWorkspace } from '../access/members.store.ts'

const params = z.object({ taskId: z.string().toLowerCase().describe('The task’s id.') })
const patchHeaders = ifMatchHeaders.extend({
  prefer: z
    .string()
    .optional()
    .describe(
      '`timezone="Europe/Berlin"`: the clock of a task that repeats, if its people have chosen no zone. Default: UTC.',
    ),
})

const create = createRoute({
  method: 'post',
  path: '/tasks',
  operationId: 'createLauncherTask',
  summary: 'Create a task',
  description:
    'Without `status` the task gets the default one. `GET /v1/launcher/task-options` lists what a task can name.',
  ...launcherRoute('tasks:write'),
  request: { body: body(launcherTaskCreate) },
  responses: { 201: taggedAnswer(launcherTaskResponse), ...errorResponses(400, 413) },
})

const patch = createRoute({
  method: 'patch',
  path: '/tasks/{taskId}',
  operationId: 'updateLauncherTask',
  summary: 'Change what is supplied of a task',
  description:
    'Null clears `startDate`, `dueDate`, `parentTaskId`, `estimatedTime`, `sectionId` and `recurrence`; a list replaces the stored one. Completing a task that repeats makes its next instance, `nextTaskId`; reopening it archives one that nobody has touched.',
  ...launcherRoute('tasks:write'),
  request: { params, headers: patchHeaders, body: body(launcherTaskPatch) },
  responses: { 200: taggedAnswer(launcherTaskResponse), ...errorResponses(400, 404, 412, 413) },
})

const archive = createRoute({
  method: 'delete',
  path: '/tasks/{taskId}',
  operationId: 'archiveLauncherTask',
  summary: 'Archive a task; repeating it changes nothing',
  description: 'The API does not restore a task; its page does.',
  ...launcherRoute('tasks:write'),
  request: { params, headers: ifMatchHeaders },
  responses: { 200: taggedAnswer(launcherTaskResponse), ...errorResponses(404, 412) },
})

const list = createRoute({
  method: 'get',
  path: '/tasks',
  operationId: 'listLauncherTasks',
  summary: 'Tasks of the person, newest first, or a list of a team’s tasks',
  description:
    'Archived tasks are left out. Alone these are the tasks that the person is assigned to or created; with `parentTaskId` the direct subtasks of a task, as far as the person sees them. With filters they are the tasks that the person sees and that match all filters, by due date with undated ones last. Where there are too many to sort, the newest come first.',
  ...launcherRoute('tasks:read'),
  request: { query: launcherTaskListQuery },
  responses: { 200: answer('A page.', launcherTaskPageResponse), ...errorResponses(400) },
})

const get = createRoute({
  method: 'get',
  path: '/tasks/{taskId}',
  operationId: 'getLauncherTask',
  summary: 'One task with its section and links',
  description: 'An archived task is 404, as is one that the person does not see.',
  ...launcherRoute('tasks:read'),
  request: { params, headers: ifNoneMatchHeaders },
  responses: {
    200: taggedAnswer(launcherTaskDetailResponse),
    ...notModified,
    ...errorResponses(404),
  },
})

const statuses = createRoute({
  method: 'get',
  path: '/task-statuses',
  operationId: 'listLauncherTaskStatuses',
  summary: 'The task statuses of the workspace, in their order',
  description: 'The `status` of a task holds the slug of one.',
  ...launcherRoute('tasks:read'),
  responses: { 200: answer('The statuses.', taskStatusesResponse), ...errorResponses() },
})

const options = createRoute({
  method: 'get',
  path: '/task-options',
  operationId: 'getTaskOptions',
  summary: 'Everything that a task form offers',
  description: 'Statuses, priorities, members and sections in one answer.',
  ...launcherRoute('tasks:read'),
  responses: { 200: answer('The options.', taskOptionsResponse), ...errorResponses() },
})

/** Abilities beside tasks, records and meetings: a launcher sends a service only what it knows (APP-11). */
const capabilities = [
  'changes',
  'comments',
  'lists',
  'mentions',
  'notifications',
  'notificationsBefore',
  'recurrence',
  'startDates',
  'subtasks',
  'timers',
] as const

const priorityNames: Record<Priority, string> = {
  no_priority: 'No priority',
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  urgent: 'Urgent',
}

const asTime = (instant: string | null | undefined): number | null | undefined =>
  typeof instant === 'string' ? Date.parse(instant) : instant

type ListQuery = z.infer<typeof launcherTaskListQuery>

const orNull = (id: string): string | null => (id === 'none' ? null : id)

const readInput = ({ parentTaskId, ...input }: LauncherTaskPatch): TaskInput => ({
  ...input,
  linkedRecordIds: asStored(input.linkedRecordIds),
  startDate: asTime(input.startDate),
  dueDate: asTime(input.dueDate),
  parentId: parentTaskId?.toLowerCase() ?? parentTaskId,
})

/** Undefined where no filter is given. */
const readFilters = (
  { assignee, sectionId, status, priority: wanted, isComplete, dueAfter, dueBefore }: ListQuery,
  me: string,
): Partial<TaskFilters> | undefined => {
  const filters = {
    ...(assignee !== undefined && { assignee: assignee === 'me' ? me : orNull(assignee) }),
    ...(sectionId !== undefined && { sectionId: orNull(sectionId) }),
    ...(status !== undefined && { status }),
    ...(wanted !== undefined && { priority: wanted }),
    ...(isComplete !== undefined && { isComplete }),
    ...(dueAfter !== undefined && { dueAfter: Date.parse(dueAfter) }),
    ...(dueBefore !== undefined && { dueBefore: Date.parse(dueBefore) }),
  }
  return Object.keys(filters).length === 0 ? undefined : filters
}

export function launcherTaskRoutes(deps: AppDeps): OpenAPIHono<AppEnv> {
  const { store, now, newId, baseUrl } = deps
  const app = new OpenAPIHono<AppEnv>()

  const presentTo = async (tx: Tx, principal: Principal, tasks: readonly StoredTask[]) => {
    const webUrl = webUrlFor(baseUrl(), principal)
    const shown = await withoutUnseenMeetings(tx, principal, tasks)
    return shown.map((task) => presentLauncherTask(task, webUrl))
  }
  const shown = async <Status extends 200 | 201>(
    tx: Tx,
    status: Status,
    principal: Principal,
    task: StoredTask,
    nextTaskId?: string,
  ) => {
    const [only] = await withoutUnseenMeetings(tx, principal, [task])
    const data = {
      ...presentLauncherTask(only ?? task, webUrlFor(baseUrl(), principal)),
      ...(nextTaskId !== undefined && { nextTaskId }),
    }
    return { status, headers: { ETag: entityTag(task.version) }, body: { data } }
  }

  app.openapi(create, async (c) => {
    const principal = c.get('principal')
    const { title, ...rest } = c.req.valid('json')
    const input = { ...readInput(rest), title }
    return writeOnce(
      c,
      deps,
      async (tx) => {
        const outcome = await createTask(tx, taskAuthor(principal, now()), newId(), input, launcherNames)
        return outcome.ok ? shown(tx, 201, principal, outcome.task) : outcome
      },
      [],
    )
  })

  app.openapi(patch, async (c) => {
    const principal = c.get('principal')
    const input = readInput(c.req.valid('json'))
    const { taskId } = c.req.valid('param')
    const preconditions = detailPreconditionsIn(c.req.raw.headers)
    const zone = preferredZone(c.req.valid('header').prefer) ?? undefined
    return writeOnce(
      c,
      deps,
      async (tx) => {
        const author = taskAuthor(principal, now(), zone)
        const outcome = await changeTask(tx, author, taskId, input, preconditions, launcherNames)
        return outcome.ok ? shown(tx, 200, principal, outcome.task, outcome.nextTaskId) : outcome
      },
      touchesOf(taskId, input),
    )
  })

  app.openapi(archive, async (c) => {
    const principal = c.get('principal')
    const { taskId } = c.req.valid('param')
    const preconditions = detailPreconditionsIn(c.req.raw.headers)
    return writeOnce(
      c,
      deps,
      async (tx) => {
        const outcome = await archiveTask(tx, taskAuthor(principal, now()), taskId, preconditions)
        return outcome.ok ? shown(tx, 200, principal, outcome.task) : outcome
      },
      [taskId],
    )
  })

  app.openapi(list, async (c) => {
    const principal = c.get('principal')
    const { workspaceId, personId } = principal
    const query = c.req.valid('query')
    const { cursor, limit, parentTaskId: parentId } = query
    const given = readFilters(query, personId)
    const isOwn = parentId === undefined && given === undefined
    // Owners and admins see every task, but alone this list has only tasks of the person.
    const viewer = isOwn ? ({ personId, role: 'member' } as const) : principal
    const filters = { archived: 'left out' as const, parentId, ...given }
    const isSorted = given !== undefined && parentId === undefined
    const asked = { workspaceId, viewer, filters, cursor, limit, ...(isSorted && { order: 'due' as const }) }
    const page = await readTaskPage(store, { kind: 'launcher.tasks', ...asked }, (tx, tasks) =>
      presentTo(tx, principal, tasks),
    )
    if (!page) return problem(c, 'invalid_cursor', 'The cursor does not belong to this list.')
    return c.json({ data: page.data, hasMore: page.next !== null, nextCursor: page.next }, 200)
  })

  app.openapi(get, async (c) => {
    const principal = c.get('principal')
    const { workspaceId } = principal
    const found = await store.read(async (tx) => {
      const task = await getTask(tx, workspaceId, c.req.valid('param').taskId)
      if (!task || task.archived || !seesTask(principal, task)) return undefined
      const data = await presentTaskDetail(tx, principal, task, webUrlFor(baseUrl(), principal))
      return { data, tag: detailTag(task.version, data) }
    })
    if (!found) return problemOf(c, noTask)
    c.header('ETag', found.tag)
    if (namesDetail(c.req.valid('header')['if-none-match'], found.tag)) return c.body(null, 304)
    return c.json({ data: found.data }, 200)
  })

  app.openapi(statuses, async (c) => {
    const data = await store.read((tx) => statusesOfTasks(tx, c.get('principal').workspaceId))
    return c.json({ data }, 200)
  })

  app.openapi(options, async (c) => {
    const { workspaceId, personId } = c.get('principal')
    const data = await store.read(async (tx) => ({
      statuses: await statusesOfTasks(tx, workspaceId),
      priorities: priority.options.map((slug) => ({ slug, name: priorityNames[slug] })),
      members: (await membersOfWorkspace(tx, workspaceId)).map(({ id, name, email, avatarUrl, role }) => ({
        id,
        name,
        email: shownEmail(email),
        avatarUrl,
        seesEveryTask: seesEveryTask({ personId: id, role }),
      })),
      sections: (await sectionsOfWorkspace(tx, workspaceId)).map(({ id, name, recordId }) => ({
        id,
        name,
        recordId,
      })),
      me: personId,
      capabilities: [...capabilities],
    }))
    return c.json({ data }, 200)
  })

  return app
}
