// A machine whose clock was a year ahead: what a service wrote then, and what it does to others of the same database.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as client from 'openid-client'
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createClient } from './contract/client.ts'
import { signInFully } from './oauth/oauth-testing.ts'
import { createSeal } from './operator/sealing.ts'
import { giveUpAfter } from './rules/delivery-schedule.ts'
import { startService } from './serve.ts'
import { createLog } from './service-log.ts'
import { ownDatabases } from './store/postgres/databases-testing.ts'
import { startTestService } from './testing.ts'
import { answering, patience, startReceiver } from './webhooks/receiver-testing.ts'

const minute = 60_000
const day = 24 * 60 * minute
const year = 365 * day

const postgres = ownDatabases()
const folder = mkdtempSync(join(tmpdir(), 'svc-clock-'))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0
const engines = [
  { engine: 'SQLite', database: async () => `file:${join(folder, `${(files += 1)}.db`)}` },
  { engine: 'PostgreSQL', database: () => postgres() },
]

const clock = { shift: 0, now: () => Date.now() + clock.shift }
beforeEach(() => void (clock.shift = 0))
const start = (database: string, now = clock.now) =>
  startTestService({ database, now, webhookReach: 'any host', rateLimit: 10_000 })
const receiver = async () => {
  const started = await startReceiver()
  onTestFinished(() => started.close())
  return started
}

test('OAU-03 guesses at a process whose clock is a year ahead do not lock an account for a year', async () => {
  const database = await postgres()
  const ahead = await start(database, () => Date.now() + year)
  const right = await start(database)
  const ada = await right.addMember(await right.createWorkspace())
  const signIn = async (baseUrl: string, password: string) => {
    const body = new URLSearchParams({ email: ada.email, password, next: '/' })
    const answer = await fetch(`${baseUrl}/w/sign-in`, { method: 'POST', body, redirect: 'manual' })
    return {
      isSignedIn: answer.headers.getSetCookie().length > 0,
      retryAfter: answer.headers.get('retry-after'),
    }
  }
  for (let guess = 0; guess < 5; guess += 1) await signIn(ahead.baseUrl, 'wrong')
  await ahead.close()
  expect(await signIn(right.baseUrl, ada.password)).toEqual({ isSignedIn: true, retryAfter: null })
  await right.close()
})

/** An endpoint that failed once while the clock of its service was a year ahead. The clock is right again, and nothing runs. */
const failedAYearAhead = async (url: string) => {
  clock.shift = year
  const to = await receiver()
  const ahead = await start(url)
  const workspace = await ahead.createWorkspace()
  const { token } = await ahead.createKey(workspace, await ahead.addMember(workspace))
  const api = createClient(ahead.baseUrl, token)
  to.behave(answering(500))
  const { id } = (await api.post('/v1/webhooks', { url: to.url, events: ['task.created'] })).body.data
  await api.post('/v1/tasks', { title: 'Call' })
  const delivery = async (client = api) => (await client.get(`/v1/webhooks/${id}/deliveries`)).body.data[0]
  await expect.poll(async () => (await delivery()).attempts, patience).toBe(1)
  await ahead.close()
  clock.shift = 0
  return { id, token, to, delivery }
}

test.each(engines)(
  'WHK-04 what waits for a time that a wrong clock has set is sent again once a right one starts, on $engine',
  async ({ database }) => {
    const url = await database()
    const { token, to, delivery } = await failedAYearAhead(url)
    to.behave(answering(200))
    const right = await start(url)
    const api = createClient(right.baseUrl, token)
    await expect.poll(async () => (await delivery(api)).status, patience).toBe('delivered')
    await right.close()
  },
)

test.each(engines)(
  'WHK-04 an endpoint that has failed since a time that a wrong clock told is disabled five days after a right one starts, on $engine',
  async ({ database }) => {
    const url = await database()
    const { id, token, delivery } = await failedAYearAhead(url)
    const right = await start(url)
    const api = createClient(right.baseUrl, token)
    await expect.poll(async () => (await delivery(api)).attempts, patience).toBe(2)
    clock.shift = giveUpAfter
    await api.post('/v1/tasks', { title: 'Call again' })
    const status = async () => (await api.get(`/v1/webhooks/${id}`)).body.data.status
    await expect.poll(status, patience).toBe('disabled')
    await right.close()
  },
)

test.each(engines)(
  'AUT-11 an access token of ten minutes that was issued by a wrong clock is refused by a right one, on $engine',
  async ({ database }) => {
    const url = await database()
    clock.shift = year
    const ahead = await start(url)
    const workspace = await ahead.createWorkspace()
    const ada = await ahead.addMember(workspace)
    const issued = await ahead.signIn(workspace, ada)
    const status = async (baseUrl: string, token: string) =>
      (await createClient(baseUrl, token).get('/v1/launcher/tasks')).status
    expect(await status(ahead.baseUrl, issued)).toBe(200)
    await ahead.close()

    clock.shift = 0
    const right = await start(url)
    expect(await status(right.baseUrl, issued)).toBe(401)
    const token = await right.signIn(workspace, ada)
    await right.close()
    // Another machine's clock may be a little behind.
    clock.shift = -4 * minute
    const behind = await start(url)
    expect(await status(behind.baseUrl, token)).toBe(200)
    await behind.close()
  },
)

test('OAU-01 a process whose clock is a year ahead deletes nobody’s sign-in, and says why', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const database = await postgres()
  const right = await start(database)
  const workspace = await right.createWorkspace()
  const ada = await right.addMember(workspace)
  const { config, tokens } = await signInFully(right.baseUrl, ada, { workspace: workspace.id })
  const lines: string[] = []
  const ahead = await startService({
    database,
    host: '127.0.0.1',
    port: 0,
    now: () => Date.now() + year,
    log: createLog('error', { write: (line) => void lines.push(line) }),
    seal: createSeal(() => [Buffer.alloc(32, 'a test key')]),
  })
  vi.advanceTimersByTime(5 * minute)
  const refusals = () => lines.filter((line) => line.includes('Nothing old is deleted: the clocks'))
  // One of its webhooks as it starts, and one of everything else.
  await expect.poll(refusals).toHaveLength(2)
  expect(JSON.parse(refusals()[0] ?? '')).toMatchObject({ aheadSeconds: expect.closeTo(year / 1000, -2) })
  await ahead.close()
  expect((await client.refreshTokenGrant(config, tokens.refresh_token ?? '')).access_token).toBeTruthy()
  await right.close()
})

test('WHK-04 a service that never runs for an hour deletes events of more than 14 days all the same', async () => {
  const [url, to] = [`file:${join(folder, 'restarted.db')}`, await receiver()]
  const before = await start(url)
  const workspace = await before.createWorkspace()
  const { token } = await before.createKey(workspace, await before.addMember(workspace))
  const api = createClient(before.baseUrl, token)
  const { id } = (await api.post('/v1/webhooks', { url: to.url, events: ['task.created'] })).body.data
  const statuses = async (baseUrl: string) =>
    (await createClient(baseUrl, token).get(`/v1/webhooks/${id}/deliveries`)).body.data.map(
      (one: { status: string }) => one.status,
    )
  await api.post('/v1/tasks', { title: 'Call' })
  await expect.poll(() => statuses(before.baseUrl), patience).toEqual(['delivered'])
  await before.close()

  clock.shift = 13 * day
  const kept = await start(url)
  expect(await statuses(kept.baseUrl)).toEqual(['delivered'])
  await kept.close()
  clock.shift = 15 * day
  const swept = await start(url)
  await expect.poll(() => statuses(swept.baseUrl), patience).toEqual([])
  await swept.close()
})
