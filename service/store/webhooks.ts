// The endpoints that a workspace's events are sent to (WHK-02).
import { sql, type Kysely } from 'kysely'
import type { EventType } from '../rules/event-types.ts'
import type { Database } from './schema.ts'
import type { WebhookTable } from './schema-service.ts'

export type StoredWebhook = {
  id: string
  url: string
  events: readonly EventType[]
  description: string | null
  /** Sealed. */
  secret: string
  /** Sealed, all that still sign as one text (`webhooks/previous-secrets.ts`), until the last of them expires. */
  previousSecret: { secret: string; until: number } | null
  status: 'enabled' | 'disabled'
  disabledReason: string | null
  /** Epoch milliseconds of the first failed attempt since the last that succeeded. */
  failingSince: number | null
  createdBy: string
  createdAt: number
  updatedAt: number
}

/** Rows that one transaction cancels: what waits can be long, and others wait to write. */
const cancelledAtOnce = 1000
const deletingReason = 'It is being deleted. If it is still here in a minute, delete it again.'

type WebhookChange = Partial<
  Pick<StoredWebhook, 'url' | 'events' | 'description' | 'secret' | 'previousSecret'>
> & { updatedAt: number }

const previousOf = (row: WebhookTable): StoredWebhook['previousSecret'] =>
  row.previous_secret === null || row.previous_secret_until === null
    ? null
    : { secret: row.previous_secret, until: row.previous_secret_until }

export const presentWebhook = (row: WebhookTable): StoredWebhook => ({
  id: row.id,
  url: row.url,
  // Written by this file only.
  events: JSON.parse(row.events) as EventType[],
  description: row.description,
  secret: row.secret,
  previousSecret: previousOf(row),
  status: row.status,
  disabledReason: row.disabled_reason,
  failingSince: row.failing_since,
  createdBy: row.created_by,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

export const webhooksIn = (db: Kysely<Database>) => {
  const change = async (workspaceId: string, id: string, to: Partial<WebhookTable>) => {
    const row = await db
      .updateTable('webhook')
      .set(to)
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    return row && presentWebhook(row)
  }

  /** Cancels a piece of what waits: first what is due first. @returns whether there may be more */
  const cancelPiece = async (workspaceId: string, id: string): Promise<'more' | 'done'> => {
    const { numAffectedRows } = await sql`update webhook_delivery set status = 'cancelled'
      where (workspace_id, webhook_id, event_id) in (
        select workspace_id, webhook_id, event_id from webhook_delivery
        where workspace_id = ${workspaceId} and webhook_id = ${id} and status = 'pending'
        order by due_at, event_id limit ${cancelledAtOnce})`.execute(db)
    return Number(numAffectedRows ?? 0n) >= cancelledAtOnce ? 'more' : 'done'
  }

  const disable = (workspaceId: string, id: string, reason: string, at: number) =>
    change(workspaceId, id, { status: 'disabled', disabled_reason: reason, updated_at: at })

  return {
    /** All of them, oldest first. */
    async list(workspaceId: string): Promise<StoredWebhook[]> {
      const rows = await db
        .selectFrom('webhook')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(presentWebhook)
    },

    async get(workspaceId: string, id: string): Promise<StoredWebhook | undefined> {
      const row = await db
        .selectFrom('webhook')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .executeTakeFirst()
      return row && presentWebhook(row)
    },

    async create(
      workspaceId: string,
      webhook: Pick<
        StoredWebhook,
        'id' | 'url' | 'events' | 'description' | 'secret' | 'createdBy' | 'createdAt'
      >,
    ): Promise<StoredWebhook> {
      const row: WebhookTable = {
        workspace_id: workspaceId,
        id: webhook.id,
        url: webhook.url,
        events: JSON.stringify(webhook.events),
        description: webhook.description,
        secret: webhook.secret,
        previous_secret: null,
        previous_secret_until: null,
        status: 'enabled',
        disabled_reason: null,
        failing_since: null,
        created_by: webhook.createdBy,
        created_at: webhook.createdAt,
        updated_at: webhook.createdAt,
      }
      await db.insertInto('webhook').values(row).execute()
      return presentWebhook(row)
    },

    update: (workspaceId: string, id: string, to: WebhookChange) =>
      change(workspaceId, id, {
        ...(to.url !== undefined && { url: to.url }),
        ...(to.events !== undefined && { events: JSON.stringify(to.events) }),
        ...(to.description !== undefined && { description: to.description }),
        ...(to.secret !== undefined && { secret: to.secret }),
        ...(to.previousSecret !== undefined && {
          previous_secret: to.previousSecret?.secret ?? null,
          previous_secret_until: to.previousSecret?.until ?? null,
        }),
        updated_at: to.updatedAt,
      }),

    /**
     * Sends from the next event on: what waited before, and what happened while it was disabled, stays unsent (WHK-05).
     * @returns `more` while it stays disabled, because more than one transaction cancels was waiting: ask again in another
     */
    async enable(workspaceId: string, id: string, at: number): Promise<'more' | 'done'> {
      if ((await cancelPiece(workspaceId, id)) === 'more') return 'more'
      await change(workspaceId, id, {
        status: 'enabled',
        disabled_reason: null,
        failing_since: null,
        updated_at: at,
      })
      return 'done'
    },

    /** Sends nothing more, and says why (WHK-04). What waits beyond a piece is left to `cancelRest`. */
    async disable(workspaceId: string, id: string, reason: string, at: number): Promise<void> {
      await disable(workspaceId, id, reason, at)
      await cancelPiece(workspaceId, id)
    },

    /** Disabled endpoints for which something waits to be cancelled, over all workspaces. */
    async uncancelled(): Promise<{ workspaceId: string; id: string }[]> {
      const { rows } = await sql<{ workspace_id: string; id: string }>`
        select workspace_id, id from webhook where status = 'disabled' and exists (
          select 1 from webhook_delivery
          where webhook_delivery.workspace_id = webhook.workspace_id
            and webhook_delivery.webhook_id = webhook.id and webhook_delivery.status = 'pending')`.execute(db)
      return rows.map((row) => ({ workspaceId: row.workspace_id, id: row.id }))
    },

    /** Cancels a piece of what waits, unless the endpoint has been enabled again. @returns whether there may be more */
    async cancelRest(workspaceId: string, id: string): Promise<'more' | 'done'> {
      const row = await db
        .selectFrom('webhook')
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .where('status', '=', 'disabled')
        .executeTakeFirst()
      return row ? cancelPiece(workspaceId, id) : 'done'
    },

    /**
     * What was delivered is swept with its age.
     * @returns `more` while it is disabled only, because more than one transaction cancels was waiting: ask again in
     * another; `absent` when there was none
     */
    async remove(workspaceId: string, id: string, at: number): Promise<'more' | 'removed' | 'absent'> {
      if ((await cancelPiece(workspaceId, id)) === 'more') {
        await disable(workspaceId, id, deletingReason, at)
        return 'more'
      }
      const row = await db
        .deleteFrom('webhook')
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst()
      return row ? 'removed' : 'absent'
    },

    /** Remembers a failed attempt. @returns since when nothing has succeeded; undefined when it is not enabled */
    async markFailing(workspaceId: string, id: string, at: number): Promise<number | undefined> {
      const row = await db
        .selectFrom('webhook')
        .select('failing_since')
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .where('status', '=', 'enabled')
        .executeTakeFirst()
      if (!row || row.failing_since !== null) return row?.failing_since ?? undefined
      await change(workspaceId, id, { failing_since: at })
      return at
    },

    /** Notes that an attempt has succeeded. */
    async markWorking(workspaceId: string, id: string): Promise<void> {
      await change(workspaceId, id, { failing_since: null })
    },

    /** Lets what is said to fail since a time after `at` have failed since then. */
    async failNoLaterThan(at: number): Promise<void> {
      await db.updateTable('webhook').set({ failing_since: at }).where('failing_since', '>', at).execute()
    },

    /** Enabled endpoints with more than `limit` deliveries waiting, over all workspaces. */
    async overfull(limit: number): Promise<{ workspaceId: string; id: string }[]> {
      const { rows } = await sql<{ workspace_id: string; id: string }>`
        select workspace_id, id from webhook where status = 'enabled' and exists (
          select 1 from webhook_delivery
          where webhook_delivery.workspace_id = webhook.workspace_id
            and webhook_delivery.webhook_id = webhook.id and webhook_delivery.status = 'pending'
          order by due_at limit 1 offset ${limit})`.execute(db)
      return rows.map((row) => ({ workspaceId: row.workspace_id, id: row.id }))
    },
  }
}

export type Webhooks = ReturnType<typeof webhooksIn>
