// Text of the brief's notification. Counts only, no titles, because others may see the screen. Pure.
import type { Brief } from '../../shared/api/launcher-search.ts'
import { say } from '../../shared/language.ts'
import type { BriefChanges } from '../../shared/ipc/launcher.ts'
import { areDaysOver, dueAt, localWholeDays } from '../../shared/whole-days.ts'

type CountKey = 'notice.overdue' | 'notice.dueToday' | 'notice.meetings' | 'notice.unreadCount' | 'notice.new'

const counted = (key: CountKey, count: number): string[] => (count === 0 ? [] : [say(key, { count })])

/** @param now the local wall clock. */
export const notificationWords = (
  { tasks, meetings, notifications }: Brief,
  changes: BriefChanges | undefined,
  now: Date,
): string => {
  const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime()
  const due = tasks.flatMap(({ dueDate }) => (dueDate === null ? [] : [dueAt(dueDate).getTime()]))
  const overdue = due.filter((at) => at < now.getTime()).length
  const today = due.filter((at) => at < tomorrow).length - overdue
  const ahead = meetings.filter((meeting) =>
    meeting.allDay === true
      ? localWholeDays(meeting.startAt, meeting.endAt).first.getTime() < tomorrow &&
        !areDaysOver(meeting, now)
      : Date.parse(meeting.endAt) > now.getTime() && Date.parse(meeting.startAt) < tomorrow,
  ).length
  const parts = [
    ...counted('notice.overdue', overdue),
    ...counted('notice.dueToday', today),
    ...counted('notice.meetings', ahead),
    ...counted('notice.unreadCount', notifications.length),
    ...counted('notice.new', changes?.newTaskIds.length ?? 0),
  ]
  return parts.length === 0 ? say('notice.nothing') : parts.join(' · ')
}
