import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { retryDelays } from './worker.ts'
import { storeError } from '../base/store-error.ts'
import { patience } from './receiver-testing.ts'
import type { Post } from './post.ts'
import { answered, hanging, holding, hour, stageWorkers, start, workspaceId } from './worker-testing.ts'

test('WHK-04 eight attempts of one event follow the schedule under one id, then the delivery has failed', async () => {
  const on = await stageWorkers()
  const attempts: { at: number; id: unknown }[] = []
  const worker = on.work(async ({ headers }) => {
    attempts.push({ at: on.clock.at, id: headers['webhook-id'] })
    return answered(500)
  })
  const id = await on.addWebhook()
  await on.addEvents(1)
  await worker.turn()
  for (const delay of retryDelays) {
    on.clock.at += delay - 1
    await worker.turn()
    on.clock.at += 1
    await worker.turn()
  }
  const times = attempts.map(({ at }) => at)
  expect(times.slice(1).map((at, index) => at - (times[index] ?? 0))).toEqual(retryDelays)
  expect(new Set(attempts.map((attempt) => attempt.id)).size).toBe(1)
  expect(await on.deliveries(id)).toMatchObject([{ status: 'failed', attempts: 8 }])
})

test('WHK-04 a receiver that asks for more time gets it', async () => {
  const on = await stageWorkers()
  const worker = on.work(async () => answered(503, '90'))
  const id = await on.addWebhook()
  await on.addEvents(1)
  await worker.turn()
  expect(await on.deliveries(id)).toMatchObject([{ status: 'pending', dueAt: start + 90_000 }])
})

test('WHK-04 an endpoint that only fails for 120 hours is disabled and says so', async () => {
  const on = await stageWorkers()
  let status = 500
  const worker = on.work(async () => answered(status))
  const id = await on.addWebhook()
  const stateAfter = async (hours: number) => {
    on.clock.at = start + hours * hour
    await on.addEvents(1)
    await worker.turn()
    return (await on.webhook(id))?.status
  }
  expect(await stateAfter(0)).toBe('enabled')
  status = 200
  expect(await stateAfter(100)).toBe('enabled')
  status = 500
  expect(await stateAfter(101)).toBe('enabled')
  expect(await stateAfter(220)).toBe('enabled')
  expect(await stateAfter(221)).toBe('disabled')
  expect((await on.webhook(id))?.disabledReason).toBe('Every attempt of the last 120 hours failed.')
  expect((await on.deliveries(id)).filter(({ status: is }) => is === 'pending')).toEqual([])
})

test('WHK-04 an endpoint that never answers has four requests open, and the others get their events', async () => {
  const on = await stageWorkers()
  let opened = 0
  let arrived = 0
  const worker = on.work((request) => {
    if (request.url.includes('quick')) {
      arrived += 1
      return Promise.resolve(answered(200))
    }
    opened += 1
    return hanging(request)
  })
  await on.addWebhook('slow')
  await on.addEvents(30)
  worker.wake(workspaceId)
  await expect.poll(() => opened, patience).toBe(4)
  await on.addWebhook('quick')
  await on.addEvents(30)
  worker.wake(workspaceId)
  await expect.poll(() => arrived, patience).toBe(30)
  expect(opened).toBe(4)
})

test('WHK-04 slow receivers of one workspace leave half of the requests to the others', async () => {
  const on = await stageWorkers()
  const opened = { wsp_1: 0, wsp_2: 0 }
  const post: Post = (request) => {
    opened[request.url.includes('other') ? 'wsp_2' : 'wsp_1'] += 1
    return hanging(request)
  }
  const worker = on.work(post, { pollMilliseconds: hour })
  for (let count = 0; count < 20; count += 1) await on.addWebhook(`slow${count}`)
  for (let count = 0; count < 20; count += 1) await on.addWebhook(`other${count}`, 'wsp_2')
  await on.addEvents(2)
  worker.wake(workspaceId)
  await expect.poll(() => opened.wsp_1, patience).toBe(16)
  await on.addEvents(2, 'wsp_2')
  worker.wake('wsp_2')
  await expect.poll(() => opened.wsp_2, patience).toBe(16)
  expect(opened.wsp_1).toBe(16)
})

test('WHK-04 a failing endpoint gets one request at a time until it works again', async () => {
  const on = await stageWorkers()
  let underWay = 0
  let most = 0
  let status = 500
  const worker = on.work(async () => {
    underWay += 1
    most = Math.max(most, underWay)
    await nextTurn()
    underWay -= 1
    return answered(status)
  })
  await on.addWebhook()
  await on.addEvents(1)
  await worker.turn()
  await on.addEvents(8)
  await worker.turn()
  expect(most).toBe(1)
  status = 200
  on.clock.at += hour
  await worker.turn()
  expect(most).toBe(4)
})

test('CLI-03 WHK-04 closing lets attempts finish and releases those that do not', async () => {
  const on = await stageWorkers()
  const { answers, post } = holding()
  const worker = on.work(post)
  const id = await on.addWebhook()
  await on.addEvents(6)
  worker.wake(workspaceId)
  await expect.poll(() => answers.length, patience).toBe(4)
  const closed = worker.close(100)
  answers[0]?.(answered(200))
  await closed
  expect(answers).toHaveLength(4)
  const deliveries = await on.deliveries(id)
  expect(deliveries.filter(({ status }) => status === 'delivered')).toHaveLength(1)
  const pending = deliveries.filter(({ status }) => status === 'pending')
  expect(pending.map(({ dueAt, attempts }) => [dueAt, attempts])).toEqual(pending.map(() => [start, 0]))
})

test('WHK-04 a delivery whose result could not be stored is sent again when its lease ends', async () => {
  let isAway = false
  const on = await stageWorkers({
    store: (store) => ({
      ...store,
      write: (run) => (isAway ? Promise.reject(storeError('database_locked', 'Away.')) : store.write(run)),
    }),
  })
  const sent: unknown[] = []
  const worker = on.work(async ({ headers }) => {
    sent.push(headers['webhook-id'])
    isAway = sent.length === 1
    return answered(200)
  })
  const id = await on.addWebhook()
  await on.addEvents(1)
  await worker.turn()
  isAway = false
  await worker.turn()
  expect(sent).toHaveLength(1)
  on.clock.at += 60_000
  await worker.turn()
  expect(sent).toEqual([sent[0], sent[0]])
  expect(await on.deliveries(id)).toMatchObject([{ status: 'delivered', attempts: 1 }])
})
