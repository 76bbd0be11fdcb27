// Developer access keys, by hash only (AUT-02).
import { sql, type Kysely } from 'kysely'
import { z } from 'zod'
import { scope, type Scope } from '../../shared/api/primitives.ts'
import { sameHash } from './access-token.ts'
import { compiledList, given } from '../db/compiled.ts'
import { standingColumns, type Standing } from './members.store.ts'
import type { AccessKeyTable } from '../db/schema-service.ts'
import type { Database } from '../db/schema.ts'

export type AccessKey = {
  id: string
  workspaceId: string
  ownerId: string
  name: string
  scopes: readonly Scope[]
  createdAt: number
  expiresAt: number | null
  revokedAt: number | null
}

const storedScopes = z.array(scope)

const present = (row: AccessKeyTable): AccessKey => ({
  id: row.id,
  workspaceId: row.workspace_id,
  ownerId: row.owner_id,
  name: row.name,
  scopes: storedScopes.parse(JSON.parse(row.scopes)),
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
})

export const keysIn = (db: Kysely<Database>) => {
  const valid = compiledList<AccessKeyTable & Standing>(
    db,
    (hashes) => sql`select access_key.*, ${standingColumns}
      from access_key
      join member on member.workspace_id = access_key.workspace_id and member.person_id = access_key.owner_id
      join workspace on workspace.id = member.workspace_id
      where access_key.token_hash in (${hashes}) and access_key.revoked_at is null
        and (access_key.expires_at is null or access_key.expires_at > ${given}) and member.removed_at is null`,
  )
  return {
    /**
     * The key with each of these token hashes and what its owner is, unless the key is revoked or expired at `at` or the
     * owner no longer a member. The lookup is by the hash of a 256-bit secret, so the time it takes tells nothing about
     * the token.
     */
    async findByHashes(
      tokenHashes: readonly string[],
      at: number,
    ): Promise<({ key: AccessKey; standing: Standing } | undefined)[]> {
      const rows = await valid(tokenHashes, [at])
      return tokenHashes.map((tokenHash) => {
        const row = rows.find((each) => sameHash(each.token_hash, tokenHash))
        return row && { key: present(row), standing: row }
      })
    },

    async create(
      workspaceId: string,
      key: Omit<AccessKey, 'workspaceId' | 'revokedAt'> & { tokenHash: string },
    ): Promise<void> {
      await db
        .insertInto('access_key')
        .values({
          id: key.id,
          workspace_id: workspaceId,
          owner_id: key.ownerId,
          name: key.name,
          token_hash: key.tokenHash,
          scopes: JSON.stringify(key.scopes),
          created_at: key.createdAt,
          expires_at: key.expiresAt,
          revoked_at: null,
        })
        .execute()
    },

    async get(keyId: string): Promise<AccessKey | undefined> {
      const row = await db.selectFrom('access_key').selectAll().where('id', '=', keyId).executeTakeFirst()
      return row && present(row)
    },

    /** Revokes at once (AUT-11); a second time changes nothing. */
    async revoke(keyId: string, at: number): Promise<void> {
      await db
        .updateTable('access_key')
        .set({ revoked_at: at })
        .where('id', '=', keyId)
        .where('revoked_at', 'is', null)
        .execute()
    },

    /** Revokes every key of the workspace that this person made; those that were revoked before keep their time. */
    async revokeOf(workspaceId: string, ownerId: string, at: number): Promise<void> {
      await db
        .updateTable('access_key')
        .set({ revoked_at: at })
        .where('workspace_id', '=', workspaceId)
        .where('owner_id', '=', ownerId)
        .where('revoked_at', 'is', null)
        .execute()
    },

    /** Keys of one workspace, newest first. */
    async list(workspaceId: string): Promise<AccessKey[]> {
      const rows = await db
        .selectFrom('access_key')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute()
      return rows.map(present)
    },
  }
}

export type Keys = ReturnType<typeof keysIn>
