// Single statements on PostgreSQL, each a transaction by itself: what is asked before a transaction, and counts that do
// not wait for the disk. Whoever comes in one turn of the event loop shares a connection, so that what they ask goes in
// one packet and wakes the server once.
import { Kysely } from 'kysely'
import type { PoolClient } from 'pg'
import { createPool, type Terms } from './connection.ts'
import { postgresDialect } from './dialect.ts'
import { createSend } from './send.ts'
import { isConnectionLost, isConnectionSpent } from './error.ts'
import { sharedTextsIn } from './shared-texts.ts'
import type { Database } from '../schema.ts'
import type { SharedState } from '../shared-state.ts'
import { bindResources, type Tx } from '../store.ts'

const connections = 3

/** A connection's resources. */
type Bound = { tx: Tx; shared: SharedState }
/** Those who share a connection, which is given back when the last of them has its answer. */
type Company = { client: Promise<PoolClient>; size: number; isBroken: boolean }

const bind = (client: PoolClient): Bound => {
  const db = new Kysely<Database>({ dialect: postgresDialect(createSend(client)) })
  return { tx: bindResources(db), shared: sharedTextsIn(db) }
}

export function createStatements(url: string, terms: Terms) {
  // A server that crashes forgets the last moments of counts, which is a few requests and attempts too many.
  const { connect, renew, end } = createPool(url, terms, connections, ['set synchronous_commit = off'])
  const bounds = new WeakMap<PoolClient, Bound>()
  let open: Company | undefined

  const join = (): Company => {
    if (!open) {
      const company = { client: connect(), size: 0, isBroken: false }
      open = company
      setImmediate(() => {
        if (open === company) open = undefined
      })
    }
    open.size += 1
    return open
  }
  const leave = (company: Company, client: PoolClient): void => {
    company.size -= 1
    if (company.size > 0) return
    if (open === company) open = undefined
    client.release(company.isBroken)
  }

  return {
    /** Runs one statement, which may be sent twice where its connection is lost. */
    async run<T>(statement: (bound: Bound) => Promise<T>): Promise<T> {
      for (let passed = 0; ; passed += 1) {
        const company = join()
        const client = await company.client
        const bound = bounds.get(client) ?? bind(client)
        bounds.set(client, bound)
        try {
          return await statement(bound)
        } catch (error) {
          company.isBroken ||= isConnectionSpent(error)
          if (!isConnectionLost(error) || passed >= connections) throw error
        } finally {
          leave(company, client)
        }
      }
    },
    renew,
    end,
  }
}
