// Notifications of a person. Written by operator commands and, later, by events; read by the brief (LCH-08).
import { sql, type Kysely } from 'kysely'
import { compiled, param } from '../db/compiled.ts'
import type { Database, NotificationTable } from '../db/schema.ts'
import { storeOf } from '../db/store.ts'

export type StoredNotification = {
  id: string
  personId: string
  kind: string
  title: string
  body: string | null
  /** Its subject. */
  target: { kind: 'task' | 'record' | 'meeting'; id: string } | null
  /** Epoch milliseconds. */
  createdAt: number
}

const targetKinds = ['task', 'record', 'meeting'] as const

export const notificationsIn = storeOf((db: Kysely<Database>) => {
  const unreadOf = compiled<NotificationTable>(
    db,
    () => sql`select * from notification
      where workspace_id = ${param} and person_id = ${param} and read_at is null
      order by created_at desc, id desc limit ${param}`,
  )

  return {
    /** The person's unread ones, newest first. */
    async unread(workspaceId: string, personId: string, limit: number): Promise<StoredNotification[]> {
      const rows = await unreadOf(workspaceId, personId, limit)
      return rows.map((row) => {
        const kind = targetKinds.find((name) => name === row.target_kind)
        return {
          id: row.id,
          personId: row.person_id,
          kind: row.kind,
          title: row.title,
          body: row.body,
          target: kind === undefined || row.target_id === null ? null : { kind, id: row.target_id },
          createdAt: row.created_at,
        }
      })
    },

    async create(workspaceId: string, notification: StoredNotification): Promise<void> {
      await db
        .insertInto('notification')
        .values({
          workspace_id: workspaceId,
          id: notification.id,
          person_id: notification.personId,
          kind: notification.kind,
          title: notification.title,
          body: notification.body,
          target_kind: notification.target?.kind ?? null,
          target_id: notification.target?.id ?? null,
          created_at: notification.createdAt,
          read_at: null,
        })
        .execute()
    },

    /** Takes a notification out of the brief. @returns false when the person has no such unread one */
    async markRead(workspaceId: string, personId: string, id: string, at: number): Promise<boolean> {
      const row = await db
        .updateTable('notification')
        .set({ read_at: at })
        .where('workspace_id', '=', workspaceId)
        .where('person_id', '=', personId)
        .where('id', '=', id)
        .where('read_at', 'is', null)
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },
  }
})
