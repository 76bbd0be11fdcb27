// The small parts that route definitions of tasks and of the launcher surface are put together from.
import type { z } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import type { Scope } from '../../shared/api/primitives.ts'
import type { AppEnv } from '../http/app-type.ts'
import { repeatable } from '../http/idempotency.ts'
import { needs } from '../http/principal.ts'

const content = <T extends z.ZodType>(schema: T) => ({ 'application/json': { schema } })

export const answer = <T extends z.ZodType>(description: string, schema: T) => ({
  description,
  content: content(schema),
})

export const body = <T extends z.ZodType>(schema: T) => ({ required: true, content: content(schema) })

/**
 * What a route asks of its caller, in the order of asking: the scopes, then `others`. What it refuses is not answered from
 * an earlier answer either.
 */
const asks = (scopes: readonly Scope[], others: readonly MiddlewareHandler<AppEnv>[] = []) => [
  needs(...scopes),
  ...others,
  repeatable,
]

/** Who may call a developer route: its scopes, documented and enforced. */
export const developerRoute = (tag: string, ...scopes: Scope[]) => ({
  tags: [tag],
  security: [{ accessKey: scopes }],
  middleware: asks(scopes),
})

/** A developer route that asks more of its caller than scopes. */
export const guardedRoute = (tag: string, scopes: Scope[], ...others: MiddlewareHandler<AppEnv>[]) => ({
  ...developerRoute(tag, ...scopes),
  middleware: asks(scopes, others),
})

/** The same for the launcher surface. */
export const launcherRoute = (...scopes: Scope[]) => ({
  tags: ['launcher'],
  security: [{ launcher: scopes }],
  middleware: asks(scopes),
})
