// Comments on records and tasks, for programs (REC-12, NOT-03).
import { OpenAPIHono, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import {
  commentListQuery,
  commentPageResponse,
  commentResponse,
  commentWrite,
  taskCommentPageResponse,
  taskCommentResponse,
} from '../../shared/api/comments.ts'
import { actorOf } from '../access/principal.ts'
import { developerRoute } from '../access/route.ts'
import type { AppDeps, AppEnv } from '../http/app-type.ts'
import { cutPage, decodeCursor } from '../http/cursor.ts'
import { errorResponses, problem, problemOf } from '../http/errors.ts'
import { writeOnce } from '../http/idempotency.ts'
import { answer, body, createRoute } from '../http/route-parts.ts'
import { addComment, refusalToRead, type CommentInput } from './comment-write.ts'
import { presentRecordComment, presentTaskComment } from './comment.view.ts'
import { listComments, type CommentTarget, type StoredComment } from './comments.store.ts'

const recordParams = z.object({ id: z.string().toLowerCase().describe('The record’s id.') })
const taskParams = z.object({ taskId: z.string().toLowerCase().describe('The task’s id.') })
const refused = errorResponses(400, 404, 413)

const add = createRoute({
  method: 'post',
  path: '/records/{id}/comments',
  operationId: 'createComment',
  summary: 'Add a comment to the activity of a record',
  description: 'An archived record takes no comments. Members that it mentions are notified.',
  ...developerRoute('records', 'comments:write'),
  request: { params: recordParams, body: body(commentWrite) },
  responses: { 201: answer('The comment.', commentResponse), ...refused },
})

const list = createRoute({
  method: 'get',
  path: '/records/{id}/comments',
  operationId: 'listComments',
  summary: 'The comments on a record, newest first',
  description: 'Comments on an archived record are listed too.',
  ...developerRoute('records', 'records:read'),
  request: { params: recordParams, query: commentListQuery },
  responses: { 200: answer('A page.', commentPageResponse), ...errorResponses(400, 404) },
})

const addToTask = createRoute({
  method: 'post',
  path: '/tasks/{taskId}/comments',
  operationId: 'createTaskComment',
  summary: 'Comment on a task',
  description:
    'An archived task takes no comments. Those who made the task or have it, and members that the comment mentions, are notified.',
  ...developerRoute('tasks', 'comments:write'),
  request: { params: taskParams, body: body(commentWrite) },
  responses: { 201: answer('The comment.', taskCommentResponse), ...refused },
})

const listOfTask = createRoute({
  method: 'get',
  path: '/tasks/{taskId}/comments',
  operationId: 'listTaskComments',
  summary: 'The comments on a task, newest first',
  description:
    'A task that the key’s owner does not see is 404. Comments on an archived task are listed too.',
  ...developerRoute('tasks', 'tasks:read'),
  request: { params: taskParams, query: commentListQuery },
  responses: { 200: answer('A page.', taskCommentPageResponse), ...errorResponses(400, 404) },
})

const kinds = { record: 'developer.comments', task: 'developer.task-comments' } as const

export function commentRoutes(deps: AppDeps): OpenAPIHono<AppEnv> {
  const { store, now } = deps
  const app = new OpenAPIHono<AppEnv>()

  const write = <Shown extends object>(
    c: Context<AppEnv>,
    target: CommentTarget,
    input: CommentInput,
    present: (comment: StoredComment) => Shown,
  ) => {
    const principal = c.get('principal')
    return writeOnce(
      c,
      deps,
      async (tx) => {
        const author = { ...principal, actor: actorOf(principal), at: now() }
        const outcome = await addComment(tx, author, target, input)
        return outcome.ok ? { status: 201 as const, body: { data: present(outcome.comment) } } : outcome
      },
      [target.id],
    )
  }

  const read = async <Shown extends object>(
    c: Context<AppEnv>,
    target: CommentTarget,
    { cursor, limit }: z.infer<typeof commentListQuery>,
    present: (comment: StoredComment) => Shown,
  ) => {
    const principal = c.get('principal')
    const { workspaceId } = principal
    const kind = kinds[target.kind]
    const filters = JSON.stringify([workspaceId, target.id])
    const after = cursor === undefined ? undefined : decodeCursor(kind, filters, cursor)
    const found = await store.read(
      async (tx) =>
        (await refusalToRead(tx, workspaceId, principal, target)) ??
        (after === null ? [] : listComments(tx, workspaceId, target, { after, limit: limit + 1 })),
    )
    if ('code' in found) return problemOf(c, found)
    if (after === null) return problem(c, 'invalid_cursor', 'The cursor does not belong to this list.')
    const { rows, next } = cutPage(kind, filters, found, limit)
    return c.json({ data: rows.map(present), has_more: next !== null, next_cursor: next }, 200)
  }

  app.openapi(add, (c) =>
    write(c, { kind: 'record', id: c.req.valid('param').id }, c.req.valid('json'), presentRecordComment),
  )
  app.openapi(list, (c) =>
    read(c, { kind: 'record', id: c.req.valid('param').id }, c.req.valid('query'), presentRecordComment),
  )
  app.openapi(addToTask, (c) =>
    write(c, { kind: 'task', id: c.req.valid('param').taskId }, c.req.valid('json'), presentTaskComment),
  )
  app.openapi(listOfTask, (c) =>
    read(c, { kind: 'task', id: c.req.valid('param').taskId }, c.req.valid('query'), presentTaskComment),
  )

  return app
}
