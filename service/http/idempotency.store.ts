// The stored answers of requests that carry an `Idempotency-Key` (GEN-12).
import { sql, type Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'

/** A day: how long an answer is kept, in milliseconds. */
const keptFor = 86_400_000
/** Maximum number of answers deleted in one transaction, because SQLite's calls are synchronous. */
const purgedAtOnce = 500

/** @param fingerprint of what was sent. @param body is sealed */
export type StoredAnswer = {
  fingerprint: string
  status: number
  headers: Record<string, string>
  body: string
}

export const idempotencyIn = (db: Kysely<Database>) => ({
  /** @param id names caller, route and key. @returns undefined where nothing is stored that is younger than a day */
  async find(workspaceId: string, id: string, now: number): Promise<StoredAnswer | undefined> {
    const row = await db
      .selectFrom('idempotency')
      .select(['fingerprint', 'status', 'headers', 'body'])
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .where('created_at', '>', now - keptFor)
      .executeTakeFirst()
    return row && { ...row, headers: JSON.parse(row.headers) as Record<string, string> }
  },

  /** Stores an answer in the transaction of what it answers. An expired one is replaced. */
  async store(
    workspaceId: string,
    { id, at, fingerprint, status, headers, body }: StoredAnswer & { id: string; at: number },
  ): Promise<void> {
    const answer = { fingerprint, created_at: at, status, headers: JSON.stringify(headers), body }
    await db
      .insertInto('idempotency')
      .values({ workspace_id: workspaceId, id, ...answer })
      .onConflict((conflict) => conflict.columns(['workspace_id', 'id']).doUpdateSet(answer))
      .execute()
  },

  /** Deletes some of the answers, of every workspace, that are older than a day. @returns whether there may be more */
  async purge(now: number): Promise<boolean> {
    const { rows } = await sql`
      delete from idempotency where (workspace_id, id) in (
        select workspace_id, id from idempotency where created_at <= ${now - keptFor} limit ${purgedAtOnce})
      returning id`.execute(db)
    return rows.length === purgedAtOnce
  },
})

export type Idempotency = ReturnType<typeof idempotencyIn>
