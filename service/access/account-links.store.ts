// One-time links: an invitation to a workspace, or a new password of a member. Only the hash of the token is stored.
import type { Kysely } from 'kysely'
import type { AccountLinkTable } from '../db/schema-service.ts'
import type { Database } from '../db/schema.ts'
import type { Role } from '../base/caller.rules.ts'
import { storeOf } from '../db/store.ts'

export type AccountLink = {
  id: string
  kind: AccountLinkTable['kind']
  /** Folded by `foldEmail`. */
  email: string
  name: string
  role: Role
  /** Whose password a reset link changes; null for an invitation. */
  personId: string | null
  /** The member who made it; null for the operator. */
  createdBy: string | null
  createdAt: number
  expiresAt: number
}

export const accountLinksIn = storeOf((db: Kysely<Database>) => {
  const unexpired = (workspaceId: string, now: number) =>
    db
      .selectFrom('account_link')
      .select([
        'id',
        'kind',
        'email',
        'name',
        'role',
        'person_id as personId',
        'created_by as createdBy',
        'created_at as createdAt',
        'expires_at as expiresAt',
      ])
      .where('workspace_id', '=', workspaceId)
      .where('expires_at', '>', now)

  return {
    /** The unexpired links of a kind, newest first. */
    list: (workspaceId: string, kind: AccountLink['kind'], now: number): Promise<AccountLink[]> =>
      unexpired(workspaceId, now)
        .where('kind', '=', kind)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute(),

    find: (workspaceId: string, tokenHash: string, now: number): Promise<AccountLink | undefined> =>
      unexpired(workspaceId, now).where('token_hash', '=', tokenHash).executeTakeFirst(),

    async create(workspaceId: string, link: AccountLink & { tokenHash: string }): Promise<void> {
      const { tokenHash, personId, createdBy, createdAt, expiresAt, ...rest } = link
      await db
        .insertInto('account_link')
        .values({
          ...rest,
          workspace_id: workspaceId,
          token_hash: tokenHash,
          person_id: personId,
          created_by: createdBy,
          created_at: createdAt,
          expires_at: expiresAt,
        })
        .execute()
    },

    /** @returns false when it is used, withdrawn, or of another workspace */
    async remove(workspaceId: string, id: string): Promise<boolean> {
      const removed = await db
        .deleteFrom('account_link')
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst()
      return removed !== undefined
    },

    /** Ends every link for this address in the workspace. */
    async removeOf(workspaceId: string, email: string): Promise<void> {
      await db
        .deleteFrom('account_link')
        .where('workspace_id', '=', workspaceId)
        .where('email', '=', email)
        .execute()
    },

    /** Ends the reset links of a person in every workspace. */
    async removeResetsOf(personId: string): Promise<void> {
      await db.deleteFrom('account_link').where('person_id', '=', personId).execute()
    },

    async purge(now: number): Promise<void> {
      await db.deleteFrom('account_link').where('expires_at', '<=', now).execute()
    },
  }
})
