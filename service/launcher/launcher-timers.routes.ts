// Timers and logged time in the launcher (TIM-01, TIM-02).
import { OpenAPIHono, z } from '@hono/zod-openapi'
import { launcherTaskResponse, runningTimerResponse } from '../../shared/api/launcher/tasks.ts'
import { timeWrite, timerWrite } from '../../shared/api/timers.ts'
import { webUrlFor } from '../access/principal.ts'
import { launcherRoute } from '../access/route.ts'
import type { Tx } from '../db/store.ts'
import type { AppDeps, AppEnv, Principal } from '../http/app-type.ts'
import { entityTag } from '../http/entity-tag.ts'
import { errorResponses } from '../http/errors.ts'
import { writeOnce } from '../http/idempotency.ts'
import { answer, body, createRoute, taggedAnswer } from '../http/route-parts.ts'
import type { StoredTask } from '../tasks/stored-task.ts'
import { taskAuthor } from '../tasks/task-write.ts'
import { taskWithTimerOf } from '../tasks/tasks.store.ts'
import { logTime, setTimer, type TimerOutcome } from '../tasks/timer-write.ts'
import { seesTask } from '../tasks/visibility.rules.ts'
import { presentLauncherTask, withoutUnseenMeetings } from './launcher-task.view.ts'

const params = z.object({ taskId: z.string().toLowerCase().describe('The task’s id.') })

const timer = createRoute({
  method: 'post',
  path: '/tasks/{taskId}/timer',
  operationId: 'setLauncherTaskTimer',
  summary: 'Start or stop the timer of a task',
  description:
    'A person has one timer, and so has a task: a start ends the one that runs elsewhere or for another person, and logs its time. A start of a timer that runs for the person, and a stop where none runs, change nothing.',
  ...launcherRoute('tasks:write'),
  request: { params, body: body(timerWrite) },
  responses: { 200: taggedAnswer(launcherTaskResponse), ...errorResponses(400, 404, 413) },
})

const time = createRoute({
  method: 'post',
  path: '/tasks/{taskId}/time',
  operationId: 'logLauncherTaskTime',
  summary: 'Add to the logged time of a task, or correct it',
  description: 'Each request adds its minutes: repeat it with the same `Idempotency-Key` only.',
  ...launcherRoute('tasks:write'),
  request: { params, body: body(timeWrite) },
  responses: { 200: taggedAnswer(launcherTaskResponse), ...errorResponses(400, 404, 413) },
})

const running = createRoute({
  method: 'get',
  path: '/timer',
  operationId: 'getRunningTimer',
  summary: 'The task on which a timer of the person runs',
  description: 'Null where none runs.',
  ...launcherRoute('tasks:read'),
  responses: { 200: answer('The task, or null.', runningTimerResponse), ...errorResponses() },
})

export function launcherTimerRoutes(deps: AppDeps): OpenAPIHono<AppEnv> {
  const { store, now, baseUrl } = deps
  const app = new OpenAPIHono<AppEnv>()

  const present = async (tx: Tx, principal: Principal, task: StoredTask) => {
    const [only = task] = await withoutUnseenMeetings(tx, principal, [task])
    return presentLauncherTask(only, webUrlFor(baseUrl(), principal))
  }
  const shown = async (tx: Tx, principal: Principal, outcome: TimerOutcome) => {
    if (!outcome.ok) return outcome
    const data = await present(tx, principal, outcome.task)
    return { status: 200 as const, headers: { ETag: entityTag(outcome.task.version) }, body: { data } }
  }

  // By itself, without `touches`: a start changes a task that only its transaction finds.
  app.openapi(timer, (c) => {
    const principal = c.get('principal')
    const { taskId } = c.req.valid('param')
    return writeOnce(c, deps, async (tx) =>
      shown(tx, principal, await setTimer(tx, taskAuthor(principal, now()), taskId, c.req.valid('json'))),
    )
  })

  app.openapi(time, (c) => {
    const principal = c.get('principal')
    const { taskId } = c.req.valid('param')
    return writeOnce(
      c,
      deps,
      async (tx) =>
        shown(tx, principal, await logTime(tx, taskAuthor(principal, now()), taskId, c.req.valid('json'))),
      [taskId],
    )
  })

  app.openapi(running, async (c) => {
    const principal = c.get('principal')
    const { workspaceId, personId } = principal
    const data = await store.read(async (tx) => {
      const task = await taskWithTimerOf(tx, workspaceId, personId)
      return task && seesTask(principal, task) ? present(tx, principal, task) : null
    })
    return c.json({ data }, 200)
  })

  return app
}
