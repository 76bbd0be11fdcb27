// Write transactions of SQLite, as shared commits want them.
import type { DatabaseSync } from 'node:sqlite'
import type { Transaction } from '../transactions/shared-commits.ts'
import type { WriteView } from '../transactions/write-view.ts'

/**
 * @param begin waits for other processes and opens the transaction
 * @param committed is told of each commit
 */
export function sqliteTransactions<View>(
  database: DatabaseSync,
  view: WriteView<View>,
  begin: () => Promise<void>,
  committed: () => void = () => {},
): () => Promise<Transaction<View>> {
  const transaction: Transaction<View> = {
    tx: view.tx,
    mark: view.marked,
    undo: view.undo,
    async commit() {
      await view.finish()
      database.exec('commit')
      committed()
    },
    async rollback() {
      if (database.isTransaction) database.exec('rollback')
    },
  }
  return async () => {
    await begin()
    view.begun()
    return transaction
  }
}
