// Sends a write without overwriting changes of others. The task is read first, merged with the change, and updated with the
// version that was read (`If-Match`). The same field with another value is a conflict.
import type { LauncherTask, LauncherTaskDetail } from '../../../shared/api/launcher-tasks.ts'
import { failed, type Reply, succeeded } from '../../../shared/errors.ts'
import { say } from '../../../shared/language.ts'
import type { ApiClient, Tagged } from '../api/client.ts'
import { fieldsOf, pick } from '../../../shared/task-fields.ts'
import { merge } from './merge.ts'
import type { Entry, Work } from './entry.ts'
import type { Outcome } from './state-machine.ts'

type Change = Extract<Work, { kind: 'updateTask' }>
type Removal = Extract<Work, { kind: 'archiveTask' }>

/** `gone` is certain only if the service can list tasks; otherwise it may not have these routes. */
type Now = { kind: 'there'; task: Tagged<LauncherTaskDetail> } | { kind: 'gone' } | { kind: 'unreadable' }

export type ConditionalUpdate = {
  send: (entry: Entry) => Promise<Outcome>
  readBack: (entry: Entry) => Promise<Reply<Outcome | { type: 'notApplied' }>>
}

const mostRounds = 3

const refusedWith = (error: Extract<Outcome, { type: 'refused' }>['error']): Outcome => ({
  type: 'refused',
  error,
})
const savedAs = (task: (LauncherTask & { tag?: string | null }) | null): Outcome => ({
  type: 'saved',
  task: task === null ? null : { id: task.id, webUrl: task.webUrl, tag: task.tag ?? null },
})

/** @param onSaved gets the task of each answered write. @param onGone gets the id of a task that no longer exists. */
export const createConditionalUpdate = ({
  api,
  onSaved,
  onGone,
}: {
  api: Pick<ApiClient, 'task' | 'tasks' | 'createTask' | 'updateTask' | 'archiveTask'>
  onSaved: (task: LauncherTask) => void
  onGone: (taskId: string) => void
}): ConditionalUpdate => {
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
