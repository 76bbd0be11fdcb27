// What becomes of a long queue whose endpoint is disabled, enabled again or deleted.
import { describe, expect, test } from 'vitest'
import { createSeal } from '../operator/sealing.ts'
import { createLog } from '../service-log.ts'
import type { Store } from '../store/store.ts'
import { patience } from './receiver-testing.ts'
import type { Post } from './safe-request.ts'
import { createWebhooks } from './webhooks.ts'
import { answered, databaseOn, ending, hour, stageWorkers, start, workspaceId } from './worker-testing.ts'

const waiting = 2500

/** How many deliveries the database holds in each status, whatever is shown of them. */
const stored = (store: Store) =>
  store.read(async (tx) => {
    const table = (await tx.tables.list()).find(({ name }) => name === 'webhook_delivery')
    if (!table) throw new Error('There is such a table.')
    const rows = await tx.tables.rows(table, undefined, 10_000)
    const byStatus = Map.groupBy(rows, (row) => String(row['status']))
    return Object.fromEntries([...byStatus].map(([status, some]) => [status, some.length]))
  })

/** Webhooks as the service runs them, from its start on. */
const serve = (store: Store, post: Post = async () => answered(200)) => {
  const deps = { store, now: () => start, log: createLog('silent'), reach: 'any host', post } as const
  const webhooks = createWebhooks({ ...deps, seal: createSeal(() => [Buffer.alloc(32, 'key')]) })
  ending.push(() => webhooks.close())
  return webhooks
}

describe.each(['memory:', 'postgres'] as const)('on %s', (engine) => {
  /** An endpoint with more waiting than one transaction cancels. */
  const stage = async () => {
    const on = await stageWorkers({ database: await databaseOn(engine) })
    const id = await on.addWebhook()
    const events = Array.from({ length: waiting }, (_, index) => ({
      id: `evt_${String(index).padStart(4, '0')}`,
      type: 'record.created',
      body: '{}',
      at: start,
      webhookIds: [id],
    }))
    await on.store.write((tx) => tx.events.addMany(workspaceId, events))
    const disable = () => on.store.write((tx) => tx.webhooks.disable(workspaceId, id, 'Asked for.', start))
    const enable = () => on.store.write((tx) => tx.webhooks.enable(workspaceId, id, start))
    return { ...on, id, disable, enable }
  }

  test('WHK-04 one transaction cancels a thousand deliveries at most, and from the first on none is sent, counted or shown as waiting', async () => {
    const on = await stage()
    const counted = () => on.store.read((tx) => tx.health.waitingDeliveries())
    expect(await counted()).toBe(waiting)
    await on.disable()
    expect(await stored(on.store)).toEqual({ cancelled: 1000, pending: 1500 })
    expect(await counted()).toBe(0)
    expect(new Set((await on.deliveries(on.id)).map(({ status }) => status))).toEqual(new Set(['cancelled']))
    let sent = 0
    const worker = on.work(async () => {
      sent += 1
      return answered(200)
    })
    await worker.turn()
    expect(sent).toBe(0)
  })

  test('WHK-04 what a process that was killed had not cancelled is cancelled by the next, and another endpoint’s waits on', async () => {
    const on = await stage()
    await on.disable()
    const other = await on.addWebhook('other')
    await on.addEvent()
    serve(on.store, async () => ({ kind: 'unanswered', error: 'It is away.' }))
    await expect.poll(() => stored(on.store), patience).toEqual({ cancelled: waiting, pending: 1 })
    expect(await on.deliveries(other)).toMatchObject([{ status: 'pending' }])
  })

  test('WHK-05 an endpoint is enabled again when nothing waits of what did before, and gets what happens from then on', async () => {
    const on = await stage()
    await on.disable()
    const statusAfter = async () => [await on.enable(), (await on.webhook(on.id))?.status]
    expect([await statusAfter(), await statusAfter()]).toEqual([
      ['more', 'disabled'],
      ['done', 'enabled'],
    ])
    await on.addEvent()
    const rest = () => on.store.write((tx) => tx.webhooks.cancelRest(workspaceId, on.id))
    // A sweep that had seen it disabled.
    expect(await rest()).toBe('done')
    await on.work(async () => answered(200)).turn()
    expect(await stored(on.store)).toEqual({ cancelled: waiting, delivered: 1 })
  })

  test('WHK-04 an endpoint is deleted when nothing waits for it any more, and gets nothing from the beginning on', async () => {
    const on = await stage()
    const statusAfter = async () => [
      await on.store.write((tx) => tx.webhooks.remove(workspaceId, on.id, start)),
      (await on.webhook(on.id))?.status,
    ]
    expect([await statusAfter(), await statusAfter(), await statusAfter(), await statusAfter()]).toEqual([
      ['more', 'disabled'],
      ['more', 'disabled'],
      ['removed', undefined],
      ['absent', undefined],
    ])
    expect(await stored(on.store)).toEqual({ cancelled: waiting })
  })

  test('WHK-04 an attempt that ends after its endpoint was disabled is written down if it arrived, and else changes nothing', async () => {
    const on = await stage()
    const lease = { at: start, until: start + 60_000, limit: 2 }
    const [first, second] = await on.store.write((tx) => tx.deliveries.claim(workspaceId, on.id, lease))
    if (!first || !second) throw new Error('There are deliveries.')
    // What is cancelled first is what is due first: these two are cancelled last.
    await on.disable()
    const claim = (claimed: typeof first) => ({ ...claimed, workspaceId, webhookId: on.id })
    const refused = { at: start + 1, response: { status: 500, body: '' }, error: 'Refused.' }
    const arrived = { at: start + 1, response: { status: 200, body: '' }, error: null }
    const outcomes = await on.store.write(async (tx) => [
      await tx.deliveries.delivered(claim(first), arrived),
      await tx.deliveries.retryAt(claim(second), refused, start + hour),
      await tx.deliveries.failed(claim(second), refused),
    ])
    expect(outcomes).toEqual([true, false, false])
    expect(await stored(on.store)).toEqual({ cancelled: 1000, delivered: 1, pending: 1499 })
  })
})
