// Records as the forms of the launcher need them: fields, one record, and its changes (RCL-01).
import { OpenAPIHono, z } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import {
  launcherRecordPatch,
  launcherRecordResponse,
  launcherRecordWrite,
  objectFieldsResponse,
  type LauncherRecord,
} from '../../shared/api/launcher/records.ts'
import { chosenId } from '../../shared/api/records.ts'
import type { AppDeps, AppEnv, Principal } from '../http/app-type.ts'
import { detailPreconditionsIn, namesDetail, detailTag } from '../http/entity-tag.ts'
import { errorResponses, problem, problemOf } from '../http/errors.ts'
import {
  ifMatchHeaders,
  upsertHeaders,
  ifNoneMatchHeaders,
  notModified,
  taggedAnswer,
  answer,
  body,
  createRoute,
} from '../http/route-parts.ts'
import { needs, mayWriteRecords, webUrlFor, type WebUrl } from '../access/principal.ts'
import { launcherRoute } from '../access/route.ts'
import type { Tx } from '../db/store.ts'
import { presentField } from '../objects/field.view.ts'
import { presentObjectSummary } from '../records/record-previews.view.ts'
import { recordHandlers } from '../records/record-handlers.ts'
import { noObject, noRecord } from '../records/record-write.ts'
import type { StoredRecord } from '../records/record.ts'
import { objectBySlug, fieldsOfObject, objectsOfWorkspace } from '../objects/objects.store.ts'
import { getRecord, recordsAmong } from '../records/records.store.ts'
import { iso } from '../base/time.ts'
import { inPipeline } from '../db/sql.ts'
import { namedIds } from '../records/preview-values.rules.ts'
import { fieldKey } from '../records/record-values.rules.ts'

/** A token does no more than a key of its person could (AUT-13). */
const roleMayWrite: MiddlewareHandler<AppEnv> = async (c, next) =>
  mayWriteRecords(c.get('principal').role)
    ? next()
    : problem(c, 'forbidden', 'Only owners and admins of the workspace may create and change its records.')

const reading = launcherRoute('records:read')
const writing = {
  ...launcherRoute('records:write'),
  middleware: [needs('records:write'), roleMayWrite],
}
const ofOwners = 'Owners and admins may do this; others get 403 `forbidden`.'

const tagged = taggedAnswer(launcherRecordResponse, 'The record.')
// Ids are stored in lower case.
const params = z.object({ id: z.string().toLowerCase().describe('The record’s id.') })

const fields = createRoute({
  method: 'get',
  path: '/objects/{objectSlug}/fields',
  operationId: 'getObjectFields',
  summary: 'The fields of an object, in the order of its form',
  description: '`GET /v1/launcher/records/{id}` names values by their slugs. Retired fields are left out.',
  ...launcherRoute('objects:read'),
  request: {
    params: z.object({ objectSlug: z.string().describe('The object’s slug; its id is not accepted.') }),
  },
  responses: { 200: answer('The object and its fields.', objectFieldsResponse), ...errorResponses(404) },
})

const get = createRoute({
  method: 'get',
  path: '/records/{id}',
  operationId: 'getLauncherRecord',
  summary: 'One record with the records that it points at, archived or not',
  description: '`If-Match` takes the `ETag` of the answer.',
  ...reading,
  request: { params, headers: ifNoneMatchHeaders },
  responses: { 200: tagged, ...notModified, ...errorResponses(404) },
})

const upsert = createRoute({
  method: 'put',
  path: '/records/{id}',
  operationId: 'upsertLauncherRecord',
  summary: 'Create a record under an id of your own, or merge into it',
  description: `Safe to repeat. It never restores an archived record. ${ofOwners} \`PUT /v1/records/{id}\` says how values are written.`,
  ...writing,
  request: { params: z.object({ id: chosenId }), headers: upsertHeaders, body: body(launcherRecordWrite) },
  responses: { 200: tagged, 201: tagged, ...errorResponses(400, 404, 409, 412, 413) },
})

const patch = createRoute({
  method: 'patch',
  path: '/records/{id}',
  operationId: 'updateLauncherRecord',
  summary: 'Change the values that are supplied',
  description: `${ofOwners} \`PATCH /v1/records/{id}\` says how values are written.`,
  ...writing,
  request: { params, headers: ifMatchHeaders, body: body(launcherRecordPatch) },
  responses: { 200: tagged, ...errorResponses(400, 404, 412, 413) },
})

const archive = createRoute({
  method: 'delete',
  path: '/records/{id}',
  operationId: 'archiveLauncherRecord',
  summary: 'Archive a record; repeating it changes nothing',
  description: `\`POST /v1/launcher/records/{id}/restore\` makes it active again. ${ofOwners}`,
  ...writing,
  request: { params, headers: ifMatchHeaders },
  responses: { 200: tagged, ...errorResponses(404, 412) },
})

const restore = createRoute({
  method: 'post',
  path: '/records/{id}/restore',
  operationId: 'restoreLauncherRecord',
  summary: 'Make an archived record active',
  description: `An active record stays as it is. ${ofOwners}`,
  ...writing,
  request: { params, headers: ifMatchHeaders },
  responses: { 200: tagged, ...errorResponses(404, 412) },
})

export function recordFormRoutes(deps: AppDeps): OpenAPIHono<AppEnv> {
  const { store, baseUrl } = deps
  const app = new OpenAPIHono<AppEnv>()

  const present = (tx: Tx, principal: Principal, record: StoredRecord) =>
    presentRecordForm(tx, principal.workspaceId, record, webUrlFor(baseUrl(), principal))
  const writes = recordHandlers({ deps, present, preconditionsIn: detailPreconditionsIn })

  app.openapi(fields, async (c) => {
    const principal = c.get('principal')
    const { workspaceId, role, plan } = principal
    const found = await store.read(async (tx) => {
      const object = await objectBySlug(tx, workspaceId, c.req.valid('param').objectSlug)
      return object && { object, all: await fieldsOfObject(tx, workspaceId, object.id) }
    })
    if (!found) return problemOf(c, noObject)
    const { object, all } = found
    const previewed = all.filter(
      ({ inPreview, primary, proOnly }) => inPreview && !primary && (!proOnly || plan === 'pro'),
    )
    const data = {
      object: presentObjectSummary(object, principal),
      fields: all.map(presentField),
      previewFieldIds: previewed.map(({ id }) => id),
      canWrite: mayWriteRecords(role),
    }
    return c.json({ data }, 200)
  })

  app.openapi(get, async (c) => {
    const principal = c.get('principal')
    const found = await store.read(async (tx) => {
      const record = await getRecord(tx, principal.workspaceId, c.req.valid('param').id)
      return record && present(tx, principal, record)
    })
    if (!found) return problemOf(c, noRecord)
    c.header('ETag', found.tag)
    if (namesDetail(c.req.valid('header')['if-none-match'], found.tag)) return c.body(null, 304)
    return c.json({ data: found.data }, 200)
  })

  app.openapi(upsert, (c) => {
    const { object, values } = c.req.valid('json')
    return writes.upsert(c, c.req.valid('param').id, { object }, values)
  })

  app.openapi(patch, (c) => writes.patch(c, c.req.valid('param').id, c.req.valid('json').values))
  app.openapi(archive, (c) => writes.setArchived(c, c.req.valid('param').id, true))
  app.openapi(restore, (c) => writes.setArchived(c, c.req.valid('param').id, false))

  return app
}

// A record with what its form needs (RCL-01).

/** @returns the record and its entity tag, which changes with the titles of linked records too */
async function presentRecordForm(
  tx: Tx,
  workspaceId: string,
  record: StoredRecord,
  webUrl: WebUrl,
): Promise<{ data: LauncherRecord; tag: string }> {
  const [objects, fields] = await inPipeline([
    objectsOfWorkspace(tx, workspaceId),
    fieldsOfObject(tx, workspaceId, record.objectId),
  ])
  const slugs = new Map(objects.map((object) => [object.id, object.slug]))
  const linkedIds = fields.flatMap(({ id, kind }) =>
    kind === 'record_reference' ? namedIds(record.values[id]) : [],
  )
  const linked = new Map((await recordsAmong(tx, workspaceId, linkedIds)).map((one) => [one.id, one]))
  const data: LauncherRecord = {
    id: record.id,
    objectSlug: slugs.get(record.objectId) ?? '',
    title: record.title,
    avatarUrl: record.avatarUrl,
    values: Object.fromEntries(
      fields.flatMap((field) => {
        const value = record.values[field.id]
        return value === undefined ? [] : [[fieldKey(fields, field), value]]
      }),
    ),
    archived: record.archived,
    linkedRecords: [...new Set(linkedIds)].flatMap((id) => {
      const one = linked.get(id)
      return one ? [{ id, title: one.title, objectSlug: slugs.get(one.objectId) ?? '' }] : []
    }),
    createdBy: record.createdBy,
    createdAt: iso(record.createdAt),
    updatedAt: iso(record.updatedAt),
    webUrl: webUrl('record', record.id),
  }
  return { data, tag: detailTag(record.version, data) }
}
