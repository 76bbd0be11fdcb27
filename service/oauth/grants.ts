// A grant says which person works with which workspace, and with which scopes. The consent page makes one for each answer,
// and the embedded service one for its owner.
import { hostname } from 'node:os'
import type Provider from 'oidc-provider'
import { visibleCharacter } from '../../shared/api/limits.ts'
import { launcherClientId, launcherRedirectUri, launcherScopes } from '../../shared/api/primitives.ts'
import type { Store } from '../db/store.ts'
import { launcherAudience, signInScopes } from './configuration.ts'
import { findMembership } from '../access/members.store.ts'
import { insertGrant, endGrant } from './grants.store.ts'

type MemberIds = { personId: string; workspaceId: string }

/** The name that a launcher gives its device, on one line, cut to 100 characters; null if there is nothing to see. */
export function deviceNameOf(text: string): string | null {
  const line = text.replaceAll(/[\p{C}\s]+/gu, ' ').trim()
  return visibleCharacter.test(line) ? (/^.{1,100}/u.exec(line)?.[0].trim() ?? null) : null
}

export type Grants = ReturnType<typeof createGrants>

/** @param now epoch milliseconds. */
export const createGrants = (store: Store, now: () => number) => {
  /** @returns the id of the new grant; undefined if the person is not a member of the workspace. */
  const add = async (
    provider: Provider,
    clientId: string,
    { personId, workspaceId }: MemberIds,
    scopes: {
      oidc: readonly string[]
      resources: Readonly<Record<string, readonly string[]>>
      /** Whether scopes to write are refused. */
      readOnly?: boolean
    },
    deviceName: string | null,
  ): Promise<string | undefined> => {
    const grant = new provider.Grant({ accountId: personId, clientId })
    const isRefused = (scope: string) => scopes.readOnly === true && scope.endsWith(':write')
    grant.addOIDCScope(scopes.oidc.filter((scope) => !isRefused(scope)))
    // Refused scopes are stored too: otherwise the page would come again for them.
    grant.rejectOIDCScope(scopes.oidc.filter(isRefused))
    for (const [resource, some] of Object.entries(scopes.resources)) {
      grant.addResourceScope(
        resource,
        some.filter((scope) => !isRefused(scope)),
      )
      grant.rejectResourceScope(resource, some.filter(isRefused))
    }
    const grantId = await grant.save()
    const isKept = await store.write(async (tx) => {
      // Checked with the grant stored: a removal ends the grants that it finds.
      const isMember = (await findMembership(tx, workspaceId, personId)) !== undefined
      if (isMember) await insertGrant(tx, { grantId, workspaceId, personId, deviceName, now: now() })
      else await endGrant(tx, grantId)
      return isMember
    }, workspaceId)
    return isKept ? grantId : undefined
  }

  /**
   * An authorization code for the launcher, without a browser (OAU-05). Only the process that embeds the service can ask for
   * it. The token endpoint redeems it like any other: once, and within its minute.
   * @param codeChallenge PKCE S256 (RFC 7636): only the holder of its verifier can redeem the code
   */
  const issueLauncherCode = async (
    provider: Provider,
    membership: MemberIds,
    codeChallenge: string,
  ): Promise<string | undefined> => {
    const scopes = { oidc: signInScopes, resources: { [launcherAudience]: launcherScopes } }
    // The launcher is on this machine.
    const deviceName = deviceNameOf(hostname())
    const grantId = await add(provider, launcherClientId, membership, scopes, deviceName)
    const client = await provider.Client.find(launcherClientId)
    if (grantId === undefined || !client) return undefined
    const code = new provider.AuthorizationCode({
      accountId: membership.personId,
      client,
      grantId,
      gty: 'authorization_code',
      codeChallenge,
      codeChallengeMethod: 'S256',
      redirectUri: launcherRedirectUri,
      resource: launcherAudience,
      scope: [...signInScopes, ...launcherScopes].join(' '),
    })
    return await code.save()
  }

  return { add, issueLauncherCode }
}
