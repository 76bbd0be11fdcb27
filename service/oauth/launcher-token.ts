// Launcher tokens are checked without oidc-provider: one indexed statement, and none of its start-up time and memory.
import { launcherClientId, scope, type Scope } from '../../shared/api/primitives.ts'
import { hashToken } from '../access-token.ts'
import type { Standing } from '../store/members.ts'
import type { Store } from '../store/store.ts'
import { launcherAudience } from './audience.ts'

export type LauncherToken = {
  /** Of the sign-in that the token came from: stays the same through refreshes, and opens nothing. */
  tokenId: string
  workspaceId: string
  personId: string
  scopes: readonly Scope[]
  /** As what the person belongs to the workspace now. */
  standing: Standing
}

/**
 * The holder of an access token; null when it is unknown, expired, revoked, for something else, or when the person is
 * no longer a member of the workspace (AUT-10, AUT-11).
 * @param now epoch milliseconds.
 */
export const findLauncherToken = async (
  store: Store,
  token: string,
  now: number,
): Promise<LauncherToken | null> => {
  const found = await store.ask((tx) => tx.oauth.findAccessToken(hashToken(token), now))
  if (!found) return null
  const { aud, clientId, accountId, scope: granted } = found.payload
  if (aud !== launcherAudience || clientId !== launcherClientId || accountId !== found.personId) return null
  const names = typeof granted === 'string' ? granted.split(' ') : []
  return {
    tokenId: found.grantId,
    workspaceId: found.workspaceId,
    personId: found.personId,
    scopes: names.flatMap((name) => scope.safeParse(name).data ?? []),
    standing: found.standing,
  }
}
