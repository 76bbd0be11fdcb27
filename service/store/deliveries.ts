// Deliveries: who may try which one now, what became of it, and what is too old to keep (WHK-04).
import { sql, type Kysely } from 'kysely'
import { compiled, compiledList, given } from './compiled.ts'
import type { Database } from './schema.ts'
import type { WebhookDeliveryTable, WebhookTable } from './schema-service.ts'
import { sentTogether } from './transactions/sent-together.ts'
import { presentWebhook, type StoredWebhook } from './webhooks.ts'

export type StoredDelivery = {
  /** The event's id. */
  id: string
  event: string
  status: WebhookDeliveryTable['status']
  attempts: number
  createdAt: number
  lastAttemptAt: number | null
  /** While it is being tried: when its sender is given up. */
  dueAt: number
  response: { status: number; body: string } | null
  error: string | null
}

/** A delivery that one sender has to itself until its lease ends. */
export type ClaimedDelivery = {
  workspaceId: string
  webhook: StoredWebhook
  eventId: string
  /** What is sent, byte for byte. */
  body: string
  attempts: number
  claims: number
}

/** When an enabled endpoint has something to send. Epoch milliseconds. */
export type DueWebhook = { workspaceId: string; webhookId: string; isFailing: boolean; dueAt: number }

type Claim = Pick<ClaimedDelivery, 'workspaceId' | 'eventId' | 'claims'> & { webhookId: string }

export type Attempt = {
  at: number
  response: { status: number; body: string } | null
  error: string | null
}

type DeliveryRow = WebhookDeliveryTable & { type: string; webhook_status: WebhookTable['status'] | null }

/** What an endpoint that is not enabled has waiting is cancelled, though not all of it at once. */
const statusOf = (row: DeliveryRow) =>
  row.status === 'pending' && row.webhook_status !== 'enabled' ? 'cancelled' : row.status

const present = (row: DeliveryRow): StoredDelivery => ({
  id: row.event_id,
  event: row.type,
  status: statusOf(row),
  attempts: row.attempts,
  createdAt: row.created_at,
  lastAttemptAt: row.last_attempt_at,
  dueAt: row.due_at,
  response:
    row.response_status === null ? null : { status: row.response_status, body: row.response_body ?? '' },
  error: row.error,
})

const earliestDue = sql`(select min(delivery.due_at) from webhook_delivery delivery
  where delivery.workspace_id = webhook.workspace_id and delivery.webhook_id = webhook.id
    and delivery.status = 'pending')`

type DueRow = Pick<WebhookTable, 'workspace_id' | 'id' | 'failing_since'> & { due_at: number | null }

export const deliveriesIn = (db: Kysely<Database>) => {
  // One look into the index for each endpoint, so that the queue of one is never read through to reach another.
  const dueAnywhere = compiled<DueRow>(
    db,
    () => sql`select workspace_id, id, failing_since, ${earliestDue} as due_at
      from webhook where status = 'enabled'`,
  )
  const dueOf = compiled<DueRow>(
    db,
    () => sql`select workspace_id, id, failing_since, ${earliestDue} as due_at
      from webhook where workspace_id = ${given} and status = 'enabled'`,
  )
  const firstDue = compiled<Pick<WebhookDeliveryTable, 'event_id'>>(
    db,
    () => sql`select event_id from webhook_delivery
      where workspace_id = ${given} and webhook_id = ${given} and status = 'pending' and due_at <= ${given}
      order by due_at, event_id limit ${given}`,
  )
  // Asks again whether it is due: of two senders that saw the same row, the second finds it taken. One row at a time,
  // because a statement for a list of them reads through the whole queue of the endpoint.
  const take = compiled<Pick<WebhookDeliveryTable, 'attempts' | 'claims'>>(
    db,
    () => sql`update webhook_delivery set due_at = ${given}, claims = claims + 1
      where workspace_id = ${given} and webhook_id = ${given} and event_id = ${given}
        and status = 'pending' and due_at <= ${given}
      returning attempts, claims`,
  )
  const enabledWebhook = compiled<WebhookTable>(
    db,
    () => sql`select * from webhook where workspace_id = ${given} and id = ${given} and status = 'enabled'`,
  )
  const bodiesOf = compiledList<{ id: string; body: string }>(
    db,
    (ids) => sql`select id, body from webhook_event where id in (${ids}) and workspace_id = ${given}`,
  )
  const toSettle = sql`update webhook_delivery set status = ${given}, due_at = coalesce(${given}, due_at),
      attempts = attempts + 1, last_attempt_at = ${given}, response_status = ${given}, response_body = ${given},
      error = ${given}
    where workspace_id = ${given} and webhook_id = ${given} and event_id = ${given}`
  const settled = compiled<{ event_id: string }>(db, () => sql`${toSettle} returning event_id`)
  const settledIfHeld = compiled<{ event_id: string }>(
    db,
    () => sql`${toSettle} and claims = ${given} and status = 'pending' and exists (
          select 1 from webhook where webhook.workspace_id = webhook_delivery.workspace_id
            and webhook.id = webhook_delivery.webhook_id and webhook.status = 'enabled')
      returning event_id`,
  )

  const rowsOf = (workspaceId: string, webhookId: string) =>
    db
      .selectFrom('webhook_delivery')
      .innerJoin('webhook_event', (join) =>
        join
          .onRef('webhook_event.workspace_id', '=', 'webhook_delivery.workspace_id')
          .onRef('webhook_event.id', '=', 'webhook_delivery.event_id'),
      )
      .leftJoin('webhook', (join) =>
        join
          .onRef('webhook.workspace_id', '=', 'webhook_delivery.workspace_id')
          .onRef('webhook.id', '=', 'webhook_delivery.webhook_id'),
      )
      .selectAll('webhook_delivery')
      .select(['webhook_event.type', 'webhook.status as webhook_status'])
      .where('webhook_delivery.workspace_id', '=', workspaceId)
      .where('webhook_delivery.webhook_id', '=', webhookId)

  const settle = async (
    { workspaceId, webhookId, eventId }: Omit<Claim, 'claims'>,
    to: Pick<WebhookDeliveryTable, 'status'> & { due_at?: number },
    { at, response, error }: Attempt,
    heldBy: { claims: number } | 'anyone',
  ) => {
    const result = [to.status, to.due_at ?? null, at, response?.status ?? null, response?.body ?? null, error]
    const place = [workspaceId, webhookId, eventId]
    const rows =
      heldBy === 'anyone'
        ? await settled(...result, ...place)
        : await settledIfHeld(...result, ...place, heldBy.claims)
    return rows.length > 0
  }

  return {
    /** Enabled endpoints that wait for something. @param workspaceId undefined looks into all workspaces */
    async due(workspaceId: string | undefined): Promise<DueWebhook[]> {
      const rows = workspaceId === undefined ? await dueAnywhere() : await dueOf(workspaceId)
      return rows.flatMap((row) =>
        row.due_at === null
          ? []
          : [
              {
                workspaceId: row.workspace_id,
                webhookId: row.id,
                isFailing: row.failing_since !== null,
                dueAt: row.due_at,
              },
            ],
      )
    },

    /** Takes up to `limit` deliveries that are due at `at`. Who does not settle them by `until` loses them. */
    async claim(
      workspaceId: string,
      webhookId: string,
      { at, until, limit }: { at: number; until: number; limit: number },
    ): Promise<ClaimedDelivery[]> {
      const [row] = await enabledWebhook(workspaceId, webhookId)
      if (!row) return []
      const webhook = presentWebhook(row)
      const first = await firstDue(workspaceId, webhookId, at, limit)
      const taken = await sentTogether(
        first.map(async ({ event_id: eventId }) => ({
          eventId,
          claim: (await take(until, workspaceId, webhookId, eventId, at))[0],
        })),
      )
      const claims = taken.flatMap(({ eventId, claim }) => (claim ? [{ eventId, ...claim }] : []))
      const ids = claims.map(({ eventId }) => eventId)
      const bodies = new Map((await bodiesOf(ids, [workspaceId])).map(({ id, body }) => [id, body]))
      return claims.flatMap((claim) => {
        const body = bodies.get(claim.eventId)
        return body === undefined ? [] : [{ workspaceId, webhook, body, ...claim }]
      })
    },

    /** It arrived; that stays true when another sender has taken over. */
    delivered: (claim: Claim, attempt: Attempt) => settle(claim, { status: 'delivered' }, attempt, 'anyone'),

    /** @returns false when another sender has taken over, or nothing is to be sent any more */
    retryAt: (claim: Claim, attempt: Attempt, dueAt: number) =>
      settle(claim, { status: 'pending', due_at: dueAt }, attempt, claim),

    /** @returns as `retryAt` */
    failed: (claim: Claim, attempt: Attempt) => settle(claim, { status: 'failed' }, attempt, claim),

    /** Gives back what was claimed and not tried to its end, for whoever comes next. */
    async release({ workspaceId, webhookId, eventId, claims }: Claim, at: number): Promise<void> {
      await db
        .updateTable('webhook_delivery')
        .set({ due_at: at })
        .where('workspace_id', '=', workspaceId)
        .where('webhook_id', '=', webhookId)
        .where('event_id', '=', eventId)
        .where('claims', '=', claims)
        .where('status', '=', 'pending')
        .execute()
    },

    /** Starts the attempts anew, at once. @returns false when there is no such delivery */
    async resend(workspaceId: string, webhookId: string, eventId: string, at: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('webhook_delivery')
        .set({ status: 'pending', attempts: 0, due_at: at })
        .where('workspace_id', '=', workspaceId)
        .where('webhook_id', '=', webhookId)
        .where('event_id', '=', eventId)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async get(workspaceId: string, webhookId: string, eventId: string): Promise<StoredDelivery | undefined> {
      const row = await rowsOf(workspaceId, webhookId)
        .where('webhook_delivery.event_id', '=', eventId)
        .executeTakeFirst()
      return row && present(row)
    },

    /** Newest first. @param page.after where the page before ended */
    async list(
      workspaceId: string,
      webhookId: string,
      { after, limit }: { after: readonly [number, string] | undefined; limit: number },
    ): Promise<StoredDelivery[]> {
      let query = rowsOf(workspaceId, webhookId)
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
        .orderBy('webhook_delivery.event_id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(present)
    },

    /**
     * Makes due at `at` what waits for a time after `latest`, and takes it from whoever has it until then.
     * @returns whether there may be more than the `limit` that one call changes
     */
    async hasten(at: number, latest: number, limit: number): Promise<boolean> {
      const { numAffectedRows } = await sql`update webhook_delivery set due_at = ${at}
        where status = 'pending' and due_at > ${latest} and (workspace_id, webhook_id, event_id) in (
          -- endpoint by endpoint: there are few, and each leads to the end of its queue in the index
          select late.workspace_id, late.webhook_id, late.event_id
          from webhook cross join webhook_delivery as late
          where late.workspace_id = webhook.workspace_id and late.webhook_id = webhook.id
            and late.status = 'pending' and late.due_at > ${latest}
          limit ${limit})`.execute(db)
      return Number(numAffectedRows ?? 0n) >= limit
    },

    /**
     * Deletes finished deliveries of before `before`, and then events that nothing refers to any more.
     * @returns whether there may be more than the `limit` of each that one call deletes
     */
    async sweep(before: number, limit: number): Promise<boolean> {
      const deliveries =
        await sql`delete from webhook_delivery where (workspace_id, webhook_id, event_id) in (
        select workspace_id, webhook_id, event_id from webhook_delivery
        where status <> 'pending' and created_at < ${before} order by created_at limit ${limit})
        -- asked again of the row itself: one that was just resent may have been waited for
        and status <> 'pending'`.execute(db)
      const events = await sql`delete from webhook_event where (workspace_id, id) in (
        select workspace_id, id from webhook_event where created_at < ${before} and not exists (
          select 1 from webhook_delivery where webhook_delivery.workspace_id = webhook_event.workspace_id
            and webhook_delivery.event_id = webhook_event.id)
        order by created_at limit ${limit})`.execute(db)
      return [deliveries, events].some(({ numAffectedRows }) => Number(numAffectedRows ?? 0n) >= limit)
    },
  }
}

export type Deliveries = ReturnType<typeof deliveriesIn>
