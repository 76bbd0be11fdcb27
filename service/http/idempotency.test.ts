import { describe, expect, test, vi } from 'vitest'
import { createClient } from '../test/contract/client.ts'
import { ownDatabases } from '../db/postgres/databases-testing.ts'
import { storeError } from '../base/store-error.ts'
import { startTestService } from '../test/testing.ts'
import { getKey } from '../access/keys.store.ts'

const postgres = ownDatabases()

describe.each([
  ['SQLite', async () => 'memory:'],
  ['PostgreSQL', () => postgres()],
])('on %s', (_engine, databaseUrl) => {
  test('GEN-12 a POST answered 503 can be sent again at once under its key, whether its change was committed or not', async () => {
    const service = await startTestService({ database: await databaseUrl() })
    const workspace = await service.createWorkspace()
    const { keyId, token } = await service.createKey(workspace, await service.addMember(workspace))
    const api = createClient(service.baseUrl, token)
    // The write of a key's first use would take one of the answers below.
    const used = async () => (await service.store.read((tx) => getKey(tx, keyId)))?.lastUsedAt
    await api.get('/v1/tasks')
    await expect.poll(used).not.toBeNull()
    const real = service.store.write.bind(service.store)
    const busy = storeError('database_busy', 'It is busy.')
    vi.spyOn(service.store, 'write')
      .mockRejectedValueOnce(busy)
      .mockImplementationOnce(async (...change) => {
        await real(...change)
        throw busy
      })
    const send = () => api.with({ 'idempotency-key': 'again' }).post('/v1/tasks', { title: 'Call' })
    expect([(await send()).status, (await send()).status]).toEqual([503, 503])
    const { status, headers } = await send()
    expect([status, headers.get('idempotent-replayed')]).toEqual([201, 'true'])
    expect((await api.get('/v1/tasks')).body.data).toHaveLength(1)
    await service.close()
  })
})
