// Grants: which launcher of which person may work in which workspace, and what was issued under it (AUT-10, OAU-01).
import { sql } from 'kysely'
import { listStatement, param } from '../db/sql.ts'
import { membershipColumns } from '../access/members.store.ts'
import type { Membership } from '../base/caller.rules.ts'
import type { Tx } from '../db/store.ts'

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

type AccessTokenRow = Membership & {
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
  membership: Membership
}

// Limited, so that PostgreSQL begins with the tokens whatever it believes of how many grants there are: of a few, it
// looked at the documents of every one.
const accessTokens = listStatement<AccessTokenRow>(
  (ids) => sql`select token.id, token.payload, issued.grant_id, issued.workspace_id, issued.person_id,
      ${membershipColumns}
    from (select id, payload, grant_id from oauth_payload
      where id ${ids} and model = 'AccessToken' and expires_at > ${param}
      limit 1000) as token
    join oauth_grant as issued on issued.grant_id = token.grant_id
    join member on member.workspace_id = issued.workspace_id and member.person_id = issued.person_id
    join workspace on workspace.id = member.workspace_id
    where member.removed_at is null`,
)

/** Records for whom, for which workspace and on which device a grant was given. */
export async function insertGrant(
  tx: Tx,
  grant: {
    grantId: string
    workspaceId: string
    personId: string
    deviceName: string | null
    now: number
  },
): Promise<void> {
  await tx
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
}

/** For whom and for which workspace a grant was given. */
export async function findGrant(
  tx: Tx,
  grantId: string,
): Promise<{ personId: string; workspaceId: string } | undefined> {
  return await tx
    .selectFrom('oauth_grant')
    .select(['person_id as personId', 'workspace_id as workspaceId'])
    .where('grant_id', '=', grantId)
    .executeTakeFirst()
}

/** Stores that an access token was issued under a grant. */
export async function noteGrantUse(tx: Tx, grantId: string, now: number): Promise<void> {
  await tx.updateTable('oauth_grant').set({ last_used_at: now }).where('grant_id', '=', grantId).execute()
}

/** The launcher sign-ins of a person in a workspace that can still be used, the last used first. */
export const signInsOfPerson = (
  tx: Tx,
  personId: string,
  workspaceId: string,
  now: number,
): Promise<SignIn[]> =>
  tx
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
    .execute()

/** Ends a grant with everything that was issued under it. */
export async function endGrant(tx: Tx, grantId: string): Promise<void> {
  await tx.deleteFrom('oauth_grant').where('grant_id', '=', grantId).execute()
  await tx.deleteFrom('oauth_payload').where('grant_id', '=', grantId).execute()
  await tx.deleteFrom('oauth_payload').where('model', '=', 'Grant').where('id', '=', grantId).execute()
}

/**
 * Ends the grants of a person with everything that was issued under them; what is being issued meanwhile finds its grant
 * gone.
 * @param only those for one workspace, one of them, or all but one
 * @returns how many
 */
export async function endGrantsOf(
  tx: Tx,
  personId: string,
  only: { workspaceId?: string; grantId?: string; except?: string } = {},
): Promise<number> {
  const { workspaceId, grantId, except } = only
  let chosen = tx.selectFrom('oauth_grant').select('grant_id').where('person_id', '=', personId)
  if (workspaceId !== undefined) chosen = chosen.where('workspace_id', '=', workspaceId)
  if (grantId !== undefined) chosen = chosen.where('grant_id', '=', grantId)
  if (except !== undefined) chosen = chosen.where('grant_id', '<>', except)
  const ended = await tx
    .deleteFrom('oauth_grant')
    .where('grant_id', 'in', chosen)
    .returning('grant_id')
    .execute()
  const ids = ended.map((row) => row.grant_id)
  if (ids.length === 0) return 0
  await tx.deleteFrom('oauth_payload').where('grant_id', 'in', ids).execute()
  await tx.deleteFrom('oauth_payload').where('model', '=', 'Grant').where('id', 'in', ids).execute()
  return ids.length
}

/**
 * Unexpired access tokens whose grant stands and whose person is still a member (AUT-10), with the
 * membership, each in the place of its id: one indexed statement, because it runs before every launcher request.
 * @param ids at most a thousand
 */
export async function findAccessTokens(
  tx: Tx,
  ids: readonly string[],
  now: number,
): Promise<(AccessToken | undefined)[]> {
  const found = new Map<string, AccessToken>()
  for (const row of await accessTokens(tx, ids, now)) {
    const {
      id,
      payload,
      grant_id: grantId,
      workspace_id: workspaceId,
      person_id: personId,
      ...membership
    } = row
    const document = JSON.parse(payload) as Record<string, unknown>
    found.set(id, { payload: document, grantId, workspaceId, personId, membership })
  }
  return ids.map((id) => found.get(id))
}
