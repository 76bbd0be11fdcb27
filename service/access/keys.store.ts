// Developer access keys, by hash only (AUT-02).
import { sql } from 'kysely'
import { z } from 'zod'
import { scope, type Scope } from '../../shared/api/primitives.ts'
import { isSameSecret } from '../base/ids.ts'
import { listStatement, param } from '../db/sql.ts'
import { membershipColumns } from './members.store.ts'
import type { Membership, Role } from '../base/caller.rules.ts'
import type { AccessKeyTable } from '../db/schema-service.ts'
import type { Tx } from '../db/store.ts'

export type AccessKey = {
  id: string
  workspaceId: string
  ownerId: string
  name: string
  scopes: readonly Scope[]
  createdAt: number
  expiresAt: number | null
  revokedAt: number | null
  /** To within `useNotedEvery`. */
  lastUsedAt: number | null
}

/** A key with its owner; `ownerRole` is null once the owner was removed. */
export type OwnedKey = AccessKey & { ownerName: string; ownerEmail: string; ownerRole: Role | null }

/** How often the use of one key is stored, in milliseconds. */
export const useNotedEvery = 60_000

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
  lastUsedAt: row.last_used_at,
})

const valid = listStatement<AccessKeyTable & Membership>(
  (hashes) => sql`select access_key.*, ${membershipColumns}
    from access_key
    join member on member.workspace_id = access_key.workspace_id and member.person_id = access_key.owner_id
    join workspace on workspace.id = member.workspace_id
    where access_key.token_hash ${hashes} and access_key.revoked_at is null
      and (access_key.expires_at is null or access_key.expires_at > ${param}) and member.removed_at is null`,
)

/**
 * The key with each of these token hashes and what its owner is, unless the key is revoked or expired at `at` or the
 * owner no longer a member. The lookup is by the hash of a 256-bit secret, so the time it takes tells nothing about
 * the token.
 */
export async function findKeysByHashes(
  tx: Tx,
  tokenHashes: readonly string[],
  at: number,
): Promise<({ key: AccessKey; membership: Membership } | undefined)[]> {
  const rows = await valid(tx, tokenHashes, at)
  return tokenHashes.map((tokenHash) => {
    const row = rows.find((each) => isSameSecret(each.token_hash, tokenHash))
    return row && { key: present(row), membership: row }
  })
}

export async function insertKey(
  tx: Tx,
  workspaceId: string,
  key: Omit<AccessKey, 'workspaceId' | 'revokedAt' | 'lastUsedAt'> & { tokenHash: string },
): Promise<void> {
  await tx
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
      last_used_at: null,
    })
    .execute()
}

/** How many keys of this person are neither revoked nor expired at `at`. */
export async function countLiveKeys(
  tx: Tx,
  workspaceId: string,
  ownerId: string,
  at: number,
): Promise<number> {
  const { count } = await tx
    .selectFrom('access_key')
    .select((select) => select.fn.countAll().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('owner_id', '=', ownerId)
    .where('revoked_at', 'is', null)
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', at)]))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function getKey(tx: Tx, keyId: string): Promise<AccessKey | undefined> {
  const row = await tx.selectFrom('access_key').selectAll().where('id', '=', keyId).executeTakeFirst()
  return row && present(row)
}

/** Revokes at once (AUT-11); a second time changes nothing. */
export async function endKey(tx: Tx, keyId: string, at: number): Promise<void> {
  await tx
    .updateTable('access_key')
    .set({ revoked_at: at })
    .where('id', '=', keyId)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Revokes every key of the workspace that this person made; those that were revoked before keep their time. */
export async function endKeysOf(tx: Tx, workspaceId: string, ownerId: string, at: number): Promise<void> {
  await tx
    .updateTable('access_key')
    .set({ revoked_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('owner_id', '=', ownerId)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Stores that a key was used, unless that was stored less than a minute before. */
export async function noteKeyUse(tx: Tx, workspaceId: string, keyId: string, at: number): Promise<void> {
  await tx
    .updateTable('access_key')
    .set({ last_used_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', keyId)
    .where((is) => is.or([is('last_used_at', 'is', null), is('last_used_at', '<=', at - useNotedEvery)]))
    .execute()
}

/**
 * Keys of one workspace with their owners, newest first.
 * @param page.ownerId only the keys of this person
 * @param page.after the last key of the previous page
 */
export async function keysOfWorkspace(
  tx: Tx,
  workspaceId: string,
  page: {
    ownerId?: string | undefined
    after?: readonly [number, string] | undefined
    limit?: number
  } = {},
): Promise<OwnedKey[]> {
  const { ownerId, after, limit } = page
  let query = tx
    .selectFrom('access_key')
    .innerJoin('person', 'person.id', 'access_key.owner_id')
    .leftJoin('member', (join) =>
      join
        .onRef('member.workspace_id', '=', 'access_key.workspace_id')
        .onRef('member.person_id', '=', 'access_key.owner_id')
        .on('member.removed_at', 'is', null),
    )
    .selectAll('access_key')
    .select(['person.name as ownerName', 'person.email as ownerEmail', 'member.role as ownerRole'])
    .where('access_key.workspace_id', '=', workspaceId)
    .orderBy('access_key.created_at', 'desc')
    .orderBy('access_key.id', 'desc')
  if (ownerId !== undefined) query = query.where('access_key.owner_id', '=', ownerId)
  if (after !== undefined) {
    query = query.where((where) =>
      where(where.refTuple('access_key.created_at', 'access_key.id'), '<', where.tuple(after[0], after[1])),
    )
  }
  if (limit !== undefined) query = query.limit(limit)
  const rows = await query.execute()
  return rows.map(({ ownerName, ownerEmail, ownerRole, ...row }) => ({
    ...present(row),
    ownerName,
    ownerEmail,
    ownerRole,
  }))
}
