// The configuration of oidc-provider (OAU-01). Comments explain deviations from its defaults.
import type { IncomingMessage } from 'node:http'
import type * as OidcModule from 'oidc-provider'
import type { AdapterFactory, Configuration, ErrorOut, JWKS, KoaContextWithOIDC } from 'oidc-provider'
import {
  assistantScopes,
  launcherClientId,
  launcherRedirectUri,
  launcherScopes,
  mcpPath,
} from '../../shared/api/primitives.ts'
import { getPerson, shownEmail } from '../access/people.store.ts'
import type { Store } from '../db/store.ts'
import { respond } from './pages/page.ts'
import { expiredPage, refusedPage } from './pages/pages.ts'
import { isByCode, sessionLifetime } from './sessions.ts'
import { findGrant } from './grants.store.ts'
import { findMembership } from '../access/members.store.ts'

type Oidc = Pick<typeof OidcModule, 'errors' | 'interactionPolicy'>

const minute = 60
const day = 24 * 60 * minute

/** The audience of launcher tokens. Not an address: tokens outlive the port of an embedded service. */
export const launcherAudience = 'urn:svc:launcher'

/** The audience of tokens of assistants. */
export const assistantAudience = 'urn:svc:mcp'

/** Lifetimes in seconds. */
const lifetimes = {
  accessToken: 10 * minute,
  /** Assistants lose refresh tokens more often than they leak access tokens, so a sign-in lasts through a talk. */
  assistantAccessToken: 60 * minute,
  authorizationCode: minute,
  /** For each page. The launcher waits for its browser equally long, and anybody can begin sign-ins. */
  interaction: 5 * minute,
  /** From the last refresh. Used tokens are kept equally long, because a second use ends the sign-in (RFC 9700, 4.14.2). */
  refreshToken: 90 * day,
  /** After this, refreshed or not, the person signs in again. */
  grant: 365 * day,
} as const

export const interactionPath = (uid: string): string => `/oauth/interaction/${uid}`

/** How documents about assistants are fetched. */
export type ClientDocuments = {
  fetch: NonNullable<Configuration['fetch']>
  /** Whether the address may be asked for this request. */
  isAllowed(address: string, request: IncomingMessage): Promise<boolean>
}

const isLauncher = ({ clientId }: { clientId: string }): boolean => clientId === launcherClientId

/** @param cookies their signing key, and their names @param origin of this service */
export const configuration = (
  oidc: Oidc,
  store: Store,
  adapter: AdapterFactory,
  jwks: JWKS,
  cookies: { key: string; names: Required<NonNullable<Configuration['cookies']>>['names'] },
  { origin, documents }: { origin: string; documents: ClientDocuments },
): Configuration => ({
  adapter,
  jwks,
  clients: [launcherClient],
  cookies: { keys: [cookies.key], names: cookies.names },
  scopes: [...signInScopes, ...launcherScopes],
  claims: { openid: ['sub', 'workspace'], profile: ['name'], email: ['email'] },
  // Claims go into the id token: an access token is for the launcher surface and opens no userinfo.
  conformIdTokenClaims: false,
  responseTypes: ['code'],
  clientAuthMethods: ['none'],
  // Without it, clients would have to take it for client_secret_basic (RFC 8414, 2).
  discovery: { revocation_endpoint_auth_methods_supported: ['none'] },
  pkce: { required: () => true },
  // Shown to the person in the list of their sign-ins.
  extraParams: ['device_name'],
  allowOmittingSingleRegisteredRedirectUri: false,
  clientBasedCORS: () => false,
  rotateRefreshToken: () => true,
  // Few assistants ask for `offline_access`, and all would ask the person again each hour.
  issueRefreshToken: (_ctx, client, source) =>
    client.grantTypeAllowed('refresh_token') && (!isLauncher(client) || source.scopes.has('offline_access')),
  fetch: documents.fetch,
  // Closing the browser does not sign the launcher out.
  expiresWithSession: () => false,
  // Revoking either token ends the sign-in that it came from (RFC 7009 lets the server choose).
  revokeGrantPolicy: () => true,
  // A grant belongs to one workspace, so each consent makes its own instead of widening the last one.
  loadExistingGrant: async (ctx) => {
    const grantId = ctx.oidc.result?.consent?.grantId
    return grantId === undefined ? undefined : await ctx.oidc.provider.Grant.find(grantId)
  },
  findAccount: async (_ctx, id, token) => {
    const claims = await accountClaims(store, id, token && 'grantId' in token ? token.grantId : undefined)
    return claims && { accountId: id, claims: () => claims }
  },
  interactions: { policy: policyOf(oidc), url: (_ctx, interaction) => interactionPath(interaction.uid) },
  renderError: renderErrorOf(oidc),
  features: {
    // The launcher names no resource, nor do some assistants. Without a default, their tokens would carry none of the scopes.
    resourceIndicators: {
      enabled: true,
      defaultResource: (_ctx, client) => (isLauncher(client) ? launcherAudience : `${origin}${mcpPath}`),
      useGrantedResource: () => true,
      getResourceServerInfo: (_ctx, resource, client) => {
        if (isLauncher(client) && resource === launcherAudience)
          return {
            scope: launcherScopes.join(' '),
            audience: launcherAudience,
            accessTokenFormat: 'opaque',
            accessTokenTTL: lifetimes.accessToken,
          }
        if (!isLauncher(client) && resource === `${origin}${mcpPath}`)
          return {
            scope: assistantScopes.join(' '),
            audience: assistantAudience,
            accessTokenFormat: 'opaque',
            accessTokenTTL: lifetimes.assistantAccessToken,
          }
        throw new oidc.errors.InvalidTarget()
      },
    },
    clientIdMetadataDocument: {
      enabled: true,
      ack: 'draft-02',
      allowFetch: (ctx, address) => documents.isAllowed(address, ctx.req),
      cacheDuration: { min: minute, max: day },
    },
    revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
    userinfo: { enabled: false },
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    rpInitiatedLogout: { enabled: false },
  },
  routes: {
    authorization: '/oauth/authorize',
    token: '/oauth/token',
    revocation: '/oauth/revoke',
    jwks: '/oauth/jwks',
  },
  ttl: {
    AccessToken: (_ctx, token) => token.resourceServer?.accessTokenTTL ?? lifetimes.accessToken,
    AuthorizationCode: lifetimes.authorizationCode,
    IdToken: lifetimes.accessToken,
    Interaction: lifetimes.interaction,
    RefreshToken: lifetimes.refreshToken,
    Grant: lifetimes.grant,
    Session: (_ctx, { amr }) => sessionLifetime(amr),
  },
})

export const signInScopes = ['openid', 'offline_access', 'profile', 'email'] as const

const launcherClient = {
  client_id: launcherClientId,
  client_name: 'Svc Launcher',
  // `native` makes any port of the loopback address match (RFC 8252, 7.3).
  application_type: 'native',
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  redirect_uris: [launcherRedirectUri],
  scope: [...signInScopes, ...launcherScopes].join(' '),
  // The default is RS256, and there is only an elliptic key.
  id_token_signed_response_alg: 'ES256',
} as const

/**
 * `known_scope` refuses a request without a known scope; oidc-provider would first ask the person (RFC 6749, 3.3).
 *
 * `page_code_session` asks for a sign-in where a page code began the session. Such a session opens pages only: cookies
 * ignore ports, so any program that listens on loopback may receive it (RFC 6265, 8.5).
 */
const policyOf = ({ errors, interactionPolicy }: Oidc) => {
  const policy = interactionPolicy.base()
  policy.get('login')?.checks.add(
    new interactionPolicy.Check('known_scope', 'a known scope is asked for', (ctx) => {
      if (ctx.oidc.requestParamOIDCScopes.size > 0) return false
      const known = launcherScopes.join(' ')
      throw new errors.InvalidScope(`ask for at least one of ${known}`, '')
    }),
  )
  policy
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check(
        'page_code_session',
        'this session opens pages only',
        'login_required',
        ({ oidc }) => oidc.result?.login === undefined && isByCode(oidc.session?.amr),
      ),
    )
  return policy
}

/** Undefined ends the sign-in: the person was deleted, or left the grant's workspace (AUT-10). */
const accountClaims = async (store: Store, personId: string, grantId: string | undefined) =>
  await store.read(async (tx) => {
    const person = await getPerson(tx, personId)
    if (!person) return undefined
    const email = shownEmail(person.email)
    const known = { sub: person.id, name: person.name, ...(email !== '' && { email }) }
    if (grantId === undefined) return known
    const grant = await findGrant(tx, grantId)
    const membership = grant && (await findMembership(tx, grant.workspaceId, personId))
    if (!grant || !membership || grant.personId !== personId) return undefined
    const workspace = {
      id: grant.workspaceId,
      name: membership.workspaceName,
      slug: membership.workspaceSlug,
    }
    return { ...known, workspace }
  })

const renderErrorOf =
  ({ errors }: Oidc) =>
  (ctx: KoaContextWithOIDC, out: ErrorOut, error: Error): void => {
    const refused = refusedPage([out.error, out.error_description].filter(Boolean).join(': '), ctx.status)
    const { headers, text } = respond(error instanceof errors.SessionNotFound ? expiredPage() : refused)
    ctx.set(headers)
    ctx.body = text
  }
