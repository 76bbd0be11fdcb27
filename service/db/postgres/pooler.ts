// A pooler between the service and its server. One that gives every transaction another connection hands what a session
// has set, and the statements that it has prepared, to other sessions: a write could then be committed as a count is,
// without the disk, and wait for a lock as long as somebody else likes.
import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { postgresSettings } from './connection.ts'
import { poolerError } from './error.ts'

const looks = 5
/** Milliseconds that the other session waits for its connection: before it is made, or, before PgBouncer, as it first asks. */
const longestWaiting = 2_000

const read = async (client: Client, text: string, values: string[] = []): Promise<unknown> => {
  const { rows } = await client.query<{ value: unknown }>(text, values)
  return rows[0]?.value
}

/** Whether what one session sets is seen by another one, or is gone for itself. */
async function isShared(client: Client, other: Client): Promise<boolean> {
  const mark = randomUUID()
  await read(client, `select set_config('svc.session', $1, false) as value`, [mark])
  const seen = (one: Client) => read(one, `select current_setting('svc.session', true) as value`)
  for (let look = 0; look < looks; look += 1)
    if ((await seen(other)) === mark || (await seen(client)) !== mark) return true
  return false
}

/**
 * Looks for such a pooler where something between says to be the server. A busy one may be missed; what it then refuses
 * is a store error, too (`error.ts`).
 * @param client connected
 * @throws StoreError `database_unsupported`
 */
export async function refusePooler(client: Client, url: string, name: string): Promise<void> {
  const backend = await read(client, 'select pg_backend_pid() as value').catch(() => undefined)
  // A pooler gives out numbers of its own, because a session has no process that stays the same. pg's types leave them out.
  if (backend === undefined || !('processID' in client) || backend === client.processID) return
  const other = new Client({ ...postgresSettings(url, longestWaiting), query_timeout: longestWaiting })
  other.on('error', () => {})
  // A pooler that has no second connection now gives each of its sessions one; an engine without such settings has none.
  const isRefused = await other.connect().then(
    () => isShared(client, other).catch(() => false),
    () => false,
  )
  await other.end()
  if (isRefused) throw poolerError(name)
}
