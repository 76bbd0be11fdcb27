// Titles that a write transaction makes findable are written at its end, all together: who shares a commit shares the
// statements as well. Nothing else reads them before.
import type { SearchEntry } from './search-index.ts'
import type { Tx } from './store.ts'

type Search = Tx['search']
type Late = { workspaceId: string; entry: SearchEntry }

/**
 * A transaction's view that keeps titles back.
 * @returns `mark` and `undo` follow the transaction, `finish` writes what was kept back, `forget` drops it
 */
export function postponing(tx: Tx): {
  tx: Tx
  mark: () => void
  undo: () => void
  finish: () => Promise<void>
  forget: () => void
} {
  const late: Late[] = []
  let marked = 0

  const finish = async () => {
    const byWorkspace = Map.groupBy(late.splice(0), (each) => each.workspaceId)
    for (const [workspaceId, some] of byWorkspace)
      await tx.search.putMany(
        workspaceId,
        some.map(({ entry }) => entry),
      )
  }
  /** Everything else sees what was put before. */
  const afterwards = Object.fromEntries(
    Object.entries(tx.search).map(([name, value]) => [
      name,
      async (...given: unknown[]): Promise<unknown> => {
        await finish()
        return Reflect.apply(value, tx.search, given)
      },
    ]),
  ) as Search

  const put: Search['put'] = async (workspaceId, kind, ref, title, rankedAt, audiences) => {
    late.push({ workspaceId, entry: { kind, ref, title, rankedAt, ...(audiences && { audiences }) } })
  }
  return {
    tx: { ...tx, search: { ...afterwards, put } },
    mark() {
      marked = late.length
    },
    undo() {
      late.length = Math.min(late.length, marked)
    },
    finish,
    forget() {
      late.length = 0
    },
  }
}
