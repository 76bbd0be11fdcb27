// Timers and logged time of the developer surface (TIM-01, TIM-02). A key acts for its owner.
import { OpenAPIHono, z } from '@hono/zod-openapi'
import { taskResponse } from '../../shared/api/tasks.ts'
import { timeWrite, timerWrite } from '../../shared/api/timers.ts'
import { developerRoute } from '../access/route.ts'
import type { AppDeps, AppEnv } from '../http/app-type.ts'
import { entityTag } from '../http/entity-tag.ts'
import { errorResponses } from '../http/errors.ts'
import { writeOnce } from '../http/idempotency.ts'
import { body, createRoute, taggedAnswer } from '../http/route-parts.ts'
import { presentTask, taskAuthor } from './task-write.ts'
import { logTime, setTimer, type TimerOutcome } from './timer-write.ts'

const params = z.object({ taskId: z.string().toLowerCase().describe('The task’s id.') })

const timer = createRoute({
  method: 'post',
  path: '/tasks/{taskId}/timer',
  operationId: 'setTaskTimer',
  summary: 'Start or stop the timer of a task',
  description:
    'A person has one timer, and so has a task: a start ends the one that runs elsewhere or for another person, and logs its time. A start of a timer that runs for the key’s owner, and a stop where none runs, change nothing. Archiving or completing a task ends its timer.',
  ...developerRoute('tasks', 'tasks:write'),
  request: { params, body: body(timerWrite) },
  responses: { 200: taggedAnswer(taskResponse), ...errorResponses(400, 404, 413) },
})

const time = createRoute({
  method: 'post',
  path: '/tasks/{taskId}/time',
  operationId: 'logTaskTime',
  summary: 'Add to the logged time of a task, or correct it',
  description: 'Each request adds its minutes: repeat it with the same `Idempotency-Key` only.',
  ...developerRoute('tasks', 'tasks:write'),
  request: { params, body: body(timeWrite) },
  responses: { 200: taggedAnswer(taskResponse), ...errorResponses(400, 404, 413) },
})

const shown = (outcome: TimerOutcome) =>
  outcome.ok
    ? {
        status: 200 as const,
        headers: { ETag: entityTag(outcome.task.version) },
        body: { data: presentTask(outcome.task) },
      }
    : outcome

export function timerRoutes(deps: AppDeps): OpenAPIHono<AppEnv> {
  const app = new OpenAPIHono<AppEnv>()

  // By itself, without `touches`: a start changes a task that only its transaction finds.
  app.openapi(timer, (c) => {
    const author = () => taskAuthor(c.get('principal'), deps.now())
    return writeOnce(c, deps, async (tx) =>
      shown(await setTimer(tx, author(), c.req.valid('param').taskId, c.req.valid('json'))),
    )
  })

  app.openapi(time, (c) => {
    const author = () => taskAuthor(c.get('principal'), deps.now())
    const { taskId } = c.req.valid('param')
    return writeOnce(c, deps, async (tx) => shown(await logTime(tx, author(), taskId, c.req.valid('json'))), [
      taskId,
    ])
  })

  return app
}
