// How records, and tasks of both surfaces, name their version, and what a request may ask of it (GEN-12).
import { z } from '@hono/zod-openapi'
import { answer } from './route-parts.ts'

const tag = {
  headers: z.object({ ETag: z.string().describe('The version of what is answered, for `If-Match`.') }),
}

export const taggedAnswer = <T extends z.ZodType>(schema: T, description = 'The task.') => ({
  ...answer(description, schema),
  ...tag,
})

export const notModified = { 304: { description: 'The caller holds this version.', ...tag } }

/** Headers of a change. */
export const careful = z.object({
  'if-match': z
    .string()
    .optional()
    .describe('Entity tags, or `*`. What is at none of them is left as it is: 412.'),
  'if-none-match': z
    .string()
    .optional()
    .describe('Entity tags, or `*`. What is at one of them is left as it is: 412.'),
})

/** Headers of a PUT. */
export const carefulUpsert = careful.extend({
  'if-none-match': z.string().optional().describe('`*` only creates: 412 where there is something already.'),
})

/** Headers of a read. */
export const conditional = z.object({
  'if-none-match': z.string().optional().describe('Entity tags that the caller holds: 304 for one of them.'),
})
