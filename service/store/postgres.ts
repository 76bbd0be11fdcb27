// The store on PostgreSQL: connections that write and connections that only read, so that a read never waits for a
// write. Any number of processes may have the same database open.
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import type { ClientBase } from 'pg'
import { sentTogether } from './transactions/sent-together.ts'
import { compiled, given } from './compiled.ts'
import { createDefinitionsMemory, type DefinitionsMemory } from './definitions-memory.ts'
import { migratePostgres } from './postgres/migrate.ts'
import type { Waits } from './postgres/connection.ts'
import { postgresDialect } from './postgres/dialect.ts'
import { asStoreError, isConnectionLost, isRepeatable } from './postgres/error.ts'
import { createLastInserts } from './postgres/last-inserts.ts'
import { optimizePostgres } from './postgres/optimize.ts'
import { createSend } from './postgres/send.ts'
import { commitStatement, createSide, type Bound } from './postgres/side.ts'
import { createStatements } from './postgres/statements.ts'
import { nameOfDatabase } from './postgres/url.ts'
import type { Database } from './schema.ts'
import { createSharedCommits, inTransaction } from './transactions/shared-commits.ts'
import type { SharedState } from './shared-state.ts'
import { bindResources, type Store, type Tx } from './store.ts'
import { takingTurns } from './transactions/workspace-turns.ts'
import { writeView } from './transactions/write-view.ts'

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

const beginWriting = { name: 'begin', text: 'begin isolation level read committed' }

const bindWriter = (client: ClientBase, definitionsOf: DefinitionsMemory): Bound => {
  const send = createSend(client)
  const inserts = createLastInserts(send)
  const db = new Kysely<Database>({ dialect: postgresDialect(send, { inserts }) })
  const lockRow = compiled<{ version: string }>(
    db,
    () => sql`select definitions_version as version from workspace where id = ${given} for update`,
  )
  const locked = new Set<string>()
  const lock = async (workspaceId: string) => {
    if (locked.has(workspaceId)) return
    const [row] = await lockRow(workspaceId)
    if (row) tellVersion(workspaceId, row.version)
    locked.add(workspaceId)
  }
  const {
    begun: forgetAll,
    anticipate,
    tellVersion,
    finish,
    ...view
  } = writeView(bindResources(db), definitionsOf, (statement) => client.query(statement))
  return {
    ...view,
    tx: takingTurns(view.tx, lock),
    begin(workspaceId) {
      inserts.forget()
      locked.clear()
      forgetAll()
      // Each statement sees what was committed before it: after waiting for a lock, that is what the other one wrote.
      const begun = client.query(beginWriting)
      // What is asked behind the lock is answered once it is held.
      return workspaceId === undefined
        ? begun
        : sentTogether([begun, lock(workspaceId), anticipate(workspaceId)])
    },
    async commit(sent) {
      inserts.begin()
      await finish().catch(async (error: unknown) => {
        // Whatever was asked behind a refused statement fails because of it.
        await sentTogether(inserts.answers())
        throw error
      })
      inserts.flush()
      // Everything has been sent: what is still to be answered tells nothing but whether there is something to commit.
      const committed = client.query(commitStatement)
      sent?.()
      const [, { command }] = await sentTogether([sentTogether(inserts.answers()), committed])
      // The server rolls back where a statement has failed, also one that was passed over in silence.
      if (command !== 'COMMIT') throw new Error('The transaction had failed before it was to be committed.')
    },
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
function createWriters(begin: (workspaceId: string) => ReturnType<ReturnType<typeof createSide>['begin']>) {
  const writers = new Map<string, ReturnType<typeof createSharedCommits<Tx>>>()
  return <T>(workspaceId: string, run: (tx: Tx) => Promise<T>): Promise<T> => {
    const together =
      writers.get(workspaceId) ??
      createSharedCommits<Tx>({
        begin: () => begin(workspaceId),
        alone: repeated,
        isRepeatable,
        isUnknown: isConnectionLost,
        isElsewhere: true,
        onIdle: () => writers.delete(workspaceId),
      })
    writers.set(workspaceId, together)
    return together.write(run)
  }
}

/**
 * Opens a database of a PostgreSQL server and migrates it.
 * @param url `postgres://user:password@host:port/database`
 * @param options.busyWait milliseconds to wait for another writer, and for a connection
 * @param options.longestAnswer milliseconds to wait for an answer beside that
 * @param options.upTo the last migration to apply
 * @throws StoreError
 */
export async function openPostgres(
  url: string,
  { busyWait = usualBusyWait, longestAnswer, upTo }: Partial<Waits> & { upTo?: string | undefined } = {},
): Promise<Store & { applied: string[] }> {
  const name = nameOfDatabase(url)
  const known = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      throw asStoreError(error, name)
    }
  }
  const applied = await known(migratePostgres(url, upTo))
  const definitionsOf = createDefinitionsMemory()
  const waits = { busyWait, longestAnswer }
  const reader = createSide(url, waits, (client) => bindReader(client, definitionsOf))
  const writer = createSide(url, waits, (client) => bindWriter(client, definitionsOf))
  const statements = createStatements(url, waits)
  const counting = <T>(run: (shared: SharedState) => Promise<T>): Promise<T> =>
    known(repeated(() => statements.run(({ shared }) => run(shared))))
  const writeIn = createWriters(writer.begin)
  return {
    applied,
    shared: {
      read: (text) => counting((shared) => shared.read(text)),
      replaceMany: (replacements) => counting((shared) => shared.replaceMany(replacements)),
      replace: (text, version, next) => counting((shared) => shared.replace(text, version, next)),
      purge: (at) => counting((shared) => shared.purge(at)),
    },
    read: (run) => known(repeated(() => reader.read(run))),
    ask: (run) => known(repeated(() => statements.run(({ tx }) => run(tx)))),
    write: (run, workspaceId) =>
      known(
        workspaceId === undefined
          ? repeated(() => inTransaction(writer.begin, run))
          : writeIn(workspaceId, run),
      ),
    optimize: (rows) => optimizePostgres(url, rows),
    async close() {
      await Promise.all([reader.end(), writer.end(), statements.end()])
    },
  }
}
