// A task that was captured a moment ago and is still in the outbox: found like any other, and the same line on the screen
// once the service has stored it. Pure (APP-03, APP-07).
import type { OutboxItem, Row } from '../../../shared/ipc/launcher.ts'
import { type Group, itemRow, keyOf, type PaletteRow, rowsOf } from '../rows/rows.ts'

export const capturedKey = ({ id }: Pick<OutboxItem, 'id'>): string => `outbox:${id}`

/** Whether the service does not have it yet, as far as is known here. */
export const isUnstored = ({ kind, state }: OutboxItem): boolean => kind === 'createTask' && state !== 'saved'

/** Nothing of it is on its way, and nothing is to be decided about it: it can be written anew. */
export const isEditable = ({ state, heldUntil }: OutboxItem): boolean =>
  state === 'queued' && heldUntil === null

export const capturedRow = (item: OutboxItem): PaletteRow => ({
  type: 'captured',
  key: capturedKey(item),
  title: item.title,
  item,
})

/** The task that became of it, with what is known here until the service is asked; null before it is stored. */
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

/** The key that a chosen row goes on under, once the outbox is this. */
export const keyAfter = (key: string | null, items: readonly OutboxItem[]): string | null => {
  const item = items.find((each) => capturedKey(each) === key)
  const stored = item === undefined ? null : storedRow(item)
  return stored === null ? key : keyOf(stored)
}

/** The painted rows once the outbox is this: what was stored is the task itself, in the same place and only there. */
export function followOutbox(
  groups: readonly Group[],
  items: readonly OutboxItem[],
  selectedKey: string | null,
): readonly Group[] {
  const painted = rowsOf(groups)
  if (!painted.some(({ type }) => type === 'captured')) return groups
  const byKey = new Map(items.map((item) => [capturedKey(item), item]))
  /** Rows that were here before, whose place another takes. */
  const replaced = new Set<PaletteRow>()
  const successors = new Map<PaletteRow, PaletteRow>()
  for (const row of painted) {
    if (row.type !== 'captured') continue
    const item = byKey.get(row.key)
    const stored = item === undefined ? null : storedRow(item)
    const twin = stored === null ? undefined : painted.find(({ key }) => key === keyOf(stored))
    // Cancelled, or the task itself is chosen already, where it is.
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
