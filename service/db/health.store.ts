// The health of the database: whether it takes writes, and how much waits. About the whole database, so no workspace comes first.
import { sql } from 'kysely'
import type { Tx } from './store.ts'

/** Counting on would cost more than the number is worth. */
const countedAtMost = 100_000

/** Writes one small row, as every write is written. @param at epoch milliseconds */
export async function writeHealthCheck(tx: Tx, at: number): Promise<void> {
  await tx
    .insertInto('health_check')
    .values({ id: 'ready', checked_at: at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ checked_at: at }))
    .execute()
}

/** Webhook deliveries that wait for their turn; 100,000 stands for more. Those of a disabled endpoint wait for none. */
export async function countWaitingDeliveries(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    -- endpoint by endpoint, whatever an engine thinks: there are few, and each leads to its queue in the index
    select 1 as one from webhook cross join webhook_delivery as delivery
    where webhook.status = 'enabled' and delivery.workspace_id = webhook.workspace_id
      and delivery.webhook_id = webhook.id and delivery.status = 'pending'
    limit ${countedAtMost}) as waiting`.execute(tx)
  return Number(rows[0]?.count)
}
