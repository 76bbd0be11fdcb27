// The dependencies of routes, the caller of a request, and its variables.
import type { Logger } from 'pino'
import type { Scope } from '../../shared/api/primitives.ts'
import type { Seal } from '../environments/sealing.ts'
import type { Standing } from '../workspaces/members.store.ts'
import type { Store } from '../db/store.ts'
import type { WebhookService } from '../webhooks/webhooks.ts'
import type { RateLimiter } from './rate-limit.ts'

export type Principal = {
  kind: 'key' | 'launcher'
  /** The key's id, or the id of the launcher's grant or token; never the token itself. */
  tokenId: string
  workspaceId: string
  workspaceSlug: string
  personId: string
  role: 'owner' | 'admin' | 'member'
  plan: 'free' | 'pro'
  /** The scopes in force. A key loses some when its owner's role is lowered (AUT-13). */
  scopes: readonly Scope[]
}

export type LauncherToken = {
  /** Of the sign-in that the token came from: stays the same through refreshes, and opens nothing. */
  tokenId: string
  workspaceId: string
  personId: string
  scopes: readonly Scope[]
  /** As what the person belongs to the workspace now. */
  standing: Standing
}
export type FindLauncherToken = (token: string) => Promise<LauncherToken | null>

export type AppEnv = {
  /** What the node server hands over with a request. */
  Bindings: {
    requestId?: string
    /** Takes whoever's token came with the request, also of one that is refused. */
    onCaller?: (caller: Principal) => void
    /** Is told the template of the route that answers. */
    onRoute?: (route: string) => void
  }
  Variables: {
    principal: Principal
    requestId: string
  }
}

export type AppDeps = {
  store: Store
  /** Epoch milliseconds; never goes back. */
  now: () => number
  /** A fresh UUID for a record or a task. */
  newId: () => string
  /** Where people and clients reach this service, without a trailing slash. */
  baseUrl: () => string
  log: Logger
  rateLimiter: RateLimiter
  /** That of `/cli/v1`. */
  commandLineRateLimiter: RateLimiter
  findLauncherToken: FindLauncherToken
  /** Whether the service is stopping. */
  isDraining: () => boolean
  webhooks: Pick<WebhookService, 'checkUrl' | 'wake'>
  /** Seals secrets that the service has to read again, and a reader of the database must not. */
  seal: Seal
}
