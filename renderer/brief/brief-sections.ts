// Groups the tasks of the brief by due date, and puts the brief into words.
import type { Brief, BriefMeeting } from '../../shared/api/launcher/search.ts'
import { type Priority, priority } from '../../shared/api/primitives.ts'
import { dayLine } from '../../shared/day-line.ts'
import type { Agenda, AgendaMeeting, BriefChanges } from '../../shared/ipc/launcher.ts'
import type { LauncherTask } from '../../shared/api/launcher/tasks.ts'
import { listOf, say } from '../../shared/language.ts'
import { isAheadToday, isOnLaterDay, nextMeeting } from '../../shared/next-meeting.ts'
import { areDaysOver, dueAt } from '../../shared/whole-days.ts'
import {
  dateTimeWords,
  daysBetween,
  dueLabel,
  isWholeDay,
  longDayWords,
  meetingWords,
  timeWords,
} from '../../shared/dates/format.ts'
import { notificationTitle } from '../items/notifications.ts'
import { markOf, markWords } from '../items/row-face.tsx'

export type Bucket = 'today' | 'overdue' | 'later' | 'noDate'

/** In display order. */
const bucketNames: readonly Bucket[] = ['today', 'overdue', 'later', 'noDate']

const bucketOf = ({ dueDate }: LauncherTask, now: Date): Bucket => {
  if (dueDate === null) return 'noDate'
  const due = dueAt(dueDate)
  if (due < now) return 'overdue'
  return daysBetween(now, due) === 0 ? 'today' : 'later'
}

const mostUrgentFirst: readonly Priority[] = priority.options.toReversed()

const byPriorityThenAge = (a: LauncherTask, b: LauncherTask): number =>
  mostUrgentFirst.indexOf(a.priority) - mostUrgentFirst.indexOf(b.priority) ||
  Date.parse(a.dueDate ?? '') - Date.parse(b.dueDate ?? '')

const isOfWholeDay = ({ dueDate }: LauncherTask): boolean => isWholeDay(dueAt(dueDate ?? ''))

/** As in a calendar: tasks of the whole day, by priority, before those with a time. */
const wholeDayFirst = (a: LauncherTask, b: LauncherTask): number =>
  Number(isOfWholeDay(b)) - Number(isOfWholeDay(a)) ||
  (isOfWholeDay(a) ? byPriorityThenAge(a, b) : Date.parse(a.dueDate ?? '') - Date.parse(b.dueDate ?? ''))

/** Not begun tasks come last. A service that says no starts has none. */
const isAhead = ({ startDate }: LauncherTask, now: Date): boolean =>
  typeof startDate === 'string' && Date.parse(startDate) > now.getTime()

/** Tasks of later days, and those without a date, keep the service's order (LCH-08). Within a bucket, tasks that begin later come last. */
export const bucketsOf = (
  tasks: readonly LauncherTask[],
  now: Date,
): Readonly<Record<Bucket, readonly LauncherTask[]>> => {
  const inBucket = (bucket: Bucket, order: (a: LauncherTask, b: LauncherTask) => number = () => 0) =>
    tasks
      .filter((task) => bucketOf(task, now) === bucket)
      .toSorted((a, b) => Number(isAhead(a, now)) - Number(isAhead(b, now)) || order(a, b))
  return {
    today: inBucket('today', wholeDayFirst),
    overdue: inBucket('overdue', byPriorityThenAge),
    later: inBucket('later'),
    noDate: inBucket('noDate'),
  }
}

/** Drops all-day meetings of past local days, which the service may still send because of its own time zone. */
export const withoutPastDays = (meetings: readonly AgendaMeeting[], now: Date): AgendaMeeting[] =>
  meetings.filter((meeting) => meeting.allDay !== true || !areDaysOver(meeting, now))

/** Whether no task is overdue or due today. */
export const isNothingDue = (tasks: readonly LauncherTask[], now: Date): boolean =>
  tasks.every((task) => ['later', 'noDate'].includes(bucketOf(task, now)))

/** "Nothing due. Next: Thu 26 Nov, 10:00 …" */
export function nothingDueWords(brief: Brief, now: Date): string {
  const meeting = nextMeeting(brief.meetings, now.getTime())
  const task = brief.tasks.find(({ dueDate }) => dueDate !== null)
  if (meeting !== null)
    return say('brief.nothingDueNext', {
      when: dateTimeWords(new Date(meeting.startAt), now),
      title: meeting.title,
    })
  if (task !== undefined && task.dueDate !== null)
    return say('brief.nothingDueNext', {
      when: dateTimeWords(dueAt(task.dueDate), now),
      title: task.title,
    })
  return say('brief.nothingDue')
}

const sinceWords = (since: number, now: Date): string => {
  const then = new Date(since)
  if (daysBetween(now, then) !== -1) return dateTimeWords(then, now)
  return isWholeDay(then) ? say('brief.yesterday') : say('brief.yesterdayAt', { time: timeWords(then) })
}

/** "Since yesterday 17:40: 3 new, 2 moved" */
export function changesWords(
  { since, newTaskIds, movedTaskIds, goneCount }: BriefChanges,
  now: Date,
): string {
  const when = sinceWords(since, now)
  const parts = [
    ...(newTaskIds.length === 0 ? [] : [say('brief.changes.new', { count: newTaskIds.length })]),
    ...(movedTaskIds.length === 0 ? [] : [say('brief.changes.moved', { count: movedTaskIds.length })]),
    ...(goneCount === 0 ? [] : [say('brief.changes.gone', { count: goneCount })]),
  ]
  return parts.length === 0
    ? say('brief.since.nothing', { when })
    : say('brief.since', { when, changes: listOf(parts) })
}

/** Label of a task that is new or moved since the last brief of an earlier day. */
export const changeOf = (id: string, changes: BriefChanges | undefined): 'brief.new' | 'brief.moved' | null =>
  changes?.newTaskIds.includes(id) === true
    ? 'brief.new'
    : changes?.movedTaskIds.includes(id) === true
      ? 'brief.moved'
      : null

/** "Now: Demo for Slate Freight, 5:45 – 7:15", for the meeting that runs or is next today. */
export const nowWords = (meeting: BriefMeeting, now: Date): { when: string; what: string } => {
  const { title, startAt, endAt } = meeting
  const minutes = Math.round((Date.parse(startAt) - now.getTime()) / 60_000)
  return {
    when:
      minutes <= 0 ? say('brief.now') : minutes <= 60 ? say('brief.nextIn', { minutes }) : say('brief.next'),
    what: say('brief.titleAndTimes', { title, times: meetingWords(startAt, endAt, now) }),
  }
}

/** The brief as plain text, for copying. It has every item, in display order. */
export function briefText(brief: Agenda, now: Date): string {
  const lines = [longDayWords(now), dayLine(brief, now)]
  const chapter = (title: string, items: readonly string[]): void => {
    if (items.length > 0) lines.push('', title, ...items)
  }
  const meetingLine = (meeting: AgendaMeeting): string => {
    const mark = markOf(meeting)
    const line = say('brief.line.meeting', {
      when: meetingWords(meeting.startAt, meeting.endAt, now, meeting.allDay),
      title: meeting.title,
    })
    return mark === null ? line : say('row.facts', { first: line, second: say(markWords[mark]) })
  }
  const meetingsThat = (are: typeof isAheadToday): string[] =>
    brief.meetings.filter((meeting) => are(meeting, now)).map(meetingLine)
  chapter(say('brief.meetings'), meetingsThat(isAheadToday))
  chapter(say('brief.nextDays'), meetingsThat(isOnLaterDay))
  const buckets = bucketsOf(brief.tasks, now)
  for (const bucket of bucketNames)
    chapter(
      say(`brief.bucket.${bucket}`),
      buckets[bucket].map(({ title, dueDate }) =>
        dueDate === null
          ? say('brief.line', { title })
          : say('brief.line.due', { title, due: dueLabel(dueDate, now).text }),
      ),
    )
  chapter(
    say('brief.notifications'),
    brief.notifications.map((one) => say('brief.line', { title: notificationTitle(one) })),
  )
  return lines.join('\n')
}
