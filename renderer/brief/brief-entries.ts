// The items of the brief in groups, in display order. A group can be folded, or show its first few. Pure.
import type { BriefNotification } from '../../shared/api/launcher/search.ts'
import type { LauncherTask, TaskStatus } from '../../shared/api/launcher/tasks.ts'
import { isAheadToday, isOnLaterDay } from '../../shared/next-meeting.ts'
import type { Agenda, AgendaMeeting, BriefSection, OutboxItem } from '../../shared/ipc/launcher.ts'
import { fieldsOver, isPending, withFields } from '../writes/pending.ts'
import { localWholeDays } from '../../shared/whole-days.ts'
import { daysBetween } from '../../shared/dates/format.ts'
import { type Bucket, bucketsOf } from './brief-sections.ts'
import { crowdedOut } from './timeline.ts'

/**
 * `atOnce` are meetings of today beyond those that fit side by side. `nextDays` are the days after today, each with its first
 * meetings.
 */
export type GroupId = 'schedule' | 'atOnce' | 'nextDays' | `day:${number}` | Bucket | 'notifications'

/** `key` is unique in the brief; `item` identifies it to the main process. */
interface Named {
  key: string
  item: { kind: 'task' | 'meeting' | 'notification'; id: string }
}
export type TaskEntry = Named & { section: 'tasks'; task: LauncherTask }
export type MeetingEntry = Named & { section: 'meetings'; meeting: AgendaMeeting }
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
  all: readonly E[]
  shown: readonly E[]
  /** Null if all items always show. */
  fold: FoldEntry | null
}

/** Meetings of a day after today. */
export interface Day extends Group<MeetingEntry> {
  date: Date
}

export interface Entries {
  schedule: Group<MeetingEntry>
  atOnce: Group<MeetingEntry>
  nextDays: Pick<Group<MeetingEntry>, 'count' | 'fold'> & { days: readonly Day[] }
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
/** Meetings of a later day that show at first, and how many days after today have them. */
const rowsOfDay = 3
const lastDay = 7

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
  brief: Agenda | undefined,
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
      all: entries,
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
  const today = meetings.filter(isToday)
  const out = crowdedOut(
    today.map(({ meeting }) => meeting).filter(({ allDay }) => allDay !== true),
    now,
  )
  const schedule = today.filter(({ meeting }) => !out.has(meeting.id))
  const atOnce = today.filter(({ meeting }) => out.has(meeting.id))
  const dayOf = ({ meeting: { startAt, endAt, allDay } }: MeetingEntry): number =>
    daysBetween(now, allDay === true ? localWholeDays(startAt, endAt).first : new Date(startAt))
  const later = meetings.filter((entry) => isOnLaterDay(entry.meeting, now) && dayOf(entry) <= lastDay)
  const nextDays = group('meetings', 'nextDays', later, 0)
  const days =
    nextDays.shown.length === 0
      ? []
      : [...Map.groupBy(later, dayOf)].map(([day, entries]): Day => ({
          ...group('meetings', `day:${day}`, entries, rowsOfDay),
          date: new Date(now.getFullYear(), now.getMonth(), now.getDate() + day),
        }))

  const buckets = bucketsOf(brief?.tasks ?? [], now)
  const tasksOf = (bucket: Bucket, rows: number): Group<TaskEntry> =>
    group(
      'tasks',
      bucket,
      buckets[bucket].map((task): TaskEntry => ({ ...named('task', task.id), section: 'tasks', task })),
      rows,
    )
  const todayTasks = tasksOf('today', rowsOfTasks - fewestOverdue - spareRows)
  const overdueRows = Math.max(fewestOverdue, rowsOfTasks - todayTasks.shown.length)
  const tasks = {
    today: todayTasks,
    overdue: tasksOf('overdue', overdueRows),
    later: tasksOf('later', 0),
    noDate: tasksOf('noDate', 0),
  }

  const entries = {
    schedule: group('meetings', 'schedule', schedule, schedule.length),
    atOnce: group('meetings', 'atOnce', atOnce, 0),
    nextDays: { count: nextDays.count, fold: nextDays.fold, days },
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
    entries.atOnce,
    { fold: nextDays.fold, shown: [] },
    ...days,
    tasks.today,
    tasks.overdue,
    tasks.later,
    tasks.noDate,
    entries.notifications,
  ]
  return {
    ...entries,
    all: groups.flatMap(({ fold, shown }): Entry[] => [...(fold === null ? [] : [fold]), ...shown]),
    // The fold of a day, if it is open, comes after that of all days.
    folds: new Map(
      [nextDays, ...groups].flatMap(({ fold, shown }) =>
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
    const { title, status, priority, startDate, dueDate, recurrence } = withFields(task, fieldsOver(mine))
    const starts = startDate === undefined ? {} : { startDate }
    const repeats = recurrence === undefined ? {} : { recurrence }
    return complete.has(status) ? [] : [{ ...task, title, status, priority, ...starts, dueDate, ...repeats }]
  })
}
