// Claims, results and old deliveries in the database, on both engines.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { createSeal } from '../sealing/sealing.ts'
import { createLog } from '../base/service-log.ts'
import { openStore } from '../db/open.ts'
import { asAdministrator, nameOf } from '../db/postgres/testing.ts'
import { workspaceOf } from '../records/records-testing.ts'
import { patience } from './receiver-testing.ts'
import type { Post, Sent } from './post.ts'
import { createWebhooks } from './webhooks.ts'
import { answered, databaseOn, ending, stageWorkers, start, workspaceId } from './worker-testing.ts'
import { claimDeliveries, markDelivered } from './deliveries.store.ts'
import { insertWorkspace } from '../access/workspaces.store.ts'

describe.each(['memory:', 'postgres'] as const)('on %s', (engine) => {
  const database = () => databaseOn(engine)

  const stage = async () => {
    const on = await stageWorkers({ database: await database() })
    const id = await on.addWebhook()
    return {
      ...on,
      id,
      async claimAt(at: number, limit = 1) {
        const lease = { at, until: at + 60_000, limit }
        const claimed = await on.store.write((tx) => claimDeliveries(tx, workspaceId, id, lease))
        return claimed.map(({ eventId, claims }) => ({ workspaceId, webhookId: id, eventId, claims }))
      },
    }
  }
  const result = { durationMs: 1, response: { status: 200, body: '', encoding: 'utf-8' } } as const
  const arrived = { ...result, at: start + 60_001, error: null }
  const one = <T>([first]: readonly T[]): T => {
    if (first === undefined) throw new Error('Nothing was claimed.')
    return first
  }

  test('WHK-04 a success counts after another worker has claimed the delivery', async () => {
    const on = await stage()
    await on.addEvents(1)
    const first = one(await on.claimAt(start))
    expect(one(await on.claimAt(start + 60_000))).not.toEqual(first)
    await on.store.write((tx) => markDelivered(tx, first, arrived))
    expect(await on.deliveries(on.id)).toMatchObject([{ status: 'delivered' }])
  })

  test.each([
    [500, 'pending'],
    [200, 'delivered'],
  ])(
    'WHK-04 the delivery of a killed worker is sent by another when its lease ends; after a %i, a late failure changes nothing',
    async (status, expected) => {
      const on = await stage()
      let answerLate: (sent: Sent) => void = () => {}
      const dead = on.work(() => new Promise<Sent>((resolve) => (answerLate = resolve)))
      await on.addEvents(1)
      void dead.turn()
      await expect.poll(async () => (await on.deliveries(on.id))[0]?.dueAt, patience).toBe(start + 60_000)

      let sent = 0
      const other = on.work(async () => {
        sent += 1
        return answered(status)
      })
      await other.turn()
      expect(sent).toBe(0)
      on.clock.at += 60_000
      await other.turn()
      expect(sent).toBe(1)
      const state = async () => [await on.webhook(on.id), await on.deliveries(on.id)]
      const before = await state()
      expect(before).toMatchObject([{ status: 'enabled' }, [{ status: expected, attempts: 1 }]])
      answerLate(answered(410))
      await dead.close(0)
      expect(await state()).toEqual(before)
    },
  )

  /** Webhooks as a service runs them; nothing it sends arrives. */
  const serve = (on: Awaited<ReturnType<typeof stage>>, mostWaiting: number) => {
    const webhooks = createWebhooks({
      store: on.store,
      now: () => on.clock.at,
      log: createLog('silent'),
      network: 'any host',
      seal: { ...createSeal(() => []), open: () => 'whsec_c2VjcmV0' },
      post: async () => ({ kind: 'unanswered', error: 'Refused.' }),
      mostWaiting,
    })
    ending.push(() => webhooks.close())
    return webhooks
  }

  test('WHK-04 an endpoint with too many pending deliveries is disabled and says why', async () => {
    const on = await stage()
    await on.addEvents(1)
    const other = await on.addWebhook('other')
    await on.addEvents(2)
    await serve(on, 2).sweep(start)
    expect(await on.webhook(other)).toMatchObject({ status: 'enabled' })
    expect(await on.webhook(on.id)).toMatchObject({
      status: 'disabled',
      disabledReason: 'More than 2 events were waiting.',
    })
  })
})

test.each(['sqlite', 'postgres'] as const)(
  'WHK-04 two workers on one %s send every event once, and never wait for each other in a circle',
  async (engine) => {
    const url =
      engine === 'postgres'
        ? await databaseOn(engine)
        : `file:${join(mkdtempSync(join(tmpdir(), 'svc-webhooks-')), 'two.db')}`
    const on = await stageWorkers({ database: url })
    const sent: string[] = []
    const post: Post = async ({ url: to, headers }) => {
      sent.push(`${to} ${headers['webhook-id']}`)
      await sleep(Math.random() * 20)
      return answered(200)
    }
    const stores = [await openStore(url), await openStore(url)]
    const ids = []
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) ids.push(await on.addWebhook(name))
    await on.addEvents(80)
    await Promise.all(stores.map((store) => on.work(post, { store }).turn()))
    for (const id of ids) {
      const statuses = (await on.deliveries(id)).map(({ status }) => status)
      expect(statuses).toEqual(Array(80).fill('delivered'))
    }
    expect([sent.length, new Set(sent).size]).toEqual([480, 480])
    // A connection reports its counts when it ends, if not before.
    for (const store of stores) await store.close()
    if (engine === 'sqlite') return
    const counts = await asAdministrator(
      `select deadlocks::int from pg_stat_database where datname = '${nameOf(url)}'`,
    )
    expect(counts).toEqual([{ deadlocks: 0 }])
  },
)

test('WHK-04 a transaction of another process that holds a workspace delays no delivery', async () => {
  const url = await databaseOn('postgres')
  const on = await stageWorkers({ database: url })
  await on.store.write((tx) => insertWorkspace(tx, workspaceOf(workspaceId)))
  const id = await on.addWebhook()
  const holder = new Client({ connectionString: url })
  ending.push(() => holder.end())
  await holder.connect()
  let holding: Promise<unknown> | undefined
  const worker = on.work(async () => {
    holding ??= holder.query(`begin; select 1 from workspace where id = '${workspaceId}' for update`)
    await holding
    return answered(200)
  })
  // Four are claimed before it is held, two after.
  await on.addEvents(6)
  await worker.turn()
  expect((await on.deliveries(id)).map(({ status }) => status)).toEqual(Array(6).fill('delivered'))
})
