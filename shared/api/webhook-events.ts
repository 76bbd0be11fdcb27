// Bodies of webhook events (WHK-03), signed as Standard Webhooks.
import { z } from 'zod'
import { comment, taskComment } from './comments.ts'
import { instant } from './primitives.ts'
import { record } from './records.ts'
import { task } from './tasks.ts'
import type { EventType } from './webhooks.ts'

const envelope = {
  id: z.string().describe('Id of the event, the same on every attempt. Also the header `webhook-id`.'),
  timestamp: instant.describe('When the change was made.'),
  workspaceId: z.string().describe('Id of the workspace.'),
  actor: z
    .object({
      type: z.enum(['key', 'user', 'operator']).describe('What made the change.'),
      id: z.string().describe('Id of the key or the person.'),
    })
    .describe('A developer key, a person in the launcher, or the operator’s command line.'),
  test: z.literal(true).optional().describe('A test event with example data.'),
}

/** Replaces the resource if the body would exceed 20 kB. */
const short = {
  id: z.string().describe('Id of the resource.'),
  truncated: z.literal(true).describe('The body would exceed 20 kB.'),
}
const dataOf = <R extends z.ZodType, S extends z.ZodType>(resource: R, shortened: S) =>
  z
    .union([resource, shortened])
    .describe('The resource as in the API. With `truncated`, ids only, because the body would exceed 20 kB.')

const aRecord = dataOf(record, z.object({ ...short, objectTypeId: z.string().describe('Id of its object.') }))
const aComment = dataOf(comment, z.object({ ...short, recordId: z.string().describe('Id of its record.') }))
const aTaskComment = dataOf(
  taskComment,
  z.object({ ...short, taskId: z.string().describe('Id of its task.') }),
)
const aTask = dataOf(task, z.object(short))

const before = <T extends z.ZodType>(changed: T) =>
  changed.optional().describe('Previous values of the changed fields. Absent with `truncated`.')
const recordBefore = before(record.pick({ values: true, title: true, archived: true }).partial())
const taskBefore = before(
  task.omit({ id: true, createdBy: true, createdAt: true, updatedAt: true }).partial(),
)

const made = <N extends EventType, D extends z.ZodType>(type: N, data: D) =>
  z.object({ ...envelope, type: z.literal(type).describe('Name of the event.'), data })
const changed = <N extends EventType, D extends z.ZodType, P extends z.ZodType>(
  type: N,
  data: D,
  previous: P,
) => made(type, data).extend({ previous })

/** The body of each event. */
export const eventBodies = {
  'record.created': made('record.created', aRecord),
  'record.updated': changed('record.updated', aRecord, recordBefore),
  'record.archived': changed('record.archived', aRecord, recordBefore),
  'record.restored': changed('record.restored', aRecord, recordBefore),
  'record.comment.created': made('record.comment.created', aComment),
  'task.created': made('task.created', aTask),
  'task.updated': changed('task.updated', aTask, taskBefore),
  'task.archived': changed('task.archived', aTask, taskBefore),
  'task.comment.created': made('task.comment.created', aTaskComment),
} satisfies Record<EventType, z.ZodType>

/** Its headers. */
export const eventHeaders = z.object({
  'webhook-id': z.string().describe('Id of the event, the same on every attempt. Use it to drop duplicates.'),
  'webhook-timestamp': z
    .string()
    .regex(/^\d+$/)
    .describe('Time of this attempt, Unix seconds. Refuse old ones to prevent replays.'),
  'webhook-signature': z
    .string()
    .describe(
      'For each valid secret, `v1,` and the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, separated by spaces. The key is the base64-decoded part of the secret after `whsec_`.',
    ),
})
