// The OAuth server and its pages (OAU-01…03). They share the HTTP server of the API and answer first, because oidc-provider
// reads bodies from the raw request.
import type Provider from 'oidc-provider'
import type { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { hashToken } from '../base/ids.ts'
import { isStoreError } from '../base/store-error.ts'
import { createRateLimiter } from '../http/rate-limit.ts'
import type { SafeRequest } from '../http/safe-request.ts'
import type { Store } from '../db/store.ts'
import { createAdapter } from './adapter.ts'
import { cookieNameOf, methodNotAllowed, pathOf } from '../http/server/browser-request.ts'
import { clientAddress } from '../http/server/host-check.ts'
import { unavailableSeconds } from '../http/errors.ts'
import { fetchClientDocument, isClientAddress } from './client-documents.ts'
import { assistantAudience, configuration, launcherAudience } from './configuration.ts'
import { createGrants } from './grants.ts'
import { createInteractions } from './interactions.ts'
import { renderPage, sendPage } from './pages/page.ts'
import { failurePage, refusedPage, tooManyPage, unavailablePage } from './pages/pages.ts'
import { createSessions } from './sessions.ts'
import { createPasswordSignIn } from './sign-in.ts'
import { icon, styleSheet } from './pages/style.ts'
import { deleteExpiredPayloads, findOauthSecret, keepOauthSecret } from './oauth.store.ts'
import { randomBytes, subtle } from 'node:crypto'
import type { JWKS } from 'oidc-provider'
import { assistantScopes, launcherClientId, scope } from '../../shared/api/primitives.ts'
import { createLoader } from '../db/loader.ts'
import type { FindLauncherToken } from '../http/app-type.ts'
import { findAccessTokens } from './grants.store.ts'

export type Oauth = ReturnType<typeof createOauth>

export type OauthDeps = {
  store: Store
  /** Epoch milliseconds. */
  now: () => number
  /** The public origin of this service, which is the issuer. Called once it listens. */
  baseUrl: () => string
  /** A Pino logger. */
  log: { error(fields: object, message: string): void }
  /**
   * `trusted` when only a reverse proxy can reach this service: it names the client's address and ends TLS, and `baseUrl` is
   * its https origin.
   */
  proxy?: 'none' | 'trusted'
  /** How documents about assistants are requested (default: from public hosts). */
  clientDocumentRequest?: SafeRequest | undefined
}

/** Authorization requests of one address in a minute, which are stored: an office of 500 people begins at once, each twice. */
const authorizationLimit = 1000

/** Documents about assistants that are fetched in a minute for one client address. Each is remembered. */
const documentLimit = 30

/** The OAuth server on a store. The first request that needs oidc-provider or a key loads it. */
export const createOauth = ({
  store,
  now,
  baseUrl,
  log,
  proxy = 'none',
  clientDocumentRequest,
}: OauthDeps) => {
  const grants = createGrants(store, now)
  const key = once(() => cookieKey(store))
  // Cookies ignore ports: without this, two services on one loopback address would overwrite each other's.
  const cookieName = async (purpose: 'session' | 'device'): Promise<string> =>
    cookieNameOf(baseUrl(), `svc_${purpose}_${hashToken(await key()).slice(0, 8)}`, 'every path')

  const load = once(async (): Promise<Provider> => {
    const oidc = await import('oidc-provider')
    const names = {
      session: await cookieName('session'),
      interaction: cookieNameOf(baseUrl(), 'svc_sign_in', 'one path'),
      resume: cookieNameOf(baseUrl(), 'svc_sign_in_resume', 'one path'),
    }
    const alreadyUsed = () => new oidc.errors.InvalidGrant('already used')
    const adapter = createAdapter(store, now, alreadyUsed, () => oidc.default.ctx)
    const { origin } = new URL(baseUrl())
    const fetched = createRateLimiter({ now, limit: documentLimit })
    const documents = {
      fetch: fetchClientDocument(clientDocumentRequest),
      isAllowed: async (address: string, request: IncomingMessage) =>
        isClientAddress(address) && (await fetched.take(clientAddress(request, proxy))).admitted,
    }
    const cookies = { key: await key(), names }
    const provider = new oidc.default(
      origin,
      configuration(oidc, store, adapter, await signingKeys(store), cookies, { origin, documents }),
    )
    provider.use(async (ctx, next) => {
      await next()
      if (ctx.path.startsWith('/.well-known/'))
        Object.assign(ctx.body, { response_modes_supported: responseModes })
    })
    // It then takes its address from the forwarded headers, which `pinOrigin` sets.
    provider.proxy = true
    provider.on('server_error', (ctx, error) => {
      log.error({ err: error }, 'The OAuth server failed.')
      // A failure that is answered by a redirect to the launcher stays a redirect.
      if (!isStoreError(error) || ctx.status !== 500) return
      ctx.status = 503
      ctx.set(retryHeaders)
      ctx.body = ctx.response.is('html') === 'html' ? renderPage(unavailablePage()) : unavailable
    })
    const events: EventEmitter = provider
    events.on('error', (error: unknown) => log.error({ err: error }, 'The OAuth server failed.'))
    return provider
  })

  const loadProvider = (req: IncomingMessage): Promise<Provider> => {
    pinOrigin(req, new URL(baseUrl()))
    return load()
  }

  const findToken = createFindToken(store, now)
  const common = { store, now, baseUrl }
  const sessions = createSessions({ ...common, cookieName: () => cookieName('session'), loadProvider })
  const signIn = createPasswordSignIn({
    ...common,
    proxy,
    cookieKey: key,
    cookieName: () => cookieName('device'),
  })
  const interact = createInteractions({ store, baseUrl, signIn, grants, sessions })

  // Counted in this process: the limit protects the database, so a refused flood must not query it.
  const authorizations = createRateLimiter({ now, limit: authorizationLimit })

  const passOn = async (req: IncomingMessage, res: ServerResponse) => {
    if (pathOf(req) === '/oauth/authorize') {
      const refusal = refusalOf(req.url ?? '')
      if (refusal !== undefined) return sendPage(res, refusedPage(refusal))
      req.url = withScope(req.url ?? '')
      const { admitted, retryAfterSeconds } = await authorizations.take(clientAddress(req, proxy))
      if (!admitted) return sendPage(res, tooManyPage(retryAfterSeconds))
    }
    const provider = await loadProvider(req)
    await provider.callback()(req, res)
  }

  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<boolean> => {
    const path = pathOf(req)
    const [, uid, step = ''] = interactionForm.exec(path) ?? []
    if (uid !== undefined) {
      await interact(await loadProvider(req), req, res, uid, step)
      return true
    }
    const file = files.get(path)
    const methods = file || resumeForm.test(path) ? reads : endpoints.get(path)
    if (!methods) return false
    if (!methods.includes(req.method ?? '')) methodNotAllowed(res, methods)
    else if (file) res.writeHead(200, { ...fileHeaders, 'Content-Type': file.type }).end(file.text)
    else await passOn(req, res)
    return true
  }

  return {
    /**
     * Answers a request under `/oauth` or one of the two metadata paths.
     * @returns false for other paths, of which it read nothing
     */
    async handle(req: IncomingMessage, res: ServerResponse): Promise<boolean> {
      try {
        return await answer(req, res)
      } catch (error) {
        log.error({ err: error }, 'A sign-in page failed.')
        if (res.headersSent) res.destroy()
        else if (!isStoreError(error)) sendPage(res, failurePage())
        else if (req.headers.accept?.includes('text/html')) sendPage(res, unavailablePage())
        else {
          res.writeHead(503, { 'Content-Type': 'application/json', ...retryHeaders })
          res.end(JSON.stringify(unavailable))
        }
        return true
      }
    },

    /** The holder of a launcher access token, or null: 401 (AUT-10, AUT-11). */
    findLauncherToken: findTokens(findToken, 'launcher'),

    /** The same for the tokens of assistants (AGT-01). */
    findAssistantToken: findTokens(findToken, 'assistant'),

    /** A code that opens a page behind `webUrl`: `?code=<code>` (APP-08). */
    issuePageCode: sessions.issueCode,

    /** See `createGrants`. Undefined if the person is not a member of the workspace. */
    issueLauncherCode: async (
      membership: { personId: string; workspaceId: string },
      codeChallenge: string,
    ): Promise<string | undefined> => grants.issueLauncherCode(await load(), membership, codeChallenge),

    /** Browser sessions, for the pages behind `webUrl`. */
    sessions,

    /** Checks a posted email and password, within limits; for the pages behind `webUrl`. */
    signIn,

    /** The key that signs cookies; the settings pages sign their forms with it. */
    cookieKey: key,

    /** Deletes expired documents and codes, a batch a transaction. @returns the number of rows */
    async purgeExpired(): Promise<number> {
      const batch = 500
      let deleted = 0
      for (;;) {
        const some = await store.write((tx) => deleteExpiredPayloads(tx, now(), batch))
        deleted += some
        if (some < batch) return deleted
      }
    },
  }
}

const reads = ['GET', 'HEAD']

/** Paths that oidc-provider answers, with their methods. */
const endpoints: ReadonlyMap<string, readonly string[]> = new Map([
  ['/.well-known/openid-configuration', reads],
  ['/.well-known/oauth-authorization-server', reads],
  ['/oauth/authorize', reads],
  ['/oauth/token', ['POST']],
  ['/oauth/revoke', ['POST']],
  ['/oauth/jwks', reads],
])
/** The authorization request goes on here after a page. */
const resumeForm = /^\/oauth\/authorize\/[\w-]{1,100}$/
const interactionForm = /^\/oauth\/interaction\/([\w-]{1,100})(?:\/(sign-in|consent))?$/

const files = new Map([
  ['/oauth/style.css', { type: 'text/css; charset=utf-8', text: styleSheet }],
  ['/oauth/icon.svg', { type: 'image/svg+xml', text: icon }],
])
const fileHeaders = { 'Cache-Control': 'public, max-age=86400' }

/** Six times the length of the launcher's request. */
const maxQueryLength = 4096

/** The launcher's listener takes GET only, and form_post would be a page that needs a script. */
const responseModes = ['fragment', 'query']

/**
 * The reason to refuse an authorization request before oidc-provider stores it.
 * @param url path and query
 */
const refusalOf = (url: string): string | undefined => {
  const query = url.slice(url.indexOf('?') + 1)
  if (query.length > maxQueryLength)
    return `invalid_request: the request is longer than ${maxQueryLength} characters; ask with a shorter state`
  // Also as one of several, because the refusal of such a request would use it.
  return new URLSearchParams(query).getAll('response_mode').includes('form_post')
    ? 'invalid_request: response_mode form_post is not offered; leave it out'
    : undefined
}

/**
 * An assistant that names no scope asks for all that there are for it (RFC 6749, 3.3); the page offers fewer.
 * @param url path and query
 */
const withScope = (url: string): string => {
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1))
  if (query.has('scope') || !isClientAddress(query.get('client_id') ?? '')) return url
  return `${url}&${new URLSearchParams({ scope: assistantScopes.join(' ') }).toString()}`
}

/** Runs the maker at the first call, and again only after a failure. */
const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    }))
}

/**
 * oidc-provider builds its addresses from the request's headers. The configured origin replaces them, so that no client or
 * proxy can put another host into our metadata, redirects and cookies.
 */
const pinOrigin = (req: IncomingMessage, base: URL): void => {
  req.headers.host = base.host
  req.headers['x-forwarded-proto'] = base.protocol.slice(0, -1)
  delete req.headers['x-forwarded-host']
}

const retryHeaders = { 'Retry-After': String(unavailableSeconds) }

/** For programs, with the word of RFC 6749, section 4.1.2.1. */
const unavailable = {
  error: 'temporarily_unavailable',
  error_description: 'The service cannot reach its data now. Try again later.',
}

// The server's own keys. They are in the database, so that its processes share them.

/** Made once a database; racing processes agree on one. */
const kept = async (store: Store, name: string, make: () => string | Promise<string>): Promise<string> => {
  const found = await store.read((tx) => findOauthSecret(tx, name))
  if (found !== undefined) return found
  const made = await make()
  return await store.write((tx) => keepOauthSecret(tx, name, made))
}

/** The key that signs cookies, base64url. */
export const cookieKey = (store: Store): Promise<string> =>
  kept(store, 'cookie-key', () => randomBytes(32).toString('base64url'))

/** The key that signs id tokens (ES256). */
export const signingKeys = async (store: Store): Promise<JWKS> =>
  JSON.parse(
    await kept(store, 'jwks', async () => {
      const pair = await subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
      const { kty, crv, x, y, d } = await subtle.exportKey('jwk', pair.privateKey)
      const kid = randomBytes(8).toString('hex')
      return JSON.stringify({ keys: [{ kty, crv, x, y, d, kid, use: 'sig', alg: 'ES256' }] })
    }),
  ) as JWKS

// Access tokens are checked without oidc-provider: one indexed statement, and none of its start-up time and memory.

type FindToken = (token: string) => Promise<Awaited<ReturnType<typeof findAccessTokens>>[number]>

/** Tokens of many requests at once are asked together. @param now epoch milliseconds */
const createFindToken = (store: Store, now: () => number): FindToken => {
  const find = createLoader((hashes: readonly string[]) =>
    store.ask((tx) => findAccessTokens(tx, hashes, now())),
  )
  return (token) => find(hashToken(token))
}

/**
 * How the holder of an access token is found; null when it is unknown, expired, revoked, for another audience, or when the person
 * is no longer a member of the workspace (AUT-10, AUT-11).
 */
const findTokens =
  (find: FindToken, holder: 'launcher' | 'assistant'): FindLauncherToken =>
  async (token) => {
    const found = await find(token)
    if (!found) return null
    const { aud, clientId, accountId, scope: granted } = found.payload
    if (typeof clientId !== 'string' || accountId !== found.personId) return null
    const isLauncher = clientId === launcherClientId
    const audience = isLauncher ? launcherAudience : assistantAudience
    if (isLauncher !== (holder === 'launcher') || aud !== audience) return null
    const names = typeof granted === 'string' ? granted.split(' ') : []
    return {
      tokenId: found.grantId,
      workspaceId: found.workspaceId,
      personId: found.personId,
      scopes: names.flatMap((name) => scope.safeParse(name).data ?? []),
      membership: found.membership,
      ...(!isLauncher && { assistant: clientId }),
    }
  }
