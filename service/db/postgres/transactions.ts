// Transactions on PostgreSQL, each on a connection of its own. A write locks its workspace's row first and holds it until the
// commit, so what it reads stays as it is: code that reads and then writes needs to know nothing of other processes.
import { Kysely } from 'kysely'
import type { PoolClient } from 'pg'
import type { Database } from '../schema.ts'
import type { Tx } from '../store.ts'
import { createWriteQueue, type Transact, type WriteQueue } from '../write-queue.ts'
import { inPipeline } from '../sql.ts'
import { createPool, type Terms } from './connection.ts'
import { postgresDialect } from './dialect.ts'
import { isConnectionLost, isConnectionSpent, isRepeatable, repeated } from './error.ts'
import { lockWorkspace } from '../lock.ts'

/** Per kind. A server has few to give, and every process takes this many twice. */
const connections = 5

/** Per workspace: the next transaction is prepared while the last is written to disk. */
const writersOfWorkspace = 2

// Named, so that the server parses them once.
const beginWriting = { name: 'begin', text: 'begin isolation level read committed' }
const beginReading = { name: 'begin', text: 'begin isolation level repeatable read, read only' }
const commit = { name: 'commit', text: 'commit' }

type Run<T> = (tx: Tx) => Promise<T>

const bind = (client: PoolClient, { distributed = false }: Terms): Tx =>
  new Kysely<Database>({ dialect: postgresDialect(client, { distributed }) })

/** Ends a transaction that failed. Never throws. */
const giveUp = async (client: PoolClient, because: unknown): Promise<void> => {
  const isBroken = await client.query('rollback').then(
    () => isConnectionSpent(because),
    () => true,
  )
  client.release(isBroken)
}

function createSide(url: string, terms: Terms) {
  const { connect, renew, end } = createPool(url, terms, connections)
  const bound = new WeakMap<PoolClient, Tx>()

  /**
   * Runs a transaction on a connection. Nothing was sent before it begins, so connections that turn out to be dead are
   * passed over until then.
   */
  const transact = async <T>(
    run: (client: PoolClient, tx: Tx, hasBegun: () => void) => Promise<T>,
  ): Promise<T> => {
    for (let passed = 0; ; passed += 1) {
      const client = await connect()
      const tx = bound.get(client) ?? bind(client, terms)
      bound.set(client, tx)
      let isBegun = false
      try {
        const value = await run(client, tx, () => (isBegun = true))
        client.release()
        return value
      } catch (error) {
        await giveUp(client, error)
        if (isBegun || !isConnectionLost(error) || passed >= connections) throw error
      }
    }
  }
  return { transact, renew, end }
}

/** Connections that write, and others that read, so that a read never waits for a write. */
export function createTransactions(url: string, terms: Terms) {
  const writers = createSide(url, terms)
  const readers = createSide(url, terms)
  const queues = new Map<string, WriteQueue<Tx>>()

  /** @param workspaceId the workspace to lock */
  const transact =
    (workspaceId?: string): Transact<Tx> =>
    (run) =>
      writers.transact(async (client, tx, hasBegun) => {
        const begun = client.query(beginWriting).then(hasBegun)
        // Times that the write notes are those of its turn, so it begins only when the lock is held (TSK-02).
        await (workspaceId === undefined ? begun : inPipeline([begun, lockWorkspace(tx, workspaceId)]))
        const value = await run(tx, (statement) => client.query(statement))
        const { command } = await client.query(commit)
        // The server rolls back where a statement has failed, also one whose failure was caught.
        if (command !== 'COMMIT') throw new Error('The transaction had failed before it was to be committed.')
        return value
      })

  const queueOf = (workspaceId: string): WriteQueue<Tx> => {
    const known = queues.get(workspaceId)
    if (known) return known
    const queue = createWriteQueue({
      transact: transact(workspaceId),
      isUnsure: isConnectionLost,
      isRepeatable,
      repeated,
      atOnce: writersOfWorkspace,
      longestWait: terms.busyWait,
      emptied: () => queues.delete(workspaceId),
    })
    queues.set(workspaceId, queue)
    return queue
  }

  return {
    /** @param workspaceId the workspace to lock */
    write: <T>(run: Run<T>, workspaceId?: string, touches?: readonly string[]): Promise<T> =>
      workspaceId === undefined ? repeated(() => transact()(run)) : queueOf(workspaceId).write(run, touches),

    /** The first statement is sent right behind the beginning, and nobody waits for the end. */
    read: <T>(run: Run<T>): Promise<T> =>
      readers.transact(async (client, tx, hasBegun) => {
        const [, value] = await inPipeline([client.query(beginReading).then(hasBegun), run(tx)])
        // The connection's next user hears that it is lost.
        client.query(commit).catch(() => {})
        return value
      }),

    renew() {
      writers.renew()
      readers.renew()
    },

    end: () => Promise.all([writers.end(), readers.end()]),
  }
}
