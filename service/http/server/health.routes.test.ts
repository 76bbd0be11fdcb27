import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'
import { openStore } from '../../db/open.ts'
import { createClient } from '../../test/contract/client.ts'
import { startTestService } from '../../test/testing.ts'

const directory = mkdtempSync(join(tmpdir(), 'health-'))
afterAll(() => rmSync(directory, { recursive: true }))

const startOn = async (name: string) => {
  const path = join(directory, name)
  const service = await startTestService({ database: `file:${path}` })
  const anyone = createClient(service.baseUrl)
  const asked = async () => {
    const { status, body } = await anyone.get('/readyz')
    return [status, body.error?.details[0].code ?? body.status]
  }
  return { path, service, anyone, asked }
}

test('GEN-12 readiness ends while the database takes no writes, and comes back with them', async () => {
  const { path, service, anyone, asked } = await startOn('locked.db')
  expect(await asked()).toEqual([200, 'ok'])
  const other = new DatabaseSync(path)
  other.exec('begin immediate')
  expect(await asked()).toEqual([503, 'database_slow'])
  expect((await anyone.get('/healthz')).status).toBe(200)
  other.exec('rollback')
  other.close()
  await expect.poll(asked, { timeout: 20_000 }).toEqual([200, 'ok'])
  await service.close()
})

test('GEN-12 readiness goes on when a newer program has migrated the database, and ends where a migration is missing', async () => {
  const { path, service, asked } = await startOn('newer.db')
  const other = new DatabaseSync(path)
  other.exec(`insert into kysely_migration (name, timestamp) values ('9999-later', 'now')`)
  expect(await asked()).toEqual([200, 'ok'])
  await expect(openStore(`file:${path}`)).rejects.toMatchObject({
    storeCode: 'database_newer',
  })
  other.exec(`delete from kysely_migration where name = '0001-start'`)
  other.close()
  expect(await asked()).toEqual([503, 'database_not_migrated'])
  await service.close()
})

test('GEN-12 readiness ends while the service drains', async () => {
  const { service } = await startOn('draining.db')
  const { hostname, port, host } = new URL(service.baseUrl)
  const socket = connect(Number(port), hostname).setEncoding('utf8')
  let answers = ''
  socket.on('data', (text: string) => (answers += text))
  const ended = once(socket, 'end')
  // The second request has begun when the first is answered, so its connection is not idle.
  socket.write(`GET /healthz HTTP/1.1\r\nHost: ${host}\r\n\r\nGET /readyz HTTP/1.1\r\nHost: ${host}\r\n`)
  await expect.poll(() => answers).toContain('200 OK')
  const closed = service.close()
  socket.write('\r\n')
  await ended
  expect(answers).toContain('503')
  expect(answers).toContain('"code":"draining"')
  await closed
})
