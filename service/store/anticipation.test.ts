// What a transaction on PostgreSQL knows from the workspace's lock, and asks behind it because the one before it did: it
// is as of the lock, whatever other processes did until then.
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { objectOf } from './definitions-testing.ts'
import type { OpenedStore } from './open-store.ts'
import { openPostgres } from './postgres.ts'
import { asAdministrator, createTestDatabase, dropTestDatabase } from './postgres/testing.ts'
import type { Tx } from './store.ts'

const workspaceId = 'wsp_asked'

let url: string
let store: OpenedStore
let other: Client
beforeEach(async () => {
  url = await createTestDatabase()
  store = await openPostgres(url)
  other = new Client({ connectionString: url })
  await other.connect()
  const workspace = { id: workspaceId, slug: 'asked', name: 'Asked', plan: 'pro', memberLimit: null } as const
  await store.write((tx) => tx.workspaces.create({ ...workspace, createdAt: 1 }))
})
afterEach(async () => {
  await other.end()
  await store.close()
  await dropTestDatabase(url)
})

/** What is asked of a transaction that begins; `postgres/optimistic.test.ts` is about those that do not. */
const begun = { optimistic: false }
const wanting = (tx: Tx) => tx.events.enabled(workspaceId)
const waiting = () =>
  asAdministrator(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    new URL(url).pathname.slice(1),
  )

test('FLD-01 a writer sees what another process has defined while it waited for the workspace', async () => {
  const slugs = async (tx: Tx) => (await tx.objects.list(workspaceId)).map(({ slug }) => slug)
  const asked = () => store.write(slugs, workspaceId)
  await store.write((tx) => tx.objects.create(workspaceId, objectOf('early')), workspaceId)
  expect(await asked()).toEqual(['early'])
  const another = await openPostgres(url)
  const { promise: waited, resolve: goOn } = Promise.withResolvers<void>()
  const { promise: defined, resolve: hasDefined } = Promise.withResolvers<void>()
  const defining = another.write(async (tx) => {
    await tx.objects.create(workspaceId, objectOf('late'))
    hasDefined()
    await waited
  }, workspaceId)
  await defined
  const answer = asked()
  await expect.poll(waiting).toHaveLength(1)
  goOn()
  await defining
  expect(await answer).toEqual(['early', 'late'])
  await another.close()
})

test('WHK-03 a writer sees the webhook that another process has made while it waited for the workspace', async () => {
  const asked = () => store.write(wanting, workspaceId, begun)
  expect(await asked()).toEqual([])
  expect(await asked()).toEqual([])
  await other.query('begin')
  await other.query(`select id from workspace where id = '${workspaceId}' for update`)
  const answer = asked()
  await expect.poll(waiting).toHaveLength(1)
  await other.query(
    `insert into webhook (workspace_id, id, url, events, secret, status, created_by, created_at, updated_at)
      values ('${workspaceId}', 'whk', 'https://late.test', '["record.created"]', 's', 'enabled', 'usr', 1, 1)`,
  )
  await other.query('commit')
  expect(await answer).toEqual([{ id: 'whk', events: ['record.created'] }])
})

test('CLI-03 writers go on when a newer program has changed a table that they are about to ask', async () => {
  const fields = () => store.write((tx) => tx.objects.fields(workspaceId, 'obj'), workspaceId)
  for (const _each of [1, 2, 3]) await fields()
  await other.query('alter table field add column later text')
  expect(await Promise.all([fields(), fields(), fields()])).toEqual([[], [], []])
})

test('REC-13 what the last transaction asked is asked with the lock, and once nobody wants it, no more', async () => {
  const sent = vi.spyOn(Client.prototype, 'query')
  /** How many statements leave before the transaction's own work. */
  const before = async (run: (tx: Tx) => Promise<unknown>) => {
    sent.mockClear()
    let count = 0
    await store.write(
      async (tx) => {
        count = sent.mock.calls.length
        await run(tx)
      },
      workspaceId,
      begun,
    )
    return count
  }
  const nothing = async () => {}
  const counts = [await before(wanting), await before(wanting), await before(nothing), await before(nothing)]
  expect(counts).toEqual([2, 3, 3, 2])
  sent.mockRestore()
})
