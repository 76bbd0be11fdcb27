// Answers of the OAuth server, and of the pages behind its sessions, while their database cannot be used.
import { expect, test } from 'vitest'
import { launcherClientId } from '../../shared/api/primitives.ts'
import { ownDatabases } from '../db/postgres/databases-testing.ts'
import { asAdministrator, nameOf } from '../db/postgres/testing.ts'
import { startOauth } from './stage-testing.ts'

const database = ownDatabases()

const asPage = { accept: 'text/html' }
const json = {
  status: 503,
  wait: '5',
  type: expect.stringMatching(/^application\/json/),
  text: expect.stringMatching(/^\{"error":"temporarily_unavailable","error_description":"[^"]+"\}$/),
}
const page = {
  status: 503,
  wait: '5',
  type: expect.stringMatching(/^text\/html/),
  text: expect.stringContaining('cannot reach its data'),
}

// The first request loads keys, and makes them where there are none.
test.each([
  ['goes away', true, 'allow_connections false', 'allow_connections true'],
  [
    'takes no writes from the start',
    false,
    'set default_transaction_read_only = on',
    'reset default_transaction_read_only',
  ],
])(
  'OAU-01 ERR-02 while the database %s, tokens, metadata and pages are a 503, and there after that',
  async (_name, isLoaded, outage, end) => {
    const url = await database()
    const service = await startOauth({ database: url })
    const set = async (value: string) => {
      await asAdministrator(`alter database ${nameOf(url)} ${value}`)
      await asAdministrator(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${nameOf(url)}'`,
      )
    }
    const ask = async (path: string, init: RequestInit = {}) => {
      const response = await fetch(service.baseUrl + path, { redirect: 'manual', ...init })
      const type = response.headers.get('content-type')
      const wait = response.headers.get('retry-after')
      return { status: response.status, type, wait, text: await response.text() }
    }
    const body = new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: launcherClientId,
      refresh_token: 'a'.repeat(43),
    })
    const refresh = (headers = {}) => ask('/oauth/token', { method: 'POST', body, headers })
    const metadata = (headers = {}) => ask('/.well-known/openid-configuration', { headers })

    if (isLoaded) expect(await refresh()).toMatchObject({ status: 400 })
    await set(outage)
    for (const each of isLoaded ? [refresh] : [metadata, refresh]) {
      await expect.poll(each).toEqual(json)
      expect(await each(asPage)).toEqual(page)
    }
    if (!isLoaded) expect(await ask('/w/acme/tasks/t-1')).toEqual(page)

    await set(end)
    await expect.poll(metadata).toMatchObject({ status: 200 })
    await expect.poll(refresh).toMatchObject({ status: 400, text: expect.stringContaining('invalid_grant') })
    await expect.poll(() => ask('/w/acme/tasks/t-1')).toMatchObject({ status: 200 })
    await service.stop()
  },
)
