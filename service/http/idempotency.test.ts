// What becomes of an `Idempotency-Key` when the change that it belongs to fails, or its answer is not made.
import { Hono } from 'hono'
import { describe, expect, test, vi } from 'vitest'
import { createClient } from '../test/contract/client.ts'
import { createSeal } from '../environments/sealing.ts'
import { createLog } from '../service-log.ts'
import { openStore } from '../db/open.ts'
import { ownDatabases } from '../db/postgres/databases-testing.ts'
import { storeError } from '../db/store-error.ts'
import type { Store } from '../db/store.ts'
import { startTestService } from '../test/testing.ts'
import type { AppEnv, Principal } from './app-type.ts'
import { createIdempotency } from './idempotency.ts'

const workspace = {
  id: 'wsp_1',
  slug: 'acme',
  name: 'Acme',
  plan: 'pro',
  memberLimit: null,
  createdAt: 0,
} as const

const principal: Principal = {
  kind: 'key',
  tokenId: 'key_1',
  workspaceId: 'wsp_1',
  workspaceSlug: 'acme',
  personId: 'usr_1',
  role: 'owner',
  plan: 'pro',
  scopes: [],
}

/** One route that makes a workspace, and says so when it is told. */
function createWorkspaceApp({
  store,
  answerMilliseconds,
  answer,
}: {
  store: Store
  answerMilliseconds: number | undefined
  answer: Promise<void>
}) {
  const idempotency = createIdempotency({
    store,
    now: () => 0,
    seal: createSeal(() => [Buffer.alloc(32, 'a test key')]),
    log: createLog('silent'),
    answerMilliseconds,
  })
  return new Hono<AppEnv>()
    .use(async (c, next) => {
      c.set('principal', principal)
      await next()
    })
    .post('/workspaces', idempotency.answerOnce, async (c) => {
      await idempotency.store.write((tx) => tx.workspaces.create(workspace))
      await answer
      return c.json({ data: workspace }, 201)
    })
}

const postgres = ownDatabases()

describe.each([
  ['SQLite', async () => 'memory:'],
  ['PostgreSQL', () => postgres()],
])('on %s', (_engine, databaseUrl) => {
  test('GEN-12 a POST answered 503 before any change is taken again at once under its key', async () => {
    const service = await startTestService({ database: await databaseUrl() })
    const workspace = await service.createWorkspace()
    const { token } = await service.createKey(workspace, await service.addMember(workspace))
    const api = createClient(service.baseUrl, token).with({ 'idempotency-key': 'again' })
    const real = { ...service.store }
    const writing = vi.spyOn(service.store, 'write')
    // The key is locked, and then nothing can be changed.
    writing
      .mockImplementationOnce((...change) => real.write(...change))
      .mockRejectedValueOnce(storeError('database_busy', 'It is busy.'))
    expect((await api.post('/v1/tasks', { title: 'Call' })).status).toBe(503)
    const { status, headers } = await api.post('/v1/tasks', { title: 'Call' })
    expect([status, headers.get('idempotent-replayed')]).toEqual([201, 'false'])
    await service.close()
  })

  test('GEN-12 a change whose answer is not made in time is undone, and can be sent again', async () => {
    const store = await openStore(await databaseUrl())
    const known = () => store.read((tx) => tx.workspaces.bySlug(workspace.slug))
    const send = (answerMilliseconds: number | undefined, answer: Promise<void>) =>
      createWorkspaceApp({ store, answerMilliseconds, answer }).request('/workspaces', {
        method: 'POST',
        headers: { 'idempotency-key': 'late' },
        body: '{}',
      })
    const writing = vi.spyOn(store, 'write')
    const answer = Promise.withResolvers<void>()
    const late = send(1, answer.promise)
    // The lock and the change, which ends while its answer is still being made.
    await expect.poll(() => writing.mock.results.length).toBe(2)
    await expect(writing.mock.results[1]?.value).rejects.toThrow('The answer is not worth keeping.')
    expect(await known()).toBeUndefined()
    answer.resolve()
    expect((await late).status).toBe(503)
    expect((await send(undefined, Promise.resolve())).status).toBe(201)
    expect(await known()).toMatchObject(workspace)
    await store.close()
  })
})
