// Notices of changed resources over HTTP (AGT-01): from the feed of changes, for what the reader may see.
import { afterAll, expect, test } from 'vitest'
import { revokeKey } from '../operator/keys.ts'
import { startTeam, type Colleague } from '../test/contract/team.ts'
import { connect, post } from './mcp-testing.ts'

const team = await startTeam()
afterAll(() => team.service.close())
const { service, owner, bob, stranger } = team

const uris = ['svc://brief', 'svc://objects/companies', 'svc://objects/people']

const watch = async (token: string) => {
  const client = await connect(service.baseUrl, token)
  const heard: string[] = []
  client.setNotificationHandler(
    'notifications/resources/updated',
    ({ params }) => void heard.push(params.uri),
  )
  const listening = await client.listen({ resourceSubscriptions: uris })
  return { client, heard, listening }
}

/** The feed gathers for a second, and the first event of a stream is its beginning. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 2_500))

test('AGT-01 FED-01 a change is told to those who may see it, and to no other workspace', async () => {
  const readers: Record<string, Colleague> = { owner, bob, stranger }
  const watching = await Promise.all(
    Object.entries(readers).map(async ([name, { token }]) => ({ name, ...(await watch(token)) })),
  )
  await settled()
  await team.addRecord('companies', { name: 'Nordwind' })
  await owner.api.post('/v1/tasks', { title: 'Not for Bob' })
  await expect
    .poll(
      () => Object.fromEntries(watching.map(({ name, heard }) => [name, [...new Set(heard)].toSorted()])),
      {
        timeout: 15_000,
      },
    )
    .toEqual({
      owner: ['svc://brief', 'svc://objects/companies'],
      bob: ['svc://objects/companies'],
      stranger: [],
    })
  for (const { client } of watching) await client.close()
})

test('AGT-01 a stream is for valid tokens, and one person has at most 20', async () => {
  const key = await service.createKey(team.workspace, owner)
  const params = { notifications: { resourceSubscriptions: ['svc://brief'] } }
  const open = await Promise.all(
    Array.from({ length: 24 }, () => post(service.baseUrl, key.token, 'subscriptions/listen', params)),
  )
  expect(open.map(({ status }) => status).filter((status) => status === 429).length).toBeGreaterThan(0)
  for (const response of open) await response.body?.cancel()
  await expect
    .poll(async () => {
      const response = await post(service.baseUrl, key.token, 'subscriptions/listen', params)
      await response.body?.cancel()
      return response.status
    })
    .toBe(200)
  await revokeKey(service.store, { keyId: key.keyId, at: service.now() })
  expect((await post(service.baseUrl, key.token, 'subscriptions/listen', params)).status).toBe(401)
})

test('AGT-01 a stream that waits for nothing, or is refused, ends at once', async () => {
  for (const notifications of [{}, { resourceSubscriptions: 'all' }]) {
    const response = await post(service.baseUrl, owner.token, 'subscriptions/listen', { notifications })
    expect(await response.text()).toContain('jsonrpc')
  }
})
