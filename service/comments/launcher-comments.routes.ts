// Comments on records and tasks in the launcher (NOT-03).
import { OpenAPIHono, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import {
  commentDeletedResponse,
  commentPatch,
  commentWrite,
  launcherCommentListQuery,
  launcherCommentPageResponse,
  launcherCommentResponse,
  type LauncherComment,
} from '../../shared/api/comments.ts'
import { actorOf } from '../access/principal.ts'
import { launcherRoute } from '../access/route.ts'
import type { Tx } from '../db/store.ts'
import type { AppDeps, AppEnv, Principal } from '../http/app-type.ts'
import { cutPage, decodeCursor } from '../http/cursor.ts'
import { errorResponses, problem, problemOf } from '../http/errors.ts'
import { writeOnce } from '../http/idempotency.ts'
import { answer, body, createRoute } from '../http/route-parts.ts'
import { addComment, deleteComment, editComment, refusalToRead, type CommentInput } from './comment-write.ts'
import { presentLauncherComments } from './comment.view.ts'
import { listComments, type CommentTarget, type StoredComment } from './comments.store.ts'

const taskParams = z.object({ taskId: z.string().toLowerCase().describe('The task’s id.') })
const recordParams = z.object({ id: z.string().toLowerCase().describe('The record’s id.') })
const commentParams = z.object({ commentId: z.string().describe('Id of the comment.') })

const page = {
  200: answer('A page.', launcherCommentPageResponse),
  ...errorResponses(400, 404),
}
const written = answer('The comment.', launcherCommentResponse)

const listOfTask = createRoute({
  method: 'get',
  path: '/tasks/{taskId}/comments',
  operationId: 'listLauncherTaskComments',
  summary: 'The comments on a task, newest first',
  description: 'Comments on an archived task are listed too.',
  ...launcherRoute('tasks:read'),
  request: { params: taskParams, query: launcherCommentListQuery },
  responses: page,
})

const addToTask = createRoute({
  method: 'post',
  path: '/tasks/{taskId}/comments',
  operationId: 'createLauncherTaskComment',
  summary: 'Comment on a task',
  description:
    'Those who made the task or have it, and members that the comment mentions, are notified. An archived task takes no comments.',
  ...launcherRoute('comments:write'),
  request: { params: taskParams, body: body(commentWrite) },
  responses: { 201: written, ...errorResponses(400, 404, 413) },
})

const listOfRecord = createRoute({
  method: 'get',
  path: '/records/{id}/comments',
  operationId: 'listLauncherRecordComments',
  summary: 'The comments on a record, newest first',
  description: 'Comments on an archived record are listed too.',
  ...launcherRoute('records:read'),
  request: { params: recordParams, query: launcherCommentListQuery },
  responses: page,
})

const addToRecord = createRoute({
  method: 'post',
  path: '/records/{id}/comments',
  operationId: 'createLauncherRecordComment',
  summary: 'Comment on a record',
  description: 'Members that it mentions are notified. An archived record takes no comments.',
  ...launcherRoute('comments:write'),
  request: { params: recordParams, body: body(commentWrite) },
  responses: { 201: written, ...errorResponses(400, 404, 413) },
})

const change = createRoute({
  method: 'patch',
  path: '/comments/{commentId}',
  operationId: 'updateLauncherComment',
  summary: 'Change a comment of the person, within 15 minutes',
  description: 'Later, and for comments of others, 403. Members that it mentions only now are notified.',
  ...launcherRoute('comments:write'),
  request: { params: commentParams, body: body(commentPatch) },
  responses: { 200: written, ...errorResponses(400, 403, 404, 413) },
})

const remove = createRoute({
  method: 'delete',
  path: '/comments/{commentId}',
  operationId: 'deleteLauncherComment',
  summary: 'Delete a comment, for good',
  description: 'Its author may, and owners and admins of the workspace; others get 403.',
  ...launcherRoute('comments:write'),
  request: { params: commentParams },
  responses: { 200: answer('The comment is gone.', commentDeletedResponse), ...errorResponses(403, 404) },
})

const kinds = { record: 'launcher.comments', task: 'launcher.task-comments' } as const

export function launcherCommentRoutes(deps: AppDeps): OpenAPIHono<AppEnv> {
  const { store, now } = deps
  const app = new OpenAPIHono<AppEnv>()

  const authorOf = (principal: Principal) => ({ ...principal, actor: actorOf(principal), at: now() })
  const present = (tx: Tx, principal: Principal, comments: readonly StoredComment[]) =>
    presentLauncherComments(tx, principal, comments, now())
  const shown = async <Status extends 200 | 201>(
    tx: Tx,
    principal: Principal,
    status: Status,
    comment: StoredComment,
  ) => {
    const [data] = await present(tx, principal, [comment])
    // There is one for each comment.
    return { status, body: { data: data as LauncherComment } }
  }

  const read = async (
    c: Context<AppEnv>,
    target: CommentTarget,
    { cursor, limit }: z.infer<typeof launcherCommentListQuery>,
  ) => {
    const principal = c.get('principal')
    const { workspaceId } = principal
    const kind = kinds[target.kind]
    const filters = JSON.stringify([workspaceId, target.id])
    const after = cursor === undefined ? undefined : decodeCursor(kind, filters, cursor)
    const found = await store.read(async (tx) => {
      const refusal = await refusalToRead(tx, workspaceId, principal, target)
      if (refusal) return refusal
      if (after === null) return undefined
      const rows = await listComments(tx, workspaceId, target, { after, limit: limit + 1 })
      const cut = cutPage(kind, filters, rows, limit)
      return { data: await present(tx, principal, cut.rows), nextCursor: cut.next }
    })
    if (!found) return problem(c, 'invalid_cursor', 'The cursor does not belong to this list.')
    if ('code' in found) return problemOf(c, found)
    return c.json({ ...found, hasMore: found.nextCursor !== null }, 200)
  }

  const add = (c: Context<AppEnv>, target: CommentTarget, input: CommentInput) => {
    const principal = c.get('principal')
    return writeOnce(
      c,
      deps,
      async (tx) => {
        const outcome = await addComment(tx, authorOf(principal), target, input)
        return outcome.ok ? shown(tx, principal, 201, outcome.comment) : outcome
      },
      [target.id],
    )
  }

  app.openapi(listOfTask, (c) =>
    read(c, { kind: 'task', id: c.req.valid('param').taskId }, c.req.valid('query')),
  )
  app.openapi(addToTask, (c) =>
    add(c, { kind: 'task', id: c.req.valid('param').taskId }, c.req.valid('json')),
  )
  app.openapi(listOfRecord, (c) =>
    read(c, { kind: 'record', id: c.req.valid('param').id }, c.req.valid('query')),
  )
  app.openapi(addToRecord, (c) =>
    add(c, { kind: 'record', id: c.req.valid('param').id }, c.req.valid('json')),
  )

  app.openapi(change, (c) => {
    const principal = c.get('principal')
    const { commentId } = c.req.valid('param')
    return writeOnce(c, deps, async (tx) => {
      const outcome = await editComment(tx, authorOf(principal), commentId, c.req.valid('json'))
      return outcome.ok ? shown(tx, principal, 200, outcome.comment) : outcome
    })
  })

  app.openapi(remove, (c) => {
    const principal = c.get('principal')
    const { commentId } = c.req.valid('param')
    return writeOnce(c, deps, async (tx) => {
      const outcome = await deleteComment(tx, authorOf(principal), commentId)
      return outcome.ok ? { status: 200 as const, body: { data: { id: commentId } } } : outcome
    })
  })

  return app
}
