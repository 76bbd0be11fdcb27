// What every route module is given, and what a request carries with it.
import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { Seal } from '../operator/sealing.ts'
import type { Store } from '../store/store.ts'
import type { WebhookTools } from '../webhooks/webhooks.ts'
import type { FindLauncherToken, Principal } from './principal.ts'
import type { RateLimiter } from './rate-limit.ts'

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
    /** Gives a request its stored answer, if it has one (`idempotency.ts`); called behind a route's checks of its caller. */
    answerOnce: MiddlewareHandler<AppEnv>
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
  webhooks: WebhookTools
  /** Seals secrets that the service has to read again, and a reader of the database must not. */
  seal: Seal
}
