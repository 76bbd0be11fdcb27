// Developer keys: who may create which (AUT-03, AUT-04).
import type { Scope } from '../../shared/api/primitives.ts'
import { hashToken, newAccessToken } from '../workspaces/access-token.ts'
import { prefixedId } from '../ids.ts'
import { mayGrant } from '../workspaces/scopes.rules.ts'
import type { AccessKey } from '../workspaces/keys.store.ts'
import { foldEmail } from '../workspaces/people.store.ts'
import type { Store, Tx } from '../db/store.ts'
import { operatorError } from './error.ts'
import { lockedWorkspaceOf, workspaceOf } from './workspaces.ts'

/** The active member behind an address. */
async function memberOf(tx: Tx, workspace: { id: string; slug: string }, email: string) {
  const person = await tx.people.byEmail(email)
  const standing = person && (await tx.members.standing(workspace.id, person.id))
  if (!person || !standing) {
    throw operatorError('not_found', `${foldEmail(email)} is no member of \`${workspace.slug}\`.`)
  }
  return { personId: person.id, role: standing.role }
}

/**
 * Creates a key in the name of a member. The token is in this answer and nowhere else (AUT-02).
 * @param input.expiresAt epoch milliseconds; null for never
 * @throws OperatorError `plan_required`, `forbidden` or `not_found`
 */
export const createKey = (
  store: Store,
  input: {
    workspace: string
    as: string
    name: string
    scopes: readonly Scope[]
    expiresAt: number | null
    at: number
  },
): Promise<{ keyId: string; token: string }> =>
  store.write(async (tx) => {
    const { as, name, scopes, expiresAt, at } = input
    const workspace = await lockedWorkspaceOf(tx, input.workspace)
    const { personId, role } = await memberOf(tx, workspace, as)
    if (workspace.plan !== 'pro') {
      throw operatorError(
        'plan_required',
        `Keys need the Pro plan; \`${workspace.slug}\` is on the free plan.`,
      )
    }
    const refused = scopes.filter((scope) => !mayGrant(role, scope))
    if (refused.length > 0) {
      throw operatorError(
        'forbidden',
        `A member cannot create a key with ${refused.join(', ')}. Ask an owner or an admin.`,
      )
    }
    const token = newAccessToken()
    const keyId = prefixedId('key')
    const tokenHash = hashToken(token)
    await tx.keys.create(workspace.id, {
      id: keyId,
      ownerId: personId,
      name,
      tokenHash,
      scopes,
      createdAt: at,
      expiresAt,
    })
    return { keyId, token }
  })

/**
 * Revokes a key at once (AUT-11); a second time changes nothing.
 * @param input.as acts with this member's rights: members manage only their own keys (AUT-04)
 */
export const revokeKey = (
  store: Store,
  input: { keyId: string; as?: string | undefined; at: number },
): Promise<{ keyId: string; revoked: true }> =>
  store.write(async (tx) => {
    const { keyId, as, at } = input
    const key = await tx.keys.get(keyId)
    if (!key) throw operatorError('not_found', `There is no key \`${keyId}\`.`)
    if (as !== undefined) {
      const workspace = await tx.workspaces.get(key.workspaceId)
      const { personId, role } = await memberOf(
        tx,
        workspace ?? { id: key.workspaceId, slug: key.workspaceId },
        as,
      )
      if (role === 'member' && key.ownerId !== personId) {
        throw operatorError('forbidden', 'A member can revoke only their own keys.')
      }
    }
    await tx.keys.revoke(keyId, at)
    return { keyId, revoked: true }
  })

/** The keys of a workspace, newest first; those of one member when `as` names a member (AUT-04). */
export const listKeys = (
  store: Store,
  input: { workspace: string; as?: string | undefined },
): Promise<AccessKey[]> =>
  store.read(async (tx) => {
    const workspace = await workspaceOf(tx, input.workspace)
    const keys = await tx.keys.list(workspace.id)
    if (input.as === undefined) return keys
    const { personId, role } = await memberOf(tx, workspace, input.as)
    return role === 'member' ? keys.filter((key) => key.ownerId === personId) : keys
  })
