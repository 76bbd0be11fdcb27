// Parts of route definitions.
import { createRoute as createAnyRoute, type z } from '@hono/zod-openapi'
import { exact } from '../../shared/api/exact.ts'
import type { Scope } from '../../shared/api/primitives.ts'
import { needs } from './principal.ts'

const noQuery = exact({})

/** A route that has no query refuses every name in one (GEN-13). */
export const createRoute: typeof createAnyRoute = (config) =>
  createAnyRoute(
    config.request?.query ? config : { ...config, request: { ...config.request, query: noQuery } },
  )

const content = <T extends z.ZodType>(schema: T) => ({ 'application/json': { schema } })

export const answer = <T extends z.ZodType>(description: string, schema: T) => ({
  description,
  content: content(schema),
})

export const body = <T extends z.ZodType>(schema: T) => ({ required: true, content: content(schema) })

/** The scopes that a developer route needs, documented and enforced. */
export const developerRoute = (tag: string, ...scopes: Scope[]) => ({
  tags: [tag],
  security: [{ accessKey: scopes }],
  middleware: [needs(...scopes)],
})

/** The same for the launcher surface. */
export const launcherRoute = (...scopes: Scope[]) => ({
  tags: ['launcher'],
  security: [{ launcher: scopes }],
  middleware: [needs(...scopes)],
})
