// How deliveries share a process with requests.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { answered, stageWorkers, workspaceId } from './worker-testing.ts'

/** Sends so many events to each endpoint. @returns how many attempts each claim led to, and in which order they went */
async function paced(options: {
  endpoints: Record<string, number>
  requests?: () => number
  waited?: number
}) {
  const steps: number[] = []
  const order: string[] = []
  const on = await stageWorkers({
    store: (store) => ({
      ...store,
      write: (run, workspaceId) => {
        steps.push(0)
        return store.write(run, workspaceId)
      },
    }),
  })
  const most = Math.max(...Object.values(options.endpoints))
  for (let left = most; left > 0; left -= 1) {
    for (const [name, events] of Object.entries(options.endpoints))
      if (events === left) await on.addWebhook(name)
    await on.addEvent()
  }
  on.clock.at += options.waited ?? 0
  const worker = on.work(
    async ({ url }) => {
      steps.push((steps.pop() ?? 0) + 1)
      order.push(new URL(url).hostname.split('.')[0] ?? '')
      return answered(200)
    },
    undefined,
    options.requests,
  )
  await worker.turn()
  return { steps, order }
}

const many = { a: 9, b: 9, c: 9, d: 9, e: 9 }
const asked = () => {
  let requests = 0
  return () => (requests += 100)
}

test('WHK-04 beside requests few deliveries are begun at once, and all of them arrive', async () => {
  const alone = await paced({ endpoints: many })
  expect(Math.max(...alone.steps)).toBeGreaterThan(3)
  const beside = await paced({ endpoints: many, requests: asked() })
  expect(Math.max(...beside.steps)).toBe(3)
  expect(beside.order).toHaveLength(45)
})

test('WHK-04 beside requests no delivery is begun at once behind another', async () => {
  const on = await stageWorkers()
  for (const name of ['a', 'b', 'c']) await on.addWebhook(name)
  for (let made = 0; made < 2; made += 1) await on.addEvent()
  const begun: number[] = []
  const post = async () => {
    begun.push(performance.now())
    return answered(200)
  }
  await on.work(post, undefined, asked()).turn()
  expect(begun).toHaveLength(6)
  const least = Math.min(...begun.slice(1).map((at, index) => at - (begun[index] ?? 0)))
  expect(least).toBeGreaterThan(10)
})

test('WHK-04 what has waited for a minute waits no longer for requests', async () => {
  const late = await paced({ endpoints: many, requests: asked(), waited: 61_000 })
  expect(Math.max(...late.steps)).toBeGreaterThan(3)
})

test('WHK-04 beside requests more are begun at once the longer they have waited', async () => {
  const most: number[] = []
  for (const waited of [0, 10_000, 30_000, 50_000]) {
    const { steps, order } = await paced({ endpoints: many, requests: asked(), waited })
    expect(order).toHaveLength(45)
    // The first step does not know yet.
    most.push(Math.max(...steps.slice(1)))
  }
  expect(most).toEqual([3, 7, 17, 20])
})

test('WHK-04 what waits for a receiver that fails hurries nobody', async () => {
  const on = await stageWorkers()
  for (const name of ['a', 'b', 'c']) await on.addWebhook(name)
  for (let made = 0; made < 6; made += 1) await on.addEvent()
  for (const name of ['a', 'b', 'c'])
    await on.store.write((tx) => tx.webhooks.markFailing(workspaceId, `whk_${name}`, on.clock.at))
  on.clock.at += 30_000
  let together = 0
  let mostTogether = 0
  for (const name of ['d', 'e', 'f', 'g']) await on.addWebhook(name)
  for (let made = 0; made < 4; made += 1) await on.addEvent()
  const worker = on.work(
    async ({ url }) => {
      if (/[abc]\.example/.test(url)) return answered(500)
      mostTogether = Math.max(mostTogether, (together += 1))
      // The others of its step begin in turns of their own.
      for (let turns = 0; turns < 5; turns += 1) await nextTurn()
      together -= 1
      return answered(200)
    },
    undefined,
    asked(),
  )
  await worker.turn()
  expect(mostTogether).toBeLessThanOrEqual(3)
})

test('WHK-04 beside requests an endpoint with much waiting holds up none that has little', async () => {
  const { order } = await paced({ endpoints: { a: 40, b: 2, c: 2 }, requests: asked() })
  expect(Math.max(order.lastIndexOf('b'), order.lastIndexOf('c'))).toBeLessThan(15)
})
