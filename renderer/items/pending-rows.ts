// Rows of tasks that are still in the outbox. They are found like any other row, and become the stored task's row once the
// service has saved it. Pure (APP-03, APP-07).
import type { OutboxItem, Row } from '../../shared/ipc/launcher.ts'
import { type Group, itemRow, keyOf, type PaletteRow, rowsOf } from './rows.ts'

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
