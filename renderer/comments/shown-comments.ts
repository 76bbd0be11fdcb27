// The comments on an item as they are shown: those of the service, oldest first, with the writes that it does not have yet. Pure.
import type { LauncherComment } from '../../shared/api/comments.ts'
import type { CommentText, OutboxItem } from '../../shared/ipc/launcher.ts'
import { isPending, pendingWords } from '../writes/pending.ts'

export interface ShownComment extends CommentText {
  key: string
  /** Null for one that the service does not have yet. */
  id: string | null
  /** Empty for somebody who is unknown now. */
  author: string
  /** Epoch milliseconds. */
  at: number
  isEdited: boolean
  /** How far the write is; null once it is saved. */
  pending: string | null
  /** The write that needs the person. */
  problem: OutboxItem | null
  /** The write of a comment that is not sent yet and may be edited. */
  unsent: OutboxItem | null
  canEdit: boolean
  canDelete: boolean
}

const isStuck = ({ state }: OutboxItem): boolean => state === 'needsYou' || state === 'notFound'

const storedOf = (
  comment: LauncherComment,
  writes: readonly OutboxItem[],
  { fetchedAt, now }: { fetchedAt: number; now: number },
): ShownComment | null => {
  const pending = writes.filter((item) => isPending(item, fetchedAt))
  if (pending.some(({ kind }) => kind === 'deleteComment')) return null
  const change = pending.findLast(({ kind }) => kind === 'updateComment')
  const { content, mentions } = change?.comment ?? comment
  const isMine = comment.editableUntil !== null && Date.parse(comment.editableUntil) > now
  return {
    key: comment.id,
    id: comment.id,
    author: comment.author.name,
    at: Date.parse(comment.createdAt),
    content,
    mentions,
    isEdited: change !== undefined || comment.updatedAt !== comment.createdAt,
    pending: change === undefined ? null : pendingWords([change]),
    problem: writes.find(isStuck) ?? null,
    unsent: null,
    canEdit: isMine,
    canDelete: comment.canDelete,
  }
}

const newOf = (item: OutboxItem, myName: string): ShownComment | null => {
  if (item.comment === null) return null
  const { content, mentions, id } = item.comment
  const isSaved = item.state === 'saved'
  return {
    key: id ?? item.id,
    id,
    author: myName,
    at: item.createdAt,
    content,
    mentions,
    isEdited: false,
    pending: isStuck(item) ? null : pendingWords([item]),
    problem: isStuck(item) ? item : null,
    unsent: isSaved ? null : item,
    // A saved one comes back from the service in a moment, with its rights.
    canEdit: item.canEdit,
    canDelete: false,
  }
}

/**
 * @param comments newest first, as the service sends them
 * @param items the outbox, oldest first
 * @param fetchedAt when the comments were read. Times are epoch milliseconds.
 */
export function shownComments(
  comments: readonly LauncherComment[],
  items: readonly OutboxItem[],
  { itemId, myName, fetchedAt, now }: { itemId: string; myName: string; fetchedAt: number; now: number },
): ShownComment[] {
  const writes = items.filter(({ comment }) => comment?.on.id === itemId)
  const stored = new Map(comments.map((comment) => [comment.id, comment]))
  const isGone = (id: string): boolean =>
    writes.some((item) => item.kind === 'deleteComment' && item.comment?.id === id && !isStuck(item))
  return [
    ...[...stored.values()].toReversed().flatMap((comment) => {
      const ofThis = writes.filter((item) => item.comment?.id === comment.id)
      return storedOf(comment, ofThis, { fetchedAt, now }) ?? []
    }),
    ...writes
      .filter((item) => item.kind === 'createComment' && (isPending(item, fetchedAt) || isStuck(item)))
      .filter(({ comment }) => {
        const id = comment?.id ?? null
        return id === null || (!stored.has(id) && !isGone(id))
      })
      .flatMap((item) => newOf(item, myName) ?? []),
  ]
}
