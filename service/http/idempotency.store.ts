// The stored answers of requests that carry an `Idempotency-Key` (GEN-12).
import { sql } from 'kysely'
import { insertRows, param, replacing, statement } from '../db/sql.ts'
import type { IdempotencyTable } from '../db/schema-service.ts'
import type { Tx } from '../db/store.ts'

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

const answerUnder = statement<IdempotencyTable>(
  () => sql`select fingerprint, status, headers, body from idempotency
    where workspace_id = ${param} and id = ${param} and created_at > ${param}`,
)
const putAnswers = insertRows(
  'idempotency',
  { text: ['workspace_id', 'id', 'fingerprint', 'headers', 'body'], number: ['status', 'created_at'] },
  replacing(['workspace_id', 'id'], ['fingerprint', 'status', 'headers', 'body', 'created_at']),
)

/** @param id names caller, route and key. @returns undefined where nothing is stored that is younger than a day */
export async function findStoredAnswer(
  tx: Tx,
  workspaceId: string,
  id: string,
  now: number,
): Promise<StoredAnswer | undefined> {
  const [row] = await answerUnder(tx, workspaceId, id, now - keptFor)
  return row && { ...row, headers: JSON.parse(row.headers) as Record<string, string> }
}

/** Stores an answer in the transaction of what it answers. An expired one is replaced. */
export async function storeAnswer(
  tx: Tx,
  workspaceId: string,
  { at, headers, ...answer }: StoredAnswer & { id: string; at: number },
): Promise<void> {
  const row = { ...answer, workspace_id: workspaceId, headers: JSON.stringify(headers), created_at: at }
  await putAnswers(tx, [row])
}

/** Deletes some of the answers, of every workspace, that are older than a day. @returns whether there may be more */
export async function purgeStoredAnswers(tx: Tx, now: number): Promise<boolean> {
  const { rows } = await sql`
  delete from idempotency where (workspace_id, id) in (
    select workspace_id, id from idempotency where created_at <= ${now - keptFor} limit ${purgedAtOnce})
  returning id`.execute(tx)
  return rows.length === purgedAtOnce
}
