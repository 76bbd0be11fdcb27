// The OAuth side of a session, through openid-client: discovery, the round through the system browser, refresh,
// revocation. Holds no state but the metadata of services; tokens go to whoever asked and nowhere else.
import type * as Oidc from 'openid-client'
import { launcherClientId, launcherScopes } from '../../shared/api/primitives.ts'
import { type AppError, failed, type Reply, succeeded } from '../../shared/errors.ts'
import { say } from '../../shared/language.ts'
import { isLoopbackHost } from '../security/external-address.ts'
import { answerText, type Fetch } from '../network/network.ts'
import { classifyFailure } from '../network/network-failure.ts'
import { type Identity, identityOf } from './identity.ts'
import { answersWrong, couldNotAsk, explainDiscovery } from './sign-in-errors.ts'

export type Tokens = {
  accessToken: string
  /** Epoch milliseconds after which the access token is not used. */
  expiresAt: number
  /** Null where the service gave none: the session ends with the access token. */
  refreshToken: string | null
}

export type Granted = { identity: Identity; tokens: Tokens }

export type Refreshed =
  /** Whom these tokens stand for, where the service says it. */
  | { type: 'refreshed'; tokens: Tokens; identity: Identity | null }
  /** `invalid_grant`: the service says no. */
  | { type: 'refused' }
  /** The network or the service says nothing: still signed in. */
  | { type: 'failed'; error: AppError }

/** A sign-in that waits for the browser. */
export type PendingSignIn = {
  /** The authorization URL. It may carry a one-time code, so it stays in the main process. */
  address: string
  outcome: Promise<Reply<Granted>>
  cancel: () => void
}

/** The `login_hint` of the one authorization request with this `code_challenge` (RFC 7636). */
export type LoginHint = (codeChallenge: string) => Promise<Reply<string>>

export type SignIn = {
  /** Opens the browser. Fails when the address is no service, when there is no hint, or no browser. */
  begin: (base: URL, options: { loginHint?: LoginHint }) => Promise<Reply<PendingSignIn>>
  /** @param key after an answer that was lost, the service tells whoever asks again under it from a thief. */
  refresh: (base: URL, refreshToken: string, key: string) => Promise<Refreshed>
  /** RFC 7009. Failure is not an error here: whoever signs out is signed out. */
  revoke: (base: URL, token: string) => Promise<void>
}

const scopes = ['openid', 'profile', 'email', 'offline_access', ...launcherScopes]
const requestTimeoutSeconds = 10
/** Metadata, keys and tokens are a few kilobytes. */
const mostAnswerBytes = 1024 * 1024
/** A token that ends within this time is renewed first. */
const expiryMarginMs = 30_000
const fallbackLifetimeSeconds = 300
/**
 * A machine that reads its clock in the wrong zone is up to 14 hours off until the network corrects it. An id token comes
 * from the service itself, as the answer to our question, and with it the only refresh token that is good from then on.
 */
const clockToleranceSeconds = 86_400

/** The same answer, read within the time limit of its request; one that is too long is no JSON. */
const withinBounds = async (response: Response): Promise<Response> => {
  if (response.body === null) return response
  const { status, headers } = response
  return new Response((await answerText(response, mostAnswerBytes)) ?? 'too long', { status, headers })
}

export const createSignIn = ({
  fetch,
  openBrowser,
  now,
  callbackTimeoutMs = 300_000,
}: {
  fetch: Fetch
  /** @param origin the one that the address must have. */
  openBrowser: (address: string, origin: string) => Promise<boolean>
  now: () => number
  callbackTimeoutMs?: number
}): SignIn => {
  // Loaded at the first use: it is not needed to show the palette.
  const load = (): Promise<typeof Oidc> => import('openid-client')
  const known = new Map<string, Oidc.Configuration>()
  /** By refresh token, of what is under way: openid-client takes no header for one request. */
  const keys = new Map<string, string>()
  /** A service that does not know the header ignores it. */
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
    answer: Pick<Oidc.TokenEndpointResponse, 'access_token' | 'expires_in' | 'refresh_token'>,
  ): Tokens => ({
    accessToken: answer.access_token,
    expiresAt: now() + (answer.expires_in ?? fallbackLifetimeSeconds) * 1000 - expiryMarginMs,
    refreshToken: answer.refresh_token ?? null,
  })

  const revoke = async (base: URL, token: string): Promise<void> => {
    const configured = await configure(base)
    if (!configured.ok || configured.value.serverMetadata().revocation_endpoint === undefined) return
    try {
      await (await load()).tokenRevocation(configured.value, token)
    } catch {
      // The token ends by itself; whoever signs out is signed out here in any case.
    }
  }

  const begin: SignIn['begin'] = async (base, { loginHint }) => {
    const configured = await configure(base)
    if (!configured.ok) return configured
    const oidc = await load()
    const configuration = configured.value
    const codeVerifier = oidc.randomPKCECodeVerifier()
    const expectedState = oidc.randomState()
    const expectedNonce = oidc.randomNonce()
    const codeChallenge = await oidc.calculatePKCECodeChallenge(codeVerifier)
    const hint = await loginHint?.(codeChallenge)
    if (hint?.ok === false) return hint
    // Loaded here, because Node's http brings what no start needs.
    const { openLoopback } = await import('./loopback.ts')
    const loopback = await openLoopback({ expectedState, timeoutMs: callbackTimeoutMs })
    const address = oidc.buildAuthorizationUrl(configuration, {
      redirect_uri: loopback.redirectUri,
      scope: scopes.join(' '),
      code_challenge: codeChallenge,
      code_challenge_method: 'S256',
      state: expectedState,
      nonce: expectedNonce,
      // Without it, offline_access is silently dropped and no refresh token comes.
      prompt: 'consent',
      ...(hint === undefined ? {} : { login_hint: hint.value }),
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
        const missing = launcherScopes.filter(
          (scope) => answer.scope !== undefined && !answer.scope.split(' ').includes(scope),
        )
        if (missing.length > 0) {
          await revoke(base, answer.refresh_token ?? answer.access_token)
          return failed({
            kind: 'forbidden',
            message: say('signInError.missing', { rights: missing.join(', ') }),
            right: missing.join(' '),
          })
        }
        const identity = identityOf(answer.claims())
        if (identity === null) {
          await revoke(base, answer.refresh_token ?? answer.access_token)
          return failed(answersWrong(base))
        }
        return succeeded({ identity, tokens: tokensOf(answer) })
      } catch (error) {
        if (error instanceof oidc.AuthorizationResponseError && error.error === 'access_denied')
          return failed({ kind: 'cancelled', message: say('signInError.refused') })
        return failed(couldNotAsk(error, base))
      } finally {
        loopback.close()
      }
    }

    return succeeded({ address: address.href, outcome: finish(), cancel: () => loopback.close() })
  }

  return {
    begin,
    refresh: async (base, refreshToken, key) => {
      const configured = await configure(base)
      if (!configured.ok) return { type: 'failed', error: configured.error }
      const oidc = await load()
      keys.set(refreshToken, key)
      try {
        const answer = await oidc.refreshTokenGrant(configured.value, refreshToken)
        const tokens = tokensOf(answer)
        // A service that does not rotate answers without a new one: the old one stays good.
        return {
          type: 'refreshed',
          tokens: { ...tokens, refreshToken: tokens.refreshToken ?? refreshToken },
          identity: identityOf(answer.claims()),
        }
      } catch (error) {
        if (error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant')
          return { type: 'refused' }
        // The service may have moved its endpoints: ask again next time.
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
