// Comments on records (REC-12).
import { OpenAPIHono, z } from '@hono/zod-openapi'
import {
  commentListQuery,
  commentPageResponse,
  commentResponse,
  commentWrite,
  type Comment,
} from '../../shared/api/records.ts'
import type { AppDeps, AppEnv } from '../http/app-type.ts'
import { cutPage, decodeCursor } from '../http/cursor.ts'
import { errorResponses, problem, problemOf } from '../http/errors.ts'
import { writeOnce } from '../http/idempotency.ts'
import { actorOf } from '../access/principal.ts'
import { prefixedId } from '../base/ids.ts'
import { iso } from '../base/time.ts'
import type { StoredComment } from './comments.store.ts'
import { archivedRecord, noRecord } from './record-write.ts'
import { developerRoute } from '../access/route.ts'
import { answer, body, createRoute } from '../http/route-parts.ts'
import { getRecord } from './records.store.ts'
import { insertComment, commentsOfRecord } from './comments.store.ts'
import { insertEvent } from '../webhooks/events.store.ts'

const params = z.object({ id: z.string().toLowerCase().describe('The record’s id.') })

const add = createRoute({
  method: 'post',
  path: '/records/{id}/comments',
  operationId: 'createComment',
  summary: 'Add a comment to the activity of a record',
  description: 'An archived record takes no comments.',
  ...developerRoute('records', 'comments:write'),
  request: { params, body: body(commentWrite) },
  responses: { 201: answer('The comment.', commentResponse), ...errorResponses(400, 404, 413) },
})

const list = createRoute({
  method: 'get',
  path: '/records/{id}/comments',
  operationId: 'listComments',
  summary: 'The comments on a record, newest first',
  description: 'Comments on an archived record are listed too.',
  ...developerRoute('records', 'records:read'),
  request: { params, query: commentListQuery },
  responses: { 200: answer('A page.', commentPageResponse), ...errorResponses(400, 404) },
})

const presentComment = ({ createdAt, updatedAt, ...comment }: StoredComment): Comment => ({
  ...comment,
  createdAt: iso(createdAt),
  updatedAt: iso(updatedAt),
})

export function commentRoutes(deps: AppDeps): OpenAPIHono<AppEnv> {
  const { store, now } = deps
  const app = new OpenAPIHono<AppEnv>()

  app.openapi(add, async (c) => {
    const principal = c.get('principal')
    const { workspaceId, personId } = principal
    const recordId = c.req.valid('param').id
    const { content } = c.req.valid('json')
    return writeOnce(c, deps, async (tx) => {
      const record = await getRecord(tx, workspaceId, recordId)
      if (!record) return noRecord
      if (record.archived) return archivedComment
      const at = now()
      const id = prefixedId('cmt')
      const comment = { id, recordId, content, createdBy: personId, createdAt: at, updatedAt: at }
      await insertComment(tx, workspaceId, comment)
      const data = presentComment(comment)
      await insertEvent(tx, workspaceId, {
        type: 'record.comment.created',
        actor: actorOf(principal),
        data,
        at,
      })
      return { status: 201, body: { data } }
    })
  })

  app.openapi(list, async (c) => {
    const { workspaceId } = c.get('principal')
    const recordId = c.req.valid('param').id
    const { cursor, limit } = c.req.valid('query')
    const kind = 'developer.comments'
    const filters = JSON.stringify([workspaceId, recordId])
    const after = cursor === undefined ? undefined : decodeCursor(kind, filters, cursor)
    const found = await store.read(async (tx) => {
      if (!(await getRecord(tx, workspaceId, recordId))) return undefined
      return after === null ? [] : commentsOfRecord(tx, workspaceId, recordId, { after, limit: limit + 1 })
    })
    if (!found) return problemOf(c, noRecord)
    if (after === null) return problem(c, 'invalid_cursor', 'The cursor does not belong to this list.')
    const { rows, next } = cutPage(kind, filters, found, limit)
    return c.json({ data: rows.map(presentComment), has_more: next !== null, next_cursor: next }, 200)
  })

  return app
}

const archivedComment = {
  ...archivedRecord,
  message: 'The record is archived. Restore it before commenting on it.',
} as const
