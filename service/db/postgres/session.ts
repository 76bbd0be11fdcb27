// What a session must be before it serves anybody: this connection's alone, and one of a server that takes writes.
import type { ClientBase } from 'pg'
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
