// The dependencies of routes, the caller of a request, and its variables.
import type { Logger } from 'pino'
import type { Scope } from '../../shared/api/primitives.ts'
import type { Seal } from '../sealing/sealing.ts'
import type { Store, Tx } from '../db/store.ts'
import type { RateLimiter } from './rate-limit.ts'
import type { Membership, Plan, Role } from '../base/caller.rules.ts'

export type Principal = {
  kind: 'key' | 'launcher'
  /** The key's id, or the id of the launcher's grant or token; never the token itself. */
  tokenId: string
  workspaceId: string
  workspaceSlug: string
  personId: string
  role: Role
  plan: Plan
  /** The scopes in force. A key loses some when its owner's role is lowered (AUT-13). */
  scopes: readonly Scope[]
  /** The OAuth client that acts for the person, where it is not the launcher: the address of its document, or `svc mcp`. */
  assistant?: string
  /** The request that it made. */
  requestId?: string
}

export type LauncherToken = {
  /** The id of the sign-in, which stays the same after a refresh. */
  tokenId: string
  workspaceId: string
  personId: string
  scopes: readonly Scope[]
  /** The person's current membership. */
  membership: Membership
  /** See `Principal`. */
  assistant?: string
}
export type FindLauncherToken = (token: string) => Promise<LauncherToken | null>

export type AppEnv = {
  /** Passed by the HTTP server with each request. */
  Bindings: {
    requestId?: string
    /** Called with the caller of the request, also if it is refused. */
    onCaller?: (caller: Principal) => void
    /** Called with the template of the route. */
    onRoute?: (route: string) => void
  }
  Variables: {
    principal: Principal
    requestId: string
  }
}

/** The dependencies of every route. A route that needs a service of its own says so. */
export type AppDeps = {
  store: Store
  /** Epoch milliseconds; never goes back. */
  now: () => number
  /** A fresh UUID for a record or a task. */
  newId: () => string
  /** The public origin, without a trailing slash. */
  baseUrl: () => string
  log: Logger
  rateLimiter: RateLimiter
  /** For `/cli/v1`. */
  commandLineRateLimiter: RateLimiter
  findLauncherToken: FindLauncherToken
  /** The same for tokens of assistants, which open nothing but `/mcp`. */
  findAssistantToken: FindLauncherToken
  /** Whether the service is stopping. */
  isDraining: () => boolean
  /** `wake` sends what was stored; `takeDue` says whether a transaction has stored something to send. */
  webhooks: {
    wake: (workspaceId: string) => void
    takeDue: (tx: Tx, workspaceId: string) => boolean
  }
  /** Encrypts secrets that readers of the database must not see. */
  seal: Seal
}
