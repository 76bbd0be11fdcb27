// Comments on records and tasks, on both surfaces (REC-12, NOT-03).
import { z } from 'zod'
import { exact } from './exact.ts'
import { visibleCharacter } from './limits.ts'
import {
  avatarUrl,
  createdAt,
  developerLimit,
  instant,
  launcherLimit,
  launcherPage,
  one,
  page,
  updatedAt,
  userId,
} from './primitives.ts'

/** How long its author may change a comment. */
export const editCommentWithinMs = 15 * 60_000

/** Members that one comment may mention. */
export const maxMentions = 20

const ofAny = {
  id: z.string().describe('Id of the comment.'),
  content: z.string().describe('Plain text.'),
  createdBy: userId,
  createdAt,
  updatedAt,
}
const mentionedIds = z
  .array(z.string())
  .optional()
  .describe('Auth-user IDs of the members that it mentions; absent for none.')

/** REC-12. */
export const comment = z
  .object({ ...ofAny, recordId: z.string().describe('Id of its record.'), mentions: mentionedIds })
  .meta({ id: 'Comment' })
export type Comment = z.infer<typeof comment>

/** NOT-03. */
export const taskComment = z
  .object({ ...ofAny, taskId: z.string().describe('Id of its task.'), mentions: mentionedIds })
  .meta({ id: 'TaskComment' })
export type TaskComment = z.infer<typeof taskComment>

const content = z
  .string()
  .min(1)
  .max(10_000)
  .refine((text) => visibleCharacter.test(text), { error: 'A comment needs a visible character.' })
  .describe('Plain text with at least one visible character.')
const mentions = z
  .array(z.string().min(1).max(200))
  .max(maxMentions)
  .describe(
    'Auth-user IDs of members who see what is commented on; they are notified. `content` names them in words of its own, such as `@Lena`.',
  )

/** A comment needs a visible character. Without `mentions` it mentions nobody. */
export const commentWrite = exact({ content, mentions: mentions.optional() })

/** `PATCH /v1/launcher/comments/:id`. Absent keeps; a list replaces. */
export const commentPatch = exact({ content, mentions: mentions.optional() })

/** Newest first. */
export const commentListQuery = exact({
  cursor: z.string().optional().describe('`next_cursor` of the previous page, for the same item.'),
  limit: developerLimit,
})

export const commentResponse = one(comment)
export const commentPageResponse = page(comment)
export const taskCommentResponse = one(taskComment)
export const taskCommentPageResponse = page(taskComment)

const name = z.string().describe('The person’s name.')

/** A comment on the launcher surface, as its reader may handle it now. */
export const launcherComment = z
  .object({
    id: z.string().describe('Id of the comment.'),
    target: z
      .object({
        kind: z.enum(['task', 'record']).describe('Kind of the item.'),
        id: z.string().describe('Id of the item.'),
      })
      .describe('The item that it is on.'),
    content: z.string().describe('Plain text.'),
    author: z.object({ id: userId, name, avatarUrl }).describe('Its author.'),
    mentions: z.array(z.object({ id: userId, name })).describe('The members that it mentions.'),
    createdAt,
    updatedAt: instant.describe('When its text last changed; `createdAt` if never.'),
    editableUntil: instant
      .nullable()
      .describe('Until when the reader may change it; null if they may not. Its author may, for 15 minutes.'),
    canDelete: z
      .boolean()
      .describe('Whether the reader may delete it: its author, owners and admins of the workspace.'),
  })
  .meta({ id: 'LauncherComment' })
export type LauncherComment = z.infer<typeof launcherComment>

/** `GET /v1/launcher/tasks/:taskId/comments` and `…/records/:id/comments`. Newest first. */
export const launcherCommentListQuery = exact({
  cursor: z.string().optional().describe('`nextCursor` of the previous page, for the same item.'),
  limit: launcherLimit(100, 50),
})

export const launcherCommentResponse = one(launcherComment)
export const launcherCommentPageResponse = launcherPage(launcherComment)

/** `DELETE /v1/launcher/comments/:id`. */
export const commentDeletedResponse = one(
  z
    .object({ id: z.string().describe('Id of the comment that is gone.') })
    .describe('The comment that is gone.'),
)
