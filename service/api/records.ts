// Records of the developer surface (REC-01…11, REC-13).
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import {
  recordListQuery,
  recordPageResponse,
  recordPatch,
  recordResponse,
  recordWrite,
  type RecordResource,
} from '../../shared/api/records.ts'
import type { AppDeps, AppEnv } from '../http/app-type.ts'
import { decodeCursor, encodeCursor } from '../http/cursor.ts'
import { errorResponses, problem } from '../http/errors.ts'
import { needs } from '../http/principal.ts'
import { valueFormats } from '../rules/field-types.ts'
import type { StoredRecord } from '../store/records.ts'
import { createRecord, mergeRecord, setArchived, type Author } from './record-write.ts'

const content = <T extends z.ZodType>(schema: T) => ({ 'application/json': { schema } })
const body = <T extends z.ZodType>(schema: T) => ({ required: true, content: content(schema) })
const one = { description: 'The record.', content: content(recordResponse) }
const tags = ['records']

const reading = {
  tags,
  security: [{ accessKey: ['records:read'] }],
  middleware: needs('records:read'),
}
const writing = {
  tags,
  security: [{ accessKey: ['records:write'] }],
  middleware: needs('records:write'),
}

const formats = Object.entries(valueFormats).map(([type, format]) => `- \`${type}\`: ${format}`)
const description = `A value is written as the type of its field says; null clears it.\n\n${formats.join('\n')}`

// Ids are kept in lower case; a UUID is the same in either.
const params = z.object({ id: z.string().toLowerCase().describe('The record’s id.') })
const uuidParams = z.object({ id: z.uuid().toLowerCase().describe('A UUID of the caller’s choice.') })

const list = createRoute({
  method: 'get',
  path: '/records',
  summary: 'Records, newest first',
  ...reading,
  request: { query: recordListQuery },
  responses: {
    200: { description: 'A page.', content: content(recordPageResponse) },
    ...errorResponses(400, 404),
  },
})

const get = createRoute({
  method: 'get',
  path: '/records/{id}',
  summary: 'One record, archived or not',
  ...reading,
  request: { params },
  responses: { 200: one, ...errorResponses(404) },
})

const create = createRoute({
  method: 'post',
  path: '/records',
  summary: 'Create a record',
  description,
  ...writing,
  request: { body: body(recordWrite) },
  responses: { 201: one, ...errorResponses(400, 404, 409, 413) },
})

const upsert = createRoute({
  method: 'put',
  path: '/records/{id}',
  summary: 'Create a record under an id of your own, or merge into it',
  description: `Safe to repeat. It never restores an archived record. ${description}`,
  ...writing,
  request: { params: uuidParams, body: body(recordWrite) },
  responses: { 200: one, 201: one, ...errorResponses(400, 404, 409, 413) },
})

const patch = createRoute({
  method: 'patch',
  path: '/records/{id}',
  summary: 'Change the values that are supplied',
  description,
  ...writing,
  request: { params, body: body(recordPatch) },
  responses: { 200: one, ...errorResponses(400, 404, 409, 413) },
})

const archive = createRoute({
  method: 'delete',
  path: '/records/{id}',
  summary: 'Archive a record; repeating it changes nothing',
  ...writing,
  request: { params },
  responses: { 200: one, ...errorResponses(404) },
})

const restore = createRoute({
  method: 'post',
  path: '/records/{id}/restore',
  summary: 'Make an archived record active',
  ...writing,
  request: { params },
  responses: { 200: one, ...errorResponses(404) },
})

const presentRecord = (record: StoredRecord): RecordResource => ({
  id: record.id,
  objectTypeId: record.objectId,
  title: record.title,
  avatarUrl: record.avatarUrl,
  values: record.values,
  archived: record.archived,
  createdBy: record.createdBy,
  createdAt: new Date(record.createdAt).toISOString(),
  updatedAt: new Date(record.updatedAt).toISOString(),
})

const absent = { ok: false, code: 'not_found', message: 'There is no such record.' } as const
const noObject = { ok: false, code: 'not_found', message: 'There is no such object.' } as const
const archivedRecord = {
  ok: false,
  code: 'record_archived',
  message: 'The record is archived. Restore it before changing it.',
} as const
const conflict = {
  ok: false,
  code: 'id_conflict',
  message: 'This id belongs to another workspace or object.',
} as const

export function recordRoutes(deps: AppDeps): OpenAPIHono<AppEnv> {
  const { store, now, newId } = deps
  const app = new OpenAPIHono<AppEnv>()
  const authorOf = (principal: { workspaceId: string; personId: string }): Author => ({
    workspaceId: principal.workspaceId,
    personId: principal.personId,
    at: now(),
  })

  app.openapi(list, async (c) => {
    const { workspaceId } = c.get('principal')
    const { object: wanted, cursor, limit, include_archived: includeArchived } = c.req.valid('query')
    const found = await store.read(async (tx) => {
      const object = wanted === undefined ? undefined : await tx.objects.find(workspaceId, wanted)
      if (wanted !== undefined && !object) return 'no object' as const
      const filters = JSON.stringify([workspaceId, object?.id ?? null, includeArchived])
      const after = cursor === undefined ? undefined : decodeCursor('developer.records', filters, cursor)
      if (after === null) return 'bad cursor' as const
      const archived = includeArchived ? 'included' : 'left out'
      const rows = await tx.records.list(workspaceId, {
        objectId: object?.id,
        archived,
        after,
        limit: limit + 1,
      })
      return { rows, filters }
    })
    if (found === 'no object') return problem(c, noObject.code, noObject.message)
    if (found === 'bad cursor') {
      return problem(c, 'invalid_cursor', 'The cursor is not one of this list with these filters.')
    }
    const records = found.rows.slice(0, limit)
    const last = records.at(-1)
    const more = found.rows.length > limit && last
    const next = more ? encodeCursor('developer.records', found.filters, [last.createdAt, last.id]) : null
    return c.json({ data: records.map(presentRecord), has_more: next !== null, next_cursor: next }, 200)
  })

  app.openapi(get, async (c) => {
    const { workspaceId } = c.get('principal')
    const record = await store.read((tx) => tx.records.get(workspaceId, c.req.valid('param').id))
    return record ? c.json({ data: presentRecord(record) }, 200) : problem(c, absent.code, absent.message)
  })

  app.openapi(create, async (c) => {
    const author = authorOf(c.get('principal'))
    const { object, object_type_id: objectTypeId, values } = c.req.valid('json')
    const outcome = await store.write(async (tx) => {
      const type = await tx.objects.find(author.workspaceId, object ?? objectTypeId ?? '')
      return type ? createRecord(tx, author, type.id, newId(), values) : noObject
    })
    return outcome.ok
      ? c.json({ data: presentRecord(outcome.record) }, 201)
      : problem(c, outcome.code, outcome.message, 'details' in outcome ? outcome.details : undefined)
  })

  app.openapi(upsert, async (c) => {
    const author = authorOf(c.get('principal'))
    const { id } = c.req.valid('param')
    const { object, object_type_id: objectTypeId, values } = c.req.valid('json')
    const outcome = await store.write(async (tx) => {
      const type = await tx.objects.find(author.workspaceId, object ?? objectTypeId ?? '')
      if (!type) return noObject
      const held = await tx.records.get(author.workspaceId, id)
      if (!held) return createRecord(tx, author, type.id, id, values)
      return held.objectId === type.id ? mergeRecord(tx, author, held, values) : conflict
    })
    if (!outcome.ok) {
      return problem(c, outcome.code, outcome.message, 'details' in outcome ? outcome.details : undefined)
    }
    const answer = { data: presentRecord(outcome.record) }
    return outcome.created ? c.json(answer, 201) : c.json(answer, 200)
  })

  app.openapi(patch, async (c) => {
    const author = authorOf(c.get('principal'))
    const outcome = await store.write(async (tx) => {
      const record = await tx.records.get(author.workspaceId, c.req.valid('param').id)
      if (!record) return absent
      return record.archived ? archivedRecord : mergeRecord(tx, author, record, c.req.valid('json').values)
    })
    return outcome.ok
      ? c.json({ data: presentRecord(outcome.record) }, 200)
      : problem(c, outcome.code, outcome.message, 'details' in outcome ? outcome.details : undefined)
  })

  for (const [route, archived] of [
    [archive, true],
    [restore, false],
  ] as const) {
    app.openapi(route, async (c) => {
      const author = authorOf(c.get('principal'))
      const record = await store.write(async (tx) => {
        const held = await tx.records.get(author.workspaceId, c.req.valid('param').id)
        return held && setArchived(tx, author, held, archived)
      })
      return record ? c.json({ data: presentRecord(record) }, 200) : problem(c, absent.code, absent.message)
    })
  }

  return app
}
