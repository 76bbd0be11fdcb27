// Documents of oidc-provider by hashed id, the server's own keys, and one-time codes. None of it is scoped by workspace: a
// person signs in before there is one.
import { sql, type Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'
import { storeOf } from '../db/store.ts'

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

export const oauthIn = storeOf((db: Kysely<Database>) => {
  const payloads = (model: string, now: number) =>
    db
      .selectFrom('oauth_payload')
      .selectAll()
      .where('model', '=', model)
      .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', now)]))

  return {
    /** Keeps a document under (model, id), replacing what was there. A consumed document stays consumed. */
    async savePayload(row: Omit<OauthPayload, 'consumedAt'>): Promise<void> {
      const kept = {
        payload: JSON.stringify(row.payload),
        grant_id: row.grantId,
        uid: row.uid,
        expires_at: row.expiresAt,
      }
      await db
        .insertInto('oauth_payload')
        .values({ model: row.model, id: row.id, ...kept, consumed_at: null })
        .onConflict((at) => at.columns(['model', 'id']).doUpdateSet(kept))
        .execute()
    },

    /** The unexpired document, or undefined. */
    async findPayload(model: string, id: string, now: number): Promise<OauthPayload | undefined> {
      const row = await payloads(model, now).where('id', '=', id).executeTakeFirst()
      return row && readPayload(row)
    },

    /** The unexpired and unused document with this `uid`: how a session is found from an interaction, whatever ids it had. */
    async findPayloadByUid(model: string, uid: string, now: number): Promise<OauthPayload | undefined> {
      const row = await payloads(model, now)
        .where('uid', '=', uid)
        .where('consumed_at', 'is', null)
        .executeTakeFirst()
      return row && readPayload(row)
    },

    /**
     * Marks a document as used. True for the one caller that did; false when it was used already, or is gone.
     * @param instead its contents from then on; without it they stay
     */
    async consumePayload(
      model: string,
      id: string,
      now: number,
      instead?: Record<string, unknown>,
    ): Promise<boolean> {
      const row = await db
        .updateTable('oauth_payload')
        .set({ consumed_at: now, ...(instead && { payload: JSON.stringify(instead) }) })
        .where('model', '=', model)
        .where('id', '=', id)
        .where('consumed_at', 'is', null)
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },

    async deletePayload(model: string, id: string): Promise<void> {
      await db.deleteFrom('oauth_payload').where('model', '=', model).where('id', '=', id).execute()
    },

    /** Deletes every document of one model that was issued under a grant. */
    async deletePayloadsOfGrant(model: string, grantId: string): Promise<void> {
      await db
        .deleteFrom('oauth_payload')
        .where('grant_id', '=', grantId)
        .where('model', '=', model)
        .execute()
    },

    async findSecret(name: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('oauth_secret')
        .select('value')
        .where('name', '=', name)
        .executeTakeFirst()
      return row?.value
    },

    /** Keeps a secret unless there is one of that name, and answers the one that is kept: the first writer wins. */
    async keepSecret(name: string, value: string): Promise<string> {
      await db
        .insertInto('oauth_secret')
        .values({ name, value })
        .onConflict((at) => at.column('name').doNothing())
        .execute()
      const row = await db
        .selectFrom('oauth_secret')
        .select('value')
        .where('name', '=', name)
        .executeTakeFirstOrThrow()
      return row.value
    },

    async addSignInCode(code: { hash: string; personId: string; expiresAt: number }): Promise<void> {
      await db
        .insertInto('sign_in_code')
        .values({ code_hash: code.hash, person_id: code.personId, expires_at: code.expiresAt, used_at: null })
        .execute()
    },

    /** Uses a one-time code up. The person it signs in, or undefined when it is unknown, expired or used (APP-08). */
    async takeSignInCode(hash: string, now: number): Promise<string | undefined> {
      const row = await db
        .updateTable('sign_in_code')
        .set({ used_at: now })
        .where('code_hash', '=', hash)
        .where('used_at', 'is', null)
        .where('expires_at', '>', now)
        .returning('person_id')
        .executeTakeFirst()
      return row?.person_id
    },

    /** Ends the one-time codes of a person. Reads every code, of which there are few. */
    async endSignInCodesOf(personId: string): Promise<void> {
      await db.deleteFrom('sign_in_code').where('person_id', '=', personId).execute()
    },

    /**
     * Deletes up to `limit` expired documents and codes each. A grant goes with its document.
     * @returns how many documents and codes went; fewer than `limit` means that nothing is left to do.
     */
    async deleteExpired(now: number, limit: number): Promise<number> {
      const grants = await sql<{ id: string }>`
        delete from oauth_payload where model = 'Grant' and id in
          (select id from oauth_payload where expires_at <= ${now} and model = 'Grant' limit ${limit})
        returning id`.execute(db)
      for (const { id } of grants.rows) {
        await db.deleteFrom('oauth_grant').where('grant_id', '=', id).execute()
      }
      const documents = await sql`
        delete from oauth_payload where (model, id) in
          (select model, id from oauth_payload where expires_at <= ${now} and model <> 'Grant' limit ${limit})
        returning id`.execute(db)
      const codes = await sql`
        delete from sign_in_code where code_hash in
          (select code_hash from sign_in_code where expires_at <= ${now} limit ${limit})
        returning code_hash`.execute(db)
      return grants.rows.length + documents.rows.length + codes.rows.length
    },
  }
})

const readPayload = (row: Database['oauth_payload']): OauthPayload => ({
  model: row.model,
  id: row.id,
  payload: JSON.parse(row.payload) as Record<string, unknown>,
  grantId: row.grant_id,
  uid: row.uid,
  consumedAt: row.consumed_at,
  expiresAt: row.expires_at,
})
