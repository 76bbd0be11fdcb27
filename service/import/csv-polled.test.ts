import { once } from 'node:events'
import { afterAll, expect, test } from 'vitest'
import { createKey, startSvc } from '../cli/svc-testing.ts'
import { ownDatabases } from '../db/postgres/databases-testing.ts'
import { setWorkspace } from '../operator/workspaces.ts'
import { createClient, type Client } from '../test/contract/client.ts'
import { startTestService } from '../test/testing.ts'
import { createCsvFolder, openCsvWorkspace } from './csv-testing.ts'

const postgres = ownDatabases()
const folder = createCsvFolder()
afterAll(() => folder.remove())

/** A program that copies what was changed: it asks from the newest time that it has seen. */
function createPoller(api: Client) {
  const seen = new Set<string>()
  let mark = '1970-01-01T00:00:00.000Z'
  return {
    seen,
    async poll(): Promise<void> {
      const filter = { updated_at: { $gte: mark } }
      let cursor: string | undefined
      do {
        const sorts = [{ field: 'updated_at', direction: 'asc' }]
        const { body } = await api.post('/v1/records/query', {
          object: 'companies',
          filter,
          sorts,
          limit: 100,
          ...(cursor !== undefined && { cursor }),
        })
        for (const record of body.data) {
          seen.add(record.id)
          mark = record.updatedAt
        }
        cursor = body.next_cursor ?? undefined
      } while (cursor !== undefined)
    },
  }
}

test.each([
  ['SQLite', async () => `file:${folder.fresh('.db')}`],
  ['PostgreSQL', () => postgres()],
])(
  'IMP-04 on %s who polls for changes sees every row that another process imports, while records change',
  async (_engine, databaseUrl) => {
    const database = await databaseUrl()
    const acme = await openCsvWorkspace(database)
    const service = await startTestService({ database, rateLimit: 100_000 })
    await setWorkspace(acme.store, 'acme', { plan: 'pro' })
    const { token } = await createKey(database, 'records:write')
    const api = createClient(service.baseUrl, token)
    const { body } = await api.post('/v1/records', { object: 'companies', values: { name: 'Busy' } })
    const names = Array.from({ length: 6_000 }, (_, index) => `Company ${index}`)
    const file = folder.csv(['Name', ...names].join('\n'))
    const poller = createPoller(api)

    const words = ['--workspace', 'acme', '--object', 'companies', '--database', database]
    const child = startSvc(['import', 'csv', file, ...words])
    const ended = once(child, 'exit')
    let changes = 0
    while (child.exitCode === null) {
      const { status } = await api.patch(`/v1/records/${body.data.id}`, {
        values: { name: `Busy ${(changes += 1)}` },
      })
      expect(status).toBe(200)
      await poller.poll()
    }
    await ended
    await poller.poll()
    expect(child.exitCode).toBe(0)
    expect(poller.seen.size).toBe(names.length + 1)
    await service.close()
    await acme.store.close()
  },
)
