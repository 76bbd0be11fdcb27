// Queries of the records of one object (GEN-12).
import { OpenAPIHono } from '@hono/zod-openapi'
import { z } from 'zod'
import { maxDetails } from '../../../shared/api/errors.ts'
import {
  queryLimits,
  recordQuery,
  recordQueryResponse,
  type QueryOperator,
} from '../../../shared/api/record-query.ts'
import type { AppDeps, AppEnv } from '../../http/app-type.ts'
import { decodeCursorAs, encodeCursor } from '../../http/cursor.ts'
import { errorResponses, problem, problemOf } from '../../http/errors.ts'
import { canonicalJson } from '../../http/validation.ts'
import { readSorts, sortedKinds, type QueryFault } from './record-query-fields.rules.ts'
import { readFilter } from './record-query.rules.ts'
import { answerQuestion } from './record-query-run.ts'
import { derivation } from '../../db/derivation.ts'
import { presentRecord } from '../record.ts'
import { noObject } from '../record-write.ts'
import { developerRoute } from '../../access/route.ts'
import { answer, body, createRoute } from '../../http/route-parts.ts'
import { findObject, fieldsOfObject } from '../../objects/objects.store.ts'

const description = `
\`filter\` names fields by id or slug, and the system values \`title\`, \`created_at\`, \`updated_at\` and \`archived\`
(name a field with one of these slugs by its id). All tests of a filter must pass:
\`{"stage": {"$in": ["won", "lost"]}, "amount": {"$gte": 1000, "$lt": 5000}}\`. \`$and\` and \`$or\` take lists of
filters, \`$not\` takes one.

- Every field: \`$empty\` (true or false). Numbers, dates and times: \`$eq\`, \`$in\`, \`$gt\`, \`$gte\`, \`$lt\`,
  \`$lte\`. Texts, email addresses, URLs and phone numbers: \`$eq\`, \`$in\`, and, ignoring case and accents,
  \`$contains\` and \`$starts_with\`. Choices, references and checkboxes: \`$eq\`, \`$in\`.
- Texts are equal and found as people read them: in either Unicode form, with any apostrophes, quotation marks and spaces.
  Email addresses are equal in any case.
- \`$in\` takes a list of 1 to ${queryLimits.values} values; \`$contains\` and \`$starts_with\` take 1 to ${queryLimits.text} characters of a text.
- A field of several values passes a test if one of its values does; \`$contains\` names one of them.
- A test of a missing value fails; its \`$not\` passes.
- Archived records are left out unless the filter names \`archived\`.

\`sorts\` orders by \`title\`, \`created_at\`, \`updated_at\`, and fields of the types ${sortedKinds.map((kind) => `\`${kind}\``).join(', ')}.
Without it the newest come first. Texts are ordered by their first 100
characters, ignoring case and accents, choices by their positions. Records without a value come last. Equals follow their creation, in the
direction of the last sort.

A filter has at most ${queryLimits.parts} tests and groups, ${queryLimits.depth} deep, and at most ${queryLimits.textTests}
of them by \`$contains\` and \`$starts_with\`. One page reads at most
${queryLimits.lookedAt} records, and fewer if their texts are long, so it can be short, even empty, while \`has_more\` is true. Several sorts need a filter
of which \`$eq\`, \`$in\`, \`$starts_with\` and bounds leave at most ${queryLimits.sortedTogether} records, and
${queryLimits.sortedThrough} characters of their texts.`.trim()

const query = createRoute({
  method: 'post',
  path: '/records/query',
  operationId: 'queryRecords',
  summary: 'Query the records of an object with a filter and sorts',
  description,
  ...developerRoute('records', 'records:read'),
  request: { body: body(recordQuery) },
  responses: { 200: answer('A page.', recordQueryResponse), ...errorResponses(400, 404, 413) },
})

const scalar = z.union([z.string(), z.number(), z.boolean()])
const ordered = z.union([z.string(), z.number()])
const searched = z.string().min(1).max(queryLimits.text)

const fieldTests = z
  .strictObject({
    $eq: scalar.describe('The value is this one.'),
    $in: z.array(scalar).min(1).max(queryLimits.values).describe('The value is one of these.'),
    $gt: ordered.describe('The value is greater, or later.'),
    $gte: ordered.describe('The value is greater, later or equal.'),
    $lt: ordered.describe('The value is less, or earlier.'),
    $lte: ordered.describe('The value is less, earlier or equal.'),
    $contains: searched.describe(
      'The text contains this one, ignoring case and accents; the list contains it.',
    ),
    $starts_with: searched.describe('The text begins with this one, ignoring case and accents.'),
    $empty: z.boolean().describe('Whether the field has no value.'),
  } satisfies Record<QueryOperator, z.ZodType>)
  .partial()
  .meta({ id: 'FieldTests', minProperties: 1, description: 'Tests of one field. All must pass.' })

const nested = z.lazy(() => recordFilter)

/**
 * The filter in the OpenAPI document. The service reads filters with `readFilter`, which checks the types of fields. A
 * union, because generators cannot type `$and` beside fields of any name; the service takes both in one object.
 */
export const recordFilter: z.ZodType = z
  .union([
    z
      .strictObject({
        $and: z.array(nested).min(1).describe('All of these pass.'),
        $or: z.array(nested).min(1).describe('At least one of these passes.'),
        $not: nested.describe('This fails.'),
      })
      .partial(),
    z.record(z.string(), fieldTests).describe('Tests by the id or slug of a field, or by a system value.'),
  ])
  .meta({ id: 'RecordFilter', description: 'A group of filters, or tests by field. All parts must pass.' })

/** Cursors hold keys and their order, so those of the previous derivation are refused. */
const kind = `developer.records.query ${derivation}`

const position = z
  .tuple([z.array(z.string().nullable()).max(queryLimits.sorts), z.int(), z.string()])
  .transform(([keys, createdAt, id]) => ({ keys, createdAt, id }))

const refused = (faults: readonly QueryFault[]) =>
  ({ kind: 'refused', faults: faults.slice(0, maxDetails) }) as const

const tooMany: QueryFault = {
  code: 'invalid_value',
  path: ['sorts'],
  message: `Several sorts need a filter of which $eq, $in, $starts_with and bounds leave at most ${queryLimits.sortedTogether} records, and ${queryLimits.sortedThrough} characters of their texts.`,
}

export function recordQueryRoutes({ store }: AppDeps): OpenAPIHono<AppEnv> {
  const app = new OpenAPIHono<AppEnv>()

  app.openapi(query, async (c) => {
    const { workspaceId } = c.get('principal')
    const { object: wanted, filter, sorts: asked, limit, cursor } = c.req.valid('json')
    const found = await store.read(async (tx) => {
      const object = await findObject(tx, workspaceId, wanted)
      if (!object) return { kind: 'no object' } as const
      const fields = await fieldsOfObject(tx, workspaceId, object.id)
      const [read, order] = [readFilter(fields, filter), readSorts(fields, asked)]
      if (!read.ok || !order.ok) {
        return refused([...(read.ok ? [] : read.faults), ...(order.ok ? [] : order.faults)])
      }
      const filtersKey = canonicalJson([workspaceId, object.id, filter, asked])
      const after =
        typeof cursor === 'string' ? decodeCursorAs(position, kind, filtersKey, cursor) : undefined
      if (after === null) return { kind: 'bad cursor' } as const
      const { condition } = read
      const question = { workspaceId, objectId: object.id, condition, sorts: order.sorts, after, limit }
      const answered = await answerQuestion(tx, question)
      return answered.ok ? ({ kind: 'page', filtersKey, ...answered } as const) : refused([tooMany])
    })
    if (found.kind === 'no object') return problemOf(c, noObject)
    if (found.kind === 'refused') {
      const { code, message } = found.faults[0] ?? tooMany
      return problem(c, code, message, found.faults)
    }
    if (found.kind === 'bad cursor') {
      return problem(c, 'invalid_cursor', 'The cursor does not belong to this query.')
    }
    const at = found.next && [found.next.keys, found.next.createdAt, found.next.id]
    const next = at && encodeCursor(kind, found.filtersKey, at)
    const data = found.records.map(presentRecord)
    return c.json({ data, has_more: next !== null, next_cursor: next }, 200)
  })

  return app
}
