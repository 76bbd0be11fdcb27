// For tests: workers on a database, with a clock that tests move and a function instead of requests.
import { afterEach } from 'vitest'
import { createLog } from '../base/service-log.ts'
import { openStore } from '../db/open.ts'
import { createTestDatabase, dropTestDatabase } from '../db/postgres/testing.ts'
import type { Store } from '../db/store.ts'
import type { Post, Sent } from './post.ts'
import { createWorker, type Worker } from './worker.ts'
import { insertWebhook, getWebhook } from './webhooks.store.ts'
import { insertEvent } from './events.store.ts'
import { deliveriesOfWebhook } from './deliveries.store.ts'

export const workspaceId = 'wsp_1'
export const start = Date.UTC(2026, 0, 5, 9)
export const hour = 3_600_000

/** Called in reverse order after each test. */
export const ending: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end()
})

export const answered = (status: number, retryAfter?: string): Sent => ({
  kind: 'answered',
  status,
  body: '',
  encoding: 'utf-8',
  retryAfter,
})

/** Answers nothing until the worker stops. */
export const hanging: Post = ({ signal }) =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve({ kind: 'stopped' }))
  })

/** A post whose requests wait until they are answered, or the worker stops. */
export const holding = () => {
  const answers: ((sent: Sent) => void)[] = []
  const post: Post = (request) =>
    new Promise((resolve) => {
      answers.push(resolve)
      void hanging(request).then(resolve)
    })
  return { answers, post }
}

/** A new database for a test. @returns its URL */
export async function databaseOn(engine: 'memory:' | 'postgres'): Promise<string> {
  if (engine === 'memory:') return engine
  const url = await createTestDatabase()
  ending.push(() => dropTestDatabase(url))
  return url
}

/** A database, a clock that tests move, and workers that post by a function. */
export async function stageWorkers(options: { database?: string; store?: (store: Store) => Store } = {}) {
  const { database = 'memory:', store: wrap = (store) => store } = options
  const clock = { at: start }
  const opened = await openStore(database)
  ending.push(() => opened.close())
  let count = 0

  return {
    clock,
    store: opened,
    work(
      post: Post,
      { store = opened, pollMilliseconds }: { store?: Store; pollMilliseconds?: number } = {},
    ): Worker {
      const worker = createWorker({
        store: wrap(store),
        now: () => clock.at,
        random: () => 0.5,
        post,
        seal: { open: () => 'whsec_c2VjcmV0' },
        log: createLog('silent'),
        pollMilliseconds,
      })
      ending.push(() => worker.close(0))
      return worker
    },
    async addWebhook(name = 'one', place = workspaceId) {
      const webhook = {
        id: `whk_${name}`,
        url: `https://${name}.example.com/`,
        events: ['record.created'] as const,
        description: null,
        secret: 'sealed',
        createdBy: 'usr_1',
        createdAt: clock.at,
      }
      await opened.write((tx) => insertWebhook(tx, place, webhook))
      return webhook.id
    },
    async addEvents(events: number, place = workspaceId) {
      for (const end = count + events; count < end; count += 1) {
        const data = { id: String(count) }
        const actor = { type: 'key', id: 'key_1' } as const
        const change = { type: 'record.created', actor, data, at: clock.at } as const
        await opened.write((tx) => insertEvent(tx, place, change))
      }
    },
    webhook: (id: string) => opened.read((tx) => getWebhook(tx, workspaceId, id)),
    deliveries: (id: string) =>
      opened.read((tx) => deliveriesOfWebhook(tx, workspaceId, id, { after: undefined, limit: 10_000 })),
  }
}
