// What the OAuth server, and the pages behind its sessions, answer while their database cannot be used.
import { expect, test } from 'vitest'
import { launcherClientId } from '../../shared/api/primitives.ts'
import { ownDatabases } from '../db/postgres/databases-testing.ts'
import { asAdministrator, nameOf } from '../db/postgres/testing.ts'
import { startOauth } from './stage-testing.ts'

const database = ownDatabases()

const setting = async (url: string, value: string) => {
  await asAdministrator(`alter database ${nameOf(url)} ${value}`)
  await asAdministrator(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${nameOf(url)}'`,
  )
}
const asked = async (address: string, init?: RequestInit) => {
  const response = await fetch(address, { redirect: 'manual', ...init })
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}
const unavailable = {
  status: 503,
  type: expect.stringMatching(/^application\/json/),
  text: expect.stringMatching(/^\{"error":"temporarily_unavailable","error_description":"[^"]+"\}$/),
}
const unavailablePage = {
  status: 503,
  type: expect.stringMatching(/^text\/html/),
  text: expect.stringContaining('Try again in a moment'),
}
const page = { headers: { accept: 'text/html' } }

test('OAU-01 a request for tokens is a 503 while the database is away, and answered after that', async () => {
  const url = await database()
  const service = await startOauth({ database: url })
  const body = new URLSearchParams({
    grant_type: 'refresh_token',
    client_id: launcherClientId,
    refresh_token: 'a'.repeat(43),
  })
  const ask = (headers = {}) => asked(`${service.baseUrl}/oauth/token`, { method: 'POST', body, headers })
  expect(await ask()).toMatchObject({ status: 400, text: expect.stringContaining('invalid_grant') })
  await setting(url, 'allow_connections false')
  await expect.poll(ask).toEqual(unavailable)
  expect(await ask(page.headers)).toEqual(unavailablePage)
  await setting(url, 'allow_connections true')
  await expect.poll(ask).toMatchObject({ status: 400 })
  await service.stop()
})

test('OAU-01 the metadata of a service that has just started is a 503 while its database takes no writes, and there after that', async () => {
  const url = await database()
  const service = await startOauth({ database: url })
  await setting(url, 'set default_transaction_read_only = on')
  const address = `${service.baseUrl}/.well-known/openid-configuration`
  expect(await asked(address)).toEqual(unavailable)
  expect(await asked(address, page)).toEqual(unavailablePage)
  await setting(url, 'reset default_transaction_read_only')
  await expect.poll(() => asked(address)).toMatchObject({ status: 200 })
  await service.stop()
})

test('ERR-02 a page behind webUrl is a 503 while the database is away, and there after that', async () => {
  const url = await database()
  const service = await startOauth({ database: url })
  const ask = () => asked(`${service.baseUrl}/w/acme/tasks/t-1`)
  await setting(url, 'allow_connections false')
  await expect
    .poll(ask)
    .toEqual({ ...unavailablePage, text: expect.stringContaining('cannot reach its data') })
  await setting(url, 'allow_connections true')
  await expect.poll(ask).toMatchObject({ status: 200 })
  await service.stop()
})
