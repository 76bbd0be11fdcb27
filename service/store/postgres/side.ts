// Connections of one kind to PostgreSQL, each with resources of its own, and the transactions on them.
import type { ClientBase, PoolClient } from 'pg'
import { createPool, type Terms } from './connection.ts'
import { isConnectionLost, isConnectionSpent } from './error.ts'
import type { Optimistic } from './optimistic.ts'
import { sentTogether } from '../transactions/sent-together.ts'
import type { Transaction } from '../transactions/shared-commits.ts'
import type { Tx } from '../store.ts'
import type { WriteView } from '../transactions/write-view.ts'

/** Of each kind. A server has few to give, and every process takes this many twice. */
const connections = 5

/** Named, so that it is held back with what is sent around it (`socket.ts`), and read by the server once. */
export const commitStatement = { name: 'commit', text: 'commit' }

/** Milliseconds that the end of a reading waits for a next statement to go with: by itself it wakes the server once more. */
const longestUnended = 2

/**
 * Milliseconds for which a connection that has answered is taken for alive. What is lost with a commit may have been done,
 * so one that may have died meanwhile is not given a transaction of which the commit is all that is sent.
 */
const longestTrusted = 1_000

/** A connection's resources. */
export type Bound = Omit<WriteView, 'begun' | 'anticipate' | 'tellVersion' | 'finish'> & {
  /** Begins a transaction. @param workspaceId whose turn to wait for */
  begin: (workspaceId?: string) => Promise<unknown>
  /** Writes what was kept back, and commits. */
  commit: (sent?: () => void) => Promise<void>
  /** Begins a transaction of which nothing is sent before its commit, where that can be tried. */
  optimistic?: (workspaceId: string) => Optimistic | undefined
}

export function createSide(url: string, terms: Terms, bind: (client: ClientBase) => Bound) {
  const { pool, connect: connectPool, renew, end: endPool } = createPool(url, terms, connections)
  const bounds = new WeakMap<PoolClient, Bound>()
  const boundTo = (client: PoolClient) => {
    const bound = bounds.get(client) ?? bind(client)
    bounds.set(client, bound)
    return bound
  }

  const unended = new WeakMap<PoolClient, NodeJS.Timeout>()
  /** Ends the reading before, if that has not been done. */
  const end = (client: PoolClient): void => {
    const timer = unended.get(client)
    if (timer === undefined) return
    clearTimeout(timer)
    unended.delete(client)
    // Who is next hears of a connection that is lost.
    client.query(commitStatement).catch(() => {})
  }
  const connect = async (): Promise<PoolClient> => {
    const client = await connectPool()
    end(client)
    return client
  }

  /** A connection on which a transaction has begun. Nothing was sent before, so those that turn out to be dead are passed over. */
  const begun = async (workspaceId?: string): Promise<{ client: PoolClient; bound: Bound }> => {
    for (let passed = 0; ; passed += 1) {
      const client = await connect()
      const bound = boundTo(client)
      try {
        await bound.begin(workspaceId)
        return { client, bound }
      } catch (error) {
        client.release(true)
        if (!isConnectionLost(error) || passed >= connections) throw error
      }
    }
  }

  const answeredAt = new WeakMap<PoolClient, number>()
  const isTrusted = (client: PoolClient): boolean =>
    performance.now() - (answeredAt.get(client) ?? -Infinity) < longestTrusted
  const committed = (client: PoolClient): void => {
    answeredAt.set(client, performance.now())
    client.release()
  }

  /** Ends a transaction that failed. Never throws. */
  const giveUp = async (client: PoolClient, because: unknown): Promise<void> => {
    const isBroken = await client.query('rollback').then(
      () => isConnectionSpent(because),
      () => true,
    )
    client.release(isBroken)
  }

  const transactionOn = (client: PoolClient, bound: Bound, workspaceId?: string): Transaction<Tx> => {
    /** Whether the connection has gone on, to the next transaction or to somebody else. */
    let isOver = false
    return {
      tx: bound.tx,
      mark: bound.marked,
      undo: bound.undo,
      async commit(sent) {
        await bound.commit(sent)
        if (isOver) return
        isOver = true
        committed(client)
      },
      async follow() {
        if (isOver) return begin(workspaceId)
        isOver = true
        try {
          await bound.begin(workspaceId)
        } catch (error) {
          client.release(true)
          throw error
        }
        return transactionOn(client, bound, workspaceId)
      },
      async rollback(because) {
        // Where it was followed, the server has ended it with the commit that it refused.
        if (!isOver) await giveUp(client, because)
      },
    }
  }

  const begin = async (workspaceId?: string): Promise<Transaction<Tx>> => {
    const { client, bound } = await begun(workspaceId)
    return transactionOn(client, bound, workspaceId)
  }

  /**
   * Begins a transaction of which nothing is sent before its commit (`optimistic.ts`), on a connection that has just been
   * used. @returns undefined where that cannot be tried
   */
  const beginOptimistic = async (workspaceId: string): Promise<Transaction<Tx> | undefined> => {
    // None is waited for, nor taken from those who wait.
    if (pool.idleCount <= pool.waitingCount) return undefined
    const client = await connect()
    const transaction = isTrusted(client) ? boundTo(client).optimistic?.(workspaceId) : undefined
    if (!transaction) {
      client.release()
      return undefined
    }
    return {
      ...transaction,
      async commit() {
        await transaction.commit()
        committed(client)
      },
      rollback: async (because) => client.release(isConnectionSpent(because)),
    }
  }

  return {
    begin,
    beginOptimistic,
    /**
     * Runs a transaction that only reads. Neither its beginning nor its end is waited for: what it asks first goes right
     * behind the one, and the other goes with what whoever takes the connection next asks, or by itself a moment later.
     */
    async read<T>(run: (tx: Tx) => Promise<T>): Promise<T> {
      for (let passed = 0; ; passed += 1) {
        const client = await connect()
        const bound = boundTo(client)
        let hasBegun = false
        try {
          const beginning = bound.begin().then(() => (hasBegun = true))
          const [, value] = await sentTogether([beginning, run(bound.tx)])
          unended.set(
            client,
            setTimeout(() => end(client), longestUnended),
          )
          client.release()
          return value
        } catch (error) {
          await giveUp(client, error)
          if (hasBegun || !isConnectionLost(error) || passed >= connections) throw error
        }
      }
    },
    renew,
    end: endPool,
  }
}
