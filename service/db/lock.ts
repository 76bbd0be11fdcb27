// The lock of a workspace, for a write that finds its workspace only by asking. SQLite has one writer at a time anyway.
import { CompiledQuery, SqliteAdapter } from 'kysely'
import { DistributedAdapter } from './postgres/dialect.ts'
import { lockRow, lockWorkspaceRow } from './postgres/placement.ts'
import { storeOf, type Tx } from './store.ts'

const locksIn = storeOf((db) => {
  const { adapter } = db.getExecutor()
  if (adapter instanceof SqliteAdapter) return { lock: async (_workspaceId: string) => {} }
  const text = adapter instanceof DistributedAdapter ? lockRow : lockWorkspaceRow
  return {
    async lock(workspaceId: string): Promise<void> {
      await db.executeQuery(CompiledQuery.raw(text, [workspaceId]))
    },
  }
})

/** Waits until no other transaction writes in a workspace, and keeps others from it until the commit. */
export const lockWorkspace = (tx: Tx, workspaceId: string): Promise<void> => locksIn(tx).lock(workspaceId)
