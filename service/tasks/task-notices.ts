// Notices of a write to a task, and to whom they go (NOT-01).
import type { NotedChange } from '../../shared/api/launcher/notifications.ts'
import type { Notice } from '../notifications/notify.ts'
import type { StoredTask } from './stored-task.ts'

/** The people who made a task or have it. */
export const concernedBy = ({
  createdBy,
  assignees,
}: Pick<StoredTask, 'createdBy' | 'assignees'>): string[] => [...new Set([createdBy, ...assignees])]

/** Whether anybody but the author made the task or has it. Else nothing has to be asked to know whom to notify. */
export const concernsOthers = (authorId: string, task: StoredTask): boolean =>
  concernedBy(task).some((id) => id !== authorId)

/**
 * Done or moved: to another status, section or due date, or archived. Undefined for other changes, of which nobody is
 * notified: the words of a task, its priority, estimate and links. Null for several at once.
 */
const changeOf = (
  before: StoredTask,
  after: StoredTask,
  isComplete: (status: string) => boolean,
): NotedChange | null | undefined => {
  if (after.archived && !before.archived) return 'archived'
  if (isComplete(after.status) && !isComplete(before.status)) return 'done'
  const moved: NotedChange[] = []
  if (after.status !== before.status) moved.push('status')
  if (after.sectionId !== before.sectionId) moved.push('section')
  if (after.dueDate !== before.dueDate) moved.push('due')
  return moved.length > 1 ? null : moved[0]
}

/** @param before undefined for a new task */
export function noticesOf(
  before: StoredTask | undefined,
  after: StoredTask,
  isComplete: (status: string) => boolean,
): Notice[] {
  const about = { target: { kind: 'task', id: after.id }, subject: after.title } as const
  const assigned = after.assignees.filter((id) => !before?.assignees.includes(id))
  const change = before && changeOf(before, after, isComplete)
  const others = concernedBy(after).filter((id) => !assigned.includes(id))
  return [
    ...(assigned.length === 0 ? [] : [{ ...about, kind: 'task_assigned', personIds: assigned } as const]),
    ...(change === undefined ? [] : [{ ...about, kind: 'task_changed', personIds: others, change } as const]),
  ]
}
