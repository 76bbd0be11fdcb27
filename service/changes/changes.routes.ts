// Routes of the changes of a workspace (FED-01): pages for keys and the launcher, and a stream that announces new changes.
import { OpenAPIHono, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import {
  changeListQuery,
  changePage,
  launcherChangeListQuery,
  launcherChangePage,
} from '../../shared/api/changes.ts'
import { developerRouteForOneOf, launcherRoute } from '../access/route.ts'
import type { AppDeps, AppEnv } from '../http/app-type.ts'
import { decodeCursorAs, encodeCursor } from '../http/cursor.ts'
import { errorResponses, problem, problemOf, type Refusal } from '../http/errors.ts'
import { answer, createRoute } from '../http/route-parts.ts'
import type { Position } from './changes.store.ts'
import { readChanges, type Page, type Reader, type Sight, type Wish } from './changes.ts'
import type { Live } from './live.ts'

export type ChangeDeps = AppDeps & { sight: Sight; live: Pick<Live, 'open'> }

const says = `Reads ids and what happened, oldest first; the items themselves are read by their own routes. The order is that of the commits: whoever follows the cursor gets each change once, also while others write.

Repeat the request with the cursor of the answer as \`after\`; when it is the same again, there is nothing more for now. A page can be short or empty and still lead on, because what the caller may not read is left out. A record, task or meeting needs its read scope, and a comment that of its item. Rights are those of the present: a task that somebody else got is \`gone\` for whoever lost it, and a changed role makes no changes.

Changes are kept for 30 days. After 410 \`cursor_expired\` ask for \`after=now\`, read everything again, and go on from that cursor.`

const list = createRoute({
  method: 'get',
  path: '/changes',
  operationId: 'listChanges',
  summary: 'What has changed, oldest first',
  description: `${says} Keys see no meetings. A key that reads neither records nor tasks is 403 \`insufficient_scope\`.`,
  ...developerRouteForOneOf('changes', 'records:read', 'tasks:read'),
  request: { query: changeListQuery },
  responses: { 200: answer('A page.', changePage), ...errorResponses(400, 410) },
})

const launcherList = createRoute({
  method: 'get',
  path: '/changes',
  operationId: 'listLauncherChanges',
  summary: 'What has changed, oldest first',
  description: says,
  ...launcherRoute(),
  request: { query: launcherChangeListQuery },
  responses: { 200: answer('A page.', launcherChangePage), ...errorResponses(400, 410) },
})

const stream = createRoute({
  method: 'get',
  path: '/changes/stream',
  operationId: 'streamLauncherChanges',
  summary: 'Says at once that there are changes to read',
  description:
    'Server-sent events. An event `changed` has the present cursor as JSON, `{"cursor": "…"}`: one when the stream opens, and one soon after each commit. It only says that there is something; read it with `GET /v1/launcher/changes` after a cursor of your own, so nothing is lost when the stream breaks. An event `notified`, with `{}`, says that the person has a new notification, also one without a change, such as that of a due task. A comment comes every 15 s. The stream ends when the token does. With too many streams the answer is 429 (of one person) or 503.',
  ...launcherRoute(),
  responses: {
    200: {
      description: 'The stream.',
      content: { 'text/event-stream': { schema: z.string().describe('Events and comments.') } },
      headers: {
        'X-Accel-Buffering': {
          description: '`no`: proxies pass each event on at once.',
          schema: { type: 'string' },
        },
      },
    },
    ...errorResponses(400),
  },
})

const position = z.tuple([z.int().min(0), z.int()])
const launcherCursor = 'launcher.changes'

const cursorOf = (surface: string, workspaceId: string, { number, at }: Position): string =>
  encodeCursor(surface, workspaceId, [number, at])

const foreign = {
  code: 'invalid_cursor',
  message: 'The cursor is not one of this list in this workspace.',
} as const
const expired = {
  code: 'cursor_expired',
  message:
    'Changes after this cursor are not kept any more. Ask for `after=now`, read everything again, and go on from that cursor.',
} as const

type Query = Omit<Wish, 'after'> & { after?: string | undefined }

async function read(
  { store, sight }: ChangeDeps,
  surface: string,
  reader: Reader,
  { after, ...wish }: Query,
): Promise<Page | Omit<Refusal<'invalid_cursor' | 'cursor_expired'>, 'ok'>> {
  const decoded =
    after === undefined || after === 'now'
      ? after
      : decodeCursorAs(position, surface, reader.workspaceId, after)
  if (decoded === null) return foreign
  const from = Array.isArray(decoded) ? { number: decoded[0], at: decoded[1] } : decoded
  return (await store.read((tx) => readChanges(tx, reader, { after: from, ...wish }, sight))) ?? expired
}

export function changeRoutes(deps: ChangeDeps): OpenAPIHono<AppEnv> {
  const app = new OpenAPIHono<AppEnv>()
  app.openapi(list, async (c) => {
    const principal = c.get('principal')
    const surface = 'developer.changes'
    const page = await read(deps, surface, principal, c.req.valid('query'))
    if ('code' in page) return problemOf(c, page)
    const next = cursorOf(surface, principal.workspaceId, page.position)
    return c.json({ data: page.changes, next_cursor: next }, 200)
  })
  return app
}

const bearerOf = (c: Context<AppEnv>): string =>
  c.req
    .header('authorization')
    ?.replace(/^Bearer +/i, '')
    .trim() ?? ''

export function launcherChangeRoutes(deps: ChangeDeps): OpenAPIHono<AppEnv> {
  const app = new OpenAPIHono<AppEnv>()
  app.openapi(launcherList, async (c) => {
    const principal = c.get('principal')
    const page = await read(deps, launcherCursor, principal, c.req.valid('query'))
    if ('code' in page) return problemOf(c, page)
    const nextCursor = cursorOf(launcherCursor, principal.workspaceId, page.position)
    return c.json({ data: page.changes, nextCursor }, 200)
  })

  app.openapi(stream, (c) => {
    const { workspaceId, personId } = c.get('principal')
    const headers = { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' }
    if (c.req.method === 'HEAD') return c.body(null, 200, headers)
    const token = bearerOf(c)
    const { findLauncherToken, live } = deps
    const opened = live.open({
      workspaceId,
      personId,
      cursorOf: (at) => cursorOf(launcherCursor, workspaceId, at),
      isAllowed: async () => (await findLauncherToken(token)) !== null,
    })
    if (typeof opened !== 'string') return c.body(opened, 200, headers)
    if (opened !== 'too many of the person')
      return problem(c, 'unavailable', 'There are too many streams. Try again later.')
    c.header('Retry-After', '30')
    return problem(c, 'rate_limited', 'You have too many streams open. Close one, or try again later.')
  })
  return app
}
