import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { patience } from './receiver-testing.ts'
import { retryDelays } from '../rules/delivery-schedule.ts'
import { storeError } from '../store/store-error.ts'
import type { Sent } from './safe-request.ts'
import { answered, hour, stageWorkers, start, workspaceId } from './worker-testing.ts'

test('WHK-04 eight attempts of one event go out on the schedule, under one id, and then it has failed', async () => {
  const on = await stageWorkers()
  const attempts: { at: number; id: unknown }[] = []
  const worker = on.work(async ({ headers }) => {
    attempts.push({ at: on.clock.at, id: headers['webhook-id'] })
    return answered(500)
  })
  const id = await on.addWebhook()
  await on.addEvent()
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
  await on.addEvent()
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
    await on.addEvent()
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

test('WHK-04 an endpoint that never answers holds up nobody, and is not flooded', async () => {
  const on = await stageWorkers()
  let hanging = 0
  let arrived = 0
  const worker = on.work(({ url, signal }) => {
    if (url.includes('quick')) {
      arrived += 1
      return Promise.resolve(answered(200))
    }
    hanging += 1
    return new Promise<Sent>((resolve) => {
      signal.addEventListener('abort', () => resolve({ kind: 'stopped' }))
    })
  })
  await on.addWebhook('slow')
  for (let count = 0; count < 30; count += 1) await on.addEvent()
  worker.wake(workspaceId)
  await expect.poll(() => hanging, patience).toBe(4)
  await on.addWebhook('quick')
  for (let count = 0; count < 30; count += 1) await on.addEvent()
  worker.wake(workspaceId)
  await expect.poll(() => arrived, patience).toBe(30)
  expect(hanging).toBe(4)
})

test('WHK-04 an endpoint that fails is asked one thing at a time until it works again', async () => {
  const on = await stageWorkers()
  let underWay = 0
  let most = 0
  let status = 500
  const worker = on.work(async () => {
    underWay += 1
    most = Math.max(most, underWay)
    // Attempts are begun a turn apart, so each lasts for several.
    for (let turn = 0; turn < 8; turn += 1) await nextTurn()
    underWay -= 1
    return answered(status)
  })
  await on.addWebhook()
  await on.addEvent()
  await worker.turn()
  for (let count = 0; count < 8; count += 1) await on.addEvent()
  await worker.turn()
  expect(most).toBe(1)
  status = 200
  on.clock.at += hour
  await worker.turn()
  expect(most).toBe(4)
})

test('CLI-03 WHK-04 closing lets attempts finish, and gives back what does not', async () => {
  const on = await stageWorkers()
  const answers: ((sent: Sent) => void)[] = []
  const worker = on.work(
    ({ signal }) =>
      new Promise<Sent>((resolve) => {
        answers.push(resolve)
        signal.addEventListener('abort', () => resolve({ kind: 'stopped' }))
      }),
  )
  const id = await on.addWebhook()
  for (let count = 0; count < 6; count += 1) await on.addEvent()
  worker.wake(workspaceId)
  await expect.poll(() => answers.length, patience).toBe(4)
  const closed = worker.close(100)
  answers[0]?.(answered(200))
  await closed
  expect(answers).toHaveLength(4)
  const deliveries = await on.deliveries(id)
  expect(deliveries.filter(({ status }) => status === 'delivered')).toHaveLength(1)
  const waiting = deliveries.filter(({ status }) => status === 'pending')
  expect(waiting.map(({ dueAt, attempts }) => [dueAt, attempts])).toEqual(waiting.map(() => [start, 0]))
})

test('WHK-04 what was sent while the database was away is written down when it is back', async () => {
  let isAway = false
  const on = await stageWorkers({
    store: (store) => ({
      ...store,
      write: (run) => (isAway ? Promise.reject(storeError('database_locked', 'Away.')) : store.write(run)),
    }),
  })
  let sent = 0
  const worker = on.work(async () => {
    sent += 1
    isAway = true
    return answered(200)
  })
  const id = await on.addWebhook()
  await on.addEvent()
  const turned = worker.turn()
  await expect.poll(() => sent, patience).toBe(1)
  isAway = false
  await turned
  expect(await on.deliveries(id)).toMatchObject([{ status: 'delivered', attempts: 1 }])
  expect(sent).toBe(1)
})
