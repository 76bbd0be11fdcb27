// Launcher tokens are checked without oidc-provider: one indexed statement, and none of its start-up time and memory.
import { launcherClientId, scope } from '../../shared/api/primitives.ts'
import { hashToken } from '../base/access-token.ts'
import { createLoader } from '../db/loader.ts'
import type { FindLauncherToken } from '../http/app-type.ts'
import type { Store } from '../db/store.ts'
import { launcherAudience } from './configuration.ts'
import { findAccessTokens } from './grants.store.ts'

/**
 * How the holder of an access token is found; null when it is unknown, expired, revoked, for something else,
 * or when the person is no longer a member of the workspace (AUT-10, AUT-11). Tokens of many requests at once are
 * asked together.
 * @param now epoch milliseconds
 */
export const createFindLauncherToken = (store: Store, now: () => number): FindLauncherToken => {
  const find = createLoader((hashes: readonly string[]) =>
    store.ask((tx) => findAccessTokens(tx, hashes, now())),
  )
  return async (token) => {
    const found = await find(hashToken(token))
    if (!found) return null
    const { aud, clientId, accountId, scope: granted } = found.payload
    if (aud !== launcherAudience || clientId !== launcherClientId || accountId !== found.personId) return null
    const names = typeof granted === 'string' ? granted.split(' ') : []
    return {
      tokenId: found.grantId,
      workspaceId: found.workspaceId,
      personId: found.personId,
      scopes: names.flatMap((name) => scope.safeParse(name).data ?? []),
      membership: found.membership,
    }
  }
}
