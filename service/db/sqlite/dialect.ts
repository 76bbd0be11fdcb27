// Kysely over node:sqlite. Kysely's own dialect prepares every statement again and begins transactions deferred;
// this one keeps prepared statements and begins immediate, so that two writers never meet half-way.
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
} from 'kysely'
import { withoutNul } from '../sql.ts'

/** A least-recently-used cache. */
type Lru<Key, Value> = {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): void
}

/** Keeps this many entries and drops the least recently used first. */
export const createLru = <Key, Value>(most: number): Lru<Key, Value> => {
  // The map's order is the order of last use.
  const values = new Map<Key, Value>()
  return {
    get(key) {
      const value = values.get(key)
      if (value === undefined) return undefined
      values.delete(key)
      values.set(key, value)
      return value
    },
    set(key, value) {
      values.delete(key)
      values.set(key, value)
      if (values.size <= most) return
      for (const oldest of values.keys()) {
        values.delete(oldest)
        return
      }
    },
  }
}

/** Enough for every statement of the service; the rest is lists of varying length, which may come and go. */
const cachedStatements = 400

type Prepared = { statement: StatementSync; columns: readonly string[] }

/**
 * SQLite plans a statement anew each time that a bare parameter of a limit or a pattern is bound, because it plans by its
 * value. That costs more than most answers, so it gets an expression, whose value it does not look at.
 */
const plannedOnce = (text: string): string =>
  text.replaceAll(/\blimit \?/g, 'limit ? + 0').replaceAll(/\blike \?/g, "like ? || ''")

const named = (columns: readonly string[], values: readonly SQLOutputValue[]) => {
  const row: Record<string, SQLOutputValue | undefined> = {}
  for (let index = 0; index < columns.length; index += 1) row[columns[index] ?? ''] = values[index]
  return row
}

class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

function createConnection(database: DatabaseSync, turn: () => Promise<void> | undefined): DatabaseConnection {
  const statements = createLru<string, Prepared>(cachedStatements)

  const prepare = (text: string) => {
    const known = statements.get(text)
    if (known) return known
    const statement = database.prepare(plannedOnce(text))
    // Arrays, because node:sqlite's row objects are dictionaries, which are slow to make and slow to read.
    statement.setReturnArrays(true)
    const prepared = { statement, columns: statement.columns().map(({ name }) => name) }
    statements.set(text, prepared)
    return prepared
  }

  return {
    async executeQuery<R>(query: CompiledQuery) {
      await turn()
      const { statement, columns } = prepare(query.sql)
      // Kysely types parameters as unknown; node:sqlite refuses at run time what it cannot bind.
      const parameters = withoutNul(query.parameters) as SQLInputValue[]
      if (columns.length > 0) {
        const rows = statement.all(...parameters) as unknown as SQLOutputValue[][]
        return { rows: rows.map((values) => named(columns, values)) as R[] }
      }
      const { changes } = statement.run(...parameters)
      return { rows: [], numAffectedRows: BigInt(changes) }
    },
    // oxlint-disable-next-line require-yield -- statements here are bounded; nothing is streamed
    async *streamQuery() {
      throw new Error('Streaming is not supported.')
    },
  }
}

/**
 * A dialect over one open connection, which it does not close.
 * @param turn what a statement waits for, if anything
 */
export function sqliteDialect(
  database: DatabaseSync,
  turn: () => Promise<void> | undefined = () => undefined,
): Dialect {
  const run = (text: string) => async (connection: DatabaseConnection) => {
    await connection.executeQuery(CompiledQuery.raw(text))
  }
  const nothing = async () => {}
  const connection = createConnection(database, turn)
  const driver: Driver = {
    init: nothing,
    acquireConnection: async () => connection,
    beginTransaction: run('begin immediate'),
    commitTransaction: run('commit'),
    // SQLite has already rolled back after some failures, a full disk for one; another error would hide why.
    rollbackTransaction: async (held) => {
      if (database.isTransaction) await run('rollback')(held)
    },
    releaseConnection: nothing,
    destroy: nothing,
  }
  return {
    createDriver: () => driver,
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new TransactionalSqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
}
