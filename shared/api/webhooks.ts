// Webhooks: event types, endpoints and deliveries (WHK-01…05).
import { z } from 'zod'
import { exact } from './exact.ts'
import {
  createdAt,
  developerLimit,
  havingEach,
  instant,
  many,
  one,
  page,
  updatedAt,
  userId,
} from './primitives.ts'

/** Event types (WHK-01). New types are not added to existing subscriptions (WHK-05). */
export const eventTypes = [
  'record.created',
  'record.updated',
  'record.archived',
  'record.restored',
  'record.comment.created',
  'task.created',
  'task.updated',
  'task.archived',
  'task.comment.created',
] as const
export const eventType = z.enum(eventTypes)
export type EventType = z.infer<typeof eventType>

export const eventTypesResponse = many(z.string()).describe('All supported event names.')

/** Endpoints per workspace. Each of them adds work to every write. */
export const maxWebhooks = 50

const url = z.string().min(1).max(2048).describe('Target of the events: an `https` URL of a public host.')
const events = z
  .array(z.string().max(100))
  .min(1)
  .max(100)
  .describe('Event names from `GET /v1/webhooks/events`. Replaces the subscription.')
const description = z.string().trim().max(500).nullable().describe('A note for people, or null.')
const status = z.enum(['enabled', 'disabled'])

/** WHK-02. */
export const webhook = z
  .object({
    id: z.string().describe('Id of the endpoint.'),
    url: z.string().describe('Target of the events.'),
    events: z.array(z.string()).describe('Names of the events that it gets.'),
    description: z.string().nullable().describe('A note for people, or null.'),
    status: status.describe('Whether it gets events.'),
    disabledReason: z.string().nullable().describe('Why the endpoint was disabled; null while enabled.'),
    createdBy: userId,
    createdAt,
    updatedAt,
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.infer<typeof webhook>

const secret = z.string().describe('The signing secret (`whsec_…`). Shown this once.')

export const webhookWrite = exact({ url, events, description: description.optional() })
export const webhookPatch = exact({
  url,
  events,
  description,
  status: status.describe('`disabled` cancels pending deliveries, `enabled` sends events from now on.'),
})
  .partial()
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    message: 'Supply url, events, description or status.',
  })
  .meta({ anyOf: havingEach(['url', 'events', 'description', 'status']) })
export const webhookTest = exact({
  event: z.string().max(100).optional().describe('An event of the subscription. Default: the first one.'),
})
export const secretRotation = exact({
  grace_seconds: z
    .number()
    .int()
    .min(0)
    .max(7 * 86_400)
    .default(86_400)
    .describe('How long the old secret also signs. Default: one day.'),
})

export const webhooksResponse = many(webhook)
export const webhookResponse = one(webhook)
export const webhookCreatedResponse = one(webhook.extend({ secret }).meta({ id: 'CreatedWebhook' }))
export const secretRotatedResponse = one(
  webhook
    .extend({
      secret,
      previousSecretExpiresAt: instant
        .nullable()
        .describe('Until when the old secret also signs; null if it does not.'),
    })
    .meta({ id: 'RotatedWebhook' }),
)

/** Delivery of one event to one endpoint. */
export const delivery = z
  .object({
    id: z.string().describe('Id of the event, also sent as the header `webhook-id` with every attempt.'),
    event: z.string().describe('Name of the event.'),
    status: z.enum(['pending', 'delivered', 'failed', 'cancelled']).describe('What became of it.'),
    attempts: z.number().int().describe('Finished attempts.'),
    createdAt: instant.describe('When the event was made.'),
    lastAttemptAt: instant.nullable().describe('When it was last tried, or null.'),
    nextAttemptAt: instant.nullable().describe('Null unless `status` is `pending`.'),
    durationMs: z.number().int().nullable().describe('Milliseconds that the last attempt took, or null.'),
    response: z
      .object({
        status: z.number().int().describe('HTTP status.'),
        body: z
          .string()
          .nullable()
          .describe('The first 4 kB of the body; null unless the owner of the key is an owner or an admin.'),
        encoding: z.enum(['utf-8', 'base64']).describe('`base64` if the body is not text.'),
      })
      .nullable()
      .describe('Response to the last attempt; null if there was none.'),
    error: z.string().nullable().describe('Why the last attempt failed; null if it succeeded.'),
  })
  .meta({ id: 'WebhookDelivery' })
export type Delivery = z.infer<typeof delivery>

export const deliveryListQuery = exact({
  cursor: z.string().optional().describe('`next_cursor` of the previous page, unchanged.'),
  limit: developerLimit,
})
export const deliveryPageResponse = page(delivery)
export const deliveryResponse = one(delivery)
