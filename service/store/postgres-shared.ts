// Shared counts on PostgreSQL: single statements on connections of their own, which do not wait for the disk. A server
// that crashes forgets the last moments of them, which is a few requests and attempts too many.
import { Kysely } from 'kysely'
import { Pool, type PoolClient } from 'pg'
import { postgresSettings } from './postgres-connection.ts'
import { postgresDialect } from './postgres-dialect.ts'
import { asStoreError, isConnectionLost, isRepeatable } from './postgres-error.ts'
import type { Database } from './schema.ts'
import { sharedTextsIn } from './postgres-shared-texts.ts'
import type { SharedState } from './shared-state.ts'

const connections = 2

export function createPostgresSharedState(
  url: string,
  name: string,
  busyWait: number,
): SharedState & { close(): Promise<void> } {
  const pool = new Pool({
    ...postgresSettings(url, busyWait, ['set synchronous_commit = off']),
    max: connections,
  })
  pool.on('error', () => {})
  const states = new WeakMap<PoolClient, SharedState>()
  const stateOn = (client: PoolClient) => {
    const known = states.get(client)
    if (known) return known
    const state = sharedTextsIn(new Kysely<Database>({ dialect: postgresDialect(client) }))
    states.set(client, state)
    return state
  }

  const on = async <T>(run: (state: SharedState) => Promise<T>): Promise<T> => {
    for (let passed = 0; ; passed += 1) {
      let lost = false
      const client = await pool.connect().catch((error: unknown) => {
        throw asStoreError(error, name)
      })
      try {
        return await run(stateOn(client))
      } catch (error) {
        lost = isConnectionLost(error)
        // Nothing is lost by asking twice: what was done already has a newer version.
        if (!(lost || isRepeatable(error)) || passed > connections) throw asStoreError(error, name)
      } finally {
        client.release(lost)
      }
    }
  }

  return {
    read: (text) => on((state) => state.read(text)),
    replaceMany: (replacements) => on((state) => state.replaceMany(replacements)),
    replace: (text, version, next) => on((state) => state.replace(text, version, next)),
    purge: (now) => on((state) => state.purge(now)),
    close: () => pool.end(),
  }
}
