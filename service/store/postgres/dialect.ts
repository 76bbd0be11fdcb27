// Kysely over one connection to PostgreSQL. Kysely's own dialect sends every text again, and waits for each answer.
import {
  type CompiledQuery,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
} from 'kysely'
import { types } from 'pg'
import type { Send } from './send.ts'
import { withoutNul } from '../stored-text.ts'

/** Counts and times are 64-bit integers, which pg would hand over as text. All of ours fit into a number. */
const numericTypes = new Set([20, 1700])

/** For `pg`: how it reads what the server sends. */
export const valueTypes: Pick<typeof types, 'getTypeParser'> = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    return numericTypes.has(oid) ? Number : types.getTypeParser(oid, format)
  },
}

class RowLockAdapter extends PostgresAdapter {
  // `migrate` holds a lock row instead: advisory locks are missing on other engines that speak this protocol.
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

/**
 * A dialect over one open connection, which it does not close.
 * @param options.rewrite changes a text before it is sent
 */
export function postgresDialect(
  send: Send,
  { rewrite }: { rewrite?: (text: string) => string } = {},
): Dialect {
  const connection: DatabaseConnection = {
    async executeQuery<R>(query: CompiledQuery) {
      const text = rewrite ? rewrite(query.sql) : query.sql
      const result = await send(text, [...withoutNul(query.parameters)])
      return { rows: result.rows as R[], numAffectedRows: BigInt(result.rowCount ?? 0) }
    },
    // oxlint-disable-next-line require-yield -- statements here are bounded; nothing is streamed
    async *streamQuery() {
      throw new Error('Streaming is not supported.')
    },
  }
  const run = (text: string) => async () => {
    await send(text, [])
  }
  const nothing = async () => {}
  const driver: Driver = {
    init: nothing,
    acquireConnection: async () => connection,
    // Whatever this user's begin with: who has waited for a lock sees what the one before has written.
    beginTransaction: run('begin isolation level read committed'),
    commitTransaction: run('commit'),
    rollbackTransaction: run('rollback'),
    releaseConnection: nothing,
    destroy: nothing,
  }
  return {
    createDriver: () => driver,
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createAdapter: () => new RowLockAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  }
}
