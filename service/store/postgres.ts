// The store on PostgreSQL: connections that write and connections that only read, so that a read never waits for a
// write. Any number of processes may have the same database open.
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely } from 'kysely'
import type { ClientBase } from 'pg'
import { askedTogether } from '../asked-together.ts'
import { createDefinitionsMemory, type DefinitionsMemory } from './definitions-memory.ts'
import { appliesNone } from './migrate.ts'
import { migratePostgres } from './postgres/migrate.ts'
import type { Terms } from './postgres/connection.ts'
import { postgresDialect } from './postgres/dialect.ts'
import {
  asStoreError,
  isLockTimeout,
  isOfEveryConnection,
  isOutcomeUnknown,
  isRepeatable,
} from './postgres/error.ts'
import { createQuietVersions, type QuietVersions } from './postgres/optimistic.ts'
import { optimizePostgres } from './postgres/optimize.ts'
import { createSend } from './postgres/send.ts'
import { createSide, type Bound } from './postgres/side.ts'
import { createStatements } from './postgres/statements.ts'
import { nameOfDatabase, withPlainTls } from './postgres/url.ts'
import { bindWriter } from './postgres/writer.ts'
import type { Database } from './schema.ts'
import { createSharedCommits, inTransaction } from './transactions/shared-commits.ts'
import type { Count } from './shared-state.ts'
import { bindResources, type Store, type Tx, type WriteOptions } from './store.ts'

/** How long a write waits for another one, and a request for a connection, in milliseconds. */
const usualBusyWait = 10_000
/** How often a transaction that met another one is run again. */
const repeats = 5

const beginReading = { name: 'begin', text: 'begin isolation level repeatable read, read only' }

const bindReader = (client: ClientBase, definitionsOf: DefinitionsMemory): Bound => {
  const db = new Kysely<Database>({ dialect: postgresDialect(createSend(client)) })
  const definitions = definitionsOf(bindResources(db))
  return {
    tx: definitions.tx,
    begin() {
      definitions.forget()
      return client.query(beginReading)
    },
    marked() {},
    undo: async () => {},
    commit: async () => {},
  }
}

/** Longer with every time, and never the same for two that have met. */
const pause = (attempt: number) => sleep(5 * 2 ** attempt * (0.5 + Math.random()))

async function repeated<T>(transact: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await transact()
    } catch (error) {
      if (!isRepeatable(error) || attempt >= repeats) throw error
    }
    await pause(attempt)
  }
}

/** Writers of one workspace wait for one another anyway; those of this process do it together. */
function createWriters(
  { begin, beginOptimistic }: Pick<ReturnType<typeof createSide>, 'begin' | 'beginOptimistic'>,
  quiet: QuietVersions,
) {
  const writers = new Map<string, ReturnType<typeof createSharedCommits<Tx>>>()
  return <T>(workspaceId: string, run: (tx: Tx) => Promise<T>, options?: WriteOptions): Promise<T> => {
    const together =
      writers.get(workspaceId) ??
      createSharedCommits<Tx>({
        begin: () => begin(workspaceId),
        beginOptimistic: async () =>
          quiet.get(workspaceId) === undefined ? undefined : beginOptimistic(workspaceId),
        alone: repeated,
        isRepeatable,
        hasWaited: isLockTimeout,
        isUnknown: isOutcomeUnknown,
        isElsewhere: true,
        onIdle: () => writers.delete(workspaceId),
      })
    writers.set(workspaceId, together)
    return together.write(run, options)
  }
}

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
  }: Partial<Omit<Terms, 'standby'>> & { upTo?: string | undefined } = {},
): Promise<Store & { applied: string[] }> {
  const url = withPlainTls(given)
  const name = nameOfDatabase(url)
  const applied = await migratePostgres(url, upTo).catch((error: unknown) => {
    throw asStoreError(error, name)
  })
  const definitionsOf = createDefinitionsMemory()
  const terms: Terms = { busyWait, longestAnswer, standby: appliesNone(upTo) ? 'asked' : 'refused' }
  const reader = createSide(url, terms, (client) => bindReader(client, definitionsOf))
  const quiet = createQuietVersions()
  const writer = createSide(url, terms, (client) => bindWriter(client, definitionsOf, quiet))
  const statements = createStatements(url, terms, definitionsOf)
  const known = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      const said = asStoreError(error, name)
      if (isOfEveryConnection(said)) for (const side of [reader, writer, statements]) side.renew()
      throw said
    }
  }
  const counted = askedTogether((counts: readonly Count[]) =>
    known(repeated(() => statements.run(({ shared }) => shared.count(counts)))),
  )
  const writeIn = createWriters(writer, quiet)
  return {
    applied,
    shared: {
      time: () => known(statements.run(({ shared }) => shared.time())),
      async count(count) {
        const window = await counted(count)
        if (!window) throw new Error('Every count has a window.')
        return window
      },
      purge: (at) => known(statements.run(({ shared }) => shared.purge(at))),
    },
    read: (run) => known(repeated(() => reader.read(run))),
    ask: (run) => known(repeated(() => statements.run(({ tx }) => run(tx)))),
    write: (run, workspaceId, options) =>
      known(
        workspaceId === undefined
          ? repeated(() => inTransaction(writer.begin, run))
          : writeIn(workspaceId, run, options),
      ),
    optimize: (rows) => optimizePostgres(url, rows),
    async close() {
      await Promise.all([reader.end(), writer.end(), statements.end()])
    },
  }
}
