// The store on PostgreSQL: connections that write and connections that only read, so that a read never waits for a
// write. Any number of processes may have the same database open.
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import { Pool, type ClientBase, type PoolClient } from 'pg'
import { compiled, given } from './compiled.ts'
import { migratePostgres } from './postgres-migrate.ts'
import { nameOfDatabase, postgresSettings } from './postgres-connection.ts'
import { postgresDialect } from './postgres-dialect.ts'
import { asStoreError, isConnectionLost, isPlanOutdated, isRepeatable } from './postgres-error.ts'
import { createPostgresSharedState } from './postgres-shared.ts'
import type { Database } from './schema.ts'
import { bindResources, type Store, type Tx } from './store.ts'
import { takingTurns } from './workspace-turns.ts'

/** Of each kind. A server has few to give, and every process takes this many twice. */
const connections = 5
/** How long a write waits for another one, and a request for a connection, in milliseconds. */
const usualBusyWait = 10_000
/** How often a transaction that met another one is run again. */
const repeats = 5

/** A connection's resources; `begin` forgets which workspaces the transaction before had locked. */
type Bound = { tx: Tx; begin: () => Promise<unknown> }
type Bind = (client: ClientBase) => Bound

const bindReader: Bind = (client) => ({
  tx: bindResources(new Kysely<Database>({ dialect: postgresDialect(client) })),
  begin: () => client.query('begin isolation level repeatable read, read only'),
})

const bindWriter: Bind = (client) => {
  const db = new Kysely<Database>({ dialect: postgresDialect(client) })
  const lockRow = compiled(db, () => sql`select id from workspace where id = ${given} for update`)
  const locked = new Set<string>()
  const lock = async (workspaceId: string) => {
    if (locked.has(workspaceId)) return
    await lockRow(workspaceId)
    locked.add(workspaceId)
  }
  return {
    tx: takingTurns(bindResources(db), lock),
    begin() {
      locked.clear()
      // Each statement sees what was committed before it: after waiting for a lock, that is what the other one wrote.
      return client.query('begin isolation level read committed')
    },
  }
}

/** Connections of one kind, each with resources of its own. */
function createSide(url: string, busyWait: number, bind: Bind) {
  const pool = new Pool({ ...postgresSettings(url, busyWait), max: connections })
  // A connection that breaks while nobody uses it is replaced when somebody does.
  pool.on('error', () => {})
  const bounds = new WeakMap<PoolClient, Bound>()
  const boundTo = (client: PoolClient) => {
    const bound = bounds.get(client) ?? bind(client)
    bounds.set(client, bound)
    return bound
  }

  /** A connection in a new transaction. Nothing was sent before, so those that turn out to be dead are passed over. */
  const begin = async (): Promise<{ client: PoolClient; tx: Tx }> => {
    for (let passed = 0; ; passed += 1) {
      const client = await pool.connect()
      const bound = boundTo(client)
      try {
        await bound.begin()
        return { client, tx: bound.tx }
      } catch (error) {
        client.release(true)
        if (!isConnectionLost(error) || passed >= connections) throw error
      }
    }
  }

  const transact = async <T>(run: (tx: Tx) => Promise<T>): Promise<T> => {
    const { client, tx } = await begin()
    let broken = false
    try {
      const value = await run(tx)
      const { command } = await client.query('commit')
      // The server rolls back where a failed statement was passed over in silence.
      if (command !== 'COMMIT') throw new Error('The transaction had failed before it was to be committed.')
      return value
    } catch (error) {
      broken = isPlanOutdated(error)
      await client.query('rollback').catch(() => {
        broken = true
      })
      throw error
    } finally {
      client.release(broken)
    }
  }
  return { transact, end: () => pool.end() }
}

/** Longer with every time, and never the same for two that have met. */
const pause = (attempt: number) => sleep(5 * 2 ** attempt * (0.5 + Math.random()))

async function repeated<T>(transact: () => Promise<T>, name: string): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await transact()
    } catch (error) {
      if (!isRepeatable(error) || attempt >= repeats) throw asStoreError(error, name)
    }
    await pause(attempt)
  }
}

/**
 * Opens a database of a PostgreSQL server and migrates it.
 * @param url `postgres://user:password@host:port/database`
 * @param options.busyWait milliseconds to wait for another writer, and for a connection
 * @param options.upTo the last migration to apply
 * @throws StoreError
 */
export async function openPostgres(
  url: string,
  { busyWait = usualBusyWait, upTo }: { busyWait?: number; upTo?: string | undefined } = {},
): Promise<Store & { applied: string[] }> {
  const name = nameOfDatabase(url)
  const applied = await migratePostgres(url, upTo).catch((error: unknown) => {
    throw asStoreError(error, name)
  })
  const reader = createSide(url, busyWait, bindReader)
  const writer = createSide(url, busyWait, bindWriter)
  const shared = createPostgresSharedState(url, name, busyWait)
  return {
    applied,
    shared,
    read: (run) => repeated(() => reader.transact(run), name),
    write: (run) => repeated(() => writer.transact(run), name),
    async close() {
      await Promise.all([reader.end(), writer.end(), shared.close()])
    },
  }
}
