// Tasks of the developer surface (TSK-01…07), and the statuses and members that they name. Only a creation links records;
// a patch ignores `linked_record_ids` (TSK-04).
import { OpenAPIHono, z } from '@hono/zod-openapi'
import { taskStatusesResponse } from '../../shared/api/launcher/tasks.ts'
import {
  membersResponse,
  taskCreate,
  taskListQuery,
  taskPageResponse,
  taskPatch,
  taskResponse,
  type TaskPatch,
} from '../../shared/api/tasks.ts'
import type { AppDeps, AppEnv } from '../http/app-type.ts'
import { entityTag, matches, preconditionsIn } from '../http/entity-tag.ts'
import { errorResponses, problem, problemOf } from '../http/errors.ts'
import { writeOnce } from '../http/idempotency.ts'
import { seesTask } from './visibility.rules.ts'
import type { TaskFilters } from './task-lists.store.ts'
import type { StoredTask } from './stored-task.ts'
import {
  ifMatchHeaders,
  ifNoneMatchHeaders,
  notModified,
  taggedAnswer,
  answer,
  body,
  createRoute,
} from '../http/route-parts.ts'
import { developerRoute } from '../access/route.ts'
import { asStored, developerNames, type TaskInput } from './task-check.ts'
import { readTaskPage } from './task-pages.ts'
import {
  presentTask,
  archiveTask,
  changeTask,
  createTask,
  noTask,
  taskAuthor,
  touchesOf,
} from './task-write.ts'
import { statusesOfTasks } from './task-settings.store.ts'
import { getTask } from './tasks.store.ts'
import { membersOfWorkspace } from '../access/members.store.ts'

const params = z.object({ taskId: z.string().toLowerCase().describe('The task’s id.') })

const list = createRoute({
  method: 'get',
  path: '/tasks',
  operationId: 'listTasks',
  summary: 'Tasks that the key’s owner sees, newest first',
  description:
    'Members see the tasks that they created or are assigned to, owners and admins all. A task must match all filters.',
  ...developerRoute('tasks', 'tasks:read'),
  request: { query: taskListQuery },
  responses: { 200: answer('A page.', taskPageResponse), ...errorResponses(400) },
})

const create = createRoute({
  method: 'post',
  path: '/tasks',
  operationId: 'createTask',
  summary: 'Create a task',
  description:
    '`GET /v1/task-statuses` lists what `status` takes, `GET /v1/members` what `assignees` takes. Without `status` the task gets the default one.',
  ...developerRoute('tasks', 'tasks:write'),
  request: { body: body(taskCreate) },
  responses: { 201: taggedAnswer(taskResponse), ...errorResponses(400, 413) },
})

const get = createRoute({
  method: 'get',
  path: '/tasks/{taskId}',
  operationId: 'getTask',
  summary: 'One task, archived or not',
  description: 'A task that the key’s owner does not see is 404.',
  ...developerRoute('tasks', 'tasks:read'),
  request: { params, headers: ifNoneMatchHeaders },
  responses: { 200: taggedAnswer(taskResponse), ...notModified, ...errorResponses(404) },
})

const patch = createRoute({
  method: 'patch',
  path: '/tasks/{taskId}',
  operationId: 'updateTask',
  summary: 'Change what is supplied of a task',
  description:
    'Null clears a value; `assignees` replaces the list. An archived task is 404. Completing a task that repeats makes its next instance, `next_task_id`; reopening it archives one that nobody has touched.',
  ...developerRoute('tasks', 'tasks:write'),
  request: { params, headers: ifMatchHeaders, body: body(taskPatch) },
  responses: { 200: taggedAnswer(taskResponse), ...errorResponses(400, 404, 412, 413) },
})

const archive = createRoute({
  method: 'delete',
  path: '/tasks/{taskId}',
  operationId: 'archiveTask',
  summary: 'Archive a task; repeating it changes nothing',
  description: 'The API does not restore a task; its page does.',
  ...developerRoute('tasks', 'tasks:write'),
  request: { params, headers: ifMatchHeaders },
  responses: { 200: taggedAnswer(taskResponse), ...errorResponses(404, 412) },
})

const statuses = createRoute({
  method: 'get',
  path: '/task-statuses',
  operationId: 'listTaskStatuses',
  summary: 'All task statuses of the workspace, in their order',
  description:
    'The `status` of a task holds the slug of one. Operators define them with `svc workspace import`.',
  ...developerRoute('tasks', 'tasks:read'),
  responses: { 200: answer('The statuses.', taskStatusesResponse), ...errorResponses() },
})

const members = createRoute({
  method: 'get',
  path: '/members',
  operationId: 'listMembers',
  summary: 'All members of the workspace, by name',
  description: 'The `assignees` of a task hold their ids. Removed members are left out.',
  ...developerRoute('tasks', 'tasks:read'),
  responses: { 200: answer('The members.', membersResponse), ...errorResponses() },
})

const readPatch = (input: TaskPatch): TaskInput => ({
  title: input.title,
  description: input.description,
  status: input.status,
  priority: input.priority,
  startDate: input.start_date,
  dueDate: input.due_date,
  parentId: input.parent_task_id?.toLowerCase() ?? input.parent_task_id,
  assignees: input.assignees,
  estimatedTime: input.estimated_time,
  recurrence: input.recurrence,
})

type Query = z.infer<typeof taskListQuery>

const readFilters = (query: Query, me: string): TaskFilters => ({
  archived: query.include_archived ? 'included' : 'left out',
  status: query.status,
  isComplete: query.is_complete,
  priority: query.priority,
  assignee: query.assignee === 'me' ? me : query.assignee,
  parentId: query.parent_task_id,
  linkedRecordId: query.linked_record_id,
  updatedAfter: query.updated_after,
  dueAfter: query.due_after,
  dueBefore: query.due_before,
})

const shown = <Status extends 200 | 201>(status: Status, task: StoredTask, nextTaskId?: string) => ({
  status,
  headers: { ETag: entityTag(task.version) },
  body: { data: { ...presentTask(task), ...(nextTaskId !== undefined && { next_task_id: nextTaskId }) } },
})

export function taskRoutes(deps: AppDeps): OpenAPIHono<AppEnv> {
  const { store, now, newId } = deps
  const app = new OpenAPIHono<AppEnv>()

  app.openapi(list, async (c) => {
    const principal = c.get('principal')
    const { workspaceId, personId } = principal
    const query = c.req.valid('query')
    const { cursor, limit } = query
    const asked = { workspaceId, viewer: principal, filters: readFilters(query, personId), cursor, limit }
    const page = await readTaskPage(store, { kind: 'developer.tasks', ...asked }, async (_tx, tasks) =>
      tasks.map(presentTask),
    )
    if (!page)
      return problem(c, 'invalid_cursor', 'The cursor does not belong to this list with these filters.')
    return c.json({ data: page.data, has_more: page.next !== null, next_cursor: page.next }, 200)
  })

  app.openapi(create, async (c) => {
    const principal = c.get('principal')
    const { title, linked_record_ids: linkedRecordIds, ...rest } = c.req.valid('json')
    const input = { ...readPatch(rest), title, linkedRecordIds: asStored(linkedRecordIds) }
    return writeOnce(
      c,
      deps,
      async (tx) => {
        const outcome = await createTask(tx, taskAuthor(principal, now()), newId(), input, developerNames)
        return outcome.ok ? shown(201, outcome.task) : outcome
      },
      [],
    )
  })

  app.openapi(get, async (c) => {
    const principal = c.get('principal')
    const task = await store.read((tx) => getTask(tx, principal.workspaceId, c.req.valid('param').taskId))
    if (!task || !seesTask(principal, task)) return problemOf(c, noTask)
    const headers = { ETag: entityTag(task.version) }
    const held = c.req.valid('header')['if-none-match']
    if (held !== undefined && matches(held, task.version)) return c.body(null, 304, headers)
    return c.json({ data: presentTask(task) }, 200, headers)
  })

  app.openapi(patch, async (c) => {
    const principal = c.get('principal')
    const input = readPatch(c.req.valid('json'))
    const { taskId } = c.req.valid('param')
    const conditions = preconditionsIn(c.req.raw.headers)
    return writeOnce(
      c,
      deps,
      async (tx) => {
        const author = taskAuthor(principal, now())
        const outcome = await changeTask(tx, author, taskId, input, conditions, developerNames)
        return outcome.ok ? shown(200, outcome.task, outcome.nextTaskId) : outcome
      },
      touchesOf(taskId, input),
    )
  })

  app.openapi(archive, async (c) => {
    const principal = c.get('principal')
    const { taskId } = c.req.valid('param')
    const conditions = preconditionsIn(c.req.raw.headers)
    return writeOnce(
      c,
      deps,
      async (tx) => {
        const outcome = await archiveTask(tx, taskAuthor(principal, now()), taskId, conditions)
        return outcome.ok ? shown(200, outcome.task) : outcome
      },
      [taskId],
    )
  })

  app.openapi(statuses, async (c) => {
    const data = await store.ask((tx) => statusesOfTasks(tx, c.get('principal').workspaceId))
    return c.json({ data }, 200)
  })

  app.openapi(members, async (c) => {
    const found = await store.ask((tx) => membersOfWorkspace(tx, c.get('principal').workspaceId))
    return c.json({ data: found.map(({ id, name, role }) => ({ id, name, role })) }, 200)
  })

  return app
}
