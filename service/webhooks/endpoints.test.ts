import { describe, expect, test } from 'vitest'
import { recoverIn, resendIn, webhookDisabled } from './endpoints.ts'
import { answered, databaseOn, hour, stageWorkers, start, workspaceId } from './worker-testing.ts'
import { markDelivered, markDeliveryFailed, getDelivery } from './deliveries.store.ts'
import { insertEvent, takeDue } from './events.store.ts'
import type { Tx } from '../db/store.ts'
import { disableWebhook, enableWebhook } from './webhooks.store.ts'

const engines = [
  ['SQLite', 'memory:'],
  ['PostgreSQL', 'postgres'],
] as const
const none = '00000000000000000000000000'

describe.each(engines)('on %s', (_name, engine) => {
  /** One delivery each: delivered, failed, cancelled, pending. A later hour has another that failed. */
  async function stage() {
    const on = await stageWorkers({ database: await databaseOn(engine) })
    const id = await on.addWebhook()
    const other = await on.addWebhook('other')
    await on.addEvents(4)
    on.clock.at += hour
    await on.addEvents(1)
    const ids = (await on.deliveries(id)).map((delivery) => delivery.id).toReversed()
    const set = async (webhookId: string, eventId: string | undefined, status: 'delivered' | 'failed') => {
      const claim = { workspaceId, webhookId, eventId: eventId ?? '', claims: 0 }
      const attempt = { at: on.clock.at, durationMs: 12, response: null, error: null }
      await on.store.write(async (tx) => {
        if (status === 'delivered') await markDelivered(tx, claim, attempt)
        else await markDeliveryFailed(tx, claim, attempt, undefined)
      })
    }
    await set(id, ids[0], 'delivered')
    await set(id, ids[1], 'failed')
    await set(id, ids[4], 'failed')
    await set(other, ids[1], 'failed')
    const states = async (of = id) =>
      (await on.deliveries(of)).toReversed().map(({ status, attempts, dueAt }) => [status, attempts, dueAt])
    const recover = (since: number, place = workspaceId, webhookId = id) =>
      on.store.write((tx) => recoverIn(tx, place, webhookId, { since, at: on.clock.at }), place)
    return { on, id, other, ids, states, recover }
  }

  test('WHK-04 AUT-12 recovering sends what failed since a time again, and nothing else', async () => {
    const { on, other, states, recover } = await stage()
    const before = await states()
    const others = await states(other)
    on.clock.at += hour
    expect(await recover(start + 1)).toEqual({ ok: true, value: { recovered: 1, more: false } })
    const again = ['pending', 0, on.clock.at]
    expect(await states()).toEqual([...before.slice(0, 4), again])
    expect(await recover(start)).toEqual({ ok: true, value: { recovered: 1, more: false } })
    expect(await states()).toEqual([before[0], again, ...before.slice(2, 4), again])
    expect(await recover(start)).toEqual({ ok: true, value: { recovered: 0, more: false } })
    expect(await states(other)).toEqual(others)
  })

  test('WHK-04 AUT-12 deliveries that a disabled endpoint cancelled are recovered once it is enabled', async () => {
    const { on, id, ids, states, recover } = await stage()
    await on.store.write((tx) => disableWebhook(tx, workspaceId, id, 'A reason.', on.clock.at))
    expect(await recover(start)).toBe(webhookDisabled)
    expect((await states()).map(([status]) => status)).not.toContain('pending')
    await on.store.write((tx) => enableWebhook(tx, workspaceId, id, on.clock.at))
    expect(await recover(start)).toEqual({ ok: true, value: { recovered: 4, more: false } })
    const sent: string[] = []
    await on
      .work(async ({ headers }) => {
        sent.push(headers['webhook-id'] ?? '')
        return answered(200)
      })
      .turn()
    expect(sent).toEqual(expect.arrayContaining(ids.slice(1)))
  })

  test('WHK-04 a transaction says once, and of its workspace only, that there is something to send', async () => {
    const { on, id, ids } = await stage()
    const dueAfter = (change: (tx: Tx) => Promise<unknown>) =>
      on.store.write(async (tx) => {
        await change(tx)
        return [takeDue(tx, 'wsp_2'), takeDue(tx, workspaceId), takeDue(tx, workspaceId)]
      }, workspaceId)
    const tell = (type: 'record.created' | 'task.created') => (tx: Tx) => {
      const actor = { type: 'key', id: 'key_1' } as const
      return insertEvent(tx, workspaceId, { type, actor, data: { id: '1' }, at: on.clock.at })
    }
    const wish = { deliveryId: ids[0] ?? '', at: on.clock.at }
    // Drops the note of deliveries that `stage` stored.
    await dueAfter(async () => {})
    expect(await dueAfter(tell('task.created'))).toEqual([false, false, false])
    expect(await dueAfter(tell('record.created'))).toEqual([false, true, false])
    expect(await dueAfter((tx) => resendIn(tx, workspaceId, id, wish))).toEqual([false, true, false])
    const since = { since: start, at: on.clock.at }
    expect(await dueAfter((tx) => recoverIn(tx, workspaceId, id, since))).toEqual([false, true, false])
    expect(await dueAfter((tx) => recoverIn(tx, workspaceId, id, since))).toEqual([false, false, false])
  })

  test('GEN-08 AUT-12 another workspace recovers, resends and reads nothing', async () => {
    const { on, id, ids, states, recover } = await stage()
    const before = await states()
    const [eventId = ''] = ids
    const wish = { deliveryId: eventId, at: on.clock.at }
    const elsewhere = await on.store.write((tx) => resendIn(tx, 'wsp_2', id, wish))
    const missing = await on.store.write((tx) => resendIn(tx, workspaceId, id, { ...wish, deliveryId: none }))
    const answers = [
      await recover(start, 'wsp_2'),
      await recover(start, workspaceId, none),
      elsewhere,
      missing,
    ]
    expect(answers.map((answer) => !answer.ok && answer.code)).toEqual(Array(4).fill('not_found'))
    expect(await on.store.read((tx) => getDelivery(tx, 'wsp_2', id, eventId))).toBeUndefined()
    expect(await states()).toEqual(before)
  })
})
