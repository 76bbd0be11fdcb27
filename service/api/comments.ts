// Comments on records (REC-12).
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { commentResponse, commentWrite, type Comment } from '../../shared/api/records.ts'
import type { AppDeps, AppEnv } from '../http/app-type.ts'
import { errorResponses, problemOf, validationHook } from '../http/errors.ts'
import { actorOf } from '../http/principal.ts'
import { prefixedId } from '../ids.ts'
import { iso } from '../iso-time.ts'
import type { StoredComment } from '../store/comments.ts'
import { archivedRecord, noRecord } from './record-write.ts'
import { answer, body, developerRoute } from './route-parts.ts'

const params = z.object({ id: z.string().toLowerCase().describe('The record’s id.') })

const add = createRoute({
  method: 'post',
  path: '/records/{id}/comments',
  operationId: 'createComment',
  summary: 'Add a comment to the activity of a record',
  ...developerRoute('records', 'comments:write'),
  request: { params, body: body(commentWrite) },
  responses: { 201: answer('The comment.', commentResponse), ...errorResponses(400, 404, 413) },
})

const presentComment = ({ createdAt, updatedAt, ...comment }: StoredComment): Comment => ({
  ...comment,
  createdAt: iso(createdAt),
  updatedAt: iso(updatedAt),
})

export function commentRoutes({ store, now }: AppDeps): OpenAPIHono<AppEnv> {
  const app = new OpenAPIHono<AppEnv>({ defaultHook: validationHook })

  app.openapi(add, async (c) => {
    const principal = c.get('principal')
    const { workspaceId, personId } = principal
    const recordId = c.req.valid('param').id
    const at = now()
    const comment: StoredComment = {
      id: prefixedId('cmt'),
      recordId,
      content: c.req.valid('json').content,
      createdBy: personId,
      createdAt: at,
      updatedAt: at,
    }
    const refusal = await store.write(async (tx) => {
      const record = await tx.records.get(workspaceId, recordId)
      if (!record) return noRecord
      if (record.archived) return archivedComment
      await tx.comments.create(workspaceId, comment)
      const data = presentComment(comment)
      await tx.events.add(workspaceId, {
        type: 'record.comment.created',
        actor: actorOf(principal),
        data,
        at,
      })
      return null
    }, workspaceId)
    if (refusal) return problemOf(c, refusal)
    return c.json({ data: presentComment(comment) }, 201)
  })

  return app
}

const archivedComment = {
  ...archivedRecord,
  message: 'The record is archived. Restore it before commenting on it.',
} as const
