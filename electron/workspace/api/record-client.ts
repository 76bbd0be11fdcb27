// The client of the record routes (RCL-01). An older service lacks them: callers expect a 404 (APP-11).
import { z } from 'zod'
import {
  launcherRecordResponse,
  objectFields,
  type ObjectFields,
  type RecordValues,
} from '../../../shared/api/launcher-records.ts'
import { type Field, field } from '../../../shared/api/objects.ts'
import { one } from '../../../shared/api/primitives.ts'
import type { Reply } from '../../../shared/errors.ts'
import { type Ask, data, ifMatch, tagged } from './request.ts'

const root = '/v1/launcher'
const pathOf = (id: string, rest = ''): string => `${root}/records/${encodeURIComponent(id)}${rest}`

/** A field of a type that this launcher does not know. It is shown as text and not written (FLD-03). */
const unknownField = z
  .looseObject({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    required: z.boolean().catch(false),
    primary: z.boolean().catch(false),
  })
  .transform(({ id, slug, name, required, primary }): Field => ({
    id,
    slug,
    name,
    required,
    primary,
    type: 'text',
    readOnly: true,
    options: null,
  }))
const seenFields = objectFields.extend({ fields: z.array(z.union([field, unknownField])) })

export type NewRecord = { id: string; objectSlug: string; values: RecordValues }

export const createRecordClient = (ask: Ask) => ({
  fields: async (objectSlug: string): Promise<Reply<ObjectFields>> =>
    data(
      await ask({
        effect: 'read',
        path: `${root}/objects/${encodeURIComponent(objectSlug)}/fields`,
        answer: one(seenFields),
      }),
    ),
  /** An archived record is returned too. */
  record: (id: string) => tagged(ask, { effect: 'read', path: pathOf(id), answer: launcherRecordResponse }),
  /** Creates a record. A conflict means that one with this id exists: it is not changed. */
  putRecord: ({ id, objectSlug, values }: NewRecord) =>
    tagged(ask, {
      effect: 'create',
      method: 'PUT',
      path: pathOf(id),
      headers: { 'If-None-Match': '*' },
      body: { object: objectSlug, values },
      answer: launcherRecordResponse,
    }),
  /** @param tag the expected version, or null to update any version */
  patchRecord: (id: string, values: RecordValues, tag: string | null) =>
    tagged(ask, {
      effect: 'update',
      path: pathOf(id),
      body: { values },
      ...ifMatch(tag),
      answer: launcherRecordResponse,
    }),
  archiveRecord: (id: string, tag: string | null) =>
    tagged(ask, {
      effect: 'archive',
      path: pathOf(id),
      ...ifMatch(tag),
      answer: launcherRecordResponse,
    }),
  restoreRecord: (id: string) =>
    tagged(ask, {
      effect: 'update',
      method: 'POST',
      path: pathOf(id, '/restore'),
      answer: launcherRecordResponse,
    }),
})
