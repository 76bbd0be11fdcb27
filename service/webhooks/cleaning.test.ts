// What a service deletes of deliveries, and which endpoints it stops feeding, hour by hour.
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createSeal } from '../operator/sealing.ts'
import { createLog } from '../service-log.ts'
import { patience } from './receiver-testing.ts'
import type { Post } from './safe-request.ts'
import { createWebhooks } from './webhooks.ts'
import { answered, databaseOn, ending, hour, stageWorkers, workspaceId } from './worker-testing.ts'

const day = 24 * hour

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
})

describe.each(['memory:', 'postgres'] as const)('on %s', (engine) => {
  /** Webhooks as the service runs them, and an endpoint. */
  const stage = async (deps: { post: Post; mostWaiting?: number }) => {
    const on = await stageWorkers({
      database: await databaseOn(engine),
    })
    const webhooks = createWebhooks({
      ...deps,
      store: on.store,
      now: Date.now,
      log: createLog('silent'),
      reach: 'any host',
      seal: { ...createSeal(() => []), open: () => 'whsec_c2VjcmV0' },
    })
    ending.push(() => webhooks.close())
    /** An event of some time ago, for one endpoint. */
    const add = (webhookId: string, ageMilliseconds: number) => {
      const actor = { type: 'key', id: 'key_1' } as const
      const change = { type: 'record.created', actor, data: {}, at: Date.now() - ageMilliseconds } as const
      return webhooks.store.write((tx) => tx.events.addFor(workspaceId, [webhookId], change))
    }
    return { ...on, add }
  }

  test('WHK-04 a service deletes deliveries of 15 days ago, keeps those of 13, and goes on so', async () => {
    let sent = 0
    const on = await stage({
      post: async () => {
        sent += 1
        return answered(200)
      },
    })
    const id = await on.addWebhook()
    const left = async () => (await on.deliveries(id)).map((one) => [one.id, one.status])
    /** Sends what happened then, and lets an hour pass. */
    const deliver = async (...ages: number[]) => {
      const before = sent
      const ids = []
      for (const age of ages) ids.push(await on.add(id, age))
      await expect.poll(() => sent - before, patience).toBe(ages.length)
      await expect
        .poll(async () => (await left()).every(([, status]) => status === 'delivered'), patience)
        .toBe(true)
      vi.advanceTimersByTime(hour)
      return ids
    }
    const [kept] = await deliver(13 * day, 15 * day)
    await expect.poll(left, patience).toEqual([[kept, 'delivered']])
    await deliver(15 * day)
    await expect.poll(left, patience).toEqual([[kept, 'delivered']])
  })

  test('WHK-04 a service disables an endpoint with too much waiting within an hour, says why, and leaves one with as much as may wait', async () => {
    const on = await stage({
      post: async () => ({ kind: 'unanswered', error: 'It is away.' }),
      mostWaiting: 2,
    })
    const [full, over] = [await on.addWebhook('full'), await on.addWebhook('over')]
    for (const id of [full, full, over, over, over]) await on.add(id, 0)
    vi.advanceTimersByTime(hour)
    await expect
      .poll(() => on.webhook(over), patience)
      .toMatchObject({
        status: 'disabled',
        disabledReason: 'More than 2 events were waiting.',
      })
    expect(await on.webhook(full)).toMatchObject({ status: 'enabled', disabledReason: null })
  })
})
