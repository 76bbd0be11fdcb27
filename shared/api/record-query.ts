// Queries for the records of one object (GEN-12). This is the outer shape; the service validates filters against the fields
// of the object.
import { z } from 'zod'
import { exact } from './exact.ts'
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

/** Built-in values of every record, used like fields. A field with the same slug must be named by its id. */
export const systemNames = ['title', 'created_at', 'updated_at', 'archived'] as const
export type SystemName = (typeof systemNames)[number]

/** Limits of a query. */
export const queryLimits = {
  /** Depth of nested groups. */
  depth: 8,
  /** Number of groups and conditions. */
  parts: 50,
  /** Values of one `$in`. */
  values: 100,
  /** Number of `$contains` and `$starts_with`, which read the whole text of every scanned record. */
  textTests: 10,
  /** Length of a searched text. */
  text: 200,
  sorts: 3,
  /** Matching records when sorting by several fields. */
  sortedTogether: 1_000,
  /** Matching records of one condition, before conditions are combined. */
  comparedIds: 5_000,
  /** Records scanned for one page. */
  lookedAt: 2_000,
  /** Characters scanned for one page, which then ends early. */
  lookedThrough: 8_000_000,
  /** Characters of records that are sorted in memory. Above it, an index is scanned in order. */
  sortedThrough: 16_000_000,
} as const

const sort = exact({
  field: z.string().min(1).describe('A field’s id or slug, or `title`, `created_at` or `updated_at`.'),
  direction: z.enum(['asc', 'desc']).default('asc').describe('Ascending or descending.'),
})
export type RecordSort = z.infer<typeof sort>

export const recordQuery = exact({
  object: z.string().min(1).describe('Id or slug of the object.'),
  filter: z
    .record(z.string(), z.unknown())
    .default({})
    // Validated by the service, which knows the types of the fields.
    .meta({
      type: 'object',
      allOf: [{ $ref: '#/components/schemas/RecordFilter' }],
      description: 'Conditions on fields, such as `{"name": {"$contains": "works"}}`. Default: all records.',
    }),
  sorts: z
    .array(sort)
    .max(queryLimits.sorts)
    .default([])
    .describe('In order of precedence. Default: newest first.'),
  /** GEN-05. */
  limit: z
    .unknown()
    .optional()
    .transform((value) => lenientLimit(typeof value === 'number' ? value : 0))
    .meta(documentedLimit),
  cursor: z.string().nullish().describe('`next_cursor` of the previous page, with the same query.'),
})

export const recordQueryResponse = page(record)
