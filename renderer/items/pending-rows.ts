// Rows of tasks with pending writes. A new task is found like any other row, and becomes the stored task's row once the service
// has saved it. Rows of stored tasks show the changes that they do not contain yet. Pure (APP-03, APP-07).
import type { OutboxItem, Row } from '../../shared/ipc/launcher.ts'
import { type Group, itemRow, keyOf, type PaletteRow, rowsOf } from './rows.ts'
import type { TaskStatus } from '../../shared/api/launcher-tasks.ts'
import { say } from '../../shared/language.ts'
import { fieldsOver, isPending, pendingWords } from '../writes/pending.ts'

export const capturedKey = ({ id }: Pick<OutboxItem, 'id'>): string => `outbox:${id}`

/** Whether the service has not confirmed this new task yet. */
export const isUnstored = ({ kind, state }: OutboxItem): boolean => kind === 'createTask' && state !== 'saved'

/** The task is not being sent and needs no decision, so it can be edited and submitted again. */
export const isEditable = ({ state, heldUntil }: OutboxItem): boolean =>
  state === 'queued' && heldUntil === null

export const capturedRow = (item: OutboxItem): PaletteRow => ({
  type: 'captured',
  key: capturedKey(item),
  title: item.title,
  item,
})

/** The row of the stored task, from local data until the service answers; null before it is stored. */
export const storedRow = ({
  kind,
  state,
  taskId,
  title,
  webUrl,
  fields,
  settledAt,
}: OutboxItem): Row | null =>
  kind !== 'createTask' || state !== 'saved' || taskId === null
    ? null
    : {
        kind: 'task',
        id: taskId,
        title,
        subtitle: '',
        badge: '',
        avatarUrl: null,
        webUrl: webUrl ?? '',
        task: { priority: fields.priority ?? 'no_priority', dueDate: fields.dueDate ?? null, assignees: [] },
        source: 'live',
        seenAt: settledAt ?? 0,
      }

/** The key of the selected row after an outbox change: a stored task replaces its captured row. */
export const keyAfter = (key: string | null, items: readonly OutboxItem[]): string | null => {
  const item = items.find((each) => capturedKey(each) === key)
  const stored = item === undefined ? null : storedRow(item)
  return stored === null ? key : keyOf(stored)
}

/** The painted rows after an outbox change. A stored task replaces its captured row in place and appears only once. */
export function followOutbox(
  groups: readonly Group[],
  items: readonly OutboxItem[],
  selectedKey: string | null,
): readonly Group[] {
  const painted = rowsOf(groups)
  if (!painted.some(({ type }) => type === 'captured')) return groups
  const byKey = new Map(items.map((item) => [capturedKey(item), item]))
  /** Rows of stored tasks that move to the place of their captured row. */
  const replaced = new Set<PaletteRow>()
  const successors = new Map<PaletteRow, PaletteRow>()
  for (const row of painted) {
    if (row.type !== 'captured') continue
    const item = byKey.get(row.key)
    const stored = item === undefined ? null : storedRow(item)
    const twin = stored === null ? undefined : painted.find(({ key }) => key === keyOf(stored))
    // Skips a cancelled task, and a stored task that is already selected at its own place.
    if (item === undefined || (twin !== undefined && twin.key === selectedKey)) continue
    if (twin !== undefined) replaced.add(twin)
    successors.set(row, twin ?? (stored === null ? capturedRow(item) : itemRow(stored)))
  }
  return groups
    .map((group) => ({
      ...group,
      rows: group.rows.flatMap((row) =>
        replaced.has(row) ? [] : row.type === 'captured' ? (successors.get(row) ?? []) : row,
      ),
    }))
    .filter(({ rows }) => rows.length > 0)
}

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
