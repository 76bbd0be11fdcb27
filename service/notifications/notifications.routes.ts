// Notifications of the person in the launcher (NOT-02).
import { OpenAPIHono } from '@hono/zod-openapi'
import {
  notificationListQuery,
  notificationPageResponse,
  notificationsRead,
  notificationsReadResponse,
} from '../../shared/api/launcher/notifications.ts'
import { launcherRoute } from '../access/route.ts'
import type { AppDeps, AppEnv } from '../http/app-type.ts'
import { cutPage, decodeCursor } from '../http/cursor.ts'
import { errorResponses, problem } from '../http/errors.ts'
import { writeOnce } from '../http/idempotency.ts'
import { answer, body, createRoute } from '../http/route-parts.ts'
import { presentNotification } from './notification.view.ts'
import { listNotifications, markNotificationsRead } from './notifications.store.ts'

const list = createRoute({
  method: 'get',
  path: '/notifications',
  operationId: 'listNotifications',
  summary: 'Notifications of the person, newest first',
  description:
    'A person is notified of what others do: tasks that are assigned to them; tasks that they made or have and that are commented, done, moved to another status, section or due date, or archived; comments that mention them. And of due tasks, of a calendar of theirs that cannot be read for a day, and of the end of an import.',
  ...launcherRoute('notifications:read'),
  request: { query: notificationListQuery },
  responses: { 200: answer('A page.', notificationPageResponse), ...errorResponses(400) },
})

const read = createRoute({
  method: 'post',
  path: '/notifications/read',
  operationId: 'markNotificationsRead',
  summary: 'Mark notifications of the person as read',
  description:
    'By their ids, or all up to an instant. With both, those of the ids that have not happened again since: one that stands for several grows while it is unread. Repeating it changes nothing.',
  ...launcherRoute('notifications:write'),
  request: { body: body(notificationsRead) },
  responses: { 200: answer('How many are read by it.', notificationsReadResponse), ...errorResponses(400) },
})

export function notificationRoutes(deps: AppDeps): OpenAPIHono<AppEnv> {
  const { store, now } = deps
  const app = new OpenAPIHono<AppEnv>()

  app.openapi(list, async (c) => {
    const { workspaceId, personId } = c.get('principal')
    const { unread = false, cursor, limit } = c.req.valid('query')
    const kind = 'launcher.notifications'
    const filters = JSON.stringify([workspaceId, personId, unread])
    const after = cursor === undefined ? undefined : decodeCursor(kind, filters, cursor)
    if (after === null) return problem(c, 'invalid_cursor', 'The cursor does not belong to this list.')
    const found = await store.read((tx) =>
      listNotifications(tx, workspaceId, personId, { unread, after, limit: limit + 1 }),
    )
    const { rows, next } = cutPage(kind, filters, found, limit)
    return c.json({ data: rows.map(presentNotification), hasMore: next !== null, nextCursor: next }, 200)
  })

  app.openapi(read, async (c) => {
    const { workspaceId, personId } = c.get('principal')
    const { ids, before } = c.req.valid('json')
    const until = before === undefined ? undefined : Date.parse(before)
    const which = ids === undefined ? { before: until ?? 0 } : { ids, before: until }
    return writeOnce(c, deps, async (tx) => ({
      status: 200,
      body: { data: { read: await markNotificationsRead(tx, workspaceId, personId, which, now()) } },
    }))
  })

  return app
}
