// Deliveries of events to endpoints: which are due, who has claimed them, and their results (WHK-04).
import { sql } from 'kysely'
import type { WebhookDeliveryTable, WebhookTable } from '../db/schema-service.ts'
import { markDue } from './events.store.ts'
import { presentWebhook, type StoredWebhook } from './webhooks.store.ts'
import type { Tx } from '../db/store.ts'

/** The start of a receiver's answer: text as it is, other bytes in base64. */
export type AnswerBody = { body: string; encoding: 'utf-8' | 'base64' }

export type StoredDelivery = {
  /** The event's id. */
  id: string
  event: string
  status: WebhookDeliveryTable['status']
  attempts: number
  createdAt: number
  lastAttemptAt: number | null
  /** While an attempt is under way: when its lease ends. */
  dueAt: number
  /** How long the last attempt took, in milliseconds. */
  durationMs: number | null
  /** To the last attempt. */
  response: ({ status: number } & AnswerBody) | null
  error: string | null
}

/** A delivery that one worker may send until its lease ends. `claims` counts the leases, so a late result is recognized. */
export type ClaimedDelivery = {
  workspaceId: string
  webhook: StoredWebhook
  eventId: string
  /** The exact bytes that are sent. */
  body: string
  attempts: number
  claims: number
}

/** An enabled endpoint, and when its first delivery is due, in epoch milliseconds. */
export type DueWebhook = { workspaceId: string; webhookId: string; isFailing: boolean; dueAt: number }

type Claim = Pick<ClaimedDelivery, 'workspaceId' | 'eventId' | 'claims'> & { webhookId: string }

export type Attempt = {
  at: number
  durationMs: number
  response: ({ status: number } & AnswerBody) | null
  error: string | null
}

type DeliveryRow = WebhookDeliveryTable & { type: string }

const present = (row: DeliveryRow): StoredDelivery => ({
  id: row.event_id,
  event: row.type,
  status: row.status,
  attempts: row.attempts,
  createdAt: row.created_at,
  lastAttemptAt: row.last_attempt_at,
  dueAt: row.due_at,
  durationMs: row.duration_ms,
  response:
    row.response_status === null
      ? null
      : {
          status: row.response_status,
          body: row.response_body ?? '',
          encoding: row.response_encoding ?? 'utf-8',
        },
  error: row.error,
})

type DueRow = Pick<WebhookTable, 'workspace_id' | 'id' | 'failing_since'> & { due_at: number | null }

const rowsOf = (tx: Tx, workspaceId: string, webhookId: string) =>
  tx
    .selectFrom('webhook_delivery')
    .innerJoin('webhook_event', (join) =>
      join
        .onRef('webhook_event.workspace_id', '=', 'webhook_delivery.workspace_id')
        .onRef('webhook_event.id', '=', 'webhook_delivery.event_id'),
    )
    .where('webhook_delivery.workspace_id', '=', workspaceId)
    .where('webhook_delivery.webhook_id', '=', webhookId)

const shownRowsOf = (tx: Tx, workspaceId: string, webhookId: string) =>
  rowsOf(tx, workspaceId, webhookId).selectAll('webhook_delivery').select('webhook_event.type')

const change = (tx: Tx, { workspaceId, webhookId, eventId }: Omit<Claim, 'claims'>) =>
  tx
    .updateTable('webhook_delivery')
    .where('workspace_id', '=', workspaceId)
    .where('webhook_id', '=', webhookId)
    .where('event_id', '=', eventId)

const changeClaimed = (tx: Tx, claim: Claim) =>
  change(tx, claim).where('claims', '=', claim.claims).where('status', '=', 'pending')

const resultOf = ({ at, durationMs, response, error }: Attempt) => ({
  attempts: sql<number>`attempts + 1`,
  last_attempt_at: at,
  response_status: response?.status ?? null,
  response_body: response?.body ?? null,
  response_encoding: response?.encoding ?? null,
  duration_ms: durationMs,
  error,
})

/** Enabled endpoints with pending deliveries. @param workspaceId undefined looks into all workspaces */
export async function dueWebhooks(tx: Tx, workspaceId: string | undefined): Promise<DueWebhook[]> {
  const where = workspaceId === undefined ? sql`` : sql`and workspace_id = ${workspaceId}`
  // One look into the index for each endpoint: the queue of one is never read through to reach another.
  const { rows } = await sql<DueRow>`
    select workspace_id, id, failing_since, (
      select min(delivery.due_at) from webhook_delivery delivery
      where delivery.workspace_id = webhook.workspace_id and delivery.webhook_id = webhook.id
        and delivery.status = 'pending') as due_at
    from webhook where status = 'enabled' ${where}`.execute(tx)
  return rows.flatMap(({ workspace_id, id, failing_since, due_at }) =>
    due_at === null
      ? []
      : [{ workspaceId: workspace_id, webhookId: id, isFailing: failing_since !== null, dueAt: due_at }],
  )
}

/** Takes up to `limit` deliveries that are due at `at`, first those due first. The lease ends at `until`. */
export async function claimDeliveries(
  tx: Tx,
  workspaceId: string,
  webhookId: string,
  { at, until, limit }: { at: number; until: number; limit: number },
): Promise<ClaimedDelivery[]> {
  const row = await tx
    .selectFrom('webhook')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', webhookId)
    .where('status', '=', 'enabled')
    .executeTakeFirst()
  if (!row) return []
  const webhook = presentWebhook(row)
  const due = await rowsOf(tx, workspaceId, webhookId)
    .select(['webhook_delivery.event_id as eventId', 'webhook_event.body'])
    .where('webhook_delivery.status', '=', 'pending')
    .where('webhook_delivery.due_at', '<=', at)
    .orderBy('webhook_delivery.due_at')
    .orderBy('webhook_delivery.event_id')
    .limit(limit)
    .execute()
  const claimed: ClaimedDelivery[] = []
  for (const { eventId, body } of due) {
    // Checks again that it is due: of two workers that selected the same row, the second finds it claimed.
    const claim = await change(tx, { workspaceId, webhookId, eventId })
      .set({ due_at: until, claims: sql<number>`claims + 1` })
      .where('status', '=', 'pending')
      .where('due_at', '<=', at)
      .returning(['attempts', 'claims'])
      .executeTakeFirst()
    if (claim) claimed.push({ workspaceId, webhook, eventId, body, ...claim })
  }
  return claimed
}

/** It arrived, which stays true after another worker has claimed it or the endpoint was disabled. */
export async function markDelivered(tx: Tx, claim: Claim, attempt: Attempt): Promise<void> {
  await change(tx, claim)
    .set({ ...resultOf(attempt), status: 'delivered' })
    .execute()
}

/**
 * @param retryAt epoch milliseconds of the next attempt; undefined when this was the last
 * @returns false, and changes nothing, when another worker has claimed it or the endpoint was disabled
 */
export async function markDeliveryFailed(
  tx: Tx,
  claim: Claim,
  attempt: Attempt,
  retryAt: number | undefined,
): Promise<boolean> {
  const next =
    retryAt === undefined ? { status: 'failed' as const } : { status: 'pending' as const, due_at: retryAt }
  const { numUpdatedRows } = await changeClaimed(tx, claim)
    .set({ ...resultOf(attempt), ...next })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends the lease of a delivery whose attempt was stopped: it is due at once. */
export async function releaseDelivery(tx: Tx, claim: Claim, at: number): Promise<void> {
  await changeClaimed(tx, claim).set({ due_at: at }).execute()
}

/** Starts the attempts again, at once. */
export async function restartDelivery(
  tx: Tx,
  workspaceId: string,
  webhookId: string,
  eventId: string,
  at: number,
): Promise<void> {
  await change(tx, { workspaceId, webhookId, eventId })
    .set({ status: 'pending', attempts: 0, due_at: at })
    .execute()
  markDue(tx, workspaceId)
}

/**
 * Starts the attempts of failed and cancelled deliveries again, at once, the oldest first.
 * @param since epoch milliseconds of the oldest event
 * @returns how many, at most `limit`
 */
export async function restartDeliveries(
  tx: Tx,
  workspaceId: string,
  webhookId: string,
  { since, at, limit }: { since: number; at: number; limit: number },
): Promise<number> {
  const lost = ['failed', 'cancelled'] as const
  const { numUpdatedRows } = await tx
    .updateTable('webhook_delivery')
    .set({ status: 'pending', attempts: 0, due_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('webhook_id', '=', webhookId)
    .where('event_id', 'in', (from) =>
      from
        .selectFrom('webhook_delivery')
        .select('event_id')
        .where('workspace_id', '=', workspaceId)
        .where('webhook_id', '=', webhookId)
        .where('status', 'in', lost)
        .where('created_at', '>=', since)
        .orderBy('created_at')
        .orderBy('event_id')
        .limit(limit),
    )
    .where('status', 'in', lost)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) markDue(tx, workspaceId)
  return Number(numUpdatedRows)
}

/** With the body that is sent. */
export async function getDelivery(
  tx: Tx,
  workspaceId: string,
  webhookId: string,
  eventId: string,
): Promise<(StoredDelivery & { requestBody: string }) | undefined> {
  const row = await shownRowsOf(tx, workspaceId, webhookId)
    .select('webhook_event.body as requestBody')
    .where('webhook_delivery.event_id', '=', eventId)
    .executeTakeFirst()
  return row && { ...present(row), requestBody: row.requestBody }
}

/** Newest first. @param page.after the last delivery of the previous page */
export async function deliveriesOfWebhook(
  tx: Tx,
  workspaceId: string,
  webhookId: string,
  { after, limit }: { after: readonly [number, string] | undefined; limit: number },
): Promise<StoredDelivery[]> {
  let query = shownRowsOf(tx, workspaceId, webhookId)
  if (after !== undefined) {
    query = query.where((where) =>
      where(
        where.refTuple('webhook_delivery.created_at', 'webhook_delivery.event_id'),
        '<',
        where.tuple(after[0], after[1]),
      ),
    )
  }
  const rows = await query
    .orderBy('webhook_delivery.created_at', 'desc')
    // Ids of events of one millisecond sort in the order in which they were made.
    .orderBy('webhook_delivery.event_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(present)
}

/**
 * Deletes finished deliveries that were created before `before`, and events without deliveries.
 * @returns whether there may be more than the `limit` of each that one call deletes
 */
export async function sweepDeliveries(tx: Tx, before: number, limit: number): Promise<boolean> {
  const deliveries = await sql`delete from webhook_delivery where (workspace_id, webhook_id, event_id) in (
    select workspace_id, webhook_id, event_id from webhook_delivery
    where status <> 'pending' and created_at < ${before} order by created_at limit ${limit})
    -- checked again: a delivery that is being resent at this moment is pending when its row is free
    and status <> 'pending'`.execute(tx)
  const events = await sql`delete from webhook_event where (workspace_id, id) in (
    select workspace_id, id from webhook_event where created_at < ${before} and not exists (
      select 1 from webhook_delivery where webhook_delivery.workspace_id = webhook_event.workspace_id
        and webhook_delivery.event_id = webhook_event.id)
    order by created_at limit ${limit})`.execute(tx)
  return [deliveries, events].some(({ numAffectedRows }) => Number(numAffectedRows ?? 0n) >= limit)
}
