// Rows of tasks with the changes that they do not contain yet. Pure.
import type { TaskStatus } from '../../shared/api/launcher-tasks.ts'
import { say } from '../../shared/language.ts'
import type { OutboxItem, Row } from '../../shared/ipc/launcher.ts'
import { fieldsOver, isPending, pendingWords } from '../writes/pending.ts'
import { type Group, itemRow, keyOf, type PaletteRow } from './rows.ts'

const facetOf = ({ slug, name, color, isComplete }: TaskStatus) => ({ slug, name, color, isComplete })

const byTask = (items: readonly OutboxItem[]): Map<string, OutboxItem[]> => {
  const byKey = new Map<string, OutboxItem[]>()
  for (const item of items) {
    if (item.taskId === null) continue
    const key = keyOf({ kind: 'task', id: item.taskId })
    byKey.set(key, [...(byKey.get(key) ?? []), item])
  }
  return byKey
}

/** Unsaved changes by the key of their task. */
export const changesByKey = (items: readonly OutboxItem[]): Map<string, OutboxItem[]> =>
  byTask(items.filter(({ state }) => state !== 'saved' && state !== 'needsYou'))

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

/** Applies the changes that the rows do not contain yet, and leaves out deleted tasks. */
export const withChanges = (
  groups: readonly Group[],
  items: readonly OutboxItem[],
  statuses: readonly TaskStatus[],
): readonly Group[] => {
  const byKey = byTask(items.filter(({ kind }) => kind !== 'createTask'))
  if (byKey.size === 0) return groups
  const rowsAfter = (row: PaletteRow): PaletteRow | readonly PaletteRow[] => {
    if (row.type !== 'item') return row
    const writes = (byKey.get(row.key) ?? []).filter((item) => isPending(item, row.row.seenAt))
    if (writes.length === 0) return row
    return writes.some(({ kind }) => kind === 'archiveTask')
      ? []
      : itemRow(asWritten(row.row, writes, statuses))
  }
  return groups
    .map((group) => ({ ...group, rows: group.rows.flatMap(rowsAfter) }))
    .filter(({ rows }) => rows.length > 0)
}
