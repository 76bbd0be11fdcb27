// The requests of a write of a comment: its send, and its check after a send without an answer. A change and a deletion are safe to
// send again; a new comment has a key, and is looked for among those on its item.
import type { LauncherComment } from '../../../shared/api/comments.ts'
import { type Reply, succeeded } from '../../../shared/errors.ts'
import type { CommentText, FoundTask } from '../../../shared/ipc/launcher.ts'
import type { ApiClient } from '../api/client.ts'
import type { Outcome } from './events.ts'
import type { CommentWork } from './work.ts'

export type CommentApi = Pick<ApiClient, 'comments' | 'createComment' | 'updateComment' | 'deleteComment'>

/** Pages of an item that a look-up reads. Somebody else would have to write more than this meanwhile. */
const mostPages = 4

/** Mentions are sent where there are any, because not every service has them. @param before of a change */
const wireOf = ({ content, mentions }: CommentText, before?: CommentText) =>
  mentions.length + (before?.mentions.length ?? 0) === 0
    ? { content }
    : { content, mentions: mentions.map(({ id }) => id) }
const storedAs = (id: string): Outcome => ({ type: 'saved', stored: { id, webUrl: '' } })

export const sendComment = async (api: CommentApi, work: CommentWork): Promise<Outcome> => {
  switch (work.kind) {
    case 'createComment': {
      const reply = await api.createComment(work.on, wireOf(work.text), work.key)
      if (!reply.ok) return { type: 'refused', error: reply.error }
      const { id, honoursKeys } = reply.value
      return { type: 'saved', stored: { id, webUrl: '' }, honoursKeys }
    }
    case 'updateComment': {
      const reply = await api.updateComment(work.commentId, wireOf(work.text, work.before))
      return reply.ok ? storedAs(work.commentId) : { type: 'refused', error: reply.error }
    }
    case 'deleteComment': {
      const reply = await api.deleteComment(work.commentId)
      // A comment that is not there is deleted.
      return reply.ok || reply.error.kind === 'notFound'
        ? storedAs(work.commentId)
        : { type: 'refused', error: reply.error }
    }
  }
}

/** The first comment on the item, newest first, that fits. @param since epoch milliseconds; older ones are not read */
const find = async (
  api: CommentApi,
  { on }: CommentWork,
  since: number,
  fits: (comment: LauncherComment) => boolean,
): Promise<Reply<LauncherComment | null>> => {
  let cursor: string | null = null
  for (let page = 0; page < mostPages; page += 1) {
    const reply: Awaited<ReturnType<CommentApi['comments']>> = await api.comments(on, cursor)
    if (!reply.ok) return reply
    const recent = reply.value.data.filter(({ createdAt }) => Date.parse(createdAt) >= since)
    const found = recent.findLast(fits)
    if (found !== undefined) return succeeded(found)
    cursor = reply.value.nextCursor
    if (cursor === null || recent.length < reply.value.data.length) break
  }
  return succeeded(null)
}

/** The comment that a create without an answer made. Of several with one text any is as good: each create claims its own. */
export const findComment = async (
  api: CommentApi,
  work: Extract<CommentWork, { kind: 'createComment' }>,
  { me, since, isNew }: { me: string | null; since: number; isNew: (id: string) => boolean },
): Promise<Reply<readonly FoundTask[]>> => {
  const found = await find(
    api,
    work,
    since,
    ({ id, author, content }) => author.id === me && content === work.text.content && isNew(id),
  )
  if (!found.ok) return found
  return succeeded(
    found.value === null ? [] : [{ id: found.value.id, webUrl: '', createdAt: found.value.createdAt }],
  )
}

/** Whether a change without an answer is there, also where it could not be made any more. */
export const readBackComment = async (
  api: CommentApi,
  work: Exclude<CommentWork, { kind: 'createComment' }>,
): Promise<Reply<Outcome | { type: 'notApplied' }>> => {
  if (work.kind === 'deleteComment') return succeeded({ type: 'notApplied' })
  const found = await find(api, work, 0, ({ id }) => id === work.commentId)
  if (!found.ok) return found
  return succeeded(
    found.value?.content === work.text.content ? storedAs(work.commentId) : { type: 'notApplied' },
  )
}
