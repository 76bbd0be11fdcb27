// The requests that webhook endpoints receive, for the API document (GEN-11, WHK-03).
import type { RouteConfig } from '@hono/zod-openapi'
import { eventBodies, eventHeaders } from '../../shared/api/webhook-events.ts'
import { eventTypes, type EventType } from '../../shared/api/webhooks.ts'
import { body } from '../http/route-parts.ts'

const summaries: Record<EventType, string> = {
  'record.created': 'A record was created',
  'record.updated': 'Values of a record were changed',
  'record.archived': 'A record was archived',
  'record.restored': 'An archived record was made active',
  'record.comment.created': 'A comment was written on a record',
  'task.created': 'A task was created',
  'task.updated': 'A task was changed',
  'task.archived': 'A task was archived',
  'task.comment.created': 'A comment was written on a task',
}

/** `record.comment.created` → `onRecordCommentCreated`. */
const operationIdOf = (type: EventType) =>
  `on${type
    .split('.')
    .map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}`)
    .join('')}`

export const eventRequests: RouteConfig[] = eventTypes.map((type) => ({
  method: 'post',
  path: type,
  operationId: operationIdOf(type),
  tags: ['webhooks'],
  security: [],
  summary: summaries[type],
  description: 'Sent at least once to every endpoint that subscribes to it, and signed.',
  request: { headers: eventHeaders, body: body(eventBodies[type]) },
  responses: {
    '2XX': { description: 'Received, if the complete answer comes within 15 seconds.' },
    410: { description: 'Disables the endpoint.' },
    default: {
      description: 'Not received. It is sent again for about a day. Redirects are not followed.',
    },
  },
}))
