// What the morning's notification says: counts, not titles, because it stands on a screen that others see. Pure.
import type { Brief } from '../../shared/api/launcher-search.ts'
import type { BriefChanges } from '../../shared/launcher.ts'

const count = (some: number, one: string, more = `${one}s`): string[] =>
  some === 0 ? [] : [`${some} ${some === 1 ? one : more}`]

/** @param now the local wall clock. */
export const notificationWords = (
  { tasks, meetings, notifications }: Brief,
  changes: BriefChanges | undefined,
  now: Date,
): string => {
  const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime()
  const due = tasks.flatMap(({ dueDate }) => (dueDate === null ? [] : [Date.parse(dueDate)]))
  const overdue = due.filter((at) => at < now.getTime()).length
  const today = due.filter((at) => at < tomorrow).length - overdue
  const ahead = meetings.filter(
    ({ startAt, endAt }) => Date.parse(endAt) > now.getTime() && Date.parse(startAt) < tomorrow,
  ).length
  const parts = [
    ...count(overdue, 'overdue', 'overdue'),
    ...count(today, 'due today', 'due today'),
    ...count(ahead, 'meeting'),
    ...count(notifications.length, 'unread', 'unread'),
    ...count(changes?.newTaskIds.length ?? 0, 'new since your last brief', 'new since your last brief'),
  ]
  return parts.length === 0 ? 'Nothing is due today.' : parts.join(' · ')
}
