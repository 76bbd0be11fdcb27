// The task routes of the service, in memory: create with `Idempotency-Key`, read, list, change and archive with versions
// (LCH-01…03, LCH-11, GEN-12). With the routes of records and comments. e2e/ proves the same of the real service.
import {
  type LauncherTask,
  launcherTaskCreate,
  launcherTaskPatch,
  type TaskFields,
} from '../../../shared/api/launcher/tasks.ts'

import { taskWith } from '../../../shared/fixtures-testing.ts'
import type { Asked } from './asked.fake.ts'
import { createCommentService } from './comment-service.fake.ts'
import { createRecordService } from './record-service.fake.ts'

export type FakeTask = LauncherTask & { sectionId: string | null; version: number; archived: boolean }
/** One write that was stored. */
export type Stored = {
  by: string
  taskId: string
  kind: 'create' | 'update' | 'archive'
  /** The fields that were written, as they were before and after. */
  was: TaskFields
  is: TaskFields
}
const json = (status: number, body: unknown, tag?: number, replayed?: boolean): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: {
      'content-type': 'application/json',
      ...(tag === undefined ? {} : { etag: `"${tag}"` }),
      ...(replayed === undefined ? {} : { 'idempotent-replayed': String(replayed) }),
    },
  })
const refusal = (status: number): Response =>
  json(status, { error: { code: 'refused', message: 'Refused.' } })

/** @param now epoch milliseconds, by the service's clock. @param keys whether it honours `Idempotency-Key` */
export const createTaskService = ({
  now,
  keys = 'known',
}: {
  now: () => number
  keys?: 'known' | 'ignored'
}) => {
  const tasks = new Map<string, FakeTask>()
  const records = createRecordService({ now })
  const talk = createCommentService({ now, keys })
  const stored: Stored[] = []
  const byKey = new Map<string, string>()
  let made = 0

  const shown = ({ version: _v, archived: _a, ...task }: FakeTask) => task
  const fieldsIn = (task: FakeTask, like: TaskFields): TaskFields =>
    Object.fromEntries(Object.keys(like).map((field) => [field, task[field as keyof FakeTask]]))

  /** A task is linked to active records only (LCH-01). */
  const linksExist = ({ linkedRecordIds = [] }: TaskFields): boolean =>
    linkedRecordIds.every((id) => records.records.get(id)?.archived === false)

  const create = (by: string, body: unknown, key: string | null): Response => {
    const known = key === null || keys === 'ignored' ? undefined : tasks.get(byKey.get(key) ?? '')
    if (known !== undefined) return json(201, { data: shown(known) }, 1, true)
    const input = launcherTaskCreate.safeParse(body)
    if (!input.success || !linksExist(input.data)) return refusal(400)
    made += 1
    const id = `t${made}`
    const at = new Date(now()).toISOString()
    const task: FakeTask = {
      ...taskWith(),
      sectionId: null,
      ...(input.data as Partial<FakeTask>),
      title: input.data.title,
      id,
      createdBy: by,
      createdAt: at,
      updatedAt: at,
      webUrl: `https://acme.example/${id}`,
      version: 1,
      archived: false,
    }
    tasks.set(id, task)
    if (key !== null) byKey.set(key, id)
    stored.push({ by, taskId: id, kind: 'create', was: {}, is: input.data })
    return json(201, { data: shown(task) }, 1, key === null || keys === 'ignored' ? undefined : false)
  }

  const write = (task: FakeTask, changes: Partial<FakeTask>): FakeTask => {
    const written = {
      ...task,
      ...changes,
      version: task.version + 1,
      updatedAt: new Date(now()).toISOString(),
    }
    tasks.set(task.id, written)
    return written
  }

  const one = (by: string, { method, headers, body }: Asked, task: FakeTask): Response => {
    const wanted = headers.get('if-match')
    if (method === 'GET') return task.archived ? refusal(404) : json(200, { data: shown(task) }, task.version)
    if (wanted !== null && wanted !== `"${task.version}"`) return refusal(412)
    if (method === 'DELETE') {
      if (!task.archived) stored.push({ by, taskId: task.id, kind: 'archive', was: {}, is: {} })
      const gone = task.archived ? task : write(task, { archived: true })
      return json(200, { data: shown(gone) }, gone.version)
    }
    if (task.archived) return refusal(404)
    const input = launcherTaskPatch.safeParse(body)
    if (!input.success || !linksExist(input.data)) return refusal(400)
    stored.push({ by, taskId: task.id, kind: 'update', was: fieldsIn(task, input.data), is: input.data })
    const written = write(task, input.data as Partial<FakeTask>)
    return json(200, { data: shown(written) }, written.version)
  }

  /** Requests that wrote time, by key. */
  const timed = new Map<string, Response>()
  const time = (by: string, task: FakeTask, what: string, { headers, body }: Asked): Response => {
    const key = keys === 'ignored' ? null : headers.get('idempotency-key')
    const known = key === null ? undefined : timed.get(key)
    if (known !== undefined) return known.clone()
    if (task.archived) return refusal(404)
    const { action, minutes = 0, at } = body as { action?: string; minutes?: number; at: string }
    const { timerState } = task
    if (what === 'timer' && action === 'stop' && Date.parse(at) < Date.parse(timerState?.startedAt ?? at))
      return refusal(400)
    const written =
      what === 'time'
        ? write(task, { timeLogged: Math.max(0, task.timeLogged + minutes) })
        : action === 'start' && timerState?.personId !== by
          ? write(task, { timerState: { startedAt: at, personId: by } })
          : action === 'stop' && timerState !== null
            ? write(task, { timerState: null })
            : task
    const answer = json(200, { data: shown(written) }, written.version, key === null ? undefined : false)
    if (key !== null) timed.set(key, answer.clone())
    return answer
  }

  return {
    tasks,
    /** The stored writes of tasks, oldest first. */
    stored,
    records,
    talk,
    answer: (by: string, asked: Asked): Response => {
      const ofOthers = talk.answer(by, asked) ?? records.answer(by, asked)
      if (ofOthers !== null) return ofOthers
      const { method, path, headers, body } = asked
      if (path === '/v1/launcher/tasks')
        return method === 'POST'
          ? create(by, body, headers.get('idempotency-key'))
          : json(200, {
              data: [...tasks.values()]
                .filter(({ archived }) => !archived)
                .toReversed()
                .map(shown),
              hasMore: false,
              nextCursor: null,
            })
      const [, timedId = '', what = ''] = /^\/v1\/launcher\/tasks\/([^/]+)\/(timer|time)$/.exec(path) ?? []
      const timedTask = tasks.get(timedId)
      if (timedTask !== undefined) return time(by, timedTask, what, asked)
      const task = tasks.get(/^\/v1\/launcher\/tasks\/([^/]+)$/.exec(path)?.[1] ?? '')
      return task === undefined ? refusal(404) : one(by, asked, task)
    },
  }
}
