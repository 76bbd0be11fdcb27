// How oidc-provider is set up (OAU-01). Each line that is not its default says why.
import type * as OidcModule from 'oidc-provider'
import type { AdapterFactory, Configuration, ErrorOut, JWKS, KoaContextWithOIDC } from 'oidc-provider'
import { launcherClientId, launcherRedirectUri, launcherScopes } from '../../shared/api/primitives.ts'
import { shownEmail } from '../workspaces/people.store.ts'
import type { Store } from '../db/store.ts'
import { pageHeaders, renderPage } from './pages/page.ts'
import { expiredPage, refusedPage } from './pages/pages.ts'
import { isPasswordless, sessionLifetime } from './sessions.ts'

type Oidc = Pick<typeof OidcModule, 'errors' | 'interactionPolicy'>

const minute = 60
const day = 24 * 60 * minute

/**
 * The audience of launcher tokens. A name, not an address: an embedded service changes its port with every start, and its
 * tokens outlive that.
 */
export const launcherAudience = 'urn:svc:launcher'

/** Lifetimes in seconds. */
export const lifetimes = {
  accessToken: 10 * minute,
  authorizationCode: minute,
  /** Each of the two pages. The launcher waits no longer for its browser, and strangers can begin as many as they like. */
  interaction: 5 * minute,
  /**
   * Each refresh gives a new token, which lives this long from then. The use of a token is remembered equally long,
   * because a second use ends the sign-in (RFC 9700, 4.14.2).
   */
  refreshToken: 90 * day,
  /** However often it was refreshed: then the person signs in again. */
  grant: 365 * day,
} as const

export const interactionPath = (uid: string): string => `/oauth/interaction/${uid}`

/** @param cookies the key that signs them, and the name of the session's */
export const configuration = (
  oidc: Oidc,
  store: Store,
  adapter: AdapterFactory,
  jwks: JWKS,
  cookies: { key: string; session: string },
): Configuration => ({
  adapter,
  jwks,
  clients: [launcherClient],
  cookies: {
    keys: [cookies.key],
    names: { session: cookies.session, interaction: 'svc_sign_in', resume: 'svc_sign_in_resume' },
  },
  scopes: [...signInScopes, ...launcherScopes],
  claims: { openid: ['sub', 'workspace'], profile: ['name'], email: ['email'] },
  // Claims go into the id token: an access token is for the launcher surface and opens no userinfo.
  conformIdTokenClaims: false,
  responseTypes: ['code'],
  clientAuthMethods: ['none'],
  // Without it, clients would have to take it for client_secret_basic (RFC 8414, 2).
  discovery: { revocation_endpoint_auth_methods_supported: ['none'] },
  pkce: { required: () => true },
  allowOmittingSingleRegisteredRedirectUri: false,
  clientBasedCORS: () => false,
  rotateRefreshToken: () => true,
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
    // The client names no resource, so this one is taken, to which the scopes of the launcher surface belong. Without this,
    // tokens look complete and are refused everywhere.
    resourceIndicators: {
      enabled: true,
      defaultResource: () => launcherAudience,
      useGrantedResource: () => true,
      getResourceServerInfo: (_ctx, resource) => {
        if (resource !== launcherAudience) throw new oidc.errors.InvalidTarget()
        return {
          scope: launcherScopes.join(' '),
          audience: launcherAudience,
          accessTokenFormat: 'opaque',
          accessTokenTTL: lifetimes.accessToken,
        }
      },
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
    AccessToken: lifetimes.accessToken,
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
  // `native` is what makes any port of the loopback address match (RFC 8252, 7.3).
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
 * A person without a password is asked to sign in at each authorization request. Their session opens pages only: cookies
 * know no ports, so every program that listens on this machine's loopback address may be sent it (RFC 6265, 8.5).
 *
 * A request for no scope that is known is refused at once; oidc-provider would first ask the person (RFC 6749, 3.3).
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
        'passwordless_session',
        'this session opens pages only',
        'login_required',
        ({ oidc }) => oidc.result?.login === undefined && isPasswordless(oidc.session?.amr),
      ),
    )
  return policy
}

/** Undefined ends the sign-in: the person is gone, or is no longer a member of the grant's workspace (AUT-10). */
const accountClaims = async (store: Store, personId: string, grantId: string | undefined) =>
  await store.read(async (tx) => {
    const person = await tx.people.get(personId)
    if (!person) return undefined
    const email = shownEmail(person.email)
    const known = { sub: person.id, name: person.name, ...(email !== '' && { email }) }
    if (grantId === undefined) return known
    const grant = await tx.oauth.findGrant(grantId)
    const standing = grant && (await tx.members.standing(grant.workspaceId, personId))
    if (!grant || !standing || grant.personId !== personId) return undefined
    const workspace = { id: grant.workspaceId, name: standing.workspaceName, slug: standing.workspaceSlug }
    return { ...known, workspace }
  })

const renderErrorOf =
  ({ errors }: Oidc) =>
  (ctx: KoaContextWithOIDC, out: ErrorOut, error: Error): void => {
    const refused = refusedPage([out.error, out.error_description].filter(Boolean).join(': '), ctx.status)
    ctx.set({ ...pageHeaders })
    ctx.body = renderPage(error instanceof errors.SessionNotFound ? expiredPage : refused)
  }
