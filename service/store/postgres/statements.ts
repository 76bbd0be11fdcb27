// Statements on PostgreSQL that are each a transaction by themselves: what is asked without one, and counts that do not
// wait for the disk. Whoever comes in one turn of the event loop shares a connection, so that what they ask goes in
// one packet and wakes the server once.
import { Kysely } from 'kysely'
import type { PoolClient } from 'pg'
import { createPool, type Terms } from './connection.ts'
import { postgresDialect } from './dialect.ts'
import { createSend } from './send.ts'
import { isConnectionLost, isConnectionSpent } from './error.ts'
import { sharedStateIn } from './shared-state.ts'
import {
  createDefinitionsMemory,
  type DefinitionsMemory,
  type DefinitionsView,
} from '../definitions-memory.ts'
import type { Database } from '../schema.ts'
import { bindResources } from '../store.ts'

const connections = 5

/** A connection's resources. */
type Bound = Pick<DefinitionsView, 'tx' | 'forget'> & { shared: ReturnType<typeof sharedStateIn> }
/** Those who share a connection, which is given back when the last of them has its answer. */
type Company = { client: Promise<PoolClient>; size: number; isBroken: boolean }

const bind = (client: PoolClient, definitionsOf: DefinitionsMemory): Bound => {
  const db = new Kysely<Database>({ dialect: postgresDialect(createSend(client)) })
  return { ...definitionsOf(bindResources(db)), shared: sharedStateIn(db) }
}

export function createStatements(
  url: string,
  terms: Terms,
  definitionsOf: DefinitionsMemory = createDefinitionsMemory(),
) {
  // A server that crashes forgets the last moments of counts, which is a few requests and attempts too many.
  const { connect, renew, end } = createPool(url, terms, connections, ['set synchronous_commit = off'])
  const bounds = new WeakMap<PoolClient, Bound>()
  let open: Company | undefined

  const boundTo = (client: PoolClient): Bound => {
    const bound = bounds.get(client) ?? bind(client, definitionsOf)
    bounds.set(client, bound)
    return bound
  }
  /** A connection for a new company, which sees the definitions as they are from now on. */
  const connectAnew = async (): Promise<PoolClient> => {
    const client = await connect()
    boundTo(client).forget()
    return client
  }
  const join = (): Company => {
    if (!open) {
      const company = { client: connectAnew(), size: 0, isBroken: false }
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
    /** Runs statements, which may be sent twice where their connection is lost. */
    async run<T>(run: (bound: Bound) => Promise<T>): Promise<T> {
      for (let passed = 0; ; passed += 1) {
        const company = join()
        const client = await company.client
        try {
          return await run(boundTo(client))
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
