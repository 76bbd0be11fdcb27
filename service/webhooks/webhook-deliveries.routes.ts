// Deliveries of an endpoint: list them, send one again, send a test (WHK-03, WHK-04).
import { OpenAPIHono, z } from '@hono/zod-openapi'
import {
  deliveryListQuery,
  deliveryPageResponse,
  deliveryResponse,
  webhookTest,
  type Delivery,
} from '../../shared/api/webhooks.ts'
import type { AppDeps, AppEnv, Principal } from '../http/app-type.ts'
import { cutPage, decodeCursor } from '../http/cursor.ts'
import { errorResponses, problem, problemOf } from '../http/errors.ts'
import { writeOnce } from '../http/idempotency.ts'
import { actorOf } from '../access/principal.ts'
import { iso, isoOrNull } from '../base/time.ts'
import { isEventType } from './event-types.rules.ts'
import type { StoredDelivery } from './deliveries.store.ts'
import { noDelivery, noWebhook, resendIn, webhookDisabled } from './endpoints.ts'
import { examples } from './examples.ts'
import { retentionDays } from './webhooks.ts'
import { developerRoute } from '../access/route.ts'
import { answer, body, createRoute } from '../http/route-parts.ts'
import { getWebhook } from './webhooks.store.ts'
import { insertEventFor } from './events.store.ts'
import { getDelivery, deliveriesOfWebhook } from './deliveries.store.ts'

const id = z.string().describe('The endpoint’s id.')
const params = z.object({ id })
const one = answer('The delivery.', deliveryResponse)

const test = createRoute({
  method: 'post',
  path: '/webhooks/{id}/test',
  operationId: 'testWebhook',
  summary: 'Send an example to an endpoint',
  description:
    'Its body contains `"test": true` and made-up data. Without `event`, the first event of the subscription is sent.',
  ...developerRoute('webhooks', 'webhooks:write'),
  request: { params, body: { ...body(webhookTest), required: false } },
  responses: { 201: one, ...errorResponses(400, 404, 413) },
})

const list = createRoute({
  method: 'get',
  path: '/webhooks/{id}/deliveries',
  operationId: 'listDeliveries',
  summary: 'List the deliveries of an endpoint, newest first',
  description: `Kept for ${retentionDays} days. What receivers answered is shown to keys of owners and admins only.`,
  ...developerRoute('webhooks', 'webhooks:read'),
  request: { params, query: deliveryListQuery },
  responses: { 200: answer('A page.', deliveryPageResponse), ...errorResponses(400, 404) },
})

const resend = createRoute({
  method: 'post',
  path: '/webhooks/{id}/deliveries/{deliveryId}/resend',
  operationId: 'resendDelivery',
  summary: 'Send an event to an endpoint again',
  description: 'Starts the attempts again at once, with the same body and the same `webhook-id`.',
  ...developerRoute('webhooks', 'webhooks:write'),
  request: { params: z.object({ id, deliveryId: z.string().describe('The delivery’s id.') }) },
  responses: { 200: one, ...errorResponses(400, 404) },
})

/** An answer may hold what the receiver tells its owner only, such as the trace of an error. */
const presentResponse = (
  { response }: StoredDelivery,
  { role }: Pick<Principal, 'role'>,
): Delivery['response'] => (response && role === 'member' ? { ...response, body: null } : response)

const presentDelivery = (delivery: StoredDelivery, viewer: Pick<Principal, 'role'>): Delivery => ({
  id: delivery.id,
  event: delivery.event,
  status: delivery.status,
  attempts: delivery.attempts,
  createdAt: iso(delivery.createdAt),
  lastAttemptAt: isoOrNull(delivery.lastAttemptAt),
  nextAttemptAt: isoOrNull(delivery.status === 'pending' ? delivery.dueAt : null),
  durationMs: delivery.durationMs,
  response: presentResponse(delivery, viewer),
  error: delivery.error,
})

export function webhookDeliveryRoutes(deps: AppDeps): OpenAPIHono<AppEnv> {
  const { store, now } = deps
  const app = new OpenAPIHono<AppEnv>()

  app.openapi(test, async (c) => {
    const principal = c.get('principal')
    const { workspaceId } = principal
    const webhookId = c.req.valid('param').id
    const { event } = c.req.valid('json') ?? {}
    if (event !== undefined && !isEventType(event)) {
      const message = `There is no event \`${event}\`. See GET /v1/webhooks/events.`
      return problem(c, 'unsupported_event', message)
    }
    return writeOnce(c, deps, async (tx) => {
      const webhook = await getWebhook(tx, workspaceId, webhookId)
      if (!webhook) return noWebhook
      if (webhook.status === 'disabled') return webhookDisabled
      const type = event ?? webhook.events[0] ?? 'record.created'
      const change = { type, actor: actorOf(principal), ...examples[type], at: now(), test: true } as const
      const eventId = await insertEventFor(tx, workspaceId, [webhookId], change)
      const delivery = await getDelivery(tx, workspaceId, webhookId, eventId)
      return delivery ? { status: 201, body: { data: presentDelivery(delivery, principal) } } : noDelivery
    })
  })

  app.openapi(list, async (c) => {
    const principal = c.get('principal')
    const { workspaceId } = principal
    const webhookId = c.req.valid('param').id
    const { cursor, limit } = c.req.valid('query')
    const filters = JSON.stringify([workspaceId, webhookId])
    const kind = 'developer.webhook-deliveries'
    const after = cursor === undefined ? undefined : decodeCursor(kind, filters, cursor)
    const found = await store.read(async (tx) => {
      if (!(await getWebhook(tx, workspaceId, webhookId))) return undefined
      return after === null
        ? []
        : deliveriesOfWebhook(tx, workspaceId, webhookId, { after, limit: limit + 1 })
    })
    if (!found) return problemOf(c, noWebhook)
    if (after === null) return problem(c, 'invalid_cursor', 'The cursor is not one of this list.')
    const { rows, next } = cutPage(kind, filters, found, limit)
    const data = rows.map((delivery) => presentDelivery(delivery, principal))
    return c.json({ data, has_more: next !== null, next_cursor: next }, 200)
  })

  app.openapi(resend, async (c) => {
    const principal = c.get('principal')
    const { workspaceId } = principal
    const { id: webhookId, deliveryId } = c.req.valid('param')
    return writeOnce(c, deps, async (tx) => {
      const resent = await resendIn(tx, workspaceId, webhookId, { deliveryId, at: now() })
      return resent.ok ? { status: 200, body: { data: presentDelivery(resent.value, principal) } } : resent
    })
  })

  return app
}
