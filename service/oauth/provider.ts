// The OAuth server and its pages (OAU-01…03), beside the API in one HTTP server: the requests that are ours are
// answered from the raw socket, before anything else reads their bodies.
import { createHash } from 'node:crypto'
import type { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type Provider from 'oidc-provider'
import { isStoreError } from '../db/store-error.ts'
import { createRateLimiter } from '../http/rate-limit.ts'
import type { Store } from '../db/store.ts'
import { createAdapter } from './adapter.ts'
import { refusalOf, responseModes } from './authorization-request.ts'
import { clientAddress, methodNotAllowed, pathOf } from './browser-request.ts'
import { configuration, endpoints, refusedPage, tooManyPage } from './configuration.ts'
import { createGrants } from './grants.ts'
import { createInteractions } from './interactions.ts'
import { createFindLauncherToken } from './launcher-token.ts'
import { createPageCodes } from './pages/page-code.ts'
import { pageParts, sendPage } from './pages/page.ts'
import { messagePage } from './pages/pages.ts'
import type { PasswordCost } from './password.ts'
import { cookieKey, signingKeys } from './secrets.ts'
import { createSessions } from './sessions.ts'
import { createPasswordSignIn } from './sign-in.ts'
import type { SignedIn } from './signed-in.ts'
import { icon, styleSheet } from './pages/style.ts'

export type Oauth = ReturnType<typeof createOauth>

export type OauthDeps = {
  store: Store
  /** Epoch milliseconds. */
  now: () => number
  /** The origin under which browsers and the launcher reach this service; the issuer. Asked when it is listening. */
  baseUrl: () => string
  /** Pino, or what is used of it. */
  log: { error(fields: object, message: string): void }
  /**
   * `trusted` when a reverse proxy stands before this service, and nothing else can reach it: then the client's address
   * is what the proxy says. TLS ends at that proxy; `baseUrl` is then its https origin.
   */
  proxy?: 'none' | 'trusted'
  /** What the password hashes of this installation cost, when it is not the default. */
  passwordCost?: PasswordCost
}

/**
 * Authorization requests of one address in a minute, which anybody can send and which are kept for their pages: an office
 * of 500 people begins at once, each twice.
 */
const authorizationLimit = 1000

/** The OAuth server on a store. Nothing is loaded or made until the first request that needs it. */
export const createOauth = ({ store, now, baseUrl, log, proxy = 'none', passwordCost }: OauthDeps) => {
  const codes = createPageCodes({ store, now })
  const grants = createGrants({ store, now })
  const key = once(() => cookieKey(store))
  // Cookies know no ports: two services on one loopback address would take each other's away without this.
  const cookieName = async (purpose: 'session' | 'device'): Promise<string> => {
    const instance = createHash('sha256')
      .update(await key())
      .digest('hex')
      .slice(0, 8)
    return `svc_${purpose}_${instance}`
  }

  const load = once(async (): Promise<Provider> => {
    const oidc = await import('oidc-provider')
    const session = await cookieName('session')
    const alreadyUsed = () => new oidc.errors.InvalidGrant('already used')
    const provider = new oidc.default(
      new URL(baseUrl()).origin,
      configuration({
        oidc,
        store,
        adapter: createAdapter({ store, now, alreadyUsed, request: () => oidc.default.ctx }),
        jwks: await signingKeys(store),
        cookieKey: await key(),
        cookieNames: { session, interaction: 'svc_sign_in', resume: 'svc_sign_in_resume' },
      }),
    )
    provider.use(async (ctx, next) => {
      await next()
      if (ctx.path.startsWith('/.well-known/'))
        Object.assign(ctx.body, { response_modes_supported: responseModes })
    })
    // It then reads its own address from the forwarded headers, which `pinOrigin` has set to what is configured.
    provider.proxy = true
    provider.on('server_error', (ctx, error) => {
      log.error({ err: error }, 'The OAuth server failed.')
      // A failure that is answered by a redirect to the launcher stays a redirect.
      if (!isStoreError(error) || ctx.status !== 500) return
      ctx.status = 503
      ctx.body = ctx.response.is('html') === 'html' ? pageParts(unavailablePage).text : unavailable
    })
    const events: EventEmitter = provider
    events.on('error', (error: unknown) => log.error({ err: error }, 'The OAuth server failed.'))
    return provider
  })

  const loadProvider = (req: IncomingMessage): Promise<Provider> => {
    pinOrigin(req, new URL(baseUrl()))
    return load()
  }

  const sessions = createSessions({ store, now, cookieName: () => cookieName('session'), loadProvider })
  const signIn = createPasswordSignIn({
    store,
    now,
    baseUrl,
    proxy,
    cookieKey: key,
    cookieName: () => cookieName('device'),
    ...(passwordCost && { cost: passwordCost }),
  })
  const interact = createInteractions({ store, baseUrl, signIn, grants, sessions })

  // Each process counts for itself: this guards room in the database, and a flood that is refused must not ask it.
  const authorizations = createRateLimiter({ now, limit: authorizationLimit })

  const passOn = async (req: IncomingMessage, res: ServerResponse) => {
    if (pathOf(req) === '/oauth/authorize') {
      const refusal = refusalOf(req.url ?? '')
      if (refusal !== undefined) return sendPage(res, refusedPage(refusal))
      const { admitted, retryAfterSeconds } = await authorizations.take(clientAddress(req, proxy))
      if (!admitted) return sendPage(res, tooManyPage(retryAfterSeconds))
    }
    const provider = await loadProvider(req)
    await provider.callback()(req, res)
  }

  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<boolean> => {
    const path = pathOf(req)
    const file = files[path]
    if (file) {
      sendFile(req, res, file)
      return true
    }
    const interaction = interactionRoute.exec(path)
    if (interaction) {
      const [, uid = '', step = ''] = interaction
      await interact(await loadProvider(req), req, res, uid, step)
      return true
    }
    const methods = resumePath.test(path) ? ['GET', 'HEAD'] : methodsOf(path)
    if (!methods) return false
    if (methods.includes(req.method ?? '')) await passOn(req, res)
    else methodNotAllowed(res, methods)
    return true
  }

  return {
    /**
     * Answers a request under `/oauth` or one of the two metadata paths.
     * @returns false when the path is not ours; then nothing was read or written.
     */
    async handle(req: IncomingMessage, res: ServerResponse): Promise<boolean> {
      try {
        return await answer(req, res)
      } catch (error) {
        log.error({ err: error }, 'A sign-in page failed.')
        if (res.headersSent) res.destroy()
        else if (!isStoreError(error)) sendPage(res, failurePage)
        else if (req.headers.accept?.includes('text/html')) sendPage(res, unavailablePage)
        else res.writeHead(503, { 'Content-Type': 'application/json' }).end(JSON.stringify(unavailable))
        return true
      }
    },

    /** The holder of a launcher access token, or null: 401 (AUT-10, AUT-11). */
    findLauncherToken: createFindLauncherToken({ store, now }),

    /** A code that signs this person in once within five minutes, for a page behind `webUrl`: `?code=<code>` (APP-08). */
    issuePageCode: (personId: string): Promise<string> => codes.issue(personId),

    /**
     * An authorization code for the launcher whose PKCE challenge this is, without a browser (APP-08). No request over HTTP
     * gets one. Undefined if the person is not a member of the workspace.
     */
    issueLauncherCode: async (
      membership: { personId: string; workspaceId: string },
      codeChallenge: string,
    ): Promise<string | undefined> => grants.issueLauncherCode(await load(), membership, codeChallenge),

    /** Uses a page's code up; undefined where it is not good. */
    takePageCode: (code: string): Promise<SignedIn | undefined> => codes.take(code),

    /** Who is signed in in a browser; for the pages behind `webUrl`. */
    sessions,

    /** Checks a posted email and password, within limits; for the pages behind `webUrl`. */
    signIn,

    /** Deletes what has expired, some hundred rows a transaction. @returns how many rows went. */
    async purgeExpired(): Promise<number> {
      const batch = 500
      let deleted = 0
      for (;;) {
        const some = await store.write((tx) => tx.oauth.deleteExpired(now(), batch))
        deleted += some
        if (some < batch) return deleted
      }
    },
  }
}

const interactionRoute = /^\/oauth\/interaction\/([\w-]{1,100})(?:\/(sign-in|consent))?$/
const resumePath = /^\/oauth\/authorize\/[\w-]{1,100}$/

const methodsOf = (path: string): readonly string[] | undefined =>
  new Map<string, readonly string[]>(Object.entries(endpoints)).get(path)

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
 * oidc-provider builds its addresses from the request's headers. They are replaced by what is configured, so that no
 * client or proxy can put another host into our metadata, redirects and cookies.
 */
const pinOrigin = (req: IncomingMessage, base: URL): void => {
  req.headers.host = base.host
  req.headers['x-forwarded-proto'] = base.protocol.slice(0, -1)
  delete req.headers['x-forwarded-host']
}

type StaticFile = { type: string; text: string }

const files: Readonly<Record<string, StaticFile | undefined>> = {
  '/oauth/style.css': { type: 'text/css; charset=utf-8', text: styleSheet },
  '/oauth/icon.svg': { type: 'image/svg+xml', text: icon },
}

const sendFile = (req: IncomingMessage, res: ServerResponse, { type, text }: StaticFile): void => {
  if (req.method !== 'GET' && req.method !== 'HEAD') return methodNotAllowed(res, ['GET', 'HEAD'])
  res.writeHead(200, {
    'Content-Type': type,
    'Cache-Control': 'public, max-age=86400',
    'X-Content-Type-Options': 'nosniff',
  })
  res.end(text)
}

const failurePage = messagePage({
  title: 'Something went wrong',
  text: 'The server could not do this. Nothing was signed in. Go back to Svc Launcher and try again.',
  status: 500,
})

const unavailablePage = messagePage({
  title: 'Not available now',
  text: 'The server cannot reach its data. Nothing was signed in. Try again in a moment.',
  status: 503,
})
/** For programs, with the word of RFC 6749, section 4.1.2.1. */
const unavailable = {
  error: 'temporarily_unavailable',
  error_description: 'The service cannot reach its data now. Try again later.',
}
