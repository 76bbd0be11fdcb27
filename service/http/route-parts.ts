// Parts of route definitions.
import { createRoute as createAnyRoute, z } from '@hono/zod-openapi'
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

// `ETag`, `If-Match` and `If-None-Match` in the schemas of routes (GEN-12).

const tag = {
  headers: z.object({ ETag: z.string().describe('The version of the resource, for `If-Match`.') }),
}

export const taggedAnswer = <T extends z.ZodType>(schema: T, description = 'The task.') => ({
  ...answer(description, schema),
  ...tag,
})

export const notModified = { 304: { description: 'The caller has this version.', ...tag } }

/** Headers of a change. */
export const ifMatchHeaders = z.object({
  'if-match': z
    .string()
    .optional()
    .describe('Entity tags, or `*`. A resource with another version is not changed: 412.'),
  'if-none-match': z
    .string()
    .optional()
    .describe('Entity tags, or `*`. A resource with one of these versions is not changed: 412.'),
})

/** Headers of a PUT. */
export const upsertHeaders = ifMatchHeaders.extend({
  'if-none-match': z.string().optional().describe('`*` only creates: 412 if the resource exists.'),
})

/** Headers of a read. */
export const ifNoneMatchHeaders = z.object({
  'if-none-match': z.string().optional().describe('Entity tags that the caller has: 304 if one is current.'),
})
