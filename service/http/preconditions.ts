// `ETag`, `If-Match` and `If-None-Match` in the schemas of routes (GEN-12).
import { z } from '@hono/zod-openapi'
import { answer } from './route-parts.ts'

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
