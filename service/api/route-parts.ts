// The parts that route definitions are put together from.
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
 * What a route asks of its caller, in this order: the scopes, then `others`. Only a caller who passes all of it is given the
 * answer that is stored under an `Idempotency-Key`.
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
