// The outbox's runner over a disk, a clock and a service that a test holds in its hand.
import type { LauncherTask, LauncherTaskCreate, TaskFields } from '../../../shared/api/launcher-tasks.ts'
import { type AppError, failed, type Reply, succeeded } from '../../../shared/errors.ts'
import type { Log } from '../../desktop/log.ts'
import type { OutboxPorts } from './requests.ts'
import { createOutbox } from './outbox.ts'
import type { Outcome } from './state-machine.ts'
import { createOutboxStore } from './outbox-store.ts'

const quiet: Log = { info: () => undefined, warn: () => undefined, bug: () => 'bug' }
export const task = (id: string, title = 'Call Acme'): LauncherTask => ({
  id,
  title,
  description: null,
  status: 'todo',
  priority: 'no_priority',
  assignees: [],
  dueDate: null,
  timeLogged: 0,
  estimatedTime: null,
  createdBy: 'usr_1',
  createdAt: '2026-11-21T05:00:00Z',
  updatedAt: '2026-11-21T05:00:00Z',
  linkedMeetingIds: [],
  fileCount: 0,
  linkedRecordCount: 0,
  timerState: null,
  webUrl: `https://acme.example/${id}`,
})
type Service = Omit<OutboxPorts, 'send'> & {
  create: (made: LauncherTaskCreate) => Promise<Reply<LauncherTask>>
  update: (taskId: string, change: TaskFields) => Promise<Reply<LauncherTask>>
}
const outcome = (reply: Reply<LauncherTask>): Outcome =>
  reply.ok ? { type: 'saved', task: reply.value } : { type: 'refused', error: reply.error }
export const found = (id: string) => ({
  id,
  webUrl: `https://acme.example/${id}`,
  createdAt: '2026-11-21T05:00:00Z',
})
export const problem = (kind: 'unconfirmed' | 'offline' | 'signedOut' | 'forbidden'): Reply<never> =>
  failed({ kind, message: kind } as AppError)

/** One disk that outlives a program, and programs that start on it. */
export const createDisk = () => {
  let content = ''
  let isFull = false
  const writes: string[] = []
  return {
    writes,
    /** How many entries were named. */
    ids: 0,
    content: () => content,
    fill: () => (isFull = true),
    file: {
      read: () => Promise.resolve(content === '' ? null : (JSON.parse(content) as unknown)),
      write: (document: unknown) => {
        if (isFull) return Promise.reject(new Error('ENOSPC'))
        content = JSON.stringify(document)
        writes.push(content)
        return Promise.resolve()
      },
      remove: () => Promise.resolve(),
    },
  }
}

export const start = (disk = createDisk(), changes: Partial<Service> = {}) => {
  let now = 1_000_000
  let owner: string | null = 'ada'
  let expired: string | null = null
  const timers = new Set<{ run: () => void; at: number }>()
  const sent: string[] = []
  const lookedFor: string[][] = []
  const service: Service = {
    create: (made) => {
      sent.push(made.title)
      return Promise.resolve(succeeded(task(`t${sent.length}`, made.title)))
    },
    update: (taskId, change) => {
      sent.push(`${taskId}:${change.title ?? ''}`)
      return Promise.resolve(succeeded(task(taskId, change.title)))
    },
    findCreated: (_entry, claimed) => {
      lookedFor.push([...claimed])
      return Promise.resolve(succeeded([]))
    },
    readBack: () => Promise.resolve(succeeded({ type: 'notApplied' })),
    ...changes,
  }
  const ports: OutboxPorts = {
    ...service,
    send: async ({ work }) =>
      outcome(
        work.kind === 'createTask'
          ? await service.create(work.task)
          : await service.update(work.taskId, work.kind === 'updateTask' ? work.change : {}),
      ),
  }
  const outbox = createOutbox({
    store: createOutboxStore(disk.file),
    ports,
    owner: () => owner,
    reader: () => owner ?? expired,
    now: () => now,
    serviceTime: () => now,
    newId: () => `e${(disk.ids += 1)}`,
    setTimer: (run, ms) => {
      const timer = { run, at: now + ms }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    onChange: () => undefined,
    onSettled: () => undefined,
    log: quiet,
  })
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
  }
  return {
    outbox,
    sent,
    lookedFor,
    settle,
    signOut: () => (owner = null),
    expire: () => {
      expired = owner
      owner = null
    },
    signIn: (who: string) => {
      owner = who
      expired = null
      outbox.wake()
    },
    /** Lets time pass, one timer after the other. */
    pass: async (ms: number) => {
      await settle()
      const end = now + ms
      for (;;) {
        const [first] = [...timers].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)
        if (first === undefined) break
        timers.delete(first)
        now = Math.max(now, first.at)
        first.run()
        await settle()
      }
      now = end
    },
    states: () => outbox.list().map(({ state }) => state),
  }
}
