// Records of the developer surface (REC-01…11, REC-13).
import { OpenAPIHono, z } from '@hono/zod-openapi'
import type { Context, TypedResponse } from 'hono'
import type { JSONParsed } from 'hono/utils/types'
import {
  chosenId,
  recordListQuery,
  recordPageResponse,
  recordPatch,
  recordResponse,
  recordWrite,
} from '../../shared/api/records.ts'
import type { AppDeps, AppEnv } from '../http/app-type.ts'
import { cutPage, decodeCursor } from '../http/cursor.ts'
import { entityTag, matches, preconditionsIn } from '../http/entity-tag.ts'
import { errorResponses, problem, problemOf } from '../http/errors.ts'
import { valueFormats } from '../objects/field-types.rules.ts'
import { type ListedRecord, presentRecord, recordText } from './record.ts'
import type { Tx } from '../db/store.ts'
import {
  ifMatchHeaders,
  ifNoneMatchHeaders,
  notModified,
  taggedAnswer,
  upsertHeaders,
  answer,
  body,
  createRoute,
} from '../http/route-parts.ts'
import { recordHandlers } from './record-handlers.ts'
import { noObject, noRecord } from './record-write.ts'
import { developerRoute } from '../access/route.ts'
import { findObject } from '../objects/objects.store.ts'
import { recordsByCreation, getRecord } from './records.store.ts'

type PageAnswer = Response & TypedResponse<JSONParsed<z.infer<typeof recordPageResponse>>, 200, 'json'>

const tagged = taggedAnswer(recordResponse, 'The record.')

const reading = developerRoute('records', 'records:read')
const writing = developerRoute('records', 'records:write')

const formats = Object.entries(valueFormats).map(([type, format]) => `- \`${type}\`: ${format}`)
const description = `The type of a field says how its values are written; null clears one.\n\n${formats.join('\n')}`
const keptReferences =
  'A reference that the field has can be sent again, also after its target was archived or left.'

// Ids are stored in lower case.
const params = z.object({ id: z.string().toLowerCase().describe('The record’s id.') })
const uuidParams = z.object({ id: chosenId })

const list = createRoute({
  method: 'get',
  path: '/records',
  operationId: 'listRecords',
  summary: 'Records, newest first',
  description: 'Archived records are left out unless `include_archived` is true.',
  ...reading,
  request: { query: recordListQuery },
  responses: { 200: answer('A page.', recordPageResponse), ...errorResponses(400, 404) },
})

const get = createRoute({
  method: 'get',
  path: '/records/{id}',
  operationId: 'getRecord',
  summary: 'One record, archived or not',
  description: '`If-Match` takes the `ETag` of the answer.',
  ...reading,
  request: { params, headers: ifNoneMatchHeaders },
  responses: { 200: tagged, ...notModified, ...errorResponses(404) },
})

const create = createRoute({
  method: 'post',
  path: '/records',
  operationId: 'createRecord',
  summary: 'Create a record',
  description,
  ...writing,
  request: { body: body(recordWrite) },
  responses: { 201: tagged, ...errorResponses(400, 404, 413) },
})

const upsert = createRoute({
  method: 'put',
  path: '/records/{id}',
  operationId: 'upsertRecord',
  summary: 'Create a record under an id of your own, or merge into it',
  description: `Safe to repeat. It never restores an archived record. ${keptReferences} ${description}`,
  ...writing,
  request: { params: uuidParams, headers: upsertHeaders, body: body(recordWrite) },
  responses: { 200: tagged, 201: tagged, ...errorResponses(400, 404, 409, 412, 413) },
})

const patch = createRoute({
  method: 'patch',
  path: '/records/{id}',
  operationId: 'updateRecord',
  summary: 'Change the values that are supplied',
  description: `${keptReferences} ${description}`,
  ...writing,
  request: { params, headers: ifMatchHeaders, body: body(recordPatch) },
  responses: { 200: tagged, ...errorResponses(400, 404, 412, 413) },
})

const archive = createRoute({
  method: 'delete',
  path: '/records/{id}',
  operationId: 'archiveRecord',
  summary: 'Archive a record; repeating it changes nothing',
  description: '`POST /v1/records/{id}/restore` makes it active again.',
  ...writing,
  request: { params, headers: ifMatchHeaders },
  responses: { 200: tagged, ...errorResponses(404, 412) },
})

const restore = createRoute({
  method: 'post',
  path: '/records/{id}/restore',
  operationId: 'restoreRecord',
  summary: 'Make an archived record active',
  description: 'An active record stays as it is.',
  ...writing,
  request: { params, headers: ifMatchHeaders },
  responses: { 200: tagged, ...errorResponses(404, 412) },
})

/** As `c.json` would answer it, without parsing the stored JSON text of the values. */
const pageOf = (c: Context<AppEnv>, records: readonly ListedRecord[], next: string | null): PageAnswer => {
  const data = records.map(recordText).join(',')
  const text = `{"data":[${data}],"has_more":${next !== null},"next_cursor":${JSON.stringify(next)}}`
  // `body` cannot type a text.
  return c.body(text, 200, { 'Content-Type': 'application/json' }) as unknown as PageAnswer
}

export function recordRoutes(deps: AppDeps): OpenAPIHono<AppEnv> {
  const { store } = deps
  const app = new OpenAPIHono<AppEnv>()
  const writes = recordHandlers({
    deps,
    present: (_tx, _principal, record) => ({ data: presentRecord(record), tag: entityTag(record.version) }),
    preconditionsIn,
  })

  app.openapi(list, async (c) => {
    const { workspaceId } = c.get('principal')
    const { object: wanted, cursor, limit, include_archived: includeArchived } = c.req.valid('query')
    const find = async (tx: Tx) => {
      const object = wanted === undefined ? undefined : await findObject(tx, workspaceId, wanted)
      if (wanted !== undefined && !object) return 'no object' as const
      const filters = JSON.stringify([workspaceId, object?.id ?? null, includeArchived])
      const after = cursor === undefined ? undefined : decodeCursor('developer.records', filters, cursor)
      if (after === null) return 'bad cursor' as const
      const archived = includeArchived ? 'included' : 'left out'
      const rows = await recordsByCreation(tx, workspaceId, {
        objectId: object?.id,
        archived,
        after,
        limit: limit + 1,
      })
      return { rows, filters }
    }
    // Active and archived records are two queries, which need one snapshot.
    const found = await (includeArchived ? store.read(find) : store.ask(find))
    if (found === 'no object') return problemOf(c, noObject)
    if (found === 'bad cursor') {
      return problem(c, 'invalid_cursor', 'The cursor does not belong to this list with these filters.')
    }
    const { rows, next } = cutPage('developer.records', found.filters, found.rows, limit)
    return pageOf(c, rows, next)
  })

  app.openapi(get, async (c) => {
    const { workspaceId } = c.get('principal')
    const record = await store.ask((tx) => getRecord(tx, workspaceId, c.req.valid('param').id))
    if (!record) return problemOf(c, noRecord)
    const headers = { ETag: entityTag(record.version) }
    const held = c.req.valid('header')['if-none-match']
    if (held !== undefined && matches(held, record.version)) return c.body(null, 304, headers)
    return c.json({ data: presentRecord(record) }, 200, headers)
  })

  app.openapi(create, (c) => {
    const { values, ...object } = c.req.valid('json')
    return writes.create(c, object, values)
  })

  app.openapi(upsert, (c) => {
    const { values, ...object } = c.req.valid('json')
    return writes.upsert(c, c.req.valid('param').id, object, values)
  })

  app.openapi(patch, (c) => writes.patch(c, c.req.valid('param').id, c.req.valid('json').values))
  app.openapi(archive, (c) => writes.setArchived(c, c.req.valid('param').id, true))
  app.openapi(restore, (c) => writes.setArchived(c, c.req.valid('param').id, false))

  return app
}
