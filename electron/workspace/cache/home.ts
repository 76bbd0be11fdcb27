// What an empty query shows of the brief beside the next meeting: what is due today. Pure, in the machine's time zone.
import type { Brief } from '../../../shared/api/launcher-search.ts'
import type { LauncherTask } from '../../../shared/api/launcher-tasks.ts'
import { dueAt } from '../../../shared/whole-days.ts'

const shownDue = 3

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
