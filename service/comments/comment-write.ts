// Writes comments in a transaction, for both surfaces and the pages (REC-12, NOT-03). Everything is checked before anything is
// stored.
import { addChanges } from '../changes/changes.store.ts'
import type { ErrorCode } from '../../shared/api/errors.ts'
import type { Actor } from '../base/caller.rules.ts'
import { prefixedId } from '../base/ids.ts'
import type { Tx } from '../db/store.ts'
import type { Refusal } from '../http/errors.ts'
import { rewordNoticesOfComment, type NoticesOfComment } from '../notifications/notifications.store.ts'
import { excerptOf, notify } from '../notifications/notify.ts'
import { archivedRecord, noRecord } from '../records/record-write.ts'
import { getRecord } from '../records/records.store.ts'
import { concernedBy } from '../tasks/task-notices.ts'
import { noTask } from '../tasks/task-write.ts'
import { getTask } from '../tasks/tasks.store.ts'
import { seesTask, type Viewer } from '../tasks/visibility.rules.ts'
import { insertEvent } from '../webhooks/events.store.ts'
import { editableUntil, mayDelete, presentRecordComment, presentTaskComment } from './comment.view.ts'
import {
  changeComment,
  commentOf,
  createComment,
  removeComment,
  rolesAmong,
  type CommentTarget,
  type StoredComment,
} from './comments.store.ts'

/** The author of a write and its time in epoch milliseconds. */
export type CommentAuthor = Viewer & { workspaceId: string; actor: Actor; at: number }

export type CommentInput = { content: string; mentions?: readonly string[] | undefined }

type AddCode = 'not_found' | 'record_archived' | 'task_archived' | 'invalid_target'
type CommentOutcome<Code extends ErrorCode> = { ok: true; comment: StoredComment } | Refusal<Code>

/** The task or record that a comment is on. */
type Item = {
  title: string
  archived: boolean
  /** The people who are notified of a comment. */
  concerned: readonly string[]
  isSeenBy: (viewer: Viewer) => boolean
}

const absent = { record: noRecord, task: { ...noTask, code: 'not_found' } } as const
const archived = {
  record: { ...archivedRecord, message: 'The record is archived. Restore it before commenting on it.' },
  task: { ok: false, code: 'task_archived', message: 'The task is archived and takes no comments.' },
} as const satisfies Record<CommentTarget['kind'], Refusal<AddCode>>

const noComment = { ok: false, code: 'not_found', message: 'There is no such comment.' } as const
const forbidden = (message: string): Refusal<'forbidden'> => ({ ok: false, code: 'forbidden', message })

/** The item, if the person sees it (AUT-09). */
async function itemOf(
  tx: Tx,
  workspaceId: string,
  viewer: Viewer,
  { kind, id }: CommentTarget,
): Promise<Item | undefined> {
  if (kind === 'record') {
    const record = await getRecord(tx, workspaceId, id)
    return record && { title: record.title, archived: record.archived, concerned: [], isSeenBy: () => true }
  }
  const task = await getTask(tx, workspaceId, id)
  if (!task || !seesTask(viewer, task)) return undefined
  return {
    title: task.title,
    archived: task.archived,
    concerned: concernedBy(task),
    isSeenBy: (each) => seesTask(each, task),
  }
}

/** Why the comments on an item are not shown to a person, if they are not. */
export const refusalToRead = async (
  tx: Tx,
  workspaceId: string,
  viewer: Viewer,
  target: CommentTarget,
): Promise<Refusal<'not_found'> | undefined> =>
  (await itemOf(tx, workspaceId, viewer, target)) ? undefined : absent[target.kind]

/** Refuses mentions of people who are not members, or do not see the item. @param held those that the comment has */
async function refusedMentions(
  tx: Tx,
  workspaceId: string,
  item: Item,
  mentions: readonly string[],
  held: readonly string[] = [],
): Promise<Refusal<'invalid_target'> | undefined> {
  const added = mentions.filter((id) => !held.includes(id))
  const roles = await rolesAmong(tx, workspaceId, added)
  const isFit = (personId: string): boolean => {
    const role = roles.get(personId)
    return held.includes(personId) || (role !== undefined && item.isSeenBy({ personId, role }))
  }
  const message = 'This is not a member who sees what is commented on.'
  const details = mentions.flatMap((id, index) =>
    isFit(id) ? [] : [{ path: ['mentions', index], code: 'invalid_target', message }],
  )
  if (details.length === 0) return undefined
  return {
    ok: false,
    code: 'invalid_target',
    message: 'A comment mentions members who see what it is on.',
    details,
  }
}

/**
 * Follows every write of a comment, in its transaction: a new one has an event, which stores the change too (WHK-04); an edit and a
 * deletion only have a change (FED-01).
 */
async function announce(
  tx: Tx,
  { workspaceId, actor, at }: CommentAuthor,
  action: 'created' | 'updated' | 'deleted',
  comment: StoredComment,
): Promise<void> {
  if (action !== 'created')
    return addChanges(tx, workspaceId, [
      { kind: 'comment', id: comment.id, action, item: comment.target, actor, at },
    ])
  const event =
    comment.target.kind === 'record'
      ? ({ type: 'record.comment.created', data: presentRecordComment(comment) } as const)
      : ({ type: 'task.comment.created', data: presentTaskComment(comment) } as const)
  await insertEvent(tx, workspaceId, { ...event, actor, at })
}

/** Tells those who are mentioned, and of a task those who made it or have it (NOT-01). */
const notifyOf = (
  tx: Tx,
  { workspaceId, personId: actorId, at }: CommentAuthor,
  { target, content }: StoredComment,
  { title: subject, concerned }: Item,
  mentioned: readonly string[],
  isNew: boolean,
): Promise<void> => {
  const about = { target, subject, body: excerptOf(content) }
  const others = isNew ? concerned.filter((id) => !mentioned.includes(id)) : []
  const notices = [
    { ...about, kind: 'mention', personIds: mentioned } as const,
    { ...about, kind: 'task_commented', personIds: others } as const,
  ]
  return notify(tx, workspaceId, { actorId, notices, at })
}

/** REC-12, NOT-03. */
export async function addComment(
  tx: Tx,
  author: CommentAuthor,
  target: CommentTarget,
  { content, mentions: given = [] }: CommentInput,
): Promise<CommentOutcome<AddCode>> {
  const { workspaceId, personId, at } = author
  const item = await itemOf(tx, workspaceId, author, target)
  if (!item) return absent[target.kind]
  if (item.archived) return archived[target.kind]
  const refused = await refusedMentions(tx, workspaceId, item, given)
  if (refused) return refused
  const mentions = [...new Set(given)]
  const id = prefixedId('cmt')
  const comment = { id, target, content, mentions, createdBy: personId, createdAt: at, updatedAt: at }
  await createComment(tx, workspaceId, comment)
  await announce(tx, author, 'created', comment)
  await notifyOf(tx, author, comment, item, mentions, true)
  return { ok: true, comment }
}

/** The comment and its item, if the person sees them. */
async function heldComment(tx: Tx, author: CommentAuthor, id: string) {
  const comment = await commentOf(tx, author.workspaceId, id)
  const item = comment && (await itemOf(tx, author.workspaceId, author, comment.target))
  return item && { comment, item }
}

/** Selects the notifications of a comment: those of its creation and of later mentions. */
const toldOf = ({ createdBy, target, content, createdAt, updatedAt }: StoredComment): NoticesOfComment => ({
  authorId: createdBy,
  itemId: target.id,
  from: createdAt,
  until: updatedAt,
  body: excerptOf(content),
})

/** Its author changes a comment, within 15 minutes. Those whom it mentions only now are notified. */
export async function editComment(
  tx: Tx,
  author: CommentAuthor,
  id: string,
  { content, mentions: given }: CommentInput,
): Promise<CommentOutcome<AddCode | 'forbidden'>> {
  const held = await heldComment(tx, author, id)
  if (!held) return noComment
  const { comment, item } = held
  const { workspaceId, at } = author
  if (item.archived) return archived[comment.target.kind]
  if (comment.createdBy !== author.personId) return forbidden('Only its author can change a comment.')
  if (editableUntil(author, comment, at) === null)
    return forbidden('A comment can be changed for 15 minutes. Delete it, or write another one.')
  const mentions = given === undefined ? comment.mentions : [...new Set(given)]
  const refused = await refusedMentions(tx, workspaceId, item, given ?? [], comment.mentions)
  if (refused) return refused
  const isSame = content === comment.content && JSON.stringify(mentions) === JSON.stringify(comment.mentions)
  if (isSame) return { ok: true, comment }
  const changed = { ...comment, content, mentions, updatedAt: Math.max(at, comment.updatedAt) }
  await changeComment(tx, workspaceId, changed)
  await announce(tx, author, 'updated', changed)
  await rewordNoticesOfComment(tx, workspaceId, toldOf(comment), excerptOf(content))
  const added = mentions.filter((person) => !comment.mentions.includes(person))
  await notifyOf(tx, author, changed, item, added, false)
  return { ok: true, comment: changed }
}

/** Deletes a comment, also one on an archived item. What was told of it keeps no text of it. */
export async function deleteComment(
  tx: Tx,
  author: CommentAuthor,
  id: string,
): Promise<CommentOutcome<'not_found' | 'forbidden'>> {
  const held = await heldComment(tx, author, id)
  if (!held) return noComment
  const { comment } = held
  if (!mayDelete(author, comment))
    return forbidden('A comment is deleted by its author, or by an owner or admin of the workspace.')
  await removeComment(tx, author.workspaceId, comment)
  await announce(tx, author, 'deleted', comment)
  await rewordNoticesOfComment(tx, author.workspaceId, toldOf(comment), null)
  return { ok: true, comment }
}
