// Records and their fields on the launcher surface (RCL-01). The rules are those of the developer surface.
import { z } from 'zod'
import { exact } from '../exact.ts'
import { objectSummary } from './search.ts'
import { field } from '../objects.ts'
import { avatarUrl, createdAt, one, updatedAt, userId, webUrl } from '../primitives.ts'

/** `GET /v1/launcher/objects/:objectSlug/fields`. */
export const objectFields = z
  .object({
    object: objectSummary.describe('The object.'),
    fields: z.array(field).describe('Its fields, in order.'),
    previewFieldIds: z.array(z.string()).describe('Ids of the fields that previews show.'),
    canWrite: z.boolean().describe('Whether the role of the person may create and change its records.'),
  })
  .meta({ id: 'ObjectFields' })
export type ObjectFields = z.infer<typeof objectFields>

const values = z
  .record(z.string(), z.unknown())
  .describe(
    'Values by field slug or id, each field once. null clears a value; omitted fields stay unchanged.',
  )
/** Values of a record as the launcher surface has them. Fields without a value are absent. */
export type RecordValues = z.infer<typeof values>

/** A record with what its form needs. */
export const launcherRecord = z
  .object({
    id: z.string().describe('A UUID.'),
    objectSlug: z.string().describe('Slug of its object.'),
    title: z.string().describe('The value of the primary field, as text.'),
    avatarUrl,
    values: values.describe(
      'Values by the slug of their field, or by its id where two fields share the slug. Fields without a value are absent.',
    ),
    archived: z.boolean().describe('Whether it is archived.'),
    linkedRecords: z
      .array(
        z.object({
          id: z.string().describe('Its id.'),
          title: z.string().describe('Its title.'),
          objectSlug: z.string().describe('Slug of its object.'),
        }),
      )
      .describe('The records that its values point at.'),
    createdBy: userId,
    createdAt,
    updatedAt,
    webUrl,
  })
  .meta({ id: 'LauncherRecord' })
export type LauncherRecord = z.infer<typeof launcherRecord>

/** `PUT /v1/launcher/records/:id`. The id is the caller's, so that a create can be repeated. */
export const launcherRecordWrite = exact({
  object: z.string().min(1).max(200).describe('The slug of the object, or its id.'),
  values,
})

/** `PATCH /v1/launcher/records/:id`. */
export const launcherRecordPatch = exact({ values })

export const objectFieldsResponse = one(objectFields)
export const launcherRecordResponse = one(launcherRecord)
