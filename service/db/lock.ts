// The lock of a workspace, for a write that finds its workspace only by asking. SQLite has one writer at a time anyway.
import { CompiledQuery } from 'kysely'
import { lockRow, lockWorkspaceRow } from './postgres/placement.ts'
import { engineOf } from './sql.ts'
import type { Tx } from './store.ts'

/** Waits until no other transaction writes in a workspace, and keeps others from it until the commit. */
export async function lockWorkspace(tx: Tx, workspaceId: string): Promise<void> {
  const engine = engineOf(tx)
  if (engine === 'sqlite') return
  await tx.executeQuery(CompiledQuery.raw(engine === 'citus' ? lockRow : lockWorkspaceRow, [workspaceId]))
}
