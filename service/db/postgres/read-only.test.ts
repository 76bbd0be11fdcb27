// A PostgreSQL database that takes no writes for a while: a standby in the place of its server, a setting, or a full disk.
import { Client } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createClient } from '../../test/contract/client.ts'
import { svc } from '../../cli/svc-testing.ts'
import { startTestService } from '../../test/testing.ts'
import { openStore } from '../open.ts'
import { ownDatabases } from './databases-testing.ts'
import { asAdministrator, nameOf } from './testing.ts'
import { allWorkspaces } from '../../access/workspaces.store.ts'

const database = ownDatabases()

const startOn = async (url: string) => {
  const service = await startTestService({ database: url })
  const workspace = await service.createWorkspace()
  const person = await service.addMember(workspace)
  const { token } = await service.createKey(workspace, person)
  return { service, caller: createClient(service.baseUrl, token) }
}

test('ERR-02 connections that were made while the database took no writes are replaced, and requests are answered once it does', async () => {
  const url = await database()
  const name = nameOf(url)
  const { service, caller } = await startOn(url)
  const ask = async (count: number) =>
    Promise.all(Array.from({ length: count }, async () => (await caller.get('/v1/whoami')).status))
  await asAdministrator(`alter database ${name} set default_transaction_read_only = on`)
  await asAdministrator(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  expect(await ask(6)).toEqual(Array(6).fill(503))
  expect((await caller.get('/readyz')).status).toBe(503)
  await asAdministrator(`alter database ${name} reset default_transaction_read_only`)
  await expect.poll(() => ask(6)).toEqual(Array(6).fill(200))
  expect((await caller.get('/readyz')).status).toBe(200)
  const { status } = await caller.post('/v1/webhooks', {
    url: 'https://example.com',
    events: ['record.created'],
  })
  expect(status).toBe(201)
  await service.close()
})

test('ERR-02 a server that takes no writes is not asked for reads either, because a standby may be behind', async () => {
  const url = await database()
  const store = await openStore(url)
  await asAdministrator(`alter database ${nameOf(url)} set default_transaction_read_only = on`)
  await asAdministrator(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${nameOf(url)}'`,
  )
  const refused = { storeCode: 'database_read_only' }
  await expect(store.read((tx) => allWorkspaces(tx))).rejects.toMatchObject(refused)
  await expect(store.ask((tx) => allWorkspaces(tx))).rejects.toMatchObject(refused)
  await store.close()
})

test('GEN-12 readiness ends when a write has met a full disk, though a row can still be changed, and comes back', async () => {
  const url = await database()
  const { service, caller } = await startOn(url)
  const ready = async () => {
    const { status, body } = await caller.get('/readyz')
    return [status, body.error?.details[0].code ?? body.status]
  }
  await asAdministrator(
    `create function full_disk() returns trigger language plpgsql as
      'begin raise exception ''could not extend file'' using errcode = ''disk_full''; end'`,
    nameOf(url),
  )
  await asAdministrator(
    'create trigger full_disk before insert on task execute function full_disk()',
    nameOf(url),
  )
  expect(await ready()).toEqual([200, 'ok'])
  expect((await caller.post('/v1/tasks', { title: 'Too much' })).status).toBe(503)
  expect(await ready()).toEqual([503, 'database_full'])
  await asAdministrator('drop trigger full_disk on task', nameOf(url))
  const started = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => started() + 10_000)
  onTestFinished(() => void vi.restoreAllMocks())
  expect(await ready()).toEqual([200, 'ok'])
  expect((await caller.post('/v1/tasks', { title: 'Fits' })).status).toBe(201)
  await service.close()
})

test('GEN-12 readiness ends while requests cannot be counted, and comes back with that', async () => {
  const url = await database()
  const { service, caller } = await startOn(url)
  const other = new Client({ connectionString: url })
  await other.connect()
  await other.query('begin; lock table counter')
  const { status, body } = await caller.get('/readyz')
  expect([status, body.error?.details[0].code]).toEqual([503, 'database_slow'])
  await other.end()
  await expect.poll(async () => (await caller.get('/readyz')).status).toBe(200)
  await service.close()
})

test('CLI-03 a command that changes nothing reads from a server that takes no writes, as a standby is', async () => {
  const url = await database()
  await asAdministrator(`alter database ${nameOf(url)} set default_transaction_read_only = on`)
  expect(await svc('workspace', 'list', '--database', url)).toMatchObject({
    exitCode: 0,
    stdout: '{"workspaces":[]}\n',
  })
})
