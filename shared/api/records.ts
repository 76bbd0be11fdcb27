import { z } from 'zod'
import { developerLimit, instant, one, page } from './primitives.ts'

/** REC-01. Values are keyed by field id in every answer, also when written by slug. */
export const record = z.object({
  id: z.string(),
  objectTypeId: z.string(),
  title: z.string(),
  avatarUrl: z.string().nullable(),
  values: z.record(z.string(), z.unknown()),
  archived: z.boolean(),
  createdBy: z.string(),
  createdAt: instant,
  updatedAt: instant,
})
export type RecordResource = z.infer<typeof record>

/** REC-02. */
export const recordListQuery = z.object({
  object: z.string().optional(),
  cursor: z.string().optional(),
  limit: developerLimit,
  include_archived: z
    .string()
    .optional()
    .transform((text) => text === 'true'),
})

// Not z.json(): what values may be is each field's business, and its endless recursion has no OpenAPI form.
const values = z.record(z.string(), z.unknown())

/** REC-04, REC-05. Exactly one of `object` and `object_type_id`. */
export const recordWrite = z
  .object({ object: z.string().min(1).optional(), object_type_id: z.string().min(1).optional(), values })
  .refine((body) => (body.object === undefined) !== (body.object_type_id === undefined), {
    message: 'Send exactly one of `object` and `object_type_id`.',
    path: ['object'],
  })

/** REC-06. */
export const recordPatch = z.object({ values })

export const recordResponse = one(record)
export const recordPageResponse = page(record)
