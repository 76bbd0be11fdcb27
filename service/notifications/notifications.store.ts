// Notifications of a person (NOT-01, NOT-02): one stands for all of a kind and actor within a few minutes.
import { sql } from 'kysely'
import {
  notificationTargetKind,
  type NotificationTargetKind,
} from '../../shared/api/launcher/notifications.ts'
import type { NotificationTable } from '../db/schema.ts'
import { chunksOf } from '../db/sql.ts'
import { inPipeline } from '../db/sql.ts'
import type { Tx } from '../db/store.ts'

export type NotificationTarget = { kind: NotificationTargetKind; id: string }

/** An item that a notification stands for. */
export type NotedItem = { id: string; title: string }

export type StoredNotification = {
  id: string
  personId: string
  kind: string
  title: string
  body: string | null
  /** The item that it is about; null where it stands for several, or for none. */
  target: NotificationTarget | null
  subject: string | null
  /** The member who caused it; null where nobody did. */
  actor: { id: string; name: string } | null
  change: string | null
  /** How many items it stands for. */
  count: number
  /** The newest of these items, newest last. */
  items: readonly NotedItem[]
  /** When it first and when it last happened, epoch milliseconds. */
  firstAt: number
  createdAt: number
  readAt: number | null
}

const stored = (row: NotificationTable): StoredNotification => {
  const kind = notificationTargetKind.options.find((name) => name === row.target_kind)
  return {
    id: row.id,
    personId: row.person_id,
    kind: row.kind,
    title: row.title,
    body: row.body,
    target: kind === undefined || row.target_id === null ? null : { kind, id: row.target_id },
    subject: row.subject,
    actor: row.actor_id === null ? null : { id: row.actor_id, name: row.actor_name ?? '' },
    change: row.change,
    count: row.count,
    // Written by this file only.
    items: row.items === null ? [] : (JSON.parse(row.items) as NotedItem[]),
    firstAt: row.first_at ?? row.created_at,
    createdAt: row.created_at,
    readAt: row.read_at,
  }
}

const rowOf = (workspaceId: string, notification: StoredNotification): NotificationTable => ({
  workspace_id: workspaceId,
  id: notification.id,
  person_id: notification.personId,
  kind: notification.kind,
  title: notification.title,
  body: notification.body,
  target_kind: notification.target?.kind ?? null,
  target_id: notification.target?.id ?? null,
  created_at: notification.createdAt,
  read_at: notification.readAt,
  actor_id: notification.actor?.id ?? null,
  actor_name: notification.actor?.name ?? null,
  subject: notification.subject,
  change: notification.change,
  items: notification.items.length === 0 ? null : JSON.stringify(notification.items),
  count: notification.count,
  first_at: notification.firstAt,
})

/** Rows in one statement. */
const rowsAtOnce = 100

type Place = readonly [createdAt: number, id: string]

/** The person's notifications, newest first. @param page.after the last row of the previous page */
export async function listNotifications(
  tx: Tx,
  workspaceId: string,
  personId: string,
  { unread, after, limit }: { unread: boolean; after?: Place | undefined; limit: number },
): Promise<StoredNotification[]> {
  const { rows } = await sql<NotificationTable>`
    select * from notification where workspace_id = ${workspaceId} and person_id = ${personId}
      ${unread ? sql`and read_at is null` : sql``}
      ${after ? sql`and (created_at, id) < (${after[0]}, ${after[1]})` : sql``}
    order by created_at desc, id desc limit ${limit}`.execute(tx)
  return rows.map(stored)
}

export async function notificationOf(
  tx: Tx,
  workspaceId: string,
  personId: string,
  id: string,
): Promise<StoredNotification | undefined> {
  const row = await tx
    .selectFrom('notification')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return row && stored(row)
}

/** Unread ones of these people that first happened at `from` or later, which can be counted up. */
export async function countableNotifications(
  tx: Tx,
  workspaceId: string,
  personIds: readonly string[],
  from: number,
): Promise<StoredNotification[]> {
  const found: StoredNotification[] = []
  for (const some of chunksOf(personIds, rowsAtOnce)) {
    const { rows } = await sql<NotificationTable>`
      select * from notification where workspace_id = ${workspaceId} and person_id in (${sql.join(some)})
        and read_at is null and created_at >= ${from} and first_at >= ${from}`.execute(tx)
    found.push(...rows.map(stored))
  }
  return found
}

/** The person and the last time of each notification of these people that happened at `from` or later. */
export async function notedSince(
  tx: Tx,
  workspaceId: string,
  personIds: readonly string[],
  from: number,
): Promise<{ id: string; personId: string; at: number; count: number }[]> {
  if (personIds.length === 0) return []
  return await tx
    .selectFrom('notification')
    .select(['id', 'person_id as personId', 'created_at as at', 'count'])
    .where('workspace_id', '=', workspaceId)
    .where('person_id', 'in', personIds)
    .where('created_at', '>=', from)
    .execute()
}

export async function insertNotifications(
  tx: Tx,
  workspaceId: string,
  notifications: readonly StoredNotification[],
): Promise<void> {
  for (const some of chunksOf(notifications, rowsAtOnce))
    await tx
      .insertInto('notification')
      .values(some.map((each) => rowOf(workspaceId, each)))
      .execute()
}

export async function updateNotifications(
  tx: Tx,
  workspaceId: string,
  notifications: readonly StoredNotification[],
): Promise<void> {
  await inPipeline(
    notifications.map((each) => {
      const { workspace_id: _workspace, id, ...row } = rowOf(workspaceId, each)
      return tx
        .updateTable('notification')
        .set(row)
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .execute()
    }),
  )
}

/**
 * Marks unread ones of the person as read.
 * @param which by their ids, those that happened at `before` or earlier, or both
 * @returns how many
 */
export async function markNotificationsRead(
  tx: Tx,
  workspaceId: string,
  personId: string,
  which: { ids: readonly string[]; before?: number | undefined } | { ids?: undefined; before: number },
  at: number,
): Promise<number> {
  const { ids, before } = which
  const { numUpdatedRows } = await tx
    .updateTable('notification')
    .set({ read_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('person_id', '=', personId)
    .where('read_at', 'is', null)
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
    .$if(before !== undefined, (query) => query.where('created_at', '<=', before ?? 0))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** The notices of a comment: those of its author and its item that have its text. */
export type NoticesOfComment = {
  authorId: string
  itemId: string
  /** Its creation and its last change tell people, epoch milliseconds. */
  from: number
  until: number
  body: string
}

/** Puts another text in them. People who have lost sight of the item since have one, too. */
export async function rewordNoticesOfComment(
  tx: Tx,
  workspaceId: string,
  { authorId, itemId, from, until, body: old }: NoticesOfComment,
  body: string | null,
): Promise<void> {
  const members = tx.selectFrom('member').select('person_id').where('workspace_id', '=', workspaceId)
  await tx
    .updateTable('notification')
    .set({ body })
    .where('workspace_id', '=', workspaceId)
    .where('person_id', 'in', members)
    .where('created_at', '>=', from)
    .where('created_at', '<=', until)
    .where('actor_id', '=', authorId)
    .where('target_id', '=', itemId)
    .where('kind', 'in', ['mention', 'task_commented'])
    .where('body', '=', old)
    .execute()
}
