import { Client } from 'pg'
import { expect, test } from 'vitest'
import { ownDatabases } from '../db/postgres/databases-testing.ts'
import { openStore } from '../db/open.ts'
import { asAdministrator, nameOf } from '../db/postgres/testing.ts'

const database = ownDatabases()

test('WHK-04 a delivery that is sent again while old ones are deleted stays', async () => {
  const url = await database()
  const store = await openStore(url)
  const other = new Client({ connectionString: url })
  await other.connect()
  try {
    const finished = `insert into webhook_delivery
      (workspace_id, webhook_id, event_id, status, attempts, claims, due_at, created_at)
      values ('wsp_1', 'whk_1', 'evt_1', 'failed', 8, 8, 1, 1)`
    await other.query(finished)
    await other.query('begin')
    await other.query(`update webhook_delivery set status = 'pending', attempts = 0`)
    const swept = store.write((tx) => tx.deliveries.sweep(2, 10))
    const waiting = () =>
      asAdministrator(
        `select pid from pg_stat_activity where datname = '${nameOf(url)}' and wait_event_type = 'Lock'`,
      )
    await expect.poll(waiting).toHaveLength(1)
    await other.query('commit')
    await swept
    const { rows } = await other.query<{ status: string }>('select status from webhook_delivery')
    expect(rows).toEqual([{ status: 'pending' }])
  } finally {
    await other.end()
    await store.close()
  }
})
