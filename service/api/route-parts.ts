// The small parts that route definitions of tasks and of the launcher surface are put together from.
import type { z } from '@hono/zod-openapi'
import type { Scope } from '../../shared/api/primitives.ts'
import { needs } from '../http/principal.ts'

const content = <T extends z.ZodType>(schema: T) => ({ 'application/json': { schema } })

export const answer = <T extends z.ZodType>(description: string, schema: T) => ({
  description,
  content: content(schema),
})

export const body = <T extends z.ZodType>(schema: T) => ({ required: true, content: content(schema) })

/** Who may call a developer route: its scopes, documented and enforced. */
export const developerRoute = (tag: string, ...scopes: Scope[]) => ({
  tags: [tag],
  security: [{ accessKey: scopes }],
  middleware: needs(...scopes),
})

/** The same for the launcher surface. */
export const launcherRoute = (...scopes: Scope[]) => ({
  tags: ['launcher'],
  security: [{ launcher: scopes }],
  middleware: needs(...scopes),
})
