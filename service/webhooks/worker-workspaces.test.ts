// How deliveries of many workspaces share a process, and a PostgreSQL server.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { createLog } from '../service-log.ts'
import { startBetween } from '../store/postgres/between-testing.ts'
import { openStore } from '../store/open-store.ts'
import { openPostgres } from '../store/postgres.ts'
import { asAdministrator, createTestDatabase, dropTestDatabase, nameOf } from '../store/postgres/testing.ts'
import { storeError } from '../store/store-error.ts'
import type { Store } from '../store/store.ts'
import { patience } from './receiver-testing.ts'
import type { Post } from './safe-request.ts'
import { createWorker } from './worker.ts'
import { answered, ending } from './worker-testing.ts'

const database = async () => {
  const url = await createTestDatabase()
  ending.push(() => dropTestDatabase(url))
  return url
}

const closedAtEnd = <T extends Store>(store: T): T => {
  let closed: Promise<void> | undefined
  const close = () => (closed ??= store.close())
  ending.push(close)
  return { ...store, close }
}
const open = async (url: string) => closedAtEnd(await openStore(url))

const work = (store: Store, post: Post) => {
  const worker = createWorker({
    store,
    now: Date.now,
    random: () => 0.5,
    post,
    openSecret: () => 'whsec_c2VjcmV0',
    log: createLog('silent'),
  })
  ending.push(() => worker.close(0))
  return worker
}

/** Workspaces `wsp_a`, `wsp_b`, …, each with one endpoint or so many. */
async function addWorkspaces(store: Store, count: number, endpoints = 1): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => `wsp_${String.fromCharCode(97 + index)}`)
  for (const id of ids) {
    const createdAt = Date.now()
    await store.write((tx) =>
      tx.workspaces.create({ id, slug: id, name: id, plan: 'pro', memberLimit: null, createdAt }),
    )
    for (let number = 0; number < endpoints; number += 1) {
      const webhook = {
        id: `whk_${id}${number === 0 ? '' : `_${number}`}`,
        url: `https://${id.replace('_', '-')}.example.com/`,
        events: ['record.created'] as const,
        description: null,
        secret: 'sealed',
        createdBy: 'usr_1',
        createdAt,
      }
      await store.write((tx) => tx.webhooks.create(id, webhook), id)
    }
  }
  return ids
}

const addEvent = (store: Store, workspaceId: string) => {
  const actor = { type: 'key', id: 'key_1' } as const
  return store.write(
    (tx) => tx.events.add(workspaceId, { type: 'record.created', actor, data: { id: 'r' }, at: Date.now() }),
    workspaceId,
  )
}

const deliveries = (store: Store, workspaceId: string) =>
  store.read((tx) => tx.deliveries.list(workspaceId, `whk_${workspaceId}`, { after: undefined, limit: 1000 }))

const undelivered = async (store: Store, ids: readonly string[]) => {
  const all = await Promise.all(ids.map((id) => deliveries(store, id)))
  return all.flat().filter(({ status }) => status !== 'delivered').length
}

/** Holds a workspace as a long transaction of another process does. @returns what lets it go */
async function hold(url: string, workspaceId: string): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('begin')
  await client.query('select 1 from workspace where id = $1 for update', [workspaceId])
  let ended: Promise<void> | undefined
  const letGo = () => (ended ??= client.end())
  ending.push(letGo)
  return letGo
}

test('WHK-04 a workspace that another process holds delays its own deliveries, and neither the deliveries nor the writers of another', async () => {
  const url = await database()
  // Whoever waits for a workspace waits longer than the test.
  const store = closedAtEnd(await openPostgres(url, { busyWait: 600_000 }))
  await addWorkspaces(store, 2)
  const sent: string[] = []
  let letGo: (() => Promise<void>) | undefined
  const worker = work(store, async ({ url: to }) => {
    // It is sent, and cannot be written down.
    if (to.includes('wsp-b')) letGo ??= await hold(url, 'wsp_b')
    sent.push(to)
    return answered(200)
  })
  await addEvent(store, 'wsp_b')
  worker.wake('wsp_b')
  await expect.poll(() => sent.length, patience).toBe(1)
  for (let count = 0; count < 10; count += 1) {
    await addEvent(store, 'wsp_a')
    worker.wake('wsp_a')
    await expect.poll(() => undelivered(store, ['wsp_a']), patience).toBe(0)
  }
  expect(await undelivered(store, ['wsp_b'])).toBe(1)
  await letGo?.()
  await expect.poll(() => undelivered(store, ['wsp_b']), patience).toBe(0)
  expect(sent.filter((to) => to.includes('wsp-b'))).toHaveLength(1)
})

test('WHK-04 two workers on one PostgreSQL never wait for each other in a circle, whatever workspaces they share', async () => {
  const url = await database()
  const millisecondsAway = 1.5
  const away = await startBetween(url, (store, server) => ({
    asked: (data) => void setTimeout(() => server.write(data), millisecondsAway),
    answered: (data) => void setTimeout(() => store.write(data), millisecondsAway),
  }))
  ending.push(away.close)
  const stores = [await open(away.url), await open(away.url)] as const
  const ids = await addWorkspaces(stores[0], 12)
  let sent = 0
  const post: Post = async () => {
    sent += 1
    await sleep(5 + Math.random() * 40)
    return answered(200)
  }
  const workers = stores.map((store) => work(store, post))
  await Promise.all(
    ids.flatMap((id) =>
      stores.map(async (store, which) => {
        for (let count = 0; count < 20; count += 1) {
          await addEvent(store, id)
          workers[which]?.wake(id)
          await sleep(60 + Math.random() * 60)
        }
      }),
    ),
  )
  await expect.poll(() => undelivered(stores[0], ids), patience).toBe(0)
  expect(sent).toBe(12 * 2 * 20)
  for (const worker of workers) await worker.close(1000)
  for (const store of stores) await store.close()
  // A connection tells the server's counts when it ends, if not before.
  const connections = () =>
    asAdministrator(`select pid from pg_stat_activity where datname = '${nameOf(url)}'`)
  await expect.poll(connections, patience).toEqual([])
  const counted = await asAdministrator(
    `select deadlocks::int from pg_stat_database where datname = '${nameOf(url)}'`,
  )
  expect(counted).toEqual([{ deadlocks: 0 }])
})

test('WHK-04 deliveries can be written down together in the transaction that other writers’ events are kept back in', async () => {
  const store = await open(await database())
  await addWorkspaces(store, 1)
  const change = { type: 'record.created', actor: { type: 'key', id: 'key_1' }, data: { id: 'r' } } as const
  const found = await store.write(async (tx) => {
    await tx.events.add('wsp_a', { ...change, at: Date.now() })
    return Promise.all([tx.deliveries.due('wsp_a'), tx.deliveries.due('wsp_a')])
  }, 'wsp_a')
  expect(found.map((due) => due.length)).toEqual([1, 1])
})

test('WHK-04 slow receivers of one workspace keep no other one’s deliveries waiting', async () => {
  const store = await open('memory:')
  await addWorkspaces(store, 2, 40)
  let slow = 0
  let quick = 0
  const worker = work(store, async ({ url, signal }) => {
    if (url.includes('wsp-b')) {
      quick += 1
      return answered(200)
    }
    slow += 1
    await once(signal, 'abort')
    return { kind: 'stopped' }
  })
  for (let count = 0; count < 4; count += 1) await addEvent(store, 'wsp_a')
  worker.wake('wsp_a')
  await expect.poll(() => slow, patience).toBe(64)
  await addEvent(store, 'wsp_b')
  worker.wake('wsp_b')
  await expect.poll(() => quick, patience).toBe(40)
  expect(slow).toBe(64)
})

test('WHK-04 where one workspace cannot be written in, those of the others are written down, once', async () => {
  const store = await open('memory:')
  const ids = await addWorkspaces(store, 3)
  const isRefused = { wsp_b: true } as Record<string, boolean>
  const worker = work(
    {
      ...store,
      write: (run, workspaceId) =>
        sent.length > 0 && (workspaceId === undefined || isRefused[workspaceId])
          ? Promise.reject(storeError('database_busy', 'Held.'))
          : store.write(run, workspaceId),
    },
    async ({ url }) => {
      sent.push(url)
      await sleep(30)
      return answered(200)
    },
  )
  const sent: string[] = []
  for (const id of ids) await addEvent(store, id)
  const turned = worker.turn()
  await expect.poll(() => undelivered(store, ['wsp_a', 'wsp_c']), patience).toBe(0)
  isRefused['wsp_b'] = false
  await turned
  const settled = await Promise.all(ids.map((id) => deliveries(store, id)))
  expect(settled.flat().map(({ status, attempts }) => [status, attempts])).toEqual(
    ids.map(() => ['delivered', 1]),
  )
  expect(sent).toHaveLength(3)
})
