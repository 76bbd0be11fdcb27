// Sends one write of the outbox, and checks it after a send without an answer. Each request ends once its outcome is on disk.
// A change does not overwrite changes of others: the task is read first, merged with the change, and updated with the version
// that was read (`If-Match`). The same field with another value is a conflict.
import type { LauncherTask, LauncherTaskDetail } from '../../../shared/api/launcher-tasks.ts'
import { type AppError, failed, type Reply, succeeded } from '../../../shared/errors.ts'
import type { FoundTask } from '../../../shared/ipc/launcher.ts'
import { say } from '../../../shared/language.ts'
import { fieldsOf, pick } from '../../../shared/task-fields.ts'
import type { Log } from '../../log.ts'
import type { ApiClient, Tagged } from '../api/client.ts'
import { type Entry, isOfCreate, isResendable, type Work } from './entry.ts'
import { diskFull, type OutboxJournal } from './journal.ts'
import { merge } from './rebase.ts'
import type { Event, Outcome } from './state-machine.ts'

/** The requests of one write to the service. */
export type OutboxPorts = {
  send: (entry: Entry) => Promise<Outcome>
  /** Tasks that this create may have made, without the `claimed` ones. */
  findCreated: (entry: Entry, claimed: ReadonlySet<string>) => Promise<Reply<readonly FoundTask[]>>
  /** Reads the task of a change or deletion that got no answer. */
  readBack: (entry: Entry) => Promise<Reply<Outcome | { type: 'notApplied' }>>
}

type Change = Extract<Work, { kind: 'updateTask' }>
type Removal = Extract<Work, { kind: 'archiveTask' }>

/** `gone` is certain only if the service can list tasks; otherwise it may not have these routes. */
type Now = { kind: 'there'; task: Tagged<LauncherTaskDetail> } | { kind: 'gone' } | { kind: 'unreadable' }

const mostRounds = 3

const refusedWith = (error: Extract<Outcome, { type: 'refused' }>['error']): Outcome => ({
  type: 'refused',
  error,
})
const savedAs = (task: (LauncherTask & { tag?: string | null }) | null): Outcome => ({
  type: 'saved',
  task: task === null ? null : { id: task.id, webUrl: task.webUrl, tag: task.tag ?? null },
})

/** The clock difference that remains after the correction by the service's `Date` header. */
const clockSkewMs = 120_000

const sameTitle = (one: string, other: string): boolean => one.trim() === other.trim()

/**
 * @param me the id of the user. @param wasSeenBefore whether the task was in the cache before that time
 * @param onSaved gets the task of each answered write. @param onGone gets the id of a task that no longer exists.
 */
export const createOutboxPorts = ({
  api,
  me,
  wasSeenBefore,
  onSaved,
  onGone,
}: {
  api: Pick<ApiClient, 'task' | 'tasks' | 'findTasks' | 'createTask' | 'updateTask' | 'archiveTask'>
  me: () => string | null
  wasSeenBefore: (taskId: string, instant: number) => boolean
  onSaved: (task: LauncherTask) => void
  onGone: (taskId: string) => void
}): OutboxPorts => {
  const readNow = async (id: string): Promise<Reply<Now>> => {
    const reply = await api.task(id)
    if (reply.ok) return succeeded({ kind: 'there', task: reply.value })
    if (reply.error.kind !== 'notFound') return reply
    const list = await api.tasks()
    if (list.ok) return succeeded({ kind: 'gone' })
    return list.error.kind === 'notFound' ? succeeded({ kind: 'unreadable' }) : list
  }

  const overlapOf = ({ change, before }: Change, task: LauncherTaskDetail): Outcome | null => {
    const theirs = fieldsOf(task)
    const { overlapping } = merge(change, before, theirs)
    return overlapping.length === 0
      ? null
      : {
          type: 'overlaps',
          conflict: { yours: pick(change, overlapping), theirs: pick(theirs, overlapping) },
        }
  }

  const sendChange = async (work: Change): Promise<Outcome> => {
    const { taskId, change, before } = work
    for (let round = 0; round < mostRounds; round += 1) {
      const now = await readNow(taskId)
      // Nothing was sent in this round, so a failed read does not put the write in doubt.
      if (!now.ok) return refusedWith(now.error)
      if (now.value.kind === 'gone') {
        onGone(taskId)
        return refusedWith({ kind: 'notFound', message: '' })
      }
      const there = now.value.kind === 'there' ? now.value.task : null
      const overlap = there === null ? null : overlapOf(work, there)
      if (overlap !== null) return overlap
      const remaining = there === null ? change : merge(change, before, fieldsOf(there)).remaining
      if (Object.keys(remaining).length === 0) return savedAs(there)
      const reply = await api.updateTask(taskId, remaining, there?.tag ?? null)
      if (reply.ok) {
        onSaved(reply.value)
        return savedAs(reply.value)
      }
      if (reply.error.kind !== 'conflict') return refusedWith(reply.error)
    }
    return refusedWith({ kind: 'unavailable', message: say('write.busyTask') })
  }

  const sendRemoval = async ({ taskId, tag }: Removal): Promise<Outcome> => {
    const reply = await api.archiveTask(taskId, tag)
    if (reply.ok) {
      onGone(taskId)
      return savedAs(null)
    }
    // Either the task is gone already, or the service cannot delete tasks.
    if (reply.error.kind !== 'notFound' && reply.error.kind !== 'unexpectedAnswer')
      return refusedWith(reply.error)
    const now = await readNow(taskId)
    if (now.ok && now.value.kind === 'gone') {
      onGone(taskId)
      return savedAs(null)
    }
    return refusedWith(
      now.ok
        ? {
            kind: 'unexpectedAnswer',
            message: say('write.cannotDelete'),
          }
        : now.error,
    )
  }

  /** Used if the service has no list route. */
  const bySearch = async (
    entry: Entry,
    isNew: (id: string) => boolean,
  ): Promise<Reply<readonly FoundTask[]>> => {
    const title = entry.title.trim()
    // The service refuses shorter queries.
    if (title.length < 2) return succeeded([])
    const reply = await api.findTasks(title.slice(0, 200))
    if (!reply.ok) return reply
    return succeeded(
      reply.value
        .filter((one) => sameTitle(one.title, title) && isNew(one.id))
        .map(({ id, webUrl }) => ({ id, webUrl, createdAt: null })),
    )
  }

  return {
    send: async ({ work }) => {
      switch (work.kind) {
        case 'createTask': {
          const reply = await api.createTask(work.task, work.key)
          if (!reply.ok) return refusedWith(reply.error)
          const { honoursKeys, ...task } = reply.value
          onSaved(task)
          return { type: 'saved', task: { id: task.id, webUrl: task.webUrl, tag: task.tag }, honoursKeys }
        }
        case 'updateTask':
          return sendChange(work)
        case 'archiveTask':
          return sendRemoval(work)
      }
    },

    findCreated: async (entry: Entry, claimed: ReadonlySet<string>): Promise<Reply<readonly FoundTask[]>> => {
      const since = (entry.unconfirmedSince ?? entry.sentAt ?? entry.createdAt) - clockSkewMs
      const isNew = (id: string): boolean => !claimed.has(id) && !wasSeenBefore(id, entry.createdAt)
      const reply = await api.tasks()
      if (!reply.ok) return reply.error.kind === 'notFound' ? bySearch(entry, isNew) : reply
      return succeeded(
        reply.value.items
          .filter(
            ({ id, title, createdBy, createdAt }) =>
              createdBy === me() &&
              sameTitle(title, entry.title) &&
              Date.parse(createdAt) >= since &&
              isNew(id),
          )
          .map(({ id, webUrl, createdAt }) => ({ id, webUrl, createdAt })),
      )
    },

    readBack: async ({ work }) => {
      if (work.kind === 'createTask') throw new Error('A create is looked for, not read back.')
      const now = await readNow(work.taskId)
      if (!now.ok) return failed(now.error)
      if (now.value.kind === 'gone') {
        onGone(work.taskId)
        return succeeded(
          work.kind === 'archiveTask' ? savedAs(null) : refusedWith({ kind: 'notFound', message: '' }),
        )
      }
      // Without these routes nothing can be read. Updates and deletions are safe to repeat.
      if (now.value.kind === 'unreadable' || work.kind === 'archiveTask')
        return succeeded({ type: 'notApplied' })
      const { task } = now.value
      if (Object.keys(merge(work.change, {}, fieldsOf(task)).remaining).length === 0) {
        onSaved(task)
        return succeeded(savedAs(task))
      }
      return succeeded(overlapOf(work, task) ?? { type: 'notApplied' })
    },
  }
}

/**
 * @param apply returns whether the new state is on disk
 * @param hear gets each answer's error, or null, and when the request was made
 */
export const createRequests = ({
  journal,
  ports,
  apply,
  hear,
  now,
  serviceTime,
  log,
}: {
  journal: Pick<OutboxJournal, 'all' | 'find' | 'honoursKeys'>
  ports: OutboxPorts
  apply: (id: string, event: Event) => Promise<boolean>
  hear: (error: AppError | null, askedAt: number) => Promise<void>
  now: () => number
  /** Now, by the service's clock. */
  serviceTime: () => number
  log: Log
}): ((one: Entry) => Promise<void>) => {
  const send = async (one: Entry): Promise<void> => {
    // On disk before it is sent: after a crash it is checked, not sent again.
    if (!(await apply(one.id, { type: 'sendStarted', serviceTime: serviceTime() }))) {
      await apply(one.id, { type: 'refused', error: diskFull() })
      return
    }
    const sending = journal.find(one.id)
    if (sending?.state !== 'sending') return
    const askedAt = now()
    const outcome = await ports.send(sending)
    if (outcome.type === 'refused')
      log.info('outbox.refused', { kind: outcome.error.kind, work: one.work.kind })
    await apply(one.id, outcome)
    await hear(outcome.type === 'refused' ? outcome.error : null, askedAt)
  }

  /** Tasks of other creates, undone ones too, and tasks that the user ruled out. */
  const claimedBesides = (one: Entry): ReadonlySet<string> =>
    new Set([
      ...one.ruledOut,
      ...journal
        .all()
        .flatMap((other) =>
          isOfCreate(other) && other.id !== one.id && other.taskId !== null ? [other.taskId] : [],
        ),
    ])

  const look = async (one: Entry): Promise<void> => {
    const askedAt = now()
    let reply: Reply<Event>
    if (one.work.kind === 'createTask') {
      const found = await ports.findCreated(one, claimedBesides(one))
      // Another create may have claimed a task during the request.
      const claimed = claimedBesides(one)
      reply = found.ok
        ? succeeded({
            type: 'lookedUp',
            found: found.value.filter(({ id }) => !claimed.has(id)),
            canResend: isResendable(one, journal.honoursKeys(one.owner), serviceTime()),
          })
        : found
    } else reply = await ports.readBack(one)
    await apply(one.id, reply.ok ? reply.value : { type: 'lookUpFailed', error: reply.error })
    await hear(reply.ok ? null : reply.error, askedAt)
  }

  return (one) => (one.state === 'checking' ? look(one) : send(one))
}
