// Rows of tasks with their unsaved changes applied, and the status that "done" sets. Pure.
import type { TaskStatus } from '../../../shared/api/launcher-tasks.ts'
import { say } from '../../../shared/language.ts'
import type { OutboxItem, Row } from '../../../shared/ipc/launcher.ts'
import { fieldsOver, pendingWords } from '../../outbox/pending.ts'
import { type Group, itemRow, keyOf } from '../rows/rows.ts'

const inOrder = (statuses: readonly TaskStatus[]): TaskStatus[] =>
  [...statuses].sort((a, b) => a.position - b.position)

/** The status that "done" or "reopen" sets; null if the workspace has no such status. */
export function otherStatus(statuses: readonly TaskStatus[], isComplete: boolean): TaskStatus | null {
  const ordered = inOrder(statuses)
  return isComplete
    ? (ordered.find((status) => status.isDefault && !status.isComplete) ??
        ordered.find((status) => !status.isComplete) ??
        null)
    : (ordered.find((status) => status.isComplete) ?? null)
}

const facetOf = ({ slug, name, color, isComplete }: TaskStatus) => ({ slug, name, color, isComplete })

/** The row after the change of status. */
export const withStatus = (row: Row, status: TaskStatus): Row => ({
  ...row,
  task: { ...row.task, status: facetOf(status) },
})

/** Unsaved changes by the key of their task. */
export const changesByKey = (items: readonly OutboxItem[]): Map<string, OutboxItem[]> => {
  const byKey = new Map<string, OutboxItem[]>()
  for (const item of items) {
    if (item.taskId === null || item.state === 'saved' || item.state === 'needsYou') continue
    const key = keyOf({ kind: 'task', id: item.taskId })
    byKey.set(key, [...(byKey.get(key) ?? []), item])
  }
  return byKey
}

/** Unsaved titles by the key of their task. */
export const changedTitles = (items: readonly OutboxItem[]): Map<string, string> =>
  new Map(
    [...changesByKey(items)].flatMap(([key, writes]) => {
      const { title } = fieldsOver(writes.filter(({ kind }) => kind === 'updateTask'))
      return title === undefined ? [] : [[key, title] as const]
    }),
  )

/** A text for the unsaved changes of each task. */
export const changeMarks = (items: readonly OutboxItem[]): Map<string, string> =>
  new Map([...changesByKey(items)].map(([key, writes]) => [key, pendingWords(writes) ?? say('row.saving')]))

/** The task after these changes. */
export const taskAsWritten = (
  task: Row['task'],
  writes: readonly Pick<OutboxItem, 'fields'>[],
  statuses: readonly TaskStatus[],
): Row['task'] => {
  if (writes.length === 0) return task
  const { status: slug, priority, dueDate, assignees } = fieldsOver(writes)
  const status = statuses.find((one) => one.slug === slug)
  return {
    ...task,
    ...(priority === undefined ? {} : { priority }),
    ...(dueDate === undefined ? {} : { dueDate }),
    ...(assignees === undefined ? {} : { assignees }),
    ...(status === undefined ? {} : { status: facetOf(status) }),
  }
}

const asWritten = (row: Row, writes: readonly OutboxItem[], statuses: readonly TaskStatus[]): Row => {
  const { title = row.title } = fieldsOver(writes)
  return { ...row, title, task: taskAsWritten(row.task, writes, statuses) }
}

/** Applies unsaved changes to the rows. Returns the same groups if there are none. */
export const withChanges = (
  groups: readonly Group[],
  items: readonly OutboxItem[],
  statuses: readonly TaskStatus[],
): readonly Group[] => {
  const byKey = changesByKey(items.filter(({ kind }) => kind === 'updateTask'))
  if (byKey.size === 0) return groups
  return groups.map((group) => ({
    ...group,
    rows: group.rows.map((row) => {
      const writes = row.type === 'item' ? byKey.get(row.key) : undefined
      return row.type !== 'item' || writes === undefined ? row : itemRow(asWritten(row.row, writes, statuses))
    }),
  }))
}
