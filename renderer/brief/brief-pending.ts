// The brief with what was written since it was fetched: a task that was just done is not shown as open because the service
// has not heard of it yet, and one that was undone is back. Pure.
import type { LauncherTask, TaskStatus } from '../../shared/api/launcher-tasks.ts'
import type { OutboxItem } from '../../shared/ipc/launcher.ts'
import { fieldsOver, isPending, withFields } from '../outbox/pending.ts'

/** @param items oldest first. @param fetchedAt when the service was asked, epoch milliseconds. */
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
