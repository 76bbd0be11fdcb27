// One-time links: an invitation to a workspace, or a new password of a member. Only the hash of the token is stored.
import type { AccountLinkTable } from '../db/schema-service.ts'
import type { Role } from '../base/caller.rules.ts'
import type { Tx } from '../db/store.ts'

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

const unexpired = (tx: Tx, workspaceId: string, now: number) =>
  tx
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

/** The unexpired links of a kind, newest first. */
export const accountLinksOf = (
  tx: Tx,
  workspaceId: string,
  kind: AccountLink['kind'],
  now: number,
): Promise<AccountLink[]> =>
  unexpired(tx, workspaceId, now)
    .where('kind', '=', kind)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

export const findAccountLink = (
  tx: Tx,
  workspaceId: string,
  tokenHash: string,
  now: number,
): Promise<AccountLink | undefined> =>
  unexpired(tx, workspaceId, now).where('token_hash', '=', tokenHash).executeTakeFirst()

export async function insertAccountLink(
  tx: Tx,
  workspaceId: string,
  link: AccountLink & { tokenHash: string },
): Promise<void> {
  const { tokenHash, personId, createdBy, createdAt, expiresAt, ...rest } = link
  await tx
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
}

/** @returns false when it is used, withdrawn, or of another workspace */
export async function removeAccountLink(tx: Tx, workspaceId: string, id: string): Promise<boolean> {
  const removed = await tx
    .deleteFrom('account_link')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return removed !== undefined
}

/** Ends every link for this address in the workspace. */
export async function removeAccountLinksOf(tx: Tx, workspaceId: string, email: string): Promise<void> {
  await tx
    .deleteFrom('account_link')
    .where('workspace_id', '=', workspaceId)
    .where('email', '=', email)
    .execute()
}

/** Ends the reset links of a person in every workspace. */
export async function removeResetLinksOf(tx: Tx, personId: string): Promise<void> {
  await tx.deleteFrom('account_link').where('person_id', '=', personId).execute()
}

export async function purgeAccountLinks(tx: Tx, now: number): Promise<void> {
  await tx.deleteFrom('account_link').where('expires_at', '<=', now).execute()
}
