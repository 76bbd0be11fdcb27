// Comments as the surfaces show them (REC-12, NOT-03).
import {
  editCommentWithinMs,
  type Comment,
  type LauncherComment,
  type TaskComment,
} from '../../shared/api/comments.ts'
import { iso, isoOrNull } from '../base/time.ts'
import type { Tx } from '../db/store.ts'
import { seesEveryTask, type Viewer } from '../tasks/visibility.rules.ts'
import { peopleAmong, type StoredComment } from './comments.store.ts'

const ofAny = ({ id, content, mentions, createdBy, createdAt, updatedAt }: StoredComment) => ({
  id,
  content,
  ...(mentions.length > 0 && { mentions: [...mentions] }),
  createdBy,
  createdAt: iso(createdAt),
  updatedAt: iso(updatedAt),
})

export const presentRecordComment = (comment: StoredComment): Comment => ({
  ...ofAny(comment),
  recordId: comment.target.id,
})

export const presentTaskComment = (comment: StoredComment): TaskComment => ({
  ...ofAny(comment),
  taskId: comment.target.id,
})

/** Until when a person may change a comment, epoch milliseconds; null if they may not. */
export const editableUntil = (
  { personId }: Pick<Viewer, 'personId'>,
  { createdBy, createdAt }: StoredComment,
  at: number,
): number | null => {
  const until = createdAt + editCommentWithinMs
  return createdBy === personId && at <= until ? until : null
}

/** Its author may delete a comment, and those who see everything. */
export const mayDelete = (viewer: Viewer, { createdBy }: StoredComment): boolean =>
  createdBy === viewer.personId || seesEveryTask(viewer)

const unknownPerson = (id: string) => ({ id, name: '', avatarUrl: null })

/** Comments as the launcher shows them to a reader, in their order. @param at epoch milliseconds */
export async function presentLauncherComments(
  tx: Tx,
  viewer: Viewer,
  comments: readonly StoredComment[],
  at: number,
): Promise<LauncherComment[]> {
  const people = await peopleAmong(
    tx,
    comments.flatMap(({ createdBy, mentions }) => [createdBy, ...mentions]),
  )
  const personOf = (id: string) => people.get(id) ?? unknownPerson(id)
  return comments.map((comment) => ({
    id: comment.id,
    target: comment.target,
    content: comment.content,
    author: personOf(comment.createdBy),
    mentions: comment.mentions.map((id) => ({ id, name: personOf(id).name })),
    createdAt: iso(comment.createdAt),
    updatedAt: iso(comment.updatedAt),
    editableUntil: isoOrNull(editableUntil(viewer, comment, at)),
    canDelete: mayDelete(viewer, comment),
  }))
}
