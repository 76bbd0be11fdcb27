// Questions about the records of one object (GEN-12). What a filter may say depends on the fields of the object, so the
// service checks that; this is its outer shape.
import { z } from 'zod'
import { record } from './records.ts'
import { documentedLimit, lenientLimit, page } from './primitives.ts'

export const queryOperators = [
  '$eq',
  '$in',
  '$gt',
  '$gte',
  '$lt',
  '$lte',
  '$contains',
  '$starts_with',
  '$empty',
] as const
export type QueryOperator = (typeof queryOperators)[number]

/** Values of every record that are named as fields are. A field of the same slug is named by its id. */
export const systemNames = ['title', 'created_at', 'updated_at', 'archived'] as const
export type SystemName = (typeof systemNames)[number]

/** What one question may hold. */
export const queryLimits = {
  /** Groups inside groups. */
  depth: 8,
  /** Groups and tests together. */
  parts: 50,
  /** Values of one `$in`. */
  values: 100,
  /** `$contains` and `$starts_with` together: each reads the whole text of every record that is looked at. */
  textTests: 10,
  /** Characters of a text to look for. */
  text: 200,
  sorts: 3,
  /** Records that a filter may leave when several fields sort them. */
  sortedTogether: 1_000,
  /** Records that one test of it may leave, to be compared with those of the others. */
  comparedIds: 5_000,
  /** Records that one page looks at. */
  lookedAt: 2_000,
  /** Characters of their texts: a page that has looked at so many ends, however few records they were of. */
  lookedThrough: 8_000_000,
  /** Characters of the records that are sorted together: where there are more, one sort is walked along. */
  sortedThrough: 16_000_000,
} as const

const sort = z.object({
  field: z.string().min(1).describe('A field’s id or slug, or `title`, `created_at` or `updated_at`.'),
  direction: z.enum(['asc', 'desc']).default('asc'),
})
export type RecordSort = z.infer<typeof sort>

export const recordQuery = z.object({
  object: z.string().min(1).describe('The object’s id or slug.'),
  // Not a recursive schema: it has no OpenAPI form, and the service says better what is wrong with a filter.
  filter: z
    .record(z.string(), z.unknown())
    .default({})
    .describe('Tests of fields, like `{"name": {"$contains": "works"}}`; all records where it is left out.'),
  sorts: z
    .array(sort)
    .max(queryLimits.sorts)
    .default([])
    .describe('The first counts most; the newest first where none is given.'),
  /** GEN-05, as in the lists. */
  limit: z
    .unknown()
    .optional()
    .transform((value) => lenientLimit(typeof value === 'number' ? value : 0))
    .meta(documentedLimit),
  cursor: z.string().nullish().describe('`next_cursor` of the page before, with the same other members.'),
})

export const recordQueryResponse = page(record)
