// The endpoints that a workspace's events are sent to (WHK-02).
import { sql } from 'kysely'
import type { EventType } from './event-types.rules.ts'
import type { WebhookTable } from '../db/schema-service.ts'
import type { Tx } from '../db/store.ts'

export type StoredWebhook = {
  id: string
  url: string
  events: readonly EventType[]
  description: string | null
  /** Sealed. */
  secret: string
  /** Sealed: the secrets that still sign, as one text (`webhooks/signing.ts`), and when the last of them expires. */
  previousSecret: { secret: string; until: number } | null
  status: 'enabled' | 'disabled'
  disabledReason: string | null
  /** Epoch milliseconds of the first failed attempt since the last that succeeded. */
  failingSince: number | null
  createdBy: string
  createdAt: number
  updatedAt: number
}

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

const change = async (tx: Tx, workspaceId: string, id: string, to: Partial<WebhookTable>) => {
  const row = await tx
    .updateTable('webhook')
    .set(to)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row && presentWebhook(row)
}

const cancelPending = (tx: Tx, workspaceId: string, id: string) =>
  tx
    .updateTable('webhook_delivery')
    .set({ status: 'cancelled' })
    .where('workspace_id', '=', workspaceId)
    .where('webhook_id', '=', id)
    .where('status', '=', 'pending')
    .execute()

/** All of them, oldest first. */
export async function webhooksOfWorkspace(tx: Tx, workspaceId: string): Promise<StoredWebhook[]> {
  const rows = await tx
    .selectFrom('webhook')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(presentWebhook)
}

export async function getWebhook(
  tx: Tx,
  workspaceId: string,
  id: string,
): Promise<StoredWebhook | undefined> {
  const row = await tx
    .selectFrom('webhook')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && presentWebhook(row)
}

export async function insertWebhook(
  tx: Tx,
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
  await tx.insertInto('webhook').values(row).execute()
  return presentWebhook(row)
}

export const putWebhook = (tx: Tx, workspaceId: string, id: string, to: WebhookChange) =>
  change(tx, workspaceId, id, {
    ...(to.url !== undefined && { url: to.url }),
    ...(to.events !== undefined && { events: JSON.stringify(to.events) }),
    ...(to.description !== undefined && { description: to.description }),
    ...(to.secret !== undefined && { secret: to.secret }),
    ...(to.previousSecret !== undefined && {
      previous_secret: to.previousSecret?.secret ?? null,
      previous_secret_until: to.previousSecret?.until ?? null,
    }),
    updated_at: to.updatedAt,
  })

/** Events that happened while it was disabled stay unsent (WHK-05). */
export async function enableWebhook(tx: Tx, workspaceId: string, id: string, at: number): Promise<void> {
  await change(tx, workspaceId, id, {
    status: 'enabled',
    disabled_reason: null,
    failing_since: null,
    updated_at: at,
  })
}

/** Cancels its pending deliveries and keeps the reason (WHK-04). */
export async function disableWebhook(
  tx: Tx,
  workspaceId: string,
  id: string,
  reason: string,
  at: number,
): Promise<void> {
  await change(tx, workspaceId, id, { status: 'disabled', disabled_reason: reason, updated_at: at })
  await cancelPending(tx, workspaceId, id)
}

/** Cancels its pending deliveries; finished ones stay until they are swept. */
export async function dropWebhook(tx: Tx, workspaceId: string, id: string): Promise<void> {
  await tx.deleteFrom('webhook').where('workspace_id', '=', workspaceId).where('id', '=', id).execute()
  await cancelPending(tx, workspaceId, id)
}

/**
 * Records a failed attempt.
 * @returns epoch milliseconds of the first failure since the last success; undefined when it is not enabled
 */
export async function markWebhookFailing(
  tx: Tx,
  workspaceId: string,
  id: string,
  at: number,
): Promise<number | undefined> {
  const row = await tx
    .updateTable('webhook')
    .set({ failing_since: sql<number>`coalesce(failing_since, ${at})` })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('status', '=', 'enabled')
    .returning('failing_since')
    .executeTakeFirst()
  return row?.failing_since ?? undefined
}

/** Records a successful attempt. */
export async function markWebhookWorking(tx: Tx, workspaceId: string, id: string): Promise<void> {
  await change(tx, workspaceId, id, { failing_since: null })
}

/** Enabled endpoints with more than `limit` deliveries waiting, over all workspaces. */
export async function overfullWebhooks(
  tx: Tx,
  limit: number,
): Promise<{ workspaceId: string; id: string }[]> {
  const { rows } = await sql<{ workspace_id: string; id: string }>`
    select workspace_id, id from webhook where status = 'enabled' and exists (
      select 1 from webhook_delivery
      where webhook_delivery.workspace_id = webhook.workspace_id
        and webhook_delivery.webhook_id = webhook.id and webhook_delivery.status = 'pending'
      order by due_at limit 1 offset ${limit})`.execute(tx)
  return rows.map((row) => ({ workspaceId: row.workspace_id, id: row.id }))
}
