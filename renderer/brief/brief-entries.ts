// The items of the brief in display order. Pure.
import type { Brief, BriefMeeting, BriefNotification } from '../../shared/api/launcher-search.ts'
import type { LauncherTask, TaskStatus } from '../../shared/api/launcher-tasks.ts'
import type { OutboxItem } from '../../shared/ipc/launcher.ts'
import { fieldsOver, isPending, withFields } from '../outbox/pending.ts'
import { type Bucket, bucketsOf } from './brief-sections.ts'

/** `key` is unique in the brief; `item` identifies it to the main process. */
interface Named {
  key: string
  item: { kind: 'task' | 'meeting' | 'notification'; id: string }
}
export type TaskEntry = Named & { section: 'tasks'; task: LauncherTask }
export type MeetingEntry = Named & { section: 'meetings'; meeting: BriefMeeting }
export type NotificationEntry = Named & { section: 'notifications'; notification: BriefNotification }
export type Entry = TaskEntry | MeetingEntry | NotificationEntry

export interface Entries {
  buckets: readonly { bucket: Bucket; entries: readonly TaskEntry[] }[]
  meetings: readonly MeetingEntry[]
  notifications: readonly NotificationEntry[]
  /** All entries, from top to bottom. */
  all: readonly Entry[]
}

const named = (kind: Named['item']['kind'], id: string): Named => ({
  key: `${kind}:${id}`,
  item: { kind, id },
})

export const entriesOf = (brief: Brief | undefined, now: Date): Entries => {
  const buckets = bucketsOf(brief?.tasks ?? [], now).map(({ bucket, tasks }) => ({
    bucket,
    entries: tasks.map((task): TaskEntry => ({ ...named('task', task.id), section: 'tasks', task })),
  }))
  const meetings = (brief?.meetings ?? []).map((meeting): MeetingEntry => ({
    ...named('meeting', meeting.id),
    section: 'meetings',
    meeting,
  }))
  const notifications = (brief?.notifications ?? []).map((notification): NotificationEntry => ({
    ...named('notification', notification.id),
    section: 'notifications',
    notification,
  }))
  return {
    buckets,
    meetings,
    notifications,
    all: [...buckets.flatMap(({ entries }) => entries), ...meetings, ...notifications],
  }
}

/**
 * Applies the writes that were not yet saved at `fetchedAt` to the open tasks.
 * @param items oldest first.
 * @param fetchedAt epoch milliseconds.
 */
export const withPending = (
  tasks: readonly LauncherTask[],
  items: readonly OutboxItem[],
  statuses: readonly TaskStatus[],
  fetchedAt: number,
): LauncherTask[] => {
  const pending = items.filter((item) => item.taskId !== null && isPending(item, fetchedAt))
  const complete = new Set(statuses.filter(({ isComplete }) => isComplete).map(({ slug }) => slug))
  return tasks.flatMap((task) => {
    const mine = pending.filter(({ taskId }) => taskId === task.id)
    if (mine.length === 0) return [task]
    if (mine.some(({ kind }) => kind === 'archiveTask')) return []
    const { title, status, priority, dueDate } = withFields(task, fieldsOver(mine))
    return complete.has(status) ? [] : [{ ...task, title, status, priority, dueDate }]
  })
}
