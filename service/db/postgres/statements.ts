// Statements on PostgreSQL that are each a transaction by themselves: what is asked without one, and counts that do not
// wait for the disk. Whoever comes in one turn of the event loop shares a connection, so that what they ask goes in
// one packet and wakes the server once.
import { Kysely } from 'kysely'
import type { PoolClient } from 'pg'
import { createPool, type Terms } from './connection.ts'
import { postgresDialect } from './dialect.ts'
import { isConnectionLost, isConnectionSpent } from './error.ts'
import type { Database } from '../schema.ts'
import type { Tx } from '../store.ts'

const connections = 5

/** A connection used by all statements of one turn; released after the last answer. */
type SharedConnection = { client: Promise<PoolClient>; size: number; isBroken: boolean }

const bind = (client: PoolClient, { distributed = false }: Terms): Tx =>
  new Kysely<Database>({ dialect: postgresDialect(client, { distributed }) })

export function createStatements(url: string, terms: Terms) {
  // A server that crashes forgets the last moments of counts, which is a few requests and attempts too many.
  const { connect, renew, end } = createPool(url, terms, connections, ['set synchronous_commit = off'])
  const bounds = new WeakMap<PoolClient, Tx>()
  let open: SharedConnection | undefined

  const boundTo = (client: PoolClient): Tx => {
    const bound = bounds.get(client) ?? bind(client, terms)
    bounds.set(client, bound)
    return bound
  }
  const join = (): SharedConnection => {
    if (!open) {
      const connection = { client: connect(), size: 0, isBroken: false }
      open = connection
      setImmediate(() => {
        if (open === connection) open = undefined
      })
    }
    open.size += 1
    return open
  }
  const leave = (connection: SharedConnection, client: PoolClient): void => {
    connection.size -= 1
    if (connection.size > 0) return
    if (open === connection) open = undefined
    client.release(connection.isBroken)
  }

  return {
    /** Runs statements, which may be sent twice where their connection is lost. */
    async run<T>(run: (tx: Tx) => Promise<T>): Promise<T> {
      for (let passed = 0; ; passed += 1) {
        const connection = join()
        const client = await connection.client
        try {
          return await run(boundTo(client))
        } catch (error) {
          connection.isBroken ||= isConnectionSpent(error)
          if (!isConnectionLost(error) || passed >= connections) throw error
        } finally {
          leave(connection, client)
        }
      }
    },
    renew,
    end,
  }
}
