// The store on PostgreSQL: connections that write and connections that only read, so that a read never waits for a
// write. Any number of processes may have the same database open.
import { CompiledQuery } from 'kysely'
import { createLoader } from './loader.ts'
import { appliesNone } from './migrate.ts'
import { migratePostgres } from './postgres/migrate.ts'
import type { Terms } from './postgres/connection.ts'
import { asStoreError, repeated } from './postgres/error.ts'
import { optimizePostgres } from './postgres/optimize.ts'
import { addCounts, purgeCounts } from './postgres/shared-state.ts'
import { createSignals } from './postgres/signals.ts'
import { createStatements } from './postgres/statements.ts'
import { createTransactions } from './postgres/transactions.ts'
import { nameOfDatabase, withPlainTls } from './postgres/url.ts'
import type { Count } from './shared-state.store.ts'
import { isStoreError, type StoreError } from '../base/store-error.ts'
import type { Store } from './store.ts'
import { writeHealthCheck } from './health.store.ts'

/** How long a write waits for another one, and a request for a connection, in milliseconds. */
const usualBusyWait = 10_000
/** Milliseconds for which a full disk counts after a write has met it, because a row is still changed in its place there. */
const fullFor = 10_000
/**
 * Opens a database of a PostgreSQL server and migrates it.
 * @param given `postgres://user:password@host:port/database`
 * @param options.busyWait milliseconds to wait for another writer, and for a connection
 * @param options.longestAnswer milliseconds to wait for an answer beside that
 * @param options.upTo the last migration to apply
 * @throws StoreError
 */
export async function openPostgres(
  given: string,
  {
    busyWait = usualBusyWait,
    longestAnswer,
    upTo,
  }: Partial<Pick<Terms, 'busyWait' | 'longestAnswer'>> & { upTo?: string | undefined } = {},
): Promise<Store & { applied: string[] }> {
  const url = withPlainTls(given)
  const name = nameOfDatabase(url)
  const { applied, distributed } = await migratePostgres(url, upTo).catch((error: unknown) => {
    throw asStoreError(error, name)
  })
  const terms: Terms = {
    busyWait,
    longestAnswer,
    distributed,
    standby: appliesNone(upTo) ? 'asked' : 'refused',
  }
  const transactions = createTransactions(url, terms)
  const statements = createStatements(url, terms)
  let full: { error: StoreError; until: number } | undefined
  const known = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      const said = asStoreError(error, name)
      if (isStoreError(said)) {
        // Connections that were made before may still be to a server that takes no writes.
        if (said.storeCode === 'database_read_only')
          for (const side of [transactions, statements]) side.renew()
        if (said.storeCode === 'database_full') full = { error: said, until: performance.now() + fullFor }
      }
      throw said
    }
  }
  const write: Store['write'] = (run, workspaceId, touches) =>
    known(transactions.write(run, workspaceId, touches))
  const signals = createSignals(url, (text, parameters) =>
    statements.run((tx) => tx.executeQuery(CompiledQuery.raw(text, [...parameters]))),
  )
  const counted = createLoader((counts: readonly Count[]) =>
    known(repeated(() => statements.run((tx) => addCounts(tx, counts)))),
  )
  return {
    applied,
    shared: {
      async count(count) {
        const window = await counted(count)
        if (!window) throw new Error('Every count has a window.')
        return window
      },
      purge: (at) => known(statements.run((tx) => purgeCounts(tx, at))),
    },
    read: (run) => known(repeated(() => transactions.read(run))),
    signals,
    ask: (run) => known(repeated(() => statements.run(run))),
    write,
    async probe(at) {
      if (full && performance.now() < full.until) throw full.error
      await write((tx) => writeHealthCheck(tx, at))
    },
    optimize: (rows) => optimizePostgres(url, rows),
    async close() {
      signals.close()
      await Promise.all([transactions.end(), statements.end()])
    },
  }
}
