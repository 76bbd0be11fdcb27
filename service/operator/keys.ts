// Developer keys: who may create, see and revoke which (AUT-03, AUT-04). `svc` and the settings pages call the same rules.
import type { Scope } from '../../shared/api/primitives.ts'
import { hashToken, newAccessToken, prefixedId } from '../base/ids.ts'
import { say } from '../language/say.ts'
import { mayGrant, scopesInForce } from '../access/principal.ts'
import type { OwnedKey } from '../access/keys.store.ts'
import type { Workspace } from '../access/workspaces.store.ts'
import type { Store, Tx } from '../db/store.ts'
import { done, operatorError, refuse, valueOf, type Outcome } from '../base/operator-error.ts'
import { memberOf, type Acting, type Actor } from './members.ts'
import { lockedWorkspaceOf, workspaceOf } from './workspaces.ts'
import { countLiveKeys, insertKey, getKey, endKey, keysOfWorkspace } from '../access/keys.store.ts'
import { getWorkspace } from '../access/workspaces.store.ts'

/** Live keys of one person in a workspace. */
const maxLiveKeys = 100

/**
 * Creates a key in the name of a member. The token is in this answer and nowhere else (AUT-02).
 * @param tx locks the workspace
 * @param input.expiresAt epoch milliseconds; null for never
 */
export async function createKeyIn(
  tx: Tx,
  workspace: Pick<Workspace, 'id' | 'slug' | 'plan'>,
  { personId, role }: Actor,
  input: { name: string; scopes: readonly Scope[]; expiresAt: number | null; at: number },
): Promise<Outcome<{ keyId: string; token: string }>> {
  const { name, scopes, expiresAt, at } = input
  if (workspace.plan !== 'pro') {
    return refuse('plan_required', say('keys.fault.plan', { workspace: workspace.slug }))
  }
  const refused = scopes.filter((scope) => !mayGrant(role, scope))
  if (refused.length > 0) {
    return refuse('forbidden', say('keys.fault.scopes', { scopes: refused.join(', ') }), 'scopes')
  }
  if ((await countLiveKeys(tx, workspace.id, personId, at)) >= maxLiveKeys) {
    return refuse('conflict', say('keys.fault.many', { limit: maxLiveKeys }))
  }
  const token = newAccessToken()
  const key = { id: prefixedId('key'), ownerId: personId, name, scopes, createdAt: at, expiresAt }
  await insertKey(tx, workspace.id, { ...key, tokenHash: hashToken(token) })
  return done({ keyId: key.id, token })
}

/** Revokes a key at once (AUT-11); a second time changes nothing. Members revoke only their own keys (AUT-04). */
export async function revokeKeyIn(
  tx: Tx,
  workspaceId: string,
  actor: Acting,
  { keyId, at }: { keyId: string; at: number },
): Promise<Outcome<{ keyId: string; name: string }>> {
  const key = await getKey(tx, keyId)
  if (key?.workspaceId !== workspaceId) return refuse('not_found', `There is no key \`${keyId}\`.`)
  if (actor !== 'operator' && actor.role === 'member' && key.ownerId !== actor.personId) {
    return refuse('forbidden', say('keys.fault.own'))
  }
  await endKey(tx, keyId, at)
  return done({ keyId, name: key.name })
}

/** `scopesInForce` is what the key may do by the current role of its owner (AUT-13). */
export type ListedKey = OwnedKey & { scopesInForce: readonly Scope[] }

/**
 * Keys of a workspace, newest first. Members see only their own (AUT-04).
 * @param page.whose `all` are those that the actor may see
 * @param page.after creation and id of the last key of the previous page
 */
export async function listKeysIn(
  tx: Tx,
  workspaceId: string,
  actor: Acting,
  page: { whose?: 'own' | 'all'; after?: readonly [number, string] | undefined; limit?: number } = {},
): Promise<ListedKey[]> {
  const { whose = 'all', ...rest } = page
  const isOwn = actor !== 'operator' && (whose === 'own' || actor.role === 'member')
  const keys = await keysOfWorkspace(tx, workspaceId, { ...rest, ...(isOwn && { ownerId: actor.personId }) })
  return keys.map((key) => ({
    ...key,
    scopesInForce: key.ownerRole === null ? [] : scopesInForce(key.scopes, key.ownerRole),
  }))
}

/** @throws OperatorError `plan_required`, `forbidden`, `conflict` or `not_found` */
export const createKey = (
  store: Store,
  { workspace: slug, as, ...input }: { workspace: string; as: string } & Parameters<typeof createKeyIn>[3],
): Promise<{ keyId: string; token: string }> =>
  store.write(async (tx) => {
    const workspace = await lockedWorkspaceOf(tx, slug)
    return valueOf(await createKeyIn(tx, workspace, await memberOf(tx, workspace, as), input))
  })

/** @param input.as acts with this member's rights */
export const revokeKey = (
  store: Store,
  { keyId, as, at }: { keyId: string; as?: string | undefined; at: number },
): Promise<{ keyId: string; revoked: true }> =>
  store.write(async (tx) => {
    const key = await getKey(tx, keyId)
    const workspace = key && (await getWorkspace(tx, key.workspaceId))
    if (!workspace) throw operatorError('not_found', `There is no key \`${keyId}\`.`)
    const actor = as === undefined ? 'operator' : await memberOf(tx, workspace, as)
    valueOf(await revokeKeyIn(tx, workspace.id, actor, { keyId, at }))
    return { keyId, revoked: true }
  })

/** @param input.as lists what this member may see */
export const listKeys = (
  store: Store,
  input: { workspace: string; as?: string | undefined },
): Promise<ListedKey[]> =>
  store.read(async (tx) => {
    const workspace = await workspaceOf(tx, input.workspace)
    const actor = input.as === undefined ? 'operator' : await memberOf(tx, workspace, input.as)
    return listKeysIn(tx, workspace.id, actor)
  })
