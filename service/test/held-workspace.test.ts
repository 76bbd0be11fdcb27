// Requests while another process holds a workspace in the database: here a connection of the test.
import { Client as Connection } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createClient, type Client } from './contract/client.ts'
import { asAdministrator, createTestDatabase, dropTestDatabase, nameOf } from '../db/postgres/testing.ts'
import type { Workspace } from '../access/workspaces.store.ts'
import { startTestService, type TestService } from './testing.ts'

let database: string
let service: TestService
let holder: Connection
let workspace: Workspace
let client: Client
beforeEach(async () => {
  database = await createTestDatabase()
  service = await startTestService({ database, now: Date.now })
  workspace = await service.createWorkspace()
  client = await clientIn(workspace)
  holder = new Connection({ connectionString: database })
  await holder.connect()
  await holder.query('begin')
  await holder.query('select id from workspace where id = $1 for update', [workspace.id])
})
afterEach(async () => {
  await holder.end()
  await service.close()
  await dropTestDatabase(database)
})

const clientIn = async (where: Workspace): Promise<Client> => {
  const { token } = await service.createKey(where, await service.addMember(where))
  return createClient(service.baseUrl, token)
}
const waiting = () =>
  asAdministrator(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    nameOf(database),
  )

test('TSK-02 a change has the time at which it has its turn, so that updated_after misses none', async () => {
  const creating = client.post('/v1/tasks', { title: 'Waits' })
  await expect.poll(waiting).toHaveLength(1)
  const released = Date.now()
  await holder.query('commit')
  const { status, body } = await creating
  expect(status).toBe(201)
  expect(Date.parse(body.data.updatedAt)).toBeGreaterThanOrEqual(released)
})

test('GEN-12 changes of one workspace that wait leave connections for the others', async () => {
  const elsewhere = await clientIn(await service.createWorkspace())
  const answered: number[] = []
  const write = () => client.patch('/v1/webhooks/none', { description: 'Waits' })
  const writes = Array.from({ length: 12 }, async () => answered.push((await write()).status))
  await expect.poll(waiting).not.toHaveLength(0)
  expect((await elsewhere.post('/v1/tasks', { title: 'Goes on' })).status).toBe(201)
  expect(answered).toEqual([])
  await holder.query('commit')
  await Promise.all(writes)
  expect(new Set(answered)).toEqual(new Set([404]))
})
