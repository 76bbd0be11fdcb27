// Groups the tasks of the brief by due date, and formats the brief as text.
import type { Brief, BriefMeeting } from '../../shared/api/launcher-search.ts'
import type { BriefChanges } from '../../shared/ipc/launcher.ts'
import type { LauncherTask } from '../../shared/api/launcher-tasks.ts'
import { listOf, type PlainKey, say } from '../../shared/language.ts'
import { nextMeeting } from '../../shared/next-meeting.ts'
import { areDaysOver, dueAt } from '../../shared/whole-days.ts'
import {
  dateTimeWords,
  daysBetween,
  dueWords,
  isWholeDay,
  longDayWords,
  meetingWords,
  timeWords,
} from '../ui/dates/dates.ts'

export type Bucket = 'Overdue' | 'Today' | 'Later' | 'No date'

export const bucketWords: Readonly<Record<Bucket, PlainKey>> = {
  Overdue: 'brief.bucket.overdue',
  Today: 'brief.bucket.today',
  Later: 'brief.bucket.later',
  'No date': 'brief.bucket.noDate',
}

const bucketOf = (task: LauncherTask, now: Date): Bucket => {
  if (task.dueDate === null) return 'No date'
  const due = dueAt(task.dueDate)
  if (due < now) return 'Overdue'
  return daysBetween(now, due) === 0 ? 'Today' : 'Later'
}

const buckets: readonly Bucket[] = ['Overdue', 'Today', 'Later', 'No date']

/** Tasks keep the service's order inside a bucket (LCH-08). */
export const bucketsOf = (
  tasks: readonly LauncherTask[],
  now: Date,
): { bucket: Bucket; tasks: LauncherTask[] }[] =>
  buckets
    .map((bucket) => ({ bucket, tasks: tasks.filter((task) => bucketOf(task, now) === bucket) }))
    .filter(({ tasks: found }) => found.length > 0)

/** Drops all-day meetings of past local days, which the service may still send because of its own time zone. */
export const withoutPastDays = (meetings: readonly BriefMeeting[], now: Date): BriefMeeting[] =>
  meetings.filter((meeting) => meeting.allDay !== true || !areDaysOver(meeting, now))

/** Whether no task is overdue or due today. */
export const isNothingDue = (tasks: readonly LauncherTask[], now: Date): boolean =>
  tasks.every((task) => {
    const bucket = bucketOf(task, now)
    return bucket === 'Later' || bucket === 'No date'
  })

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

/** The brief as plain text, for copying. */
export function briefText(brief: Brief, now: Date): string {
  const lines = [longDayWords(now)]
  for (const { bucket, tasks } of bucketsOf(brief.tasks, now)) {
    lines.push('', say(bucketWords[bucket]))
    for (const task of tasks)
      lines.push(
        task.dueDate === null
          ? say('brief.line', { title: task.title })
          : say('brief.line.due', { title: task.title, due: dueWords(task.dueDate, now).text }),
      )
  }
  if (brief.meetings.length > 0) lines.push('', say('brief.meetings'))
  for (const meeting of brief.meetings)
    lines.push(
      say('brief.line.meeting', {
        when: meetingWords(meeting.startAt, meeting.endAt, now, meeting.allDay),
        title: meeting.title,
      }),
    )
  if (brief.notifications.length > 0) lines.push('', say('brief.notifications'))
  for (const { title } of brief.notifications) lines.push(say('brief.line', { title }))
  return lines.join('\n')
}
