// A workspace for tests, with prepared answers of the service.
import { vi } from 'vitest'
import type { Brief } from '../../shared/api/launcher/search.ts'
import type { LauncherTask } from '../../shared/api/launcher/tasks.ts'
import { type AppError, failed, type Reply } from '../../shared/errors.ts'
import { taskWith } from '../../shared/fixtures-testing.ts'
import type { ChangedData } from '../../shared/ipc/launcher.ts'
import type { ApiClient } from './api/client.ts'
import { createCache } from './cache/cache.ts'
import { noFile } from '../storage/document.fake.ts'
import { createForbiddenCache } from './api/forbidden-cache.ts'
import { createWorkspace } from './reads.ts'

export const now = new Date('2026-11-20T12:00:00').getTime()
export const iso = (time: string, date = '2026-11-20'): string => new Date(`${date}T${time}:00`).toISOString()
export const task = (id: string, dueDate: string | null): LauncherTask =>
  taskWith({ id, title: `Task ${id}`, dueDate })
const meeting = (id: string, from: string, to: string) => ({
  id,
  title: `Meeting ${id}`,
  startAt: iso(from),
  endAt: iso(to),
})
export const brief: Brief = {
  tasks: [
    task('a', iso('23:59')),
    task('b', iso('00:00', '2026-11-21')),
    task('c', null),
    task('d', iso('09:00', '2026-11-18')),
  ],
  meetings: [
    meeting('past', '10:00', '11:00'),
    meeting('later', '15:00', '16:00'),
    meeting('running', '11:30', '12:30'),
  ],
  notifications: [],
  integrationIssues: [],
}
export const absent: Reply<never> = failed({ kind: 'notFound', message: 'm' })
export const refused = (kind: 'offline' | 'locked' | 'forbidden' | 'unavailable'): Reply<never> =>
  failed({ kind, message: 'm' } as AppError)

/** A workspace with these answers of the service and an empty cache. Other requests get a 404. */
export const startWorkspace = (answers: Partial<ApiClient> = {}) => {
  const none = () => Promise.resolve(absent)
  const api: ApiClient = {
    search: none,
    findTasks: none,
    browse: none,
    brief: none,
    meetings: none,
    meeting: none,
    taskStatuses: none,
    taskOptions: none,
    tasks: none,
    listTasks: none,
    task: none,
    recentRecords: none,
    objects: none,
    createTask: none,
    archiveTask: none,
    updateTask: none,
    fields: none,
    record: none,
    putRecord: none,
    patchRecord: none,
    archiveRecord: none,
    restoreRecord: none,
    comments: none,
    createComment: none,
    updateComment: none,
    deleteComment: none,
    setTimer: none,
    logTime: none,
    runningTimer: none,
    ...answers,
  }
  const cache = createCache({
    file: () => noFile,
    part: () => noFile,
    now: () => now,
    setTimer: () => () => undefined,
    onProblem: () => undefined,
  })
  const onChange = vi.fn<(what: ChangedData) => void>()
  const clock = { now }
  return {
    cache,
    clock,
    onChange,
    workspace: createWorkspace({
      api,
      cache,
      forbidden: createForbiddenCache(() => clock.now),
      now: () => clock.now,
      me: () => 'usr_1',
      onChange,
      ourAddress: (link) => (link.startsWith('https://acme.example/') ? link : null),
    }),
  }
}
