// Two processes of `svc serve` on one PostgreSQL, as behind a load balancer. A third one, of this test, is the operator.
import * as oauth from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { svcServe, type Serving } from '../cli/svc-testing.ts'
import { createClient, type Client } from './contract/client.ts'
import { signInFully } from '../oauth/oauth-testing.ts'
import { revokeKey } from '../operator/keys.ts'
import { freePort } from './free-port-testing.ts'
import { createTestDatabase, dropTestDatabase } from '../db/postgres/testing.ts'
import { startTestService, type TestPerson, type TestService } from './testing.ts'
import type { Workspace } from '../workspaces/workspaces.store.ts'

let database: string
let operator: TestService
let processes: Serving[]
/** Where each of them listens. The first address is the one under which both are known. */
let addresses: [string, string]
let workspace: Workspace
let owner: TestPerson

beforeAll(async () => {
  database = await createTestDatabase()
  operator = await startTestService({ database })
  const ports = [await freePort(), await freePort()] as const
  addresses = [`http://127.0.0.1:${ports[0]}`, `http://127.0.0.1:${ports[1]}`]
  processes = await Promise.all(
    ports.map((port) => svcServe(database, '--port', `${port}`, '--base-url', addresses[0])),
  )
  workspace = await operator.createWorkspace()
  owner = await operator.addMember(workspace)
})
afterAll(async () => {
  for (const process of processes) await process.end('SIGTERM')
  await operator.close()
  await dropTestDatabase(database)
})

/** One client for each process, with the same token. */
const both = (token: string): [Client, Client] => [
  createClient(addresses[0], token),
  createClient(addresses[1], token),
]

test('OAU-01 who signed in at one process refreshes at the other, where a used refresh token ends it all', async () => {
  const [first, second] = addresses
  const { config, tokens } = await signInFully(first, owner, { workspace: workspace.id })
  const refresh = async (at: string, token: string | undefined) => {
    const body = new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: token ?? '',
      client_id: config.clientMetadata().client_id,
    })
    const answer = await fetch(`${at}/oauth/token`, { method: 'POST', body })
    return { status: answer.status, body: (await answer.json()) as Record<string, string> }
  }
  const refreshed = await refresh(second, tokens.refresh_token)
  expect(refreshed.status).toBe(200)
  const [one, other] = both(refreshed.body['access_token'] ?? '')
  const path = '/v1/launcher/task-statuses'
  expect([(await one.get(path)).status, (await other.get(path)).status]).toEqual([200, 200])
  expect((await refresh(first, tokens.refresh_token)).body['error']).toBe('invalid_grant')
  expect([(await one.get(path)).status, (await other.get(path)).status]).toEqual([401, 401])
})

test('AUT-11 what is revoked at one process is refused by the other at once', async () => {
  const { keyId, token } = await operator.createKey(workspace, owner)
  const clients = both(token)
  const whoami = async () =>
    (await Promise.all(clients.map((client) => client.get('/v1/whoami')))).map(({ status }) => status)
  expect(await whoami()).toEqual([200, 200])
  await revokeKey(operator.store, { keyId, at: operator.now() })
  expect(await whoami()).toEqual([401, 401])

  const { config, tokens } = await signInFully(addresses[0], owner, { workspace: workspace.id })
  const [, other] = both(tokens.access_token)
  expect((await other.get('/v1/launcher/task-statuses')).status).toBe(200)
  await oauth.tokenRevocation(config, tokens.access_token)
  expect((await other.get('/v1/launcher/task-statuses')).status).toBe(401)
})
