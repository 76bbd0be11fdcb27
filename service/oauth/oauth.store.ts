// What sign-in keeps: oidc-provider's documents by hashed id, which person and workspace a grant stands for, the
// server's own keys, and one-time codes. Nothing here is scoped by workspace: a person signs in before there is one.
import { sql, type Kysely } from 'kysely'
import { compiledList, given } from '../db/compiled.ts'
import { standingColumns, type Standing } from '../workspaces/members.store.ts'
import type { Database } from '../db/schema.ts'

export type Oauth = ReturnType<typeof oauthIn>

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

/** A launcher that a person signed in with. */
export type SignIn = {
  /** The grant's id, which opens nothing. */
  id: string
  /** As the launcher named its device. */
  deviceName: string | null
  createdAt: number
  /** When it last got an access token, which is used for 10 minutes. */
  lastUsedAt: number | null
}

type AccessTokenRow = Standing & {
  id: string
  payload: string
  grant_id: string
  workspace_id: string
  person_id: string
}

/** An access token's document, and what its holder is in the workspace now. */
type AccessToken = {
  payload: Record<string, unknown>
  grantId: string
  workspaceId: string
  personId: string
  standing: Standing
}

export const oauthIn = (db: Kysely<Database>) => {
  const payloads = (model: string, now: number) =>
    db
      .selectFrom('oauth_payload')
      .selectAll()
      .where('model', '=', model)
      .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', now)]))

  // Limited, so that PostgreSQL begins with the tokens whatever it believes of how many grants there are: of a few, it
  // looked at the documents of every one.
  const accessTokens = compiledList<AccessTokenRow>(
    db,
    (ids) => sql`select token.id, token.payload, issued.grant_id, issued.workspace_id, issued.person_id,
        ${standingColumns}
      from (select id, payload, grant_id from oauth_payload
        where id in (${ids}) and model = 'AccessToken' and expires_at > ${given}
        limit 1000) as token
      join oauth_grant as issued on issued.grant_id = token.grant_id
      join member on member.workspace_id = issued.workspace_id and member.person_id = issued.person_id
      join workspace on workspace.id = member.workspace_id
      where member.removed_at is null`,
  )

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
        .values({ model: row.model, id: row.id, ...kept, user_code: null, consumed_at: null })
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

    /** Records for whom, for which workspace and on which device a grant was given. */
    async addGrant(grant: {
      grantId: string
      workspaceId: string
      personId: string
      deviceName: string | null
      now: number
    }): Promise<void> {
      await db
        .insertInto('oauth_grant')
        .values({
          grant_id: grant.grantId,
          workspace_id: grant.workspaceId,
          person_id: grant.personId,
          created_at: grant.now,
          device_name: grant.deviceName,
          last_used_at: null,
        })
        .execute()
    },

    /** For whom and for which workspace a grant was given. */
    async findGrant(grantId: string): Promise<{ personId: string; workspaceId: string } | undefined> {
      return await db
        .selectFrom('oauth_grant')
        .select(['person_id as personId', 'workspace_id as workspaceId'])
        .where('grant_id', '=', grantId)
        .executeTakeFirst()
    },

    /** Stores that an access token was issued under a grant. */
    async noteGrantUse(grantId: string, now: number): Promise<void> {
      await db.updateTable('oauth_grant').set({ last_used_at: now }).where('grant_id', '=', grantId).execute()
    },

    /** The launcher sign-ins of a person in a workspace that can still be used, the last used first. */
    signInsOf: (personId: string, workspaceId: string, now: number): Promise<SignIn[]> =>
      db
        .selectFrom('oauth_grant')
        .select([
          'grant_id as id',
          'device_name as deviceName',
          'created_at as createdAt',
          'last_used_at as lastUsedAt',
        ])
        .where('person_id', '=', personId)
        .where('workspace_id', '=', workspaceId)
        .where((where) =>
          where.exists(
            where
              .selectFrom('oauth_payload')
              .select('oauth_payload.id')
              .whereRef('oauth_payload.grant_id', '=', 'oauth_grant.grant_id')
              .where('oauth_payload.model', 'in', ['AccessToken', 'RefreshToken'])
              .where('oauth_payload.consumed_at', 'is', null)
              .where('oauth_payload.expires_at', '>', now),
          ),
        )
        .orderBy('last_used_at', 'desc')
        .orderBy('grant_id')
        .execute(),

    /** Ends a grant with everything that was issued under it. */
    async endGrant(grantId: string): Promise<void> {
      await db.deleteFrom('oauth_grant').where('grant_id', '=', grantId).execute()
      await db.deleteFrom('oauth_payload').where('grant_id', '=', grantId).execute()
      await db.deleteFrom('oauth_payload').where('model', '=', 'Grant').where('id', '=', grantId).execute()
    },

    /**
     * Ends the grants of a person with everything that was issued under them; what is being issued meanwhile finds its grant
     * gone.
     * @param only those for one workspace, one of them, or all but one
     * @returns how many
     */
    async endGrantsOf(
      personId: string,
      only: { workspaceId?: string; grantId?: string; except?: string } = {},
    ): Promise<number> {
      const { workspaceId, grantId, except } = only
      let chosen = db.selectFrom('oauth_grant').select('grant_id').where('person_id', '=', personId)
      if (workspaceId !== undefined) chosen = chosen.where('workspace_id', '=', workspaceId)
      if (grantId !== undefined) chosen = chosen.where('grant_id', '=', grantId)
      if (except !== undefined) chosen = chosen.where('grant_id', '<>', except)
      const ended = await db
        .deleteFrom('oauth_grant')
        .where('grant_id', 'in', chosen)
        .returning('grant_id')
        .execute()
      const ids = ended.map((row) => row.grant_id)
      if (ids.length === 0) return 0
      await db.deleteFrom('oauth_payload').where('grant_id', 'in', ids).execute()
      await db.deleteFrom('oauth_payload').where('model', '=', 'Grant').where('id', 'in', ids).execute()
      return ids.length
    },

    /**
     * Ends the browser sessions of a person, and the authorization requests for which they have signed in. Reads every one
     * of both, so it is for operator commands only.
     */
    async endSessionsOf(personId: string): Promise<void> {
      // Quotes inside of a document's texts are escaped, so only its own member reads like this.
      const named = `%${JSON.stringify({ accountId: personId }).slice(1, -1)}%`
      await db
        .deleteFrom('oauth_payload')
        .where('model', 'in', ['Session', 'Interaction'])
        .where('payload', 'like', named)
        .execute()
    },

    /**
     * Unexpired access tokens whose grant stands and whose person is still a member (AUT-10), with that member's
     * standing, each in the place of its id: one indexed statement, because it runs before every launcher request.
     * @param ids at most a thousand
     */
    async findAccessTokens(ids: readonly string[], now: number): Promise<(AccessToken | undefined)[]> {
      const found = new Map<string, AccessToken>()
      for (const row of await accessTokens(ids, [now])) {
        const {
          id,
          payload,
          grant_id: grantId,
          workspace_id: workspaceId,
          person_id: personId,
          ...standing
        } = row
        const document = JSON.parse(payload) as Record<string, unknown>
        found.set(id, { payload: document, grantId, workspaceId, personId, standing })
      }
      return ids.map((id) => found.get(id))
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

    /** Ends the one-time codes of a person. Reads every code, so it is for operator commands only. */
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
