// A task as the developer surface shows it, and as every event carries it (TSK-01).
import type { Task } from '../../shared/api/tasks.ts'
import { iso, isoOrNull } from '../base/time.ts'
import type { StoredTask } from './stored-task.ts'

export const presentTask = (task: StoredTask): Task => ({
  id: task.id,
  title: task.title,
  description: task.description,
  status: task.status,
  priority: task.priority,
  assignees: [...task.assignees],
  start_date: isoOrNull(task.startDate),
  dueDate: isoOrNull(task.dueDate),
  parent_task_id: task.parentId,
  timeLogged: task.timeLogged,
  estimatedTime: task.estimatedTime,
  archived: task.archived,
  createdBy: task.createdBy,
  createdAt: iso(task.createdAt),
  updatedAt: iso(task.updatedAt),
})

/** The members that a change has changed, with their old values, without `updatedAt`. */
export const previousOf = (before: StoredTask, after: StoredTask): Partial<Task> => {
  const { updatedAt: _updatedAt, ...old } = presentTask(before)
  const now: Record<string, unknown> = presentTask(after)
  return Object.fromEntries(
    Object.entries(old).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(now[name])),
  )
}
