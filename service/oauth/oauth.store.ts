// Documents of oidc-provider by hashed id, the server's own keys, and one-time codes. None of it is scoped by workspace: a
// person signs in before there is one.
import { sql } from 'kysely'
import type { Database } from '../db/schema.ts'
import type { Tx } from '../db/store.ts'

/** A document of oidc-provider. Times are epoch milliseconds; `id` is a hash wherever the id is itself a secret. */
export type OauthPayload = {
  model: string
  id: string
  payload: Record<string, unknown>
  grantId: string | null
  uid: string | null
  consumedAt: number | null
  expiresAt: number | null
}

const payloads = (tx: Tx, model: string, now: number) =>
  tx
    .selectFrom('oauth_payload')
    .selectAll()
    .where('model', '=', model)
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', now)]))

/** Keeps a document under (model, id), replacing what was there. A consumed document stays consumed. */
export async function savePayload(tx: Tx, row: Omit<OauthPayload, 'consumedAt'>): Promise<void> {
  const kept = {
    payload: JSON.stringify(row.payload),
    grant_id: row.grantId,
    uid: row.uid,
    expires_at: row.expiresAt,
  }
  await tx
    .insertInto('oauth_payload')
    .values({ model: row.model, id: row.id, ...kept, consumed_at: null })
    .onConflict((at) => at.columns(['model', 'id']).doUpdateSet(kept))
    .execute()
}

/** The unexpired document, or undefined. */
export async function findPayload(
  tx: Tx,
  model: string,
  id: string,
  now: number,
): Promise<OauthPayload | undefined> {
  const row = await payloads(tx, model, now).where('id', '=', id).executeTakeFirst()
  return row && readPayload(row)
}

/** The unexpired and unused document with this `uid`: how a session is found from an interaction, whatever ids it had. */
export async function findPayloadByUid(
  tx: Tx,
  model: string,
  uid: string,
  now: number,
): Promise<OauthPayload | undefined> {
  const row = await payloads(tx, model, now)
    .where('uid', '=', uid)
    .where('consumed_at', 'is', null)
    .executeTakeFirst()
  return row && readPayload(row)
}

/**
 * Marks a document as used. True for the one caller that did; false when it was used already, or is gone.
 * @param instead its contents from then on; without it they stay
 */
export async function consumePayload(
  tx: Tx,
  model: string,
  id: string,
  now: number,
  instead?: Record<string, unknown>,
): Promise<boolean> {
  const row = await tx
    .updateTable('oauth_payload')
    .set({ consumed_at: now, ...(instead && { payload: JSON.stringify(instead) }) })
    .where('model', '=', model)
    .where('id', '=', id)
    .where('consumed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deletePayload(tx: Tx, model: string, id: string): Promise<void> {
  await tx.deleteFrom('oauth_payload').where('model', '=', model).where('id', '=', id).execute()
}

/** Deletes every document of one model that was issued under a grant. */
export async function deletePayloadsOfGrant(tx: Tx, model: string, grantId: string): Promise<void> {
  await tx.deleteFrom('oauth_payload').where('grant_id', '=', grantId).where('model', '=', model).execute()
}

export async function findOauthSecret(tx: Tx, name: string): Promise<string | undefined> {
  const row = await tx.selectFrom('oauth_secret').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value
}

/** Keeps a secret unless there is one of that name, and answers the one that is kept: the first writer wins. */
export async function keepOauthSecret(tx: Tx, name: string, value: string): Promise<string> {
  await tx
    .insertInto('oauth_secret')
    .values({ name, value })
    .onConflict((at) => at.column('name').doNothing())
    .execute()
  const row = await tx
    .selectFrom('oauth_secret')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return row.value
}

export async function addSignInCode(
  tx: Tx,
  code: { hash: string; personId: string; expiresAt: number },
): Promise<void> {
  await tx
    .insertInto('sign_in_code')
    .values({ code_hash: code.hash, person_id: code.personId, expires_at: code.expiresAt, used_at: null })
    .execute()
}

/** Uses a one-time code up. The person it signs in, or undefined when it is unknown, expired or used (APP-08). */
export async function takeSignInCode(tx: Tx, hash: string, now: number): Promise<string | undefined> {
  const row = await tx
    .updateTable('sign_in_code')
    .set({ used_at: now })
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('person_id')
    .executeTakeFirst()
  return row?.person_id
}

/** Ends the one-time codes of a person. Reads every code, of which there are few. */
export async function endSignInCodesOf(tx: Tx, personId: string): Promise<void> {
  await tx.deleteFrom('sign_in_code').where('person_id', '=', personId).execute()
}

/**
 * Deletes up to `limit` expired documents and codes each. A grant goes with its document.
 * @returns how many documents and codes went; fewer than `limit` means that nothing is left to do.
 */
export async function deleteExpiredPayloads(tx: Tx, now: number, limit: number): Promise<number> {
  const grants = await sql<{ id: string }>`
    delete from oauth_payload where model = 'Grant' and id in
      (select id from oauth_payload where expires_at <= ${now} and model = 'Grant' limit ${limit})
    returning id`.execute(tx)
  for (const { id } of grants.rows) {
    await tx.deleteFrom('oauth_grant').where('grant_id', '=', id).execute()
  }
  const documents = await sql`
    delete from oauth_payload where (model, id) in
      (select model, id from oauth_payload where expires_at <= ${now} and model <> 'Grant' limit ${limit})
    returning id`.execute(tx)
  const codes = await sql`
    delete from sign_in_code where code_hash in
      (select code_hash from sign_in_code where expires_at <= ${now} limit ${limit})
    returning code_hash`.execute(tx)
  return grants.rows.length + documents.rows.length + codes.rows.length
}

const readPayload = (row: Database['oauth_payload']): OauthPayload => ({
  model: row.model,
  id: row.id,
  payload: JSON.parse(row.payload) as Record<string, unknown>,
  grantId: row.grant_id,
  uid: row.uid,
  consumedAt: row.consumed_at,
  expiresAt: row.expires_at,
})
