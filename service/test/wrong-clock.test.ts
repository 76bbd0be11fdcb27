// A machine whose clock was a year ahead: what a service wrote then, and what it does to others of the same database.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as client from 'openid-client'
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createClient } from './contract/client.ts'
import { signInFully } from '../oauth/oauth-testing.ts'
import { createSeal } from '../environments/sealing.ts'
import { startService } from '../serve.ts'
import { createLog } from '../service-log.ts'
import { ownDatabases } from '../db/postgres/databases-testing.ts'
import { startTestService } from './testing.ts'

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
  await expect.poll(refusals).toHaveLength(1)
  expect(JSON.parse(refusals()[0] ?? '')).toMatchObject({ aheadSeconds: expect.closeTo(year / 1000, -2) })
  await ahead.close()
  expect((await client.refreshTokenGrant(config, tokens.refresh_token ?? '')).access_token).toBeTruthy()
  await right.close()
})
