// Rejects sessions that a pooler shares, and read-only servers.
import type { ClientBase } from 'pg'
import { storeError } from '../store-error.ts'
import { poolerError, readOnlyError } from './error.ts'

/** Whether a server that takes no writes, as a standby does not, is asked what only reads. What it says may be late. */
export type Standby = 'refused' | 'asked'

/** One mark for all sessions: a new one has none, unless a pooler hands it what another one has set. */
const look = `select current_setting('transaction_read_only') as read_only,
  current_setting('svc.session', true) as mark, set_config('svc.session', 'ours', false)`

type Seen = { read_only: string; mark: string | null }

/**
 * @param name of the database
 * @throws StoreError `database_unsupported` or `database_read_only`
 */
export async function refuseSession(client: ClientBase, standby: Standby, name: string): Promise<void> {
  const { rows } = await client.query<Seen>(look)
  const [seen] = rows
  if (seen?.mark) throw poolerError(name)
  if (standby === 'refused' && seen?.read_only === 'on') throw readOnlyError(name)
}

/** The isolation that is asked for, and what an engine may give in its place. */
const isolations = [
  ['read committed', ['read committed']],
  // A snapshot, of whatever name.
  ['repeatable read', ['repeatable read', 'snapshot', 'serializable']],
] as const

// YugabyteDB shows what was asked, and this function returns what it gives.
const hasEffective = `select 1 from pg_catalog.pg_proc where proname = 'yb_get_effective_transaction_isolation_level'`
const effective = 'select yb_get_effective_transaction_isolation_level() as transaction_isolation'

type Shown = { transaction_isolation: string }

/**
 * Refuses an engine that gives transactions another isolation than was asked: with a snapshot, a writer that has waited
 * for the lock of its workspace does not see what the one before it has written.
 * @param name of the database
 * @throws StoreError `database_unsupported`
 */
export async function refuseIsolation(client: Pick<ClientBase, 'query'>, name: string): Promise<void> {
  const { rows } = await client.query(hasEffective)
  for (const [asked, allowed] of isolations) {
    await client.query(`begin isolation level ${asked}`)
    const shown = await client.query<Shown>(rows.length > 0 ? effective : 'show transaction_isolation')
    await client.query('commit')
    const given = shown.rows[0]?.transaction_isolation ?? 'unknown'
    if (!allowed.some((each) => each === given))
      throw storeError(
        'database_unsupported',
        `The server of ${name} gives transactions the isolation \`${given}\` in place of \`${asked}\`, so writers could miss what others have written. Turn it on where the server has it.`,
      )
  }
}
