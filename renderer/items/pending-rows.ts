// Rows of tasks and records with pending writes. A new one is found like any other row, and becomes the stored row once the
// service has saved it. Rows of stored ones show the changes that they do not contain yet. Pure (APP-03, APP-07).
import type { OutboxItem, Row } from '../../shared/ipc/launcher.ts'
import { type Group, itemRow, keyOf, type PaletteRow, rowsOf } from './rows.ts'
import type { TaskStatus } from '../../shared/api/launcher/tasks.ts'
import { say } from '../../shared/language.ts'
import type { Screen } from '../state/store.ts'
import { fieldsOver, isPending, pendingWords } from '../writes/pending.ts'

export const capturedKey = ({ id }: Pick<OutboxItem, 'id'>): string => `outbox:${id}`

/** Whether the service has not confirmed this new task or record yet. */
export const isUnstored = ({ kind, state }: OutboxItem): boolean =>
  (kind === 'createTask' || kind === 'createRecord') && state !== 'saved'

/** The task is not being sent and needs no decision, so it can be edited and submitted again. */
export const isEditable = ({ state, heldUntil }: OutboxItem): boolean =>
  state === 'queued' && heldUntil === null

export const capturedRow = (item: OutboxItem): PaletteRow => ({
  type: 'captured',
  key: capturedKey(item),
  title: item.title,
  item,
})

/** The form that a write of something new is edited in. */
export const openedAgain = (item: OutboxItem): Screen => {
  const { id: replaces, kind, title, fields, values, recordId, objectSlug, error } = item
  return kind === 'createRecord'
    ? {
        kind: 'newRecord',
        start: {
          objectSlug: objectSlug ?? '',
          again: { id: recordId ?? '', values, replaces, error },
        },
      }
    : { kind: 'newTask', start: { again: { fields: { title, ...fields }, replaces, error } } }
}

/** The row of the stored task or record, from local data until the service answers; null before it is stored. */
export const storedRow = ({
  kind,
  state,
  taskId,
  recordId,
  objectSlug,
  title,
  webUrl,
  fields,
  settledAt,
}: OutboxItem): Row | null => {
  if (state !== 'saved') return null
  const shown = {
    title,
    subtitle: '',
    badge: '',
    avatarUrl: null,
    webUrl: webUrl ?? '',
    source: 'live',
    seenAt: settledAt ?? 0,
  } as const
  if (kind === 'createTask' && taskId !== null) {
    const { priority = 'no_priority', dueDate = null, recurrence } = fields
    const repeats = recurrence === undefined ? {} : { recurrence }
    return { ...shown, kind: 'task', id: taskId, task: { priority, dueDate, assignees: [], ...repeats } }
  }
  if (kind !== 'createRecord' || recordId === null) return null
  const facet = { objectTypeSlug: objectSlug ?? '', objectTypeName: '', icon: null, color: null, meta: [] }
  return { ...shown, kind: 'record', id: recordId, record: facet }
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

/** The writes by the key of the row that they are about. */
const byRow = (items: readonly OutboxItem[]): Map<string, OutboxItem[]> => {
  const byKey = new Map<string, OutboxItem[]>()
  for (const item of items) {
    const id = item.taskId ?? item.recordId
    if (id === null) continue
    const key = keyOf({ kind: item.taskId === null ? 'record' : 'task', id })
    byKey.set(key, [...(byKey.get(key) ?? []), item])
  }
  return byKey
}

/** The title after these writes; undefined if none of them changes it. The change of a record names its new title. */
export const titleAfter = (writes: readonly OutboxItem[]): string | undefined =>
  writes.findLast(({ kind }) => kind === 'updateRecord')?.title ??
  fieldsOver(writes.filter(({ kind }) => kind === 'updateTask')).title

/** Unsaved changes by the key of their row. */
export const changesByKey = (items: readonly OutboxItem[]): Map<string, OutboxItem[]> =>
  byRow(items.filter(({ state }) => state !== 'saved' && state !== 'needsYou'))

/** Unsaved titles by the key of their row. */
export const changedTitles = (items: readonly OutboxItem[]): Map<string, string> =>
  new Map(
    [...changesByKey(items)].flatMap(([key, writes]) => {
      const title = titleAfter(writes)
      return title === undefined ? [] : [[key, title] as const]
    }),
  )

/** A text for the unsaved changes of each row. */
export const changeMarks = (items: readonly OutboxItem[]): Map<string, string> =>
  new Map([...changesByKey(items)].map(([key, writes]) => [key, pendingWords(writes) ?? say('row.saving')]))

/** The task after these changes. */
export const taskAsWritten = (
  task: Row['task'],
  writes: readonly Pick<OutboxItem, 'fields'>[],
  statuses: readonly TaskStatus[],
): Row['task'] => {
  if (writes.length === 0) return task
  const { status: slug, priority, dueDate, assignees, recurrence } = fieldsOver(writes)
  const status = statuses.find((one) => one.slug === slug)
  return {
    ...task,
    ...(priority === undefined ? {} : { priority }),
    ...(dueDate === undefined ? {} : { dueDate }),
    ...(assignees === undefined ? {} : { assignees }),
    ...(recurrence === undefined ? {} : { recurrence }),
    ...(status === undefined ? {} : { status: facetOf(status) }),
  }
}

const asWritten = (row: Row, writes: readonly OutboxItem[], statuses: readonly TaskStatus[]): Row => {
  const { title = titleAfter(writes) ?? row.title } = fieldsOver(writes)
  return row.kind === 'record'
    ? { ...row, title }
    : { ...row, title, task: taskAsWritten(row.task, writes, statuses) }
}

/** Whether the writes delete a task, or archive a record that none of them restores. */
const isRemoved = (writes: readonly OutboxItem[]): boolean =>
  writes.some(({ kind }) => kind === 'archiveTask') ||
  writes.findLast(({ kind }) => kind === 'archiveRecord' || kind === 'restoreRecord')?.kind ===
    'archiveRecord'

/** Keys of rows that are about to be removed. @param fetchedAt when the rows were read, epoch milliseconds */
export const removedKeys = (items: readonly OutboxItem[], fetchedAt: number): Set<string> =>
  new Set(
    [...byRow(items.filter((item) => isPending(item, fetchedAt)))].flatMap(([key, writes]) =>
      isRemoved(writes) ? [key] : [],
    ),
  )

/** Applies the changes that the rows do not contain yet, and leaves out deleted tasks and archived records. */
export const withChanges = (
  groups: readonly Group[],
  items: readonly OutboxItem[],
  statuses: readonly TaskStatus[],
): readonly Group[] => {
  const byKey = byRow(items.filter(({ kind }) => kind !== 'createTask' && kind !== 'createRecord'))
  if (byKey.size === 0) return groups
  const rowsAfter = (row: PaletteRow): PaletteRow | readonly PaletteRow[] => {
    if (row.type !== 'item') return row
    const writes = (byKey.get(row.key) ?? []).filter((item) => isPending(item, row.row.seenAt))
    if (writes.length === 0) return row
    return isRemoved(writes) ? [] : itemRow(asWritten(row.row, writes, statuses))
  }
  return groups
    .map((group) => ({ ...group, rows: group.rows.flatMap(rowsAfter) }))
    .filter(({ rows }) => rows.length > 0)
}
