import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../testing.ts'
import { createClient, type Client } from './client.ts'
import { expectRefusal } from './companies.ts'

let service: TestService
let clock = Date.UTC(2026, 0, 5)
let one: Client
let other: Client
let launcher: Client

beforeAll(async () => {
  service = await startTestService({ now: () => clock })
  const workspace = await service.createWorkspace()
  const owner = await service.addMember(workspace)
  const key = async () => createClient(service.baseUrl, (await service.createKey(workspace, owner)).token)
  one = await key()
  other = await key()
  launcher = createClient(service.baseUrl, await service.signIn(workspace, owner))
})
afterAll(() => service.close())

test('LIM-01 the 301st request in 60 seconds is 429, says how long to wait, and that wait is enough', async () => {
  for (let index = 0; index < 300; index += 1) {
    if (index === 100) clock += 20_400
    const { status, headers } = await one.get('/v1/whoami')
    expect(status).toBe(200)
    expect(headers.get('ratelimit')).toMatch(new RegExp(`;r=${299 - index};`))
    expect(headers.get('ratelimit-policy')).toBe('"default";q=300;w=60')
  }
  const refused = await one.get('/v1/whoami')
  expectRefusal(refused, 429, 'rate_limited')
  expect(refused.headers.get('retry-after')).toBe('40')
  expect((await other.get('/v1/whoami')).status).toBe(200)
  clock += 39_000
  expect((await one.get('/v1/whoami')).headers.get('retry-after')).toBe('1')
  clock += 1000
  expect((await one.get('/v1/whoami')).status).toBe(200)
})

test('LCH-12 the launcher surface has the same limit for each sign-in', async () => {
  for (let index = 0; index < 300; index += 1) {
    expect((await launcher.get('/v1/launcher/task-statuses')).status).toBe(200)
  }
  const refused = await launcher.get('/v1/launcher/task-statuses')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBe(60)
})

test('CLI-01 the 121st request of the command line is 429 and gives the wait in its header and its body', async () => {
  const path = '/cli/v1/projects'
  for (let index = 0; index < 120; index += 1) expect((await other.get(path)).status).toBe(200)
  clock += 20_400
  const refused = await other.get(path)
  expectRefusal(refused, 429, 'rate_limited')
  expect(refused.headers.get('retry-after')).toBe('40')
  expect(refused.body).toMatchObject({
    retryAfterMs: 40_000,
    error: { requestId: refused.headers.get('x-request-id') },
  })
  // The general surface counts for itself.
  expect((await other.get('/v1/whoami')).status).toBe(200)
  clock += 40_000
  expect((await other.get(path)).status).toBe(200)
})
