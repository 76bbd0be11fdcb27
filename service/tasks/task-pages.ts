// Pages of tasks and their cursors, for both surfaces (GEN-06, GEN-07).
import { z } from 'zod'
import { decodeCursor, decodeCursorAs, encodeCursor } from '../http/cursor.ts'
import type { Viewer } from './visibility.rules.ts'
import type { Store, Tx } from '../db/store.ts'
import type { TaskFilters } from './task-lists.store.ts'
import type { StoredTask } from './stored-task.ts'
import { tasksInOrder } from './ordered-tasks.store.ts'
import { tasksByCreation } from './task-lists.store.ts'

type Asked = {
  kind: 'developer.tasks' | 'launcher.tasks'
  workspaceId: string
  viewer: Viewer
  filters: TaskFilters
  cursor: string | undefined
  limit: number
  /** By due date, where there are not too many tasks to sort. Otherwise, as without it, the newest come first. */
  order?: 'due'
}

const place = z.tuple([z.number(), z.number(), z.string()])

/**
 * Reads a page and presents it in the same transaction.
 * @returns null when the cursor does not belong to this list
 */
export async function readTaskPage<T>(
  store: Store,
  { kind, workspaceId, viewer, filters, cursor, limit, order }: Asked,
  present: (tx: Tx, tasks: readonly StoredTask[]) => Promise<T[]>,
): Promise<{ data: T[]; next: string | null } | null> {
  const filtersKey = JSON.stringify([workspaceId, viewer.personId, filters])
  const sortedKind = `${kind}.${order}`
  const sorted =
    cursor === undefined ? undefined : (decodeCursorAs(place, sortedKind, filtersKey, cursor) ?? undefined)
  const after =
    cursor === undefined || sorted !== undefined ? undefined : decodeCursor(kind, filtersKey, cursor)
  if (after === null) return null
  return store.read(async (tx) => {
    if (order !== undefined && after === undefined) {
      const found = await tasksInOrder(tx, workspaceId, viewer, filters, { order, after: sorted, limit })
      if (found) {
        const next = found.next && encodeCursor(sortedKind, filtersKey, found.next)
        return { data: await present(tx, found.tasks), next }
      }
    }
    const { tasks, next } = await tasksByCreation(tx, workspaceId, viewer, filters, { after, limit })
    return { data: await present(tx, tasks), next: next && encodeCursor(kind, filtersKey, next) }
  })
}
