import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { patience } from './receiver-testing.ts'
import { openStore } from '../store/open-store.ts'
import type { Post, Sent } from './safe-request.ts'
import { answered, databaseOn, ending, hour, stageWorkers, start, workspaceId } from './worker-testing.ts'

const temporaryFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-webhooks-'))
  ending.push(() => rmSync(folder, { recursive: true }))
  return folder
}

describe.each(['memory:', 'postgres'] as const)('on %s', (engine) => {
  const database = () => databaseOn(engine)

  test('WHK-04 a delivery that arrived is delivered, though another sender has taken it over', async () => {
    const on = await stageWorkers({ database: await database() })
    const id = await on.addWebhook()
    await on.addEvent()
    const claimAt = async (at: number) => {
      const lease = { at, until: at + 60_000, limit: 1 }
      const [claimed] = await on.store.write((tx) => tx.deliveries.claim(workspaceId, id, lease))
      if (!claimed) throw new Error('There is a delivery.')
      return { workspaceId, webhookId: id, eventId: claimed.eventId, claims: claimed.claims }
    }
    const first = await claimAt(start)
    expect(await claimAt(start + 60_000)).not.toEqual(first)
    const attempt = { at: start + 60_001, response: { status: 200, body: '' }, error: null }
    await on.store.write((tx) => tx.deliveries.delivered(first, attempt))
    expect((await on.deliveries(id))[0]?.status).toBe('delivered')
  })

  test('WHK-04 what a dead sender had claimed is taken over when its lease ends, and its late answer changes nothing', async () => {
    const on = await stageWorkers({ database: await database() })
    let answerLate: (sent: Sent) => void = () => {}
    const dead = on.work(() => new Promise<Sent>((resolve) => (answerLate = resolve)))
    const id = await on.addWebhook()
    await on.addEvent()
    void dead.turn()
    await expect.poll(async () => (await on.deliveries(id))[0]?.dueAt, patience).toBe(start + 60_000)

    let sent = 0
    const other = on.work(async () => {
      sent += 1
      return answered(500)
    })
    await other.turn()
    expect(sent).toBe(0)
    on.clock.at += 60_000
    await other.turn()
    expect(sent).toBe(1)
    const before = await on.deliveries(id)
    expect(before).toMatchObject([{ status: 'pending', attempts: 1 }])
    answerLate(answered(410))
    await dead.close(0)
    expect(await on.deliveries(id)).toEqual(before)
    expect((await on.webhook(id))?.status).toBe('enabled')
  })

  test('WHK-04 two workers on one database send every event once while nothing fails', async () => {
    const url = engine === 'postgres' ? await database() : `file:${join(temporaryFolder(), 'two.db')}`
    const on = await stageWorkers({ database: url })
    const second = await openStore(url)
    ending.push(() => second.close())
    const sent: string[] = []
    const post: Post = async ({ headers }) => {
      sent.push(headers['webhook-id'] ?? '')
      await new Promise((resolve) => setImmediate(resolve))
      return answered(200)
    }
    const workers = [on.work(post), on.work(post, second)]
    const ids = [await on.addWebhook('one'), await on.addWebhook('two')]
    for (let count = 0; count < 20; count += 1) await on.addEvent()
    const unsent = async () => {
      for (const worker of workers) worker.wake(workspaceId)
      const all = (await Promise.all(ids.map((id) => on.deliveries(id)))).flat()
      return all.filter(({ status }) => status !== 'delivered').length
    }
    await expect.poll(unsent, patience).toBe(0)
    expect(sent).toHaveLength(40)
    expect(new Set(sent).size).toBe(20)
  })

  test('WHK-04 events and deliveries go with their age, those that still wait do not', async () => {
    const on = await stageWorkers({ database: await database() })
    let status = 200
    const worker = on.work(async () => answered(status))
    const id = await on.addWebhook()
    for (let count = 0; count < 3; count += 1) await on.addEvent()
    await worker.turn()
    status = 500
    await on.addEvent()
    await worker.turn()
    on.clock.at += hour
    await on.addEvent()
    const sweep = () => on.store.write((tx) => tx.deliveries.sweep(start + 1, 2))
    expect([await sweep(), await sweep()]).toEqual([true, false])
    expect((await on.deliveries(id)).map(({ createdAt }) => createdAt - start)).toEqual([hour, 0])
  })

  test('WHK-04 an endpoint with far too much waiting is found', async () => {
    const on = await stageWorkers({ database: await database() })
    const id = await on.addWebhook()
    for (let count = 0; count < 4; count += 1) await on.addEvent()
    const overfull = (limit: number) => on.store.read((tx) => tx.webhooks.overfull(limit))
    expect([await overfull(4), await overfull(3)]).toEqual([[], [{ workspaceId, id }]])
  })
})
