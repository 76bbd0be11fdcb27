// What an empty query shows of the brief: the next meeting, and what is due today. Pure, in the machine's time zone.
import type { Brief, BriefMeeting } from '../../shared/api/launcher-search.ts'
import type { LauncherTask } from '../../shared/api/launcher-tasks.ts'
import { dueAt } from '../../shared/due.ts'

const shownDue = 3

/** The meeting that ends next and is not over. */
export const nextMeeting = ({ meetings }: Brief, now: number): BriefMeeting | null =>
  meetings
    .filter(({ endAt, allDay }) => allDay !== true && Date.parse(endAt) > now)
    .sort((a, b) => Date.parse(a.startAt) - Date.parse(b.startAt))[0] ?? null

/** Tasks that are due until the end of this local day, the most overdue first; at most three. */
export const dueTasks = ({ tasks }: Brief, now: number): LauncherTask[] => {
  const today = new Date(now)
  const tomorrow = new Date(today.getFullYear(), today.getMonth(), today.getDate() + 1).getTime()
  return tasks
    .flatMap((task) => (task.dueDate === null ? [] : [{ task, due: dueAt(task.dueDate).getTime() }]))
    .filter(({ due }) => due < tomorrow)
    .sort((a, b) => a.due - b.due)
    .slice(0, shownDue)
    .map(({ task }) => task)
}
