// What became of a write that got no answer, read back from the service (APP-07). Uses the optional routes where they
// are, and search where they are not.
import type { LauncherTask, LauncherTaskPatch } from '../../shared/api/launcher-tasks.ts'
import { type Reply, succeeded } from '../../shared/errors.ts'
import type { ApiClient } from './api-client.ts'
import type { Entry, Event, Found } from './outbox.ts'

/** How far two clocks may be apart after the correction that the service's own `Date` header gives. */
const clockSkewMs = 120_000

const sameTitle = (one: string, other: string): boolean => one.trim() === other.trim()

const isSame = (wanted: unknown, is: unknown): boolean => {
  if (Array.isArray(wanted) && Array.isArray(is))
    return wanted.length === is.length && wanted.every((one) => is.includes(one))
  return wanted === is
}

/** Whether a task shows everything that a change asked for. Fields that a task does not show cannot contradict. */
export const isApplied = (change: LauncherTaskPatch, task: LauncherTask): boolean =>
  (change.title === undefined || sameTitle(change.title, task.title)) &&
  (change.description === undefined || change.description === (task.description ?? '')) &&
  (change.status === undefined || change.status === task.status) &&
  (change.priority === undefined || change.priority === task.priority) &&
  (change.dueDate === undefined ||
    (change.dueDate === null || task.dueDate === null
      ? change.dueDate === task.dueDate
      : Date.parse(change.dueDate) === Date.parse(task.dueDate))) &&
  (change.assignees === undefined || isSame(change.assignees, task.assignees)) &&
  (change.estimatedTime === undefined || change.estimatedTime === task.estimatedTime) &&
  (change.linkedMeetingIds === undefined || isSame(change.linkedMeetingIds, task.linkedMeetingIds))

/** @param me the person's id. @param wasSeenBefore whether this task was already known before an instant. */
export const createReconciler = ({
  api,
  me,
  wasSeenBefore,
}: {
  api: Pick<ApiClient, 'tasks' | 'task' | 'search'>
  me: () => string | null
  wasSeenBefore: (taskId: string, instant: number) => boolean
}) => {
  const bySearch = async (entry: Entry, isNew: (id: string) => boolean): Promise<Reply<readonly Found[]>> => {
    const title = entry.title.trim()
    // A shorter query is refused; nothing can be found out then.
    if (title.length < 2) return succeeded([])
    const reply = await api.search(title.slice(0, 200), ['task'])
    if (!reply.ok) return reply
    return succeeded(reply.value.filter((one) => sameTitle(one.title, title) && isNew(one.id)))
  }

  return {
    findCreated: async (entry: Entry, claimed: ReadonlySet<string>): Promise<Reply<readonly Found[]>> => {
      const since = (entry.sentAt ?? entry.createdAt) - clockSkewMs
      const isNew = (id: string): boolean => !claimed.has(id) && !wasSeenBefore(id, entry.createdAt)
      const reply = await api.tasks()
      if (!reply.ok) return reply.error.kind === 'notFound' ? bySearch(entry, isNew) : reply
      return succeeded(
        reply.value.items.filter(
          ({ id, title, createdBy, createdAt }) =>
            createdBy === me() &&
            sameTitle(title, entry.title) &&
            Date.parse(createdAt) >= since &&
            isNew(id),
        ),
      )
    },

    readBack: async (entry: Entry): Promise<Reply<Extract<Event, { type: 'readBack' }>>> => {
      if (entry.work.kind !== 'updateTask') throw new Error('Only a change is read back.')
      const { taskId, change } = entry.work
      const reply = await api.task(taskId)
      if (reply.ok) {
        const task = reply.value
        if (isApplied(change, task)) return succeeded({ type: 'readBack', outcome: 'applied', task })
        const isTouched =
          entry.seenVersion === null
            ? Date.parse(task.updatedAt) > (entry.sentAt ?? entry.createdAt)
            : Date.parse(task.updatedAt) !== Date.parse(entry.seenVersion)
        return succeeded({ type: 'readBack', outcome: isTouched ? 'changedByOther' : 'notApplied', task })
      }
      if (reply.error.kind !== 'notFound') return reply
      const list = await api.tasks()
      // Without these routes nothing can be read back. The same change twice is the same change: it is sent again.
      if (!list.ok)
        return list.error.kind === 'notFound'
          ? succeeded({ type: 'readBack', outcome: 'notApplied', task: null })
          : list
      return succeeded({ type: 'readBack', outcome: 'gone', task: null })
    },
  }
}
