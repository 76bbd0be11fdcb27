// Authentication. The caller is read from the database for every request, so that revocation, removal and a change of role
// act at once (AUT-09…11). Each surface takes one kind of token, and names the other kind when it refuses it (AUT-08).
import type { NotificationTargetKind } from '../../shared/api/launcher/notifications.ts'
import type { Context, MiddlewareHandler } from 'hono'
import { assistantScopes, mcpPath, type Scope, scope as scopeSchema } from '../../shared/api/primitives.ts'
import type { Actor, Membership } from '../base/caller.rules.ts'
import { hashToken } from '../base/ids.ts'
import { createLoader } from '../db/loader.ts'
import { noteKeyUse, findKeysByHashes, useNotedEvery, type AccessKey } from './keys.store.ts'
import type { AppDeps, AppEnv, LauncherToken, Principal } from '../http/app-type.ts'
import { plain, problem } from '../http/errors.ts'
import type { RateLimiter } from '../http/rate-limit.ts'

/** The actor of an event (WHK-03). */
export const actorOf = ({ kind, tokenId, personId, assistant, requestId }: Principal): Actor => {
  if (kind === 'key') return { type: 'key', id: tokenId, ownerId: personId, requestId }
  const through =
    assistant === undefined ? { type: 'sign_in' as const } : { type: 'assistant' as const, id: assistant }
  return { type: 'user', id: personId, through, requestId }
}

type Found = { principal: Principal; locked: boolean }

const bearerOf = (authorization: string | null | undefined) =>
  /^Bearer +([\x21-\x7e]{1,512}) *$/i.exec(authorization ?? '')?.[1]

const foundAs = (
  kind: Principal['kind'],
  token: Omit<LauncherToken, 'membership'>,
  { role, plan, workspaceSlug, memberLimit, activeMembers }: Membership,
): Found => ({
  principal: { kind, ...token, workspaceSlug, role, plan },
  locked: memberLimit !== null && activeMembers > memberLimit,
})

/** Looks a token up in the database. */
type Find = (token: string) => Promise<Found | null>

/** Keys of which the process remembers when it last stored a use. */
const mostNoted = 10_000

/**
 * Stores when a key was used, without making the request wait. A write that failed is tried again a minute later: on a full
 * disk each request would try.
 */
const keyUses = ({ store, log }: Pick<AppDeps, 'store' | 'log'>) => {
  const noted = new Map<string, number>()
  return ({ id, workspaceId, lastUsedAt }: AccessKey, at: number): void => {
    if (at - Math.max(noted.get(id) ?? 0, lastUsedAt ?? 0) < useNotedEvery) return
    if (noted.size >= mostNoted) noted.clear()
    noted.set(id, at)
    store
      .write((tx) => noteKeyUse(tx, workspaceId, id, at))
      .catch((error: unknown) => log.error({ err: error, key: id }, 'The use of a key was not stored.'))
  }
}

const findKey = ({ store, now, log }: AppDeps): Find => {
  const find = createLoader((hashes: readonly string[]) =>
    store.ask((tx) => findKeysByHashes(tx, hashes, now())),
  )
  const noteUse = keyUses({ store, log })
  return async (token) => {
    if (!token.startsWith('svc_')) return null
    const found = await find(hashToken(token))
    if (!found) return null
    noteUse(found.key, now())
    const { id: tokenId, workspaceId, ownerId: personId } = found.key
    const scopes = scopesInForce(found.key.scopes, found.membership.role)
    return foundAs('key', { tokenId, workspaceId, personId, scopes }, found.membership)
  }
}

const findSignIn =
  (findToken: AppDeps['findLauncherToken']): Find =>
  async (token) => {
    if (token.startsWith('svc_')) return null
    const found = await findToken(token)
    if (!found) return null
    const { membership, ...held } = found
    return foundAs('launcher', held, membership)
  }

const findLauncher = ({ findLauncherToken }: AppDeps): Find => findSignIn(findLauncherToken)

function unauthorized(c: Context<AppEnv>, message: string, challenge = 'Bearer') {
  c.header('WWW-Authenticate', challenge)
  return plain(c, 401, message)
}

const surface = (
  deps: AppDeps,
  own: Find,
  other: Find,
  options: {
    skip?: (path: string) => boolean
    readableWhenLocked?: (path: string) => boolean
    refusal: string
    /** Another limit than the general one. */
    limiter?: RateLimiter
    /** Another answer to a request over the limit. */
    tooMany?: (c: Context<AppEnv>, message: string, retryAfterSeconds: number) => Response
    /** Parameters of `WWW-Authenticate` that lead a client to a token. */
    challenge?: () => string
  },
): MiddlewareHandler<AppEnv> => {
  const { limiter = deps.rateLimiter } = options
  return async (c, next) => {
    if (options.skip?.(c.req.path)) return next()
    const token = bearerOf(c.req.header('authorization'))
    const challenge = options.challenge?.()
    const withHint = (error: string) => (challenge === undefined ? error : `${error}, ${challenge}`)
    if (token === undefined)
      return unauthorized(
        c,
        'Send an access token: Authorization: Bearer <token>.',
        challenge === undefined ? 'Bearer' : `Bearer ${challenge}`,
      )
    const found = await own(token)
    if (!found) {
      if (await other(token)) return problem(c, 'unsupported_token_kind', options.refusal)
      return unauthorized(c, 'The access token is not valid.', withHint('Bearer error="invalid_token"'))
    }
    const { tokenId } = found.principal
    c.env?.onCaller?.(found.principal)
    const rate = await limiter.take(tokenId)
    const window = limiter.windowSeconds
    c.header('RateLimit-Policy', `"default";q=${rate.limit};w=${window}`)
    c.header('RateLimit', `"default";r=${rate.remaining};t=${rate.retryAfterSeconds}`)
    if (!rate.admitted) {
      c.header('Retry-After', String(rate.retryAfterSeconds))
      const message = `More than ${rate.limit} requests in ${window} seconds. Wait and try again.`
      return options.tooMany?.(c, message, rate.retryAfterSeconds) ?? problem(c, 'rate_limited', message)
    }
    if (found.locked && !options.readableWhenLocked?.(c.req.path)) {
      return problem(c, 'workspace_locked', 'The workspace has more members than its limit and is locked.')
    }
    c.set('principal', { ...found.principal, requestId: c.get('requestId') })
    return next()
  }
}

/** Authenticates `/v1` by developer keys. `/v1/launcher` is the launcher surface's. */
export const developerSurface = (deps: AppDeps) =>
  surface(deps, findKey(deps), findLauncher(deps), {
    skip: (path) => path === '/v1/launcher' || path.startsWith('/v1/launcher/'),
    // An integration asks here which workspace is locked.
    readableWhenLocked: (path) => path === '/v1/whoami',
    refusal: 'Launcher tokens are not accepted here. Use a developer access key.',
  })

/** Authenticates `/v1/launcher` by OAuth tokens of the launcher client. */
export const launcherSurface = (deps: AppDeps) =>
  surface(deps, findLauncher(deps), findKey(deps), {
    refusal: 'Developer keys are not accepted here. Sign in with the launcher.',
  })

/** Authenticates `/cli/v1` by developer keys. Its limit is lower, and its 429 has the wait in the body (CLI-01). */
export const commandLineSurface = (deps: AppDeps) =>
  surface(deps, findKey(deps), findLauncher(deps), {
    refusal: 'Launcher tokens are not accepted here. Use a developer access key.',
    limiter: deps.commandLineRateLimiter,
    tooMany: (c, message, retryAfterSeconds) => {
      const error = { code: 'rate_limited', message, requestId: c.get('requestId') }
      return c.json({ error, retryAfterMs: retryAfterSeconds * 1000 }, 429)
    },
  })

/** The document that says how to get a token for `/mcp` (RFC 9728). */
export const resourceMetadataPath = '/.well-known/oauth-protected-resource'

/**
 * Authenticates `/mcp` by developer keys, and by OAuth tokens of assistants. A launcher token is for another audience, so it is
 * refused as any unknown token (RFC 8707).
 */
export const assistantSurface = (deps: AppDeps) => {
  const [asKey, asAssistant] = [findKey(deps), findSignIn(deps.findAssistantToken)]
  const find: Find = async (token) => (await asKey(token)) ?? asAssistant(token)
  return {
    middleware: surface(deps, find, async () => null, {
      refusal: '',
      challenge: () =>
        `resource_metadata="${deps.baseUrl()}${resourceMetadataPath}${mcpPath}", scope="${assistantScopes.join(' ')}"`,
    }),
    /** Asks who holds the token of a request now; null once it is not valid any more. */
    holderOf: (headers: Headers) => async (): Promise<Principal | null> => {
      const found = await find(bearerOf(headers.get('authorization')) ?? '')
      return found === null || found.locked ? null : found.principal
    },
  }
}

/** Refuses a token that lacks one of the scopes (AUT-05, AUT-06). */
export const needs =
  (...scopes: Scope[]): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const held = c.get('principal').scopes
    const missing = scopes.filter((scope) => !holdsScope(held, scope))
    if (missing.length === 0) return next()
    c.header('WWW-Authenticate', `Bearer error="insufficient_scope", scope="${scopes.join(' ')}"`)
    const { kind, role } = c.get('principal')
    const isOfRole = kind === 'key' && !missing.every((scope) => mayGrant(role, scope))
    const why = isOfRole ? ` Its owner is a ${role} of the workspace, whose keys cannot have it.` : ''
    return problem(c, 'insufficient_scope', `The token lacks ${missing.join(', ')}.${why}`)
  }

/** Refuses a token that has none of the scopes. */
export const needsOneOf =
  (...scopes: Scope[]): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const held = c.get('principal').scopes
    if (scopes.some((scope) => holdsScope(held, scope))) return next()
    c.header('WWW-Authenticate', `Bearer error="insufficient_scope", scope="${scopes.join(' ')}"`)
    return problem(c, 'insufficient_scope', `The token has neither ${scopes.join(' nor ')}.`)
  }

// Scopes: what they allow, and which roles may grant them (AUT-04, AUT-05).

/** A write scope includes its read scope. There is no `comments:read`, so `comments:write` includes nothing. */
export function holdsScope(held: readonly Scope[], wanted: Scope): boolean {
  if (held.includes(wanted)) return true
  if (!wanted.endsWith(':read')) return false
  const write = wanted.replace(/:read$/, ':write')
  return held.some((scope) => scope === write)
}

const launcherOnly: readonly Scope[] = [
  'meetings:read',
  'meetings:write',
  'notifications:read',
  'notifications:write',
]

/** Scopes that a developer key can carry. */
export const keyScopes: readonly Scope[] = scopeSchema.options.filter(
  (scope) => !launcherOnly.includes(scope),
)

/** Whether a role may create keys with this scope: members read, and never the environment (AUT-04). */
export const mayGrant = (role: 'owner' | 'admin' | 'member', scope: Scope): boolean =>
  role !== 'member' || (scope.endsWith(':read') && !scope.startsWith('env:'))

/** Whether a person of this role may write records in the launcher: those whose keys may (AUT-13). */
export const mayWriteRecords = (role: 'owner' | 'admin' | 'member'): boolean =>
  mayGrant(role, 'records:write')

/** The scopes that a role may create keys with. */
export const grantableScopes = (role: 'owner' | 'admin' | 'member'): readonly Scope[] =>
  keyScopes.filter((scope) => mayGrant(role, scope))

/**
 * The scopes of a key, limited to those that its owner's current role may create (AUT-13). A write scope that the role may
 * not create is reduced to its read scope.
 */
export const scopesInForce = (
  scopes: readonly Scope[],
  role: 'owner' | 'admin' | 'member',
): readonly Scope[] =>
  scopes.every((scope) => mayGrant(role, scope))
    ? scopes
    : grantableScopes(role).filter((scope) => holdsScope(scopes, scope))

// The web page of an item (LCH-03).

export type WebKind = 'task' | 'record' | 'meeting' | 'notification'

/** The web page of an item. */
export type WebUrl = (kind: WebKind, id: string) => string

export const webUrlFor =
  (baseUrl: string, { workspaceSlug }: Pick<Principal, 'workspaceSlug'>): WebUrl =>
  (kind, id) =>
    `${baseUrl}/w/${workspaceSlug}/${kind}s/${encodeURIComponent(id)}`

const pagesOfTargets: Record<NotificationTargetKind, (slug: string) => string> = {
  task: (slug) => `/w/${slug}/tasks/`,
  record: (slug) => `/w/${slug}/records/`,
  meeting: (slug) => `/w/${slug}/meetings/`,
  calendar: (slug) => `/settings/${slug}/calendar?id=`,
  import: (slug) => `/settings/${slug}/import?id=`,
}

/** The path of the page of what a notification is about. */
export const targetPath = (
  slug: string,
  target: { kind: NotificationTargetKind; id: string } | null,
): string | undefined =>
  target === null ? undefined : `${pagesOfTargets[target.kind](slug)}${encodeURIComponent(target.id)}`
