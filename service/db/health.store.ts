// The health of the database: whether it takes writes, whether the program fits it, and how
// much waits. About the whole database, so no workspace comes first.
import { sql, type Kysely } from 'kysely'
import { isMigrated } from './migrate.ts'
import type { Database } from './schema.ts'
import { storeOf } from './store.ts'

/** Counting on would cost more than the number is worth. */
const countedAtMost = 100_000

export const healthIn = storeOf((db: Kysely<Database>) => ({
  /** Writes one small row, as every write is written. @param at epoch milliseconds */
  async write(at: number): Promise<void> {
    await db
      .insertInto('health_check')
      .values({ id: 'ready', checked_at: at })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ checked_at: at }))
      .execute()
  },

  /** Whether the database has had every migration of this program; it may have had more. */
  isMigrated: (): Promise<boolean> => isMigrated(db),

  /** Webhook deliveries that wait for their turn; 100,000 stands for more. Those of a disabled endpoint wait for none. */
  async waitingDeliveries(): Promise<number> {
    const { rows } = await sql<{ count: number }>`select count(*) as count from (
      -- endpoint by endpoint, whatever an engine thinks: there are few, and each leads to its queue in the index
      select 1 as one from webhook cross join webhook_delivery as delivery
      where webhook.status = 'enabled' and delivery.workspace_id = webhook.workspace_id
        and delivery.webhook_id = webhook.id and delivery.status = 'pending'
      limit ${countedAtMost}) as waiting`.execute(db)
    return Number(rows[0]?.count)
  },
}))
