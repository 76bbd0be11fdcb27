import { z } from 'zod'
import { exact } from './exact.ts'
import {
  avatarUrl,
  createdAt,
  developerLimit,
  havingEach,
  one,
  page,
  trueOrFalse,
  updatedAt,
  userId,
} from './primitives.ts'

/** REC-01. Responses key values by field id, also when they were written by slug. */
export const record = z
  .object({
    id: z.string().describe('A UUID.'),
    objectTypeId: z.string().describe('Id of its object.'),
    title: z.string().describe('The value of the primary field, as text.'),
    avatarUrl,
    values: z
      .record(z.string(), z.unknown())
      .describe('Values by field id. Fields without a value are absent.'),
    archived: z.boolean().describe('Whether it is archived.'),
    createdBy: userId,
    createdAt,
    updatedAt,
  })
  .meta({ id: 'Record' })
export type RecordResource = z.infer<typeof record>

/** REC-02. */
export const recordListQuery = exact({
  object: z.string().optional().describe('Id or slug of the object. Without it, records of all objects.'),
  cursor: z.string().optional().describe('`next_cursor` of the previous page, with the same filters.'),
  limit: developerLimit,
  include_archived: trueOrFalse.describe('`true` includes archived records.'),
})

// Not z.json(): fields validate their own values, and OpenAPI cannot express its recursion.
const values = z
  .record(z.string(), z.unknown())
  .describe(
    'Values by field id or slug, each field once. null clears a value; omitted fields stay unchanged.',
  )

const written = exact({
  object: z.string().min(1).optional().describe('The object’s id or slug.'),
  object_type_id: z.string().min(1).optional().describe('Deprecated name of `object`.'),
  values,
})
type ObjectName = { object?: string | undefined; object_type_id?: string | undefined }

const namesOneObject = (body: ObjectName) =>
  (body.object === undefined) !== (body.object_type_id === undefined)
const inOneWay = { oneOf: havingEach(['object', 'object_type_id']) }
const oneObject = { message: 'Send exactly one of `object` and `object_type_id`.', path: ['object'] }

/** REC-04, REC-05. Exactly one of `object` and `object_type_id`. */
export const recordWrite = written.refine(namesOneObject, oneObject).meta(inOneWay)

/** REC-06. */
export const recordPatch = exact({ values })

// Ids are stored in lower case.
const id = z.string().toLowerCase().describe('The record’s id.')
/**
 * REC-05: an id chosen by the caller. A UUID of any variant and version (RFC 9562); `z.uuid()` accepts only some of them.
 */
export const chosenId = z
  .guid({ error: 'Use a UUID: hexadecimal digits in groups of 8, 4, 4, 4 and 12.' })
  .toLowerCase()
  .describe('A UUID of the caller’s choice.')
const ifMatch = z.string().optional().describe('As the header `If-Match` of the single route.')

const op = <Name extends string>(name: Name) => z.literal(name).describe('What to do.')

/** One operation of a batch, equivalent to the route of the same name (GEN-12). */
export const recordOperation = z.discriminatedUnion('op', [
  written
    .extend({ op: op('create') })
    .refine(namesOneObject, oneObject)
    .meta(inOneWay),
  written
    .extend({ op: op('upsert'), id: chosenId, if_match: ifMatch })
    .refine(namesOneObject, oneObject)
    .meta(inOneWay),
  exact({ op: op('update'), id, values, if_match: ifMatch }),
  exact({ op: op('archive'), id, if_match: ifMatch }),
  exact({ op: op('restore'), id, if_match: ifMatch }),
])
export type RecordOperation = z.infer<typeof recordOperation>

/** Operations run in order, all or none. */
export const recordBatch = exact({
  operations: z.array(recordOperation).min(1).max(100).describe('Operations in order.'),
})

export const recordBatchResponse = z.object({
  data: z
    .array(
      z.object({
        op: z.enum(['create', 'upsert', 'update', 'archive', 'restore']).describe('What was done.'),
        status: z.union([z.literal(200), z.literal(201)]).describe('The status of the single route.'),
        record,
      }),
    )
    .describe('The results, in the order of the operations.'),
})

export const recordResponse = one(record)
export const recordPageResponse = page(record)
