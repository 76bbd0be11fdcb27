// Parts of route definitions.
import { createRoute as createAnyRoute, type z } from '@hono/zod-openapi'
import { exact } from '../../shared/api/exact.ts'

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
