// Tasks of the developer surface (TSK-01…07). Creation comes with `linked_record_ids`; until then a body's is ignored
// here, as the specification says of updates (TSK-04).
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import {
  taskListQuery,
  taskPageResponse,
  taskPatch,
  taskResponse,
  type Task,
  type TaskPatch,
} from '../../shared/api/tasks.ts'
import type { AppDeps, AppEnv } from '../http/app-type.ts'
import { decodeCursor, encodeCursor } from '../http/cursor.ts'
import { errorResponses, problem, validationHook } from '../http/errors.ts'
import type { Principal } from '../http/principal.ts'
import { seesTask } from '../rules/visibility.ts'
import type { StoredTask } from '../store/tasks.ts'
import { answer, body, developerRoute } from './route-parts.ts'
import {
  archiveTask,
  changeTask,
  developerNames,
  noTask,
  type TaskAuthor,
  type TaskInput,
} from './task-write.ts'

const params = z.object({ taskId: z.string().toLowerCase().describe('The task’s id.') })

const list = createRoute({
  method: 'get',
  path: '/tasks',
  summary: 'Tasks that the key’s owner sees, newest first',
  ...developerRoute('tasks', 'tasks:read'),
  request: { query: taskListQuery },
  responses: { 200: answer('A page.', taskPageResponse), ...errorResponses(400) },
})

const get = createRoute({
  method: 'get',
  path: '/tasks/{taskId}',
  summary: 'One task, archived or not',
  ...developerRoute('tasks', 'tasks:read'),
  request: { params },
  responses: { 200: answer('The task.', taskResponse), ...errorResponses(404) },
})

const patch = createRoute({
  method: 'patch',
  path: '/tasks/{taskId}',
  summary: 'Change what is supplied of a task',
  ...developerRoute('tasks', 'tasks:write'),
  request: { params, body: body(taskPatch) },
  responses: { 200: answer('The task.', taskResponse), ...errorResponses(400, 404, 413) },
})

const archive = createRoute({
  method: 'delete',
  path: '/tasks/{taskId}',
  summary: 'Archive a task; repeating it changes nothing',
  ...developerRoute('tasks', 'tasks:write'),
  request: { params },
  responses: { 200: answer('The task.', taskResponse), ...errorResponses(404) },
})

const iso = (at: number): string => new Date(at).toISOString()
const isoOrNull = (at: number | null): string | null => (at === null ? null : iso(at))

const presentTask = (task: StoredTask): Task => ({
  id: task.id,
  title: task.title,
  description: task.description,
  status: task.status,
  priority: task.priority,
  assignees: [...task.assignees],
  start_date: isoOrNull(task.startDate),
  dueDate: isoOrNull(task.dueDate),
  parent_task_id: task.parentId,
  timeLogged: task.timeLogged,
  estimatedTime: task.estimatedTime,
  archived: task.archived,
  createdBy: task.createdBy,
  createdAt: iso(task.createdAt),
  updatedAt: iso(task.updatedAt),
})

const readPatch = (input: TaskPatch): TaskInput => ({
  title: input.title,
  description: input.description,
  status: input.status,
  priority: input.priority,
  startDate: input.start_date,
  dueDate: input.due_date,
  parentId: input.parent_task_id,
  assignees: input.assignees,
  estimatedTime: input.estimated_time,
})

export function taskRoutes(deps: AppDeps): OpenAPIHono<AppEnv> {
  const { store, now } = deps
  const app = new OpenAPIHono<AppEnv>({ defaultHook: validationHook })
  const authorOf = ({ workspaceId, personId, role }: Principal): TaskAuthor => ({
    workspaceId,
    personId,
    role,
    at: now(),
  })

  app.openapi(list, async (c) => {
    const principal = c.get('principal')
    const { workspaceId, personId } = principal
    const {
      cursor,
      limit,
      include_archived: withArchived,
      updated_after: updatedAfter,
      ...query
    } = c.req.valid('query')
    const filters = {
      archived: withArchived ? ('included' as const) : ('left out' as const),
      status: query.status,
      assignee: query.assignee,
      updatedAfter,
    }
    const filtersKey = JSON.stringify([workspaceId, personId, filters])
    const after = cursor === undefined ? undefined : decodeCursor('developer.tasks', filtersKey, cursor)
    if (after === null)
      return problem(c, 'invalid_cursor', 'The cursor is not one of this list with these filters.')
    const page = { after, limit: limit + 1 }
    const found = await store.read((tx) => tx.tasks.list(workspaceId, principal, filters, page))
    const tasks = found.slice(0, limit)
    const last = tasks.at(-1)
    const more = found.length > limit && last
    const next = more ? encodeCursor('developer.tasks', filtersKey, [last.createdAt, last.id]) : null
    return c.json({ data: tasks.map(presentTask), has_more: next !== null, next_cursor: next }, 200)
  })

  app.openapi(get, async (c) => {
    const principal = c.get('principal')
    const task = await store.read((tx) => tx.tasks.get(principal.workspaceId, c.req.valid('param').taskId))
    if (!task || !seesTask(principal, task)) return problem(c, 'not_found', noTask.message)
    return c.json({ data: presentTask(task) }, 200)
  })

  app.openapi(patch, async (c) => {
    const author = authorOf(c.get('principal'))
    const input = readPatch(c.req.valid('json'))
    const { taskId } = c.req.valid('param')
    const outcome = await store.write((tx) => changeTask(tx, author, taskId, input, developerNames))
    return outcome.ok
      ? c.json({ data: presentTask(outcome.task) }, 200)
      : problem(c, outcome.code, outcome.message, outcome.details)
  })

  app.openapi(archive, async (c) => {
    const author = authorOf(c.get('principal'))
    const outcome = await store.write((tx) => archiveTask(tx, author, c.req.valid('param').taskId))
    return outcome.ok
      ? c.json({ data: presentTask(outcome.task) }, 200)
      : problem(c, 'not_found', outcome.message)
  })

  return app
}
