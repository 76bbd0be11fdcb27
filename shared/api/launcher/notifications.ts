// Notifications of a person (NOT-01, NOT-02).
import { z } from 'zod'
import { exact } from '../exact.ts'
import {
  givenInstant,
  havingEach,
  instant,
  launcherLimit,
  launcherPage,
  one,
  trueOrFalse,
  userId,
} from '../primitives.ts'

export const notificationKind = z.enum([
  'task_assigned',
  'task_changed',
  'task_commented',
  'mention',
  'task_due',
  'calendar_problem',
  'import_done',
])
export type NotificationKind = z.infer<typeof notificationKind>

/** What another did to a task that the person made or has, and how an import ended. */
export const notedChange = z.enum(['done', 'status', 'section', 'due', 'archived', 'failed'])
export type NotedChange = z.infer<typeof notedChange>

export const notificationTargetKind = z.enum(['task', 'record', 'meeting', 'calendar', 'import'])
export type NotificationTargetKind = z.infer<typeof notificationTargetKind>

const namesOf = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')

/**
 * The parts of its words, for wording in other languages. Names are strings, because workspaces hold older notifications and
 * newer services send further ones.
 */
export const notificationParts = {
  target: z
    .object({
      kind: z.string().describe(`One of: ${namesOf(notificationTargetKind.options)}.`),
      id: z.string().describe('Id of the item.'),
    })
    .nullable()
    .describe('The item that it is about; null where it stands for several.'),
  actor: z
    .object({ id: userId, name: z.string().describe('The person’s name.') })
    .nullable()
    .describe('The member who caused it; null where nobody did.'),
  subject: z
    .string()
    .nullable()
    .describe('Title of the item that it is about; null where it stands for several.'),
  count: z
    .number()
    .int()
    .describe(
      'How many items it is about: one notification stands for all of a kind and actor within five minutes.',
    ),
  change: z
    .string()
    .nullable()
    .describe(
      `What was done, if all of it was the same, or null: ${namesOf(notedChange.options)}. The last one is for an import. Of a calendar, the code of its problem.`,
    ),
}

export const notification = z
  .object({
    id: z.string().describe('Id of the notification.'),
    kind: z.string().describe(`One of: ${namesOf(notificationKind.options)}.`),
    title: z.string().describe('What happened, in English.'),
    body: z.string().nullable().describe('More of what happened, such as the text of a comment, or null.'),
    ...notificationParts,
    createdAt: instant.describe('When it last happened.'),
    readAt: instant.nullable().describe('When it was read, or null.'),
  })
  .meta({ id: 'Notification' })
export type Notification = z.infer<typeof notification>

/** `GET /v1/launcher/notifications`. Newest first. */
export const notificationListQuery = exact({
  unread: trueOrFalse.describe('`true`: unread ones only.'),
  cursor: z.string().optional().describe('`nextCursor` of the previous page, with the same `unread`.'),
  limit: launcherLimit(100, 50),
})

/** `POST /v1/launcher/notifications/read`. One or both. Older services take one: capability `notificationsBefore`. */
export const notificationsRead = exact({
  ids: z
    .array(z.string().min(1).max(200))
    .min(1)
    .max(100)
    .optional()
    .describe('Ids of notifications. Unknown and read ones are skipped.'),
  before: givenInstant
    .optional()
    .describe(
      'Those whose `createdAt` is not later: of the `ids`, or of all. Send the `createdAt` of the newest one shown.',
    ),
})
  .refine((body) => body.ids !== undefined || body.before !== undefined, {
    error: 'Send `ids`, `before` or both.',
  })
  .meta({ anyOf: havingEach(['ids', 'before']) })

export const notificationPageResponse = launcherPage(notification)
export const notificationsReadResponse = one(
  z.object({ read: z.number().int().describe('How many are read by it.') }).describe('What was marked.'),
)
