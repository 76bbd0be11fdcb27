// The brief with what was written since it was fetched: a task that was just done is not shown as open because the service
// has not heard of it yet, and one that was undone is back. Pure.
import type { LauncherTask, TaskStatus } from '../../shared/api/launcher-tasks.ts'
import type { OutboxItem } from '../../shared/launcher.ts'

/** Whether what it writes is not in what was fetched then, and is still meant. */
const counts = ({ state, settledAt }: OutboxItem, fetchedAt: number): boolean =>
  state === 'saved'
    ? settledAt !== null && settledAt >= fetchedAt
    : state === 'queued' || state === 'sending' || state === 'checking'

/** @param items oldest first. @param fetchedAt when the service was asked, epoch milliseconds. */
export const withPending = (
  tasks: readonly LauncherTask[],
  items: readonly OutboxItem[],
  statuses: readonly TaskStatus[],
  fetchedAt: number,
): LauncherTask[] => {
  const pending = items.filter((item) => item.taskId !== null && counts(item, fetchedAt))
  const complete = new Set(statuses.filter(({ isComplete }) => isComplete).map(({ slug }) => slug))
  return tasks.flatMap((task) => {
    const mine = pending.filter(({ taskId }) => taskId === task.id)
    if (mine.length === 0) return [task]
    if (mine.some(({ kind }) => kind === 'archiveTask')) return []
    const { title, status, priority, dueDate } = Object.assign(
      {},
      task,
      ...mine.map(({ fields }) => fields),
    ) as LauncherTask
    return complete.has(status) ? [] : [{ ...task, title, status, priority, dueDate }]
  })
}
