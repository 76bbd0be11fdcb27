// The stored answers of requests that carry an `Idempotency-Key` (GEN-12).
import { sql, type Kysely } from 'kysely'
import { compiled, compiledChunks, param } from '../db/compiled.ts'
import type { Database } from '../db/schema.ts'
import type { IdempotencyTable } from '../db/schema-service.ts'
import { storeOf } from '../db/store.ts'

/** A day: how long an answer is kept, in milliseconds. */
const keptFor = 86_400_000
/** Maximum number of answers deleted in one transaction, because SQLite's calls are synchronous. */
const purgedAtOnce = 500

/** @param fingerprint of what was sent. @param body is sealed, or empty */
export type StoredAnswer = {
  fingerprint: string
  status: number
  headers: Record<string, string>
  body: string
}

export const idempotencyIn = storeOf((db: Kysely<Database>) => {
  const answerUnder = compiled<IdempotencyTable>(
    db,
    () => sql`select fingerprint, status, headers, body from idempotency
      where workspace_id = ${param} and id = ${param} and created_at > ${param}`,
  )
  const put = compiledChunks(db, (rows) =>
    db
      .insertInto('idempotency')
      .values(
        Array.from({ length: rows }, () => ({
          workspace_id: '',
          id: '',
          fingerprint: '',
          status: 0,
          headers: '',
          body: '',
          created_at: 0,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['workspace_id', 'id']).doUpdateSet((each) => ({
          fingerprint: each.ref('excluded.fingerprint'),
          status: each.ref('excluded.status'),
          headers: each.ref('excluded.headers'),
          body: each.ref('excluded.body'),
          created_at: each.ref('excluded.created_at'),
        })),
      ),
  )

  return {
    /** @param id names caller, route and key. @returns undefined where nothing is stored that is younger than a day */
    async find(workspaceId: string, id: string, now: number): Promise<StoredAnswer | undefined> {
      const [row] = await answerUnder(workspaceId, id, now - keptFor)
      return row && { ...row, headers: JSON.parse(row.headers) as Record<string, string> }
    },

    /** Stores an answer in the transaction of what it answers. An expired one is replaced. */
    store: (
      workspaceId: string,
      { id, at, fingerprint, status, headers, body }: StoredAnswer & { id: string; at: number },
    ): Promise<void> => put([[workspaceId, id, fingerprint, status, JSON.stringify(headers), body, at]]),

    /** Deletes some of the answers, of every workspace, that are older than a day. @returns whether there may be more */
    async purge(now: number): Promise<boolean> {
      const { rows } = await sql`
      delete from idempotency where (workspace_id, id) in (
        select workspace_id, id from idempotency where created_at <= ${now - keptFor} limit ${purgedAtOnce})
      returning id`.execute(db)
      return rows.length === purgedAtOnce
    },
  }
})
