// The webhook endpoints of a workspace (WHK-01, WHK-02).
import { OpenAPIHono, z } from '@hono/zod-openapi'
import {
  eventTypes,
  eventTypesResponse,
  maxWebhooks,
  secretRotatedResponse,
  secretRotation,
  webhookCreatedResponse,
  webhookPatch,
  webhookResponse,
  webhooksResponse,
  webhookWrite,
  type Webhook,
} from '../../shared/api/webhooks.ts'
import type { AppDeps, AppEnv } from '../http/app-type.ts'
import { errorResponses, problem, problemOf } from '../http/errors.ts'
import { writeOnce } from '../http/idempotency.ts'
import { iso, isoOrNull } from '../base/time.ts'
import {
  changeWebhookIn,
  createWebhookIn,
  faultIn,
  noWebhook,
  removeWebhookIn,
  rotateSecretIn,
} from './endpoints.ts'
import type { StoredWebhook } from './webhooks.store.ts'
import { maxPreviousSecrets } from './signing.ts'
import { developerRoute } from '../access/route.ts'
import { answer, body, createRoute } from '../http/route-parts.ts'
import { webhooksOfWorkspace, getWebhook } from './webhooks.store.ts'
import type { WebhookService } from './webhooks.ts'

const reading = developerRoute('webhooks', 'webhooks:read')
const writing = developerRoute('webhooks', 'webhooks:write')
const params = z.object({ id: z.string().describe('The endpoint’s id.') })
const one = answer('The endpoint.', webhookResponse)

const listEvents = createRoute({
  method: 'get',
  path: '/webhooks/events',
  operationId: 'listWebhookEvents',
  summary: 'All event names that can be subscribed to',
  description: 'New names are not added to subscriptions.',
  ...reading,
  responses: { 200: answer('The names.', eventTypesResponse), ...errorResponses() },
})

const list = createRoute({
  method: 'get',
  path: '/webhooks',
  operationId: 'listWebhooks',
  summary: 'All webhook endpoints of the workspace, oldest first',
  description: 'Their signing secrets are left out.',
  ...reading,
  responses: { 200: answer('The endpoints.', webhooksResponse), ...errorResponses() },
})

const get = createRoute({
  method: 'get',
  path: '/webhooks/{id}',
  operationId: 'getWebhook',
  summary: 'One webhook endpoint',
  description: 'Its signing secret is left out.',
  ...reading,
  request: { params },
  responses: { 200: one, ...errorResponses(404) },
})

const create = createRoute({
  method: 'post',
  path: '/webhooks',
  operationId: 'createWebhook',
  summary: 'Send events to an endpoint from now on',
  description: `Events are signed and retried according to [Standard Webhooks](https://www.standardwebhooks.com): at least once, in no particular order, with the same \`webhook-id\` on every attempt. Events from before the subscription are not sent. A workspace has at most ${maxWebhooks} endpoints.`,
  ...writing,
  request: { body: body(webhookWrite) },
  responses: {
    201: answer('The endpoint with its signing secret, which is not shown again.', webhookCreatedResponse),
    ...errorResponses(400, 413),
  },
})

const patch = createRoute({
  method: 'patch',
  path: '/webhooks/{id}',
  operationId: 'updateWebhook',
  summary: 'Change, disable or enable an endpoint',
  description:
    'Changes only the given fields. Disabling an endpoint cancels its pending deliveries; events that happen while it is disabled are never sent.',
  ...writing,
  request: { params, body: body(webhookPatch) },
  responses: { 200: one, ...errorResponses(400, 404, 413) },
})

const remove = createRoute({
  method: 'delete',
  path: '/webhooks/{id}',
  operationId: 'deleteWebhook',
  summary: 'Delete an endpoint; nothing more is sent to it',
  description: 'Cancels its pending deliveries.',
  ...writing,
  request: { params },
  responses: { 200: one, ...errorResponses(404) },
})

const rotate = createRoute({
  method: 'post',
  path: '/webhooks/{id}/rotate-secret',
  operationId: 'rotateWebhookSecret',
  summary: 'Give an endpoint a new signing secret',
  description: `Both secrets sign until \`previousSecretExpiresAt\`, so that a receiver has time to change over. Rotating again shortens no earlier secret, except with \`grace_seconds: 0\`, which ends all of them at once. At most ${maxPreviousSecrets} earlier secrets sign.`,
  ...writing,
  request: { params, body: { ...body(secretRotation), required: false } },
  responses: {
    200: answer('The endpoint with its new signing secret, which is not shown again.', secretRotatedResponse),
    ...errorResponses(400, 404, 413),
  },
})

const presentWebhook = (webhook: StoredWebhook): Webhook => ({
  id: webhook.id,
  url: webhook.url,
  events: [...webhook.events],
  description: webhook.description,
  status: webhook.status,
  disabledReason: webhook.disabledReason,
  createdBy: webhook.createdBy,
  createdAt: iso(webhook.createdAt),
  updatedAt: iso(webhook.updatedAt),
})

const shown = (webhook: StoredWebhook) => ({ status: 200 as const, body: { data: presentWebhook(webhook) } })

export function webhookRoutes(
  deps: AppDeps & { webhooks: Pick<WebhookService, 'checkUrl' | 'wake'> },
): OpenAPIHono<AppEnv> {
  const { store, now, seal, webhooks } = deps
  const app = new OpenAPIHono<AppEnv>()

  app.openapi(listEvents, (c) => c.json({ data: [...eventTypes] }, 200))

  app.openapi(list, async (c) => {
    const { workspaceId } = c.get('principal')
    const found = await store.read((tx) => webhooksOfWorkspace(tx, workspaceId))
    return c.json({ data: found.map(presentWebhook) }, 200)
  })

  app.openapi(get, async (c) => {
    const { workspaceId } = c.get('principal')
    const webhook = await store.read((tx) => getWebhook(tx, workspaceId, c.req.valid('param').id))
    return webhook ? c.json({ data: presentWebhook(webhook) }, 200) : problemOf(c, noWebhook)
  })

  app.openapi(create, async (c) => {
    const { workspaceId, personId } = c.get('principal')
    const { url, events, description = null } = c.req.valid('json')
    const fault = await faultIn(webhooks, { url, events })
    if (fault) return problem(c, fault.code, fault.message, [fault])
    return writeOnce(c, deps, async (tx) => {
      const wish = { url, events, description, createdBy: personId, at: now() }
      const created = await createWebhookIn(tx, seal, workspaceId, wish)
      if (!created.ok) return created
      const { webhook, secret } = created.value
      return { status: 201, body: { data: { ...presentWebhook(webhook), secret } } }
    })
  })

  app.openapi(patch, async (c) => {
    const { workspaceId } = c.get('principal')
    const { id } = c.req.valid('param')
    const wish = c.req.valid('json')
    const fault = await faultIn(webhooks, wish)
    if (fault) return problem(c, fault.code, fault.message, [fault])
    return writeOnce(c, deps, async (tx) => {
      const changed = await changeWebhookIn(tx, workspaceId, id, { ...wish, at: now() })
      return changed.ok ? shown(changed.value) : changed
    })
  })

  app.openapi(remove, async (c) => {
    const { workspaceId } = c.get('principal')
    const { id } = c.req.valid('param')
    return writeOnce(c, deps, async (tx) => {
      const removed = await removeWebhookIn(tx, workspaceId, id)
      return removed.ok ? shown(removed.value) : removed
    })
  })

  app.openapi(rotate, async (c) => {
    const { workspaceId } = c.get('principal')
    const { id } = c.req.valid('param')
    // A request without a body skips validation, so the defaults are applied here.
    const { grace_seconds: graceSeconds } = secretRotation.parse(c.req.valid('json') ?? {})
    return writeOnce(c, deps, async (tx) => {
      const rotated = await rotateSecretIn(tx, seal, workspaceId, id, { graceSeconds, at: now() })
      if (!rotated.ok) return rotated
      const { webhook, secret, previousUntil } = rotated.value
      const previousSecretExpiresAt = isoOrNull(previousUntil)
      return { status: 200, body: { data: { ...presentWebhook(webhook), secret, previousSecretExpiresAt } } }
    })
  })

  return app
}
