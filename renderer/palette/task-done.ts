// Done and not done, in a workspace that names its own statuses.
import type { TaskStatus } from '../../shared/api/launcher-tasks.ts'
import type { Row } from '../../shared/ipc/launcher.ts'

const inOrder = (statuses: readonly TaskStatus[]): TaskStatus[] =>
  [...statuses].sort((a, b) => a.position - b.position)

/** The status that "done" sets, or that "reopen" sets; null when the workspace has none such. */
export function otherStatus(statuses: readonly TaskStatus[], isComplete: boolean): TaskStatus | null {
  const ordered = inOrder(statuses)
  return isComplete
    ? (ordered.find((status) => status.isDefault && !status.isComplete) ??
        ordered.find((status) => !status.isComplete) ??
        null)
    : (ordered.find((status) => status.isComplete) ?? null)
}

/** The row as it will be once the change is saved. */
export const withStatus = (row: Row, { slug, name, color, isComplete }: TaskStatus): Row => ({
  ...row,
  task: { ...row.task, status: { slug, name, color, isComplete } },
})
