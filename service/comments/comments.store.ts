// Comments on records and tasks (REC-12, NOT-03).
import { sql } from 'kysely'
import { inPipeline } from '../db/sql.ts'
import type { Role } from '../base/caller.rules.ts'
import type { Tx } from '../db/store.ts'
import { noteTexts } from '../search/text-index.store.ts'

/** The item that a comment is on. */
export type CommentTarget = { kind: 'record' | 'task'; id: string }

export type StoredComment = {
  id: string
  target: CommentTarget
  content: string
  /** Ids of people. */
  mentions: readonly string[]
  createdBy: string
  /** Epoch milliseconds. */
  createdAt: number
  updatedAt: number
}

const places = {
  record: { table: sql.table('record_comment'), item: sql.ref('record_id') },
  task: { table: sql.table('task_comment'), item: sql.ref('task_id') },
} as const

/** Makes search look inside it as it is, or no longer. */
const noteText = (tx: Tx, workspaceId: string, { id, target }: Pick<StoredComment, 'id' | 'target'>) =>
  noteTexts(tx, workspaceId, `${target.kind}_comment`, [id])
const kinds = ['record', 'task'] as const

type Row = {
  id: string
  item: string
  content: string
  mentions: string | null
  created_by: string
  created_at: number
  updated_at: number
}

const columnsOf = (kind: CommentTarget['kind']) =>
  sql`id, ${places[kind].item} as item, content, mentions, created_by, created_at, updated_at`

const storedAs =
  (kind: CommentTarget['kind']) =>
  (row: Row): StoredComment => ({
    id: row.id,
    target: { kind, id: row.item },
    content: row.content,
    // Written by this file only.
    mentions: row.mentions === null ? [] : (JSON.parse(row.mentions) as string[]),
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  })

const mentionsColumn = (mentions: readonly string[]): string | null =>
  mentions.length === 0 ? null : JSON.stringify(mentions)

export async function createComment(tx: Tx, workspaceId: string, comment: StoredComment): Promise<void> {
  const { id, target, content, mentions, createdBy, createdAt, updatedAt } = comment
  const { table, item } = places[target.kind]
  await sql`insert into ${table}
    (workspace_id, id, ${item}, content, mentions, created_by, created_at, updated_at)
    values (${workspaceId}, ${id}, ${target.id}, ${content}, ${mentionsColumn(mentions)}, ${createdBy},
      ${createdAt}, ${updatedAt})`.execute(tx)
  await noteText(tx, workspaceId, comment)
}

/** The comments on one item, newest first. @param page.after the last row of the previous page */
export async function listComments(
  tx: Tx,
  workspaceId: string,
  target: CommentTarget,
  { after, limit }: { after: readonly [createdAt: number, id: string] | undefined; limit: number },
): Promise<StoredComment[]> {
  const { table, item } = places[target.kind]
  const { rows } = await sql<Row>`
    select ${columnsOf(target.kind)} from ${table} where workspace_id = ${workspaceId} and ${item} = ${target.id}
      ${after ? sql`and (created_at, id) < (${after[0]}, ${after[1]})` : sql``}
    order by created_at desc, id desc limit ${limit}`.execute(tx)
  return rows.map(storedAs(target.kind))
}

/** Comments of one kind, in no particular order. */
export async function commentsAmong(
  tx: Tx,
  workspaceId: string,
  kind: CommentTarget['kind'],
  ids: readonly string[],
): Promise<StoredComment[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Row>`
    select ${columnsOf(kind)} from ${places[kind].table}
    where workspace_id = ${workspaceId} and id in (${sql.join(ids)})`.execute(tx)
  return rows.map(storedAs(kind))
}

/** A comment on a record or a task. */
export async function commentOf(tx: Tx, workspaceId: string, id: string): Promise<StoredComment | undefined> {
  const found = await inPipeline(kinds.map((kind) => commentsAmong(tx, workspaceId, kind, [id])))
  return found.flat()[0]
}

export async function changeComment(tx: Tx, workspaceId: string, comment: StoredComment): Promise<void> {
  const { id, target, content, mentions, updatedAt } = comment
  await sql`update ${places[target.kind].table}
    set content = ${content}, mentions = ${mentionsColumn(mentions)}, updated_at = ${updatedAt}
    where workspace_id = ${workspaceId} and id = ${id}`.execute(tx)
  await noteText(tx, workspaceId, comment)
}

export async function removeComment(
  tx: Tx,
  workspaceId: string,
  comment: Pick<StoredComment, 'id' | 'target'>,
): Promise<void> {
  const { id, target } = comment
  await sql`delete from ${places[target.kind].table}
    where workspace_id = ${workspaceId} and id = ${id}`.execute(tx)
  await noteText(tx, workspaceId, comment)
}

/** The roles of those of these people who are members. */
export async function rolesAmong(
  tx: Tx,
  workspaceId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Role>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('member')
    .select(['person_id', 'role'])
    .where('workspace_id', '=', workspaceId)
    .where('person_id', 'in', ids)
    .where('removed_at', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.person_id, row.role]))
}

export type ShownPerson = { id: string; name: string; avatarUrl: string | null }

/** People by id, also those who have left. */
export async function peopleAmong(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, ShownPerson>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('person')
    .select(['id', 'name', 'avatar_url as avatarUrl'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
