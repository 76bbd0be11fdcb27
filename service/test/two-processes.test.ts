// Two processes of `svc serve` on one PostgreSQL, as behind a load balancer.
import { expect, onTestFinished, test } from 'vitest'
import { svcServe } from '../cli/svc-testing.ts'
import { createTestDatabase, dropTestDatabase } from '../db/postgres/testing.ts'
import { signInFully } from '../oauth/oauth-testing.ts'
import { createClient } from './contract/client.ts'
import { freePort } from './free-port-testing.ts'
import { startTestService } from './testing.ts'

test('SCL-01 OAU-01 AUT-11 a sign-in at one process is refreshed at the other, and ends at both when its old refresh token is used', async () => {
  const database = await createTestDatabase()
  const operator = await startTestService({ database })
  const workspace = await operator.createWorkspace()
  const owner = await operator.addMember(workspace)
  const ports = [await freePort(), await freePort()]
  const [first = '', second = ''] = ports.map((port) => `http://127.0.0.1:${port}`)
  const processes = await Promise.all(
    ports.map((port) => svcServe(database, '--port', `${port}`, '--base-url', first)),
  )
  onTestFinished(async () => {
    for (const process of processes) await process.end('SIGTERM')
    await operator.close()
    await dropTestDatabase(database)
  })

  const { config, tokens } = await signInFully(first, owner, { workspace: workspace.id })
  const refresh = async (at: string) => {
    const body = new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token ?? '',
      client_id: config.clientMetadata().client_id,
    })
    return (await (await fetch(`${at}/oauth/token`, { method: 'POST', body })).json()) as Record<
      string,
      string
    >
  }
  const { access_token: token } = await refresh(second)
  const statuses = () =>
    Promise.all(
      [first, second].map(
        async (at) => (await createClient(at, token).get('/v1/launcher/task-statuses')).status,
      ),
    )
  expect(await statuses()).toEqual([200, 200])
  expect((await refresh(first))['error']).toBe('invalid_grant')
  expect(await statuses()).toEqual([401, 401])
})
