// Kysely over one connection to PostgreSQL. Kysely's own dialect sends every text again; this one names what it sends
// twice, so that the server parses it once a connection.
import {
  type CompiledQuery,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
} from 'kysely'
import { Query, types, type ClientBase, type ResultBuilder } from 'pg'
import { tellsNothing } from './postgres-lists.ts'
import { withoutNul } from './stored-text.ts'

/** Enough for every statement of the service. The server keeps the plans of a connection as long as the connection. */
const namedStatements = 400
/** How many texts are remembered before they have been sent twice. */
const knownTexts = 4_000

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

/** Gives a text a name once it comes a second time. */
function createNames(): (text: string) => string | undefined {
  const names = new Map<string, string | undefined>()
  let named = 0
  return (text) => {
    const known = names.get(text)
    if (known !== undefined) return known
    if (!names.has(text)) {
      if (names.size < knownTexts) names.set(text, undefined)
      return undefined
    }
    if (named >= namedStatements) return undefined
    named += 1
    names.set(text, `s${named}`)
    return `s${named}`
  }
}

/** Without the copy that pg makes of a statement that it is given as an object: a third of what its `query` costs. */
const send = (
  client: ClientBase,
  { text, values, name }: { text: string; values: unknown[]; name: string | undefined },
): Promise<ResultBuilder> =>
  new Promise((resolve, reject) => {
    const query = new Query(text, values, (error, result) => {
      if (error) reject(error)
      else resolve(result)
    })
    // Its types do not say that it has one.
    client.query(Object.assign(query, { name }))
  })

/**
 * A dialect over one open connection, which it does not close.
 * @param options.rewrite changes a text before it is sent
 * @param options.unanswered where it gives a list, a statement that tells nothing is over once it was sent, and its
 * answer goes to that list
 */
export function postgresDialect(
  client: ClientBase,
  {
    rewrite,
    unanswered = () => undefined,
  }: {
    rewrite?: (text: string) => string
    unanswered?: () => Promise<unknown>[] | undefined
  } = {},
): Dialect {
  const nameOf = createNames()
  const connection: DatabaseConnection = {
    async executeQuery<R>(query: CompiledQuery) {
      const text = rewrite ? rewrite(query.sql) : query.sql
      const values = [...withoutNul(query.parameters)]
      const name = nameOf(text)
      const answer = send(client, { text, values, name })
      const answers = tellsNothing(query) ? unanswered() : undefined
      if (answers) {
        // Looked at later, or not at all where something else has failed by then.
        answer.catch(() => {})
        answers.push(answer)
        return { rows: [] }
      }
      const result = await answer
      return { rows: result.rows as R[], numAffectedRows: BigInt(result.rowCount ?? 0) }
    },
    // oxlint-disable-next-line require-yield -- statements here are bounded; nothing is streamed
    async *streamQuery() {
      throw new Error('Streaming is not supported.')
    },
  }
  const run = (text: string) => async () => {
    await client.query(text)
  }
  const nothing = async () => {}
  const driver: Driver = {
    init: nothing,
    acquireConnection: async () => connection,
    beginTransaction: run('begin'),
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
