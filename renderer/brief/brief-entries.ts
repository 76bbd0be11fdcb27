// The items of the brief in the order in which they are shown, each once. Pure.
import type { Brief, BriefMeeting, BriefNotification } from '../../shared/api/launcher-search.ts'
import type { LauncherTask } from '../../shared/api/launcher-tasks.ts'
import { type Bucket, bucketsOf } from './brief-sections.ts'

/** What is named to the main process, and tells one item from another. */
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
  /** All of them, from top to bottom. */
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
