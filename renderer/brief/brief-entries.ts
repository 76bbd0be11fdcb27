// The items of the brief in groups, in display order. A group can be folded, or show its first few. Pure.
import type { Brief, BriefMeeting, BriefNotification } from '../../shared/api/launcher-search.ts'
import type { LauncherTask, TaskStatus } from '../../shared/api/launcher-tasks.ts'
import { isAheadToday } from '../../shared/day-line.ts'
import type { BriefSection, OutboxItem } from '../../shared/ipc/launcher.ts'
import { fieldsOver, isPending, withFields } from '../outbox/pending.ts'
import { type Bucket, bucketsOf } from './brief-sections.ts'

/** `nextDays` are meetings after today. */
export type GroupId = 'schedule' | 'nextDays' | Bucket | 'notifications'

/** `key` is unique in the brief; `item` identifies it to the main process. */
interface Named {
  key: string
  item: { kind: 'task' | 'meeting' | 'notification'; id: string }
}
export type TaskEntry = Named & { section: 'tasks'; task: LauncherTask }
export type MeetingEntry = Named & { section: 'meetings'; meeting: BriefMeeting }
export type NotificationEntry = Named & { section: 'notifications'; notification: BriefNotification }
/** The button that unfolds a group. */
export interface FoldEntry {
  key: string
  section: BriefSection
  fold: GroupId
  isOpen: boolean
}
export type ItemEntry = TaskEntry | MeetingEntry | NotificationEntry
export type Entry = ItemEntry | FoldEntry

export interface Group<E extends ItemEntry> {
  /** Number of items, also of those that are not shown. */
  count: number
  shown: readonly E[]
  /** Null if all items always show. */
  fold: FoldEntry | null
}

export interface Entries {
  schedule: Group<MeetingEntry>
  nextDays: Group<MeetingEntry>
  tasks: Readonly<Record<Bucket, Group<TaskEntry>>>
  notifications: Group<NotificationEntry>
  /** All that show, from top to bottom. */
  all: readonly Entry[]
  /** The button that folds an item again, by the key of the item. */
  folds: ReadonlyMap<string, FoldEntry>
}

const fewestRows = 11
const fewestOverdue = 3
/** A task of today beyond those that fit shows instead of the button for it. */
const spareRows = 1

/** Rows for the tasks of today and the overdue ones, so that the brief fits the window. @param height CSS pixels */
export const rowsIn = (height: number): number => fewestRows + Math.max(0, Math.floor((height - 560) / 30))

const named = (kind: Named['item']['kind'], id: string): Named => ({
  key: `${kind}:${id}`,
  item: { kind, id },
})

const foldOf = (section: BriefSection, fold: GroupId, isOpen: boolean): FoldEntry => ({
  key: `fold:${fold}`,
  section,
  fold,
  isOpen,
})

/**
 * @param open groups that the user unfolded.
 * @param rowsOfTasks see `rowsIn`.
 */
export const entriesOf = (
  brief: Brief | undefined,
  now: Date,
  open: ReadonlySet<GroupId>,
  rowsOfTasks: number,
): Entries => {
  /** Shows at most `rows` items while folded. A single item is never hidden behind a button that takes as much room. */
  const group = <E extends ItemEntry>(
    section: E['section'],
    id: GroupId,
    entries: readonly E[],
    rows: number,
  ): Group<E> => {
    const isOpen = open.has(id)
    const fits = rows > 0 ? entries.length <= rows + 1 : entries.length === 0
    return {
      count: entries.length,
      shown: isOpen || fits ? entries : entries.slice(0, rows),
      fold: fits ? null : foldOf(section, id, isOpen),
    }
  }

  const meetings = (brief?.meetings ?? []).map((meeting): MeetingEntry => ({
    ...named('meeting', meeting.id),
    section: 'meetings',
    meeting,
  }))
  const isToday = ({ meeting }: MeetingEntry): boolean => isAheadToday(meeting, now)
  const schedule = meetings.filter(isToday)
  const nextDays = meetings.filter((entry) => !isToday(entry))

  const buckets = bucketsOf(brief?.tasks ?? [], now)
  const tasksOf = (bucket: Bucket, rows: number): Group<TaskEntry> =>
    group(
      'tasks',
      bucket,
      buckets[bucket].map((task): TaskEntry => ({ ...named('task', task.id), section: 'tasks', task })),
      rows,
    )
  const today = tasksOf('today', rowsOfTasks - fewestOverdue - spareRows)
  const overdueRows = Math.max(fewestOverdue, rowsOfTasks - today.shown.length)
  const tasks = {
    today,
    overdue: tasksOf('overdue', overdueRows),
    later: tasksOf('later', 0),
    noDate: tasksOf('noDate', 0),
  }

  const entries = {
    schedule: group('meetings', 'schedule', schedule, schedule.length),
    nextDays: group('meetings', 'nextDays', nextDays, 0),
    tasks,
    notifications: group(
      'notifications',
      'notifications',
      (brief?.notifications ?? []).map((notification): NotificationEntry => ({
        ...named('notification', notification.id),
        section: 'notifications',
        notification,
      })),
      0,
    ),
  }
  const groups = [
    entries.schedule,
    entries.nextDays,
    tasks.today,
    tasks.overdue,
    tasks.later,
    tasks.noDate,
    entries.notifications,
  ]
  return {
    ...entries,
    all: groups.flatMap(({ fold, shown }): Entry[] => [...(fold === null ? [] : [fold]), ...shown]),
    folds: new Map(
      groups.flatMap(({ fold, shown }) =>
        fold === null || !fold.isOpen ? [] : shown.map(({ key }) => [key, fold] as const),
      ),
    ),
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
