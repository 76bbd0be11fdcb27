// Developer access keys, by hash only (AUT-02).
import { sql, type Kysely } from 'kysely'
import { z } from 'zod'
import { scope, type Scope } from '../../shared/api/primitives.ts'
import { sameHash } from '../access-token.ts'
import { compiled, given } from './compiled.ts'
import type { AccessKeyTable, Database } from './schema.ts'

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
  const valid = compiled<AccessKeyTable>(
    db,
    () => sql`select * from access_key
      where token_hash = ${given} and revoked_at is null and (expires_at is null or expires_at > ${given})`,
  )
  return {
    /**
     * The key with this token hash, unless it is revoked or expired at `at`. The lookup is by the hash of a 256-bit
     * secret, so the time it takes tells nothing about the token.
     */
    async findByHash(tokenHash: string, at: number): Promise<AccessKey | undefined> {
      const [row] = await valid(tokenHash, at)
      return row && sameHash(row.token_hash, tokenHash) ? present(row) : undefined
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
