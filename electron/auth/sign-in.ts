// The OAuth client, on openid-client: discovery, authorization in the system browser or by a code of the embedded service,
// refresh and revocation.
// It caches only the metadata of services; tokens go to the caller and are not stored here.
import type * as Oidc from 'openid-client'
import { launcherClientId, launcherRedirectUri, launcherScopes } from '../../shared/api/primitives.ts'
import { type AppError, failed, type Reply, succeeded } from '../../shared/errors.ts'
import { say } from '../../shared/language.ts'
import { furtherScope } from '../../shared/ipc/launcher.ts'
import { isLoopbackHost } from '../security/external-address.ts'
import { answerText, classifyFailure, type Fetch } from '../network.ts'
import { type Identity, identityOf } from './identity.ts'
import { answersWrong, couldNotAsk, explainDiscovery } from './errors.ts'

export type Tokens = {
  accessToken: string
  /** Epoch milliseconds after which the access token is not used. */
  expiresAt: number
  /** Null when the service issued none: the session ends with the access token. */
  refreshToken: string | null
  /** Null when the service did not say. */
  scopes: readonly string[] | null
}

export type Granted = { identity: Identity; tokens: Tokens }

export type Refreshed =
  /** The identity in the new id token, if the service sent one. */
  | { type: 'refreshed'; tokens: Tokens; identity: Identity | null }
  /** The service answered `invalid_grant`. */
  | { type: 'refused' }
  /** No usable answer; the session stays signed in. */
  | { type: 'failed'; error: AppError }

/** A sign-in that waits for the browser. */
export type PendingSignIn = {
  /** The authorization URL. It stays in the main process. */
  address: string
  outcome: Promise<Reply<Granted>>
  cancel: () => void
}

/** Returns an authorization code that is bound to this `code_challenge` (RFC 7636). */
export type IssueCode = (codeChallenge: string) => Promise<Reply<string>>

export type SignInTarget =
  | { kind: 'remote'; base: URL }
  /** The embedded service, which needs no browser. */
  | { kind: 'local'; base: URL; issueCode: IssueCode }

export type SignIn = {
  /** The offered ones of `furtherScopes`. */
  furtherScopes: (base: URL) => Promise<Reply<readonly string[]>>
  /** Opens the browser. Fails if the address is not a service, or if the browser is not available. */
  begin: (base: URL) => Promise<Reply<PendingSignIn>>
  /** Signs in with a code of the embedded service, without a browser. */
  redeem: (base: URL, issueCode: IssueCode) => Promise<Reply<Granted>>
  /** @param key sent as `Idempotency-Key`: a repeat after a lost answer is then not taken for a stolen token. */
  refresh: (base: URL, refreshToken: string, key: string) => Promise<Refreshed>
  /** RFC 7009. Errors are ignored: the person is signed out in any case. */
  revoke: (base: URL, token: string) => Promise<void>
}

const furtherScopes: readonly string[] = furtherScope.options
const neededScopes: readonly string[] = launcherScopes.filter((scope) => !furtherScopes.includes(scope))

const offeredBy = ({ scopes_supported: offered }: Oidc.ServerMetadata): readonly string[] =>
  furtherScopes.filter((scope) => offered?.includes(scope))

const requestTimeoutSeconds = 10
/** Metadata, keys and tokens are a few kilobytes. */
const mostAnswerBytes = 1024 * 1024
/** Tokens that expire within this time are refreshed before use. */
const expiryMarginMs = 30_000
const fallbackLifetimeSeconds = 300
/**
 * A clock set to the wrong zone is up to 14 hours off. Rejecting the id token for that would also lose the refresh token
 * that came with it.
 */
const clockToleranceSeconds = 86_400

/** Reads the body within the time limit of the request. A body over the limit becomes one that is not JSON. */
const withinBounds = async (response: Response): Promise<Response> => {
  if (response.body === null) return response
  const { status, headers } = response
  return new Response((await answerText(response, mostAnswerBytes)) ?? 'too long', { status, headers })
}

export const createSignIn = ({
  fetch,
  openBrowser,
  now,
  deviceName = '',
  callbackTimeoutMs = 300_000,
}: {
  fetch: Fetch
  /** @param origin the only origin that may be opened. */
  openBrowser: (address: string, origin: string) => Promise<boolean>
  now: () => number
  deviceName?: string
  callbackTimeoutMs?: number
}): SignIn => {
  // Loaded on first use, to keep the start fast.
  const load = (): Promise<typeof Oidc> => import('openid-client')
  const known = new Map<string, Oidc.Configuration>()
  /** Idempotency keys of running refreshes, by refresh token: openid-client has no per-request headers. */
  const keys = new Map<string, string>()
  const marked = ({ body, headers }: Oidc.CustomFetchOptions): Record<string, string> => {
    const token = body instanceof URLSearchParams ? body.get('refresh_token') : null
    const key = keys.get(token ?? '')
    return key === undefined ? headers : { ...headers, 'idempotency-key': key }
  }

  const configure = async (base: URL): Promise<Reply<Oidc.Configuration>> => {
    const cached = known.get(base.href)
    if (cached !== undefined) return succeeded(cached)
    const oidc = await load()
    try {
      const metadata = { [oidc.clockTolerance]: clockToleranceSeconds }
      const configuration = await oidc.discovery(base, launcherClientId, metadata, oidc.None(), {
        [oidc.customFetch]: (url, options) =>
          fetch(url, { ...options, headers: marked(options) } as RequestInit).then(withinBounds),
        timeout: requestTimeoutSeconds,
        // openid-client does not exempt loopback from https by itself.
        execute:
          isLoopbackHost(base.hostname) && base.protocol === 'http:' ? [oidc.allowInsecureRequests] : [],
      })
      const problem = explainDiscovery(configuration.serverMetadata(), base)
      if (problem !== null) return failed(problem)
      known.set(base.href, configuration)
      return succeeded(configuration)
    } catch (error) {
      return failed(couldNotAsk(error, base))
    }
  }

  const tokensOf = (
    answer: Pick<Oidc.TokenEndpointResponse, 'access_token' | 'expires_in' | 'refresh_token' | 'scope'>,
  ): Tokens => ({
    accessToken: answer.access_token,
    expiresAt: now() + (answer.expires_in ?? fallbackLifetimeSeconds) * 1000 - expiryMarginMs,
    refreshToken: answer.refresh_token ?? null,
    scopes: answer.scope?.split(' ') ?? null,
  })

  const revoke = async (base: URL, token: string): Promise<void> => {
    const configured = await configure(base)
    if (!configured.ok || configured.value.serverMetadata().revocation_endpoint === undefined) return
    try {
      await (await load()).tokenRevocation(configured.value, token)
    } catch {
      // The token expires by itself.
    }
  }

  /** Takes tokens only with every needed scope, and from a service that says whose they are. */
  const grantedBy = async (
    base: URL,
    answer: Oidc.TokenEndpointResponse & Oidc.TokenEndpointResponseHelpers,
  ): Promise<Reply<Granted>> => {
    const missing = neededScopes.filter(
      (scope) => answer.scope !== undefined && !answer.scope.split(' ').includes(scope),
    )
    const identity = identityOf(answer.claims())
    if (missing.length === 0 && identity !== null) return succeeded({ identity, tokens: tokensOf(answer) })
    await revoke(base, answer.refresh_token ?? answer.access_token)
    return failed(
      missing.length === 0
        ? answersWrong(base)
        : {
            kind: 'forbidden',
            message: say('signInError.missing', { rights: missing.join(', ') }),
            right: missing.join(' '),
          },
    )
  }

  const begin: SignIn['begin'] = async (base) => {
    const configured = await configure(base)
    if (!configured.ok) return configured
    const oidc = await load()
    const configuration = configured.value
    const codeVerifier = oidc.randomPKCECodeVerifier()
    const expectedState = oidc.randomState()
    const expectedNonce = oidc.randomNonce()
    const codeChallenge = await oidc.calculatePKCECodeChallenge(codeVerifier)
    // Loaded here, because Node's http would slow the start.
    const { openLoopback } = await import('./loopback.ts')
    const loopback = await openLoopback({ expectedState, timeoutMs: callbackTimeoutMs })
    const address = oidc.buildAuthorizationUrl(configuration, {
      redirect_uri: loopback.redirectUri,
      scope: [
        'openid',
        'profile',
        'email',
        'offline_access',
        ...neededScopes,
        ...offeredBy(configuration.serverMetadata()),
      ].join(' '),
      code_challenge: codeChallenge,
      code_challenge_method: 'S256',
      state: expectedState,
      nonce: expectedNonce,
      // Required for offline_access: without it the service issues no refresh token.
      prompt: 'consent',
      // Names this sign-in in the person's list of them.
      ...(deviceName !== '' && { device_name: deviceName.slice(0, 100) }),
    })
    if (!(await openBrowser(address.href, address.origin))) {
      loopback.close()
      return failed({ kind: 'unavailable', message: say('main.browserNotOpened.again') })
    }

    const finish = async (): Promise<Reply<Granted>> => {
      const came = await loopback.outcome
      if (came.type === 'timedOut') return failed({ kind: 'cancelled', message: say('signInError.late') })
      if (came.type === 'cancelled')
        return failed({ kind: 'cancelled', message: say('signInError.cancelled') })
      try {
        const answer = await oidc.authorizationCodeGrant(configuration, came.url, {
          pkceCodeVerifier: codeVerifier,
          expectedState,
          expectedNonce,
          idTokenExpected: true,
        })
        return await grantedBy(base, answer)
      } catch (error) {
        if (error instanceof oidc.AuthorizationResponseError && error.error === 'access_denied')
          return failed({ kind: 'forbidden', message: say('signInError.refused') })
        return failed(couldNotAsk(error, base))
      } finally {
        loopback.close()
      }
    }

    return succeeded({ address: address.href, outcome: finish(), cancel: () => loopback.close() })
  }

  const redeem: SignIn['redeem'] = async (base, issueCode) => {
    const configured = await configure(base)
    if (!configured.ok) return configured
    const oidc = await load()
    const codeVerifier = oidc.randomPKCECodeVerifier()
    const code = await issueCode(await oidc.calculatePKCECodeChallenge(codeVerifier))
    if (!code.ok) return code
    try {
      const answer = await oidc.genericGrantRequest(configured.value, 'authorization_code', {
        code: code.value,
        redirect_uri: launcherRedirectUri,
        code_verifier: codeVerifier,
      })
      return await grantedBy(base, answer)
    } catch (error) {
      return failed(couldNotAsk(error, base))
    }
  }

  return {
    furtherScopes: async (base) => {
      // The service may have been updated since.
      known.delete(base.href)
      const configured = await configure(base)
      return configured.ok ? succeeded(offeredBy(configured.value.serverMetadata())) : configured
    },
    begin,
    redeem,
    refresh: async (base, refreshToken, key) => {
      const configured = await configure(base)
      if (!configured.ok) return { type: 'failed', error: configured.error }
      const oidc = await load()
      keys.set(refreshToken, key)
      try {
        const answer = await oidc.refreshTokenGrant(configured.value, refreshToken)
        const tokens = tokensOf(answer)
        // A service that does not rotate tokens sends no new one; the old one stays valid.
        return {
          type: 'refreshed',
          tokens: { ...tokens, refreshToken: tokens.refreshToken ?? refreshToken },
          identity: identityOf(answer.claims()),
        }
      } catch (error) {
        if (error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant')
          return { type: 'refused' }
        // The endpoints may have moved: repeat discovery next time.
        if (classifyFailure(error) !== 'aborted') known.delete(base.href)
        if (error instanceof oidc.ResponseBodyError) return { type: 'failed', error: answersWrong(base) }
        return { type: 'failed', error: couldNotAsk(error, base) }
      } finally {
        keys.delete(refreshToken)
      }
    },
    revoke,
  }
}
