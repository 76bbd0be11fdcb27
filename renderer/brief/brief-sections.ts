// The brief's order: what is late, what is today, what comes later, what has no date; then what to copy of it.
import type { Brief, BriefMeeting } from '../../shared/api/launcher-search.ts'
import type { BriefChanges } from '../../shared/launcher.ts'
import type { LauncherTask } from '../../shared/api/launcher-tasks.ts'
import { dueAt } from '../../shared/due.ts'
import { dateTimeWords, daysBetween, dueWords, meetingWords } from '../ui/dates.ts'

export type Bucket = 'Overdue' | 'Today' | 'Later' | 'No date'

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

/** The meeting that is on, or else the one that starts next; all-day ones are never "next". */
export const nextMeeting = (meetings: readonly BriefMeeting[], now: Date): BriefMeeting | null =>
  meetings
    .filter((meeting) => meeting.allDay !== true && new Date(meeting.endAt) > now)
    .toSorted((a, b) => a.startAt.localeCompare(b.startAt))[0] ?? null

/** Whether anything asks to be done today. */
export const isNothingDue = (tasks: readonly LauncherTask[], now: Date): boolean =>
  tasks.every((task) => {
    const bucket = bucketOf(task, now)
    return bucket === 'Later' || bucket === 'No date'
  })

/** "Nothing due. Next: Thu 26 Nov, 10:00 …" */
export function nothingDueWords(brief: Brief, now: Date): string {
  const meeting = nextMeeting(brief.meetings, now)
  const task = brief.tasks.find(({ dueDate }) => dueDate !== null)
  if (meeting !== null)
    return `Nothing due. Next: ${dateTimeWords(new Date(meeting.startAt), now)} ${meeting.title}`
  if (task !== undefined && task.dueDate !== null)
    return `Nothing due. Next: ${dateTimeWords(dueAt(task.dueDate), now)} ${task.title}`
  return 'Nothing due.'
}

const sinceWords = (since: number, now: Date): string => {
  const then = new Date(since)
  const words = dateTimeWords(then, now)
  return daysBetween(now, then) === -1 ? words.replace(/^Yesterday,/, 'yesterday') : words
}

/** "Since yesterday 17:40: 3 new, 2 moved" */
export function changesWords(
  { since, newTaskIds, movedTaskIds, goneCount }: BriefChanges,
  now: Date,
): string {
  const parts = [
    ...(newTaskIds.length === 0 ? [] : [`${newTaskIds.length} new`]),
    ...(movedTaskIds.length === 0 ? [] : [`${movedTaskIds.length} moved`]),
    ...(goneCount === 0 ? [] : [`${goneCount} done or gone`]),
  ]
  return `Since ${sinceWords(since, now)}: ${parts.length === 0 ? 'nothing new' : parts.join(', ')}`
}

/** How a task differs from the last brief of an earlier day, in one word. */
export const changeOf = (id: string, changes: BriefChanges | undefined): 'New' | 'Moved' | null =>
  changes?.newTaskIds.includes(id) === true
    ? 'New'
    : changes?.movedTaskIds.includes(id) === true
      ? 'Moved'
      : null

/** The brief as plain text, for a chat or a note. */
export function briefText(brief: Brief, now: Date): string {
  const lines = [now.toLocaleDateString(undefined, { weekday: 'long', day: 'numeric', month: 'long' })]
  for (const { bucket, tasks } of bucketsOf(brief.tasks, now)) {
    lines.push('', bucket)
    for (const task of tasks)
      lines.push(`- ${task.title}${task.dueDate === null ? '' : ` (${dueWords(task.dueDate, now).text})`}`)
  }
  if (brief.meetings.length > 0) lines.push('', 'Meetings')
  for (const meeting of brief.meetings)
    lines.push(`- ${meetingWords(meeting.startAt, meeting.endAt, now, meeting.allDay)} ${meeting.title}`)
  if (brief.notifications.length > 0) lines.push('', 'Notifications')
  for (const { title } of brief.notifications) lines.push(`- ${title}`)
  return lines.join('\n')
}
