import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ownDatabases } from './db/postgres/databases-testing.ts'
import type { Store } from './db/store.ts'
import { startTestService } from './test/testing.ts'
import { patience } from './webhooks/receiver-testing.ts'
import { addChanges, changesFrom } from './changes/changes.store.ts'
import { tablesOfDatabase, rowsOfTable } from './db/tables.ts'
import { storeAnswer } from './http/idempotency.store.ts'
import { deliveriesOfWebhook, markDelivered } from './webhooks/deliveries.store.ts'
import { insertEvents } from './webhooks/events.store.ts'

const day = 86_400_000
const sweepMilliseconds = 5 * 60_000
const postgres = ownDatabases()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
})

/** Ids of what is kept under an Idempotency-Key. */
const keptIds = (store: Store) =>
  store.read(async (tx) => {
    const table = (await tablesOfDatabase(tx)).find(({ name }) => name === 'idempotency')
    if (!table) throw new Error('There is such a table.')
    return (await rowsOfTable(tx, table, undefined, 10_000)).map((row) => row['id'])
  })

describe.each([
  ['SQLite', async () => 'memory:'],
  ['PostgreSQL', () => postgres()],
])('on %s', (_engine, databaseUrl) => {
  test('GEN-12 answers of more than a day ago are deleted by the service that runs, however many, and younger ones stay', async () => {
    const service = await startTestService({ database: await databaseUrl() })
    const now = service.now()
    const old = Array.from({ length: 501 }, (_, index) => ({ id: `old ${index}`, at: now - day }))
    await service.store.write(async (tx) => {
      for (const each of [...old, { id: 'young', at: now - day + 3_600_000 }])
        await storeAnswer(tx, 'wsp_1', {
          ...each,
          fingerprint: '',
          status: 201,
          headers: {},
          body: '',
        })
    })
    vi.advanceTimersByTime(sweepMilliseconds)
    await expect.poll(() => keptIds(service.store), patience).toEqual(['young'])
    await service.close()
  })

  test('FED-01 changes of more than 30 days ago are deleted by the service that runs, however many, and younger ones stay', async () => {
    const service = await startTestService({ database: await databaseUrl() })
    const { store } = service
    const { id } = await service.createWorkspace()
    const actor = { type: 'operator', id: 'me' } as const
    const changeOf = (age: number) =>
      ({ kind: 'record', id: 'one', action: 'updated', actor, at: service.now() - age * day }) as const
    const aged = [...Array.from({ length: 1_100 }, () => 31), 29, 1]
    await store.write((tx) => addChanges(tx, id, aged.map(changeOf)), id)
    vi.advanceTimersByTime(sweepMilliseconds)
    const numbers = async () =>
      (await store.read((tx) => changesFrom(tx, id, 0, 5_000))).map(({ number }) => number)
    await expect.poll(numbers, patience).toEqual([1_101, 1_102])
    await service.close()
  })

  test('WHK-04 deliveries of 15 days ago are deleted by the service that runs, and those of 13 days stay', async () => {
    const service = await startTestService({ database: await databaseUrl() })
    const now = service.now()
    const [workspaceId, webhookId] = ['wsp_1', 'whk_1']
    const deliveries = () =>
      service.store.read((tx) =>
        deliveriesOfWebhook(tx, workspaceId, webhookId, { after: undefined, limit: 10 }),
      )
    await service.store.write(async (tx) => {
      for (const age of [15, 13]) {
        const at = now - age * day
        const event = { id: `evt_${age}`, type: 'task.created', body: '{}', at, webhookIds: [webhookId] }
        await insertEvents(tx, workspaceId, [event])
        const claim = { workspaceId, webhookId, eventId: event.id, claims: 0 }
        await markDelivered(tx, claim, { at, durationMs: 1, response: null, error: null })
      }
    })
    expect(await deliveries()).toHaveLength(2)
    vi.advanceTimersByTime(sweepMilliseconds)
    await expect.poll(async () => (await deliveries()).map((one) => one.id), patience).toEqual(['evt_13'])
    await service.close()
  })
})

test('LIM-01 OAU-03 shared counts that have expired are deleted by the service that runs', async () => {
  const service = await startTestService({ database: await postgres() })
  const { shared } = service.store
  const now = service.now()
  await shared?.count({ name: 'attempts', amount: 5, at: now - 2, endsAt: now - 1 })
  vi.advanceTimersByTime(sweepMilliseconds)
  // Adding nothing within that window tells whether it is still there.
  const left = () => shared?.count({ name: 'attempts', amount: 0, at: now - 2, endsAt: now - 1 })
  await expect.poll(left, patience).toMatchObject({ count: 0 })
  await service.close()
})
