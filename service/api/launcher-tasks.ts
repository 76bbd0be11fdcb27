// Tasks of the launcher surface (LCH-01…03, LCH-09, LCH-11).
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
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
} from '../../shared/api/launcher-tasks.ts'
import { priority, type Priority } from '../../shared/api/primitives.ts'
import type { AppDeps, AppEnv } from '../http/app-type.ts'
import { decodeCursor, encodeCursor } from '../http/cursor.ts'
import { errorResponses, problem, validationHook } from '../http/errors.ts'
import type { Principal } from '../http/principal.ts'
import { seesTask } from '../rules/visibility.ts'
import { presentLauncherTask, presentTaskDetail, webUrlIn } from './launcher-task-view.ts'
import { answer, body, launcherRoute } from './route-parts.ts'
import {
  changeTask,
  createTask,
  launcherNames,
  noTask,
  type TaskAuthor,
  type TaskInput,
} from './task-write.ts'

const params = z.object({ taskId: z.string().toLowerCase().describe('The task’s id.') })

const create = createRoute({
  method: 'post',
  path: '/tasks',
  summary: 'Create a task',
  ...launcherRoute('tasks:write'),
  request: { body: body(launcherTaskCreate) },
  responses: { 201: answer('The task.', launcherTaskResponse), ...errorResponses(400, 413) },
})

const patch = createRoute({
  method: 'patch',
  path: '/tasks/{taskId}',
  summary: 'Change what is supplied of a task',
  ...launcherRoute('tasks:write'),
  request: { params, body: body(launcherTaskPatch) },
  responses: { 200: answer('The task.', launcherTaskResponse), ...errorResponses(400, 404, 413) },
})

const list = createRoute({
  method: 'get',
  path: '/tasks',
  summary: 'Tasks that the person is assigned to or created, newest first',
  ...launcherRoute('tasks:read'),
  request: { query: launcherTaskListQuery },
  responses: { 200: answer('A page.', launcherTaskPageResponse), ...errorResponses(400) },
})

const get = createRoute({
  method: 'get',
  path: '/tasks/{taskId}',
  summary: 'One task with its section and links',
  ...launcherRoute('tasks:read'),
  request: { params },
  responses: { 200: answer('The task.', launcherTaskDetailResponse), ...errorResponses(404) },
})

const statuses = createRoute({
  method: 'get',
  path: '/task-statuses',
  summary: 'The task statuses of the workspace, in their order',
  ...launcherRoute('tasks:read'),
  responses: { 200: answer('The statuses.', taskStatusesResponse), ...errorResponses() },
})

const options = createRoute({
  method: 'get',
  path: '/task-options',
  summary: 'Everything that a task form offers',
  ...launcherRoute('tasks:read'),
  responses: { 200: answer('The options.', taskOptionsResponse), ...errorResponses() },
})

const priorityNames: Record<Priority, string> = {
  no_priority: 'No priority',
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  urgent: 'Urgent',
}

const readInput = (input: LauncherTaskPatch): TaskInput => ({
  ...input,
  dueDate: typeof input.dueDate === 'string' ? Date.parse(input.dueDate) : input.dueDate,
})

export function launcherTaskRoutes(deps: AppDeps): OpenAPIHono<AppEnv> {
  const { store, now, newId, baseUrl } = deps
  const app = new OpenAPIHono<AppEnv>({ defaultHook: validationHook })
  const authorOf = ({ workspaceId, personId, role }: Principal): TaskAuthor => ({
    workspaceId,
    personId,
    role,
    at: now(),
  })

  app.openapi(create, async (c) => {
    const author = authorOf(c.get('principal'))
    const { title, ...rest } = c.req.valid('json')
    const outcome = await store.write(async (tx) => {
      const written = await createTask(tx, author, newId(), { ...readInput(rest), title }, launcherNames)
      if (!written.ok) return written
      const webUrl = await webUrlIn(tx, baseUrl(), author.workspaceId)
      return { ok: true as const, data: presentLauncherTask(written.task, webUrl) }
    })
    if (outcome.ok) return c.json({ data: outcome.data }, 201)
    return problem(c, outcome.code, outcome.message, outcome.details)
  })

  app.openapi(patch, async (c) => {
    const author = authorOf(c.get('principal'))
    const input = readInput(c.req.valid('json'))
    const { taskId } = c.req.valid('param')
    const outcome = await store.write(async (tx) => {
      const written = await changeTask(tx, author, taskId, input, launcherNames)
      if (!written.ok) return written
      const webUrl = await webUrlIn(tx, baseUrl(), author.workspaceId)
      return { ok: true as const, data: presentLauncherTask(written.task, webUrl) }
    })
    if (outcome.ok) return c.json({ data: outcome.data }, 200)
    return problem(c, outcome.code, outcome.message, outcome.details)
  })

  app.openapi(list, async (c) => {
    const { workspaceId, personId } = c.get('principal')
    const { cursor, limit } = c.req.valid('query')
    const filtersKey = JSON.stringify([workspaceId, personId])
    const after = cursor === undefined ? undefined : decodeCursor('launcher.tasks', filtersKey, cursor)
    if (after === null) return problem(c, 'invalid_cursor', 'The cursor is not one of this list.')
    const { found, webUrl } = await store.read(async (tx) => ({
      // Owners and admins see every task; this list holds what concerns the person, as a member would see it.
      found: await tx.tasks.list(
        workspaceId,
        { personId, role: 'member' },
        { archived: 'left out' },
        { after, limit: limit + 1 },
      ),
      webUrl: await webUrlIn(tx, baseUrl(), workspaceId),
    }))
    const tasks = found.slice(0, limit)
    const last = tasks.at(-1)
    const more = found.length > limit && last
    const nextCursor = more ? encodeCursor('launcher.tasks', filtersKey, [last.createdAt, last.id]) : null
    const data = tasks.map((task) => presentLauncherTask(task, webUrl))
    return c.json({ data, hasMore: nextCursor !== null, nextCursor }, 200)
  })

  app.openapi(get, async (c) => {
    const principal = c.get('principal')
    const { workspaceId } = principal
    const data = await store.read(async (tx) => {
      const task = await tx.tasks.get(workspaceId, c.req.valid('param').taskId)
      if (!task || task.archived || !seesTask(principal, task)) return undefined
      return presentTaskDetail(tx, workspaceId, principal, task, await webUrlIn(tx, baseUrl(), workspaceId))
    })
    return data ? c.json({ data }, 200) : problem(c, 'not_found', noTask.message)
  })

  app.openapi(statuses, async (c) => {
    const data = await store.read((tx) => tx.tasks.statuses(c.get('principal').workspaceId))
    return c.json({ data }, 200)
  })

  app.openapi(options, async (c) => {
    const { workspaceId, personId } = c.get('principal')
    const data = await store.read(async (tx) => ({
      statuses: await tx.tasks.statuses(workspaceId),
      priorities: priority.options.map((slug) => ({ slug, name: priorityNames[slug] })),
      members: (await tx.members.list(workspaceId)).map(({ id, name, email, avatarUrl }) => ({
        id,
        name,
        email,
        avatarUrl,
      })),
      sections: (await tx.tasks.sections(workspaceId)).map(({ id, name, recordId }) => ({
        id,
        name,
        recordId,
      })),
      me: personId,
    }))
    return c.json({ data }, 200)
  })

  return app
}
