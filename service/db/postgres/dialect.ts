// Kysely over one connection to PostgreSQL. Kysely's own dialect sends every text again, and waits for each answer. This one
// names a statement once it comes a second time, so that the server parses and plans it once a connection.
import {
  type CompiledQuery,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
} from 'kysely'
import { Query, types, type ClientBase, type ResultBuilder } from 'pg'
import { DistributedAdapter, RowLockAdapter, withoutNul } from '../sql.ts'

/** Counts and times are 64-bit integers, which pg would hand over as text. All of ours fit into a number. */
const numericTypes = new Set([20, 1700])

/** For `pg`: how it reads what the server sends. */
export const valueTypes: Pick<typeof types, 'getTypeParser'> = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    return numericTypes.has(oid) ? Number : types.getTypeParser(oid, format)
  },
}

/** Enough for every statement of the service. The server keeps the plans of a connection as long as the connection. */
const namedStatements = 400
/** How many texts are remembered before they have been sent twice. */
const knownTexts = 4_000

/** A statement that came before on this connection. */
type Known = { name?: string; state: 'seen' | 'being prepared' | 'prepared' }

/**
 * Gives a text a name once it comes a second time. The name is used again only after the server has answered: pg sends
 * the text with the first use alone, so a second use in the same packet would fail with it, as an unknown statement.
 */
function createNames(): (text: string) => Known | undefined {
  const statements = new Map<string, Known>()
  let named = 0
  return (text) => {
    const known = statements.get(text)
    if (known?.state === 'prepared') return known
    if (!known && statements.size < knownTexts) statements.set(text, { state: 'seen' })
    if (known?.state !== 'seen') return undefined
    if (known.name === undefined) {
      if (named >= namedStatements) return undefined
      named += 1
      known.name = `s${named}`
    }
    known.state = 'being prepared'
    return known
  }
}

/** Sends a statement at once, whatever is still to be answered. */
const createSend = (client: ClientBase) => {
  const statementFor = createNames()
  return (text: string, values: unknown[]): Promise<ResultBuilder> =>
    new Promise((resolve, reject) => {
      const statement = statementFor(text)
      // Without the copy that pg makes of a statement that it is given as an object: a third of what its `query` costs.
      const query = new Query(text, values, (error, result) => {
        if (statement) statement.state = error ? 'seen' : 'prepared'
        if (error) reject(error)
        else resolve(result)
      })
      // Its types do not say that it has one.
      client.query(Object.assign(query, { name: statement?.name }))
    })
}

/**
 * A dialect over one open connection, which it does not close.
 * @param options.rewrite changes a text before it is sent
 * @param options.distributed whether the tables are on the workers of Citus
 */
export function postgresDialect(
  client: ClientBase,
  { rewrite, distributed = false }: { rewrite?: (text: string) => string; distributed?: boolean } = {},
): Dialect {
  const send = createSend(client)
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
    createAdapter: () => (distributed ? new DistributedAdapter() : new RowLockAdapter()),
    createIntrospector: (db) => new PostgresIntrospector(db),
  }
}
