// `npm run -s bench -- deliveries [--database postgres://…]`: what 10,000 queued webhook deliveries do to everyone else.
// The same requests with no queue, with one that was written and taken away again just before, with one whose endpoints
// never answer, and with one that is being sent. What a queue costs is told beside the second: 10,000 rows that came a
// second ago are work for the database whatever they are, and nobody queues them in a second.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Scope } from '../shared/api/primitives.ts'
import { openStore } from '../service/db/open.ts'
import type { Store } from '../service/db/store.ts'
import { type Figures, measure } from './load.ts'
import { percentile } from './percentile.ts'
import { type RunningService, runService } from './running-service.ts'
import { addKeys } from './service-programs.ts'
import { insertEventFor } from '../service/webhooks/events.store.ts'
import { workspaceBySlug } from '../service/access/workspaces.store.ts'
import { countWaitingDeliveries } from '../service/db/health.store.ts'

const queued = 10_000
const endpoints = 10
const rounds = 15
const programs = 8
/** Below the limit of a key. */
const requestsPerProgram = 250
const scopes: Scope[] = ['records:read', 'records:write', 'webhooks:write']

type Under = Figures & { waitingAfter: number }

const newKey = async (store: Store, ownerId: string): Promise<Record<string, string>> => {
  const [token] = await addKeys(store, ownerId, 1, scopes)
  return { Authorization: `Bearer ${token}` }
}

/** Comments, so that what the programs write makes no deliveries of its own. */
const enqueue = async (store: Store, workspaceId: string, webhookIds: readonly string[]): Promise<void> => {
  const actor = { type: 'operator', id: 'bench' } as const
  for (let made = 0; made < queued / endpoints; made += 100)
    await store.write(async (tx) => {
      for (let index = 0; index < 100; index += 1) {
        const data = { id: `comment-${made + index}`, content: 'Called; will call again.' }
        const change = { type: 'record.comment.created', actor, data, at: Date.now() } as const
        await insertEventFor(tx, workspaceId, webhookIds, change)
      }
    })
}

const run = async (service: RunningService, store: Store): Promise<Record<string, unknown>> => {
  const as = service.workspaces.find(({ slug }) => slug === 'acme')?.members[0]?.userId ?? ''
  const acme = await store.read((tx) => workspaceBySlug(tx, 'acme'))
  if (!acme) throw new Error('The demo has no acme.')
  const ask = async (method: string, path: string, body?: object) => {
    const headers = { ...(await newKey(store, as)), 'Content-Type': 'application/json' }
    const answer = await fetch(`${service.baseUrl}${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    const { data } = (await answer.json()) as { data: unknown }
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}.`)
    return data
  }
  const page = (await ask('GET', '/v1/records?object=companies&limit=100')) as { id: string }[]
  let count = 0
  const mixed = async (): Promise<Under> => {
    const keys: Record<string, string>[] = []
    for (let made = 0; made < programs; made += 1) keys.push(await newKey(store, as))
    const figures = await measure(service.baseUrl, {
      clients: programs,
      requests: requestsPerProgram,
      ask(client) {
        const headers = keys[client] ?? {}
        count += 1
        if (count % 3 === 0) return { method: 'GET', path: '/v1/records?object=companies&limit=25', headers }
        if (count % 3 === 1)
          return { method: 'GET', path: `/v1/records/${page[count % page.length]?.id ?? ''}`, headers }
        const body = { object: 'companies', values: { name: `Bench ${count}`, status: 'prospect' } }
        return { method: 'POST', path: '/v1/records', headers, body: JSON.stringify(body) }
      },
    })
    return { ...figures, waitingAfter: await store.read((tx) => countWaitingDeliveries(tx)) }
  }

  let answers: 'never' | 'at once' = 'never'
  let arrived = 0
  const receiver = createServer((request, response) => {
    arrived += 1
    request.resume()
    if (answers === 'at once') response.end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const { port } = receiver.address() as AddressInfo
  /** Makes the endpoints and their deliveries. @returns deletes both */
  const queue = async (): Promise<() => Promise<void>> => {
    const ids: string[] = []
    for (let made = 0; made < endpoints; made += 1) {
      const hook = { url: `http://127.0.0.1:${port}/`, events: ['record.comment.created'] }
      ids.push(((await ask('POST', '/v1/webhooks', hook)) as { id: string }).id)
    }
    await enqueue(store, acme.id, ids)
    // The service looks every few seconds for what another process has queued.
    for (arrived = 0; arrived < endpoints;) await sleep(20)
    return async () => {
      for (const id of ids) await ask('DELETE', `/v1/webhooks/${id}`)
      receiver.closeAllConnections()
    }
  }
  const afterQueue = async (): Promise<Under> => {
    answers = 'never'
    const empty = await queue()
    await empty()
    return mixed()
  }
  const whileQueued = async (kind: typeof answers): Promise<Under> => {
    answers = kind
    const empty = await queue()
    const figures = await mixed()
    await empty()
    return figures
  }

  await mixed()
  const seen = { quiet: [] as Under[], emptied: [] as Under[], stuck: [] as Under[], sending: [] as Under[] }
  // By turns, because a machine is faster in one minute than in another.
  for (let round = 0; round < rounds; round += 1) {
    seen.quiet.push(await mixed())
    seen.emptied.push(await afterQueue())
    seen.stuck.push(await whileQueued('never'))
    seen.sending.push(await whileQueued('at once'))
  }
  receiver.close()
  const middle = (some: readonly Under[], what: keyof Under) =>
    percentile(
      some.map((one) => one[what]),
      0.5,
    )
  const summed = (some: readonly Under[]) => ({
    perSecond: middle(some, 'perSecond'),
    p50Ms: middle(some, 'p50Ms'),
    p99Ms: middle(some, 'p99Ms'),
    p99OfRounds: some.map(({ p99Ms }) => p99Ms),
    waitingAfter: middle(some, 'waitingAfter'),
  })
  /** Of the rounds in the middle: each beside the one of the same turn. */
  const change = (some: readonly Under[]): number => {
    const ratios = some.map(({ p99Ms }, turn) => p99Ms / (seen.emptied[turn]?.p99Ms ?? Number.NaN))
    return Math.round(100 * (percentile(ratios, 0.5) - 1))
  }
  return {
    bench: 'deliveries',
    queued,
    endpoints,
    p99ChangeStuckPercent: change(seen.stuck),
    p99ChangeSendingPercent: change(seen.sending),
    quiet: summed(seen.quiet),
    emptied: summed(seen.emptied),
    stuck: summed(seen.stuck),
    sending: summed(seen.sending),
  }
}

export const benchDeliveries = async (args: string[]): Promise<Record<string, unknown>> => {
  const { values } = parseArgs({ args, options: { database: { type: 'string' } } })
  const service = await runService(10_000, values.database, ['--allow-private-webhooks'])
  const store = await openStore(service.database)
  try {
    return await run(service, store)
  } finally {
    await store.close()
    await service.stop()
  }
}
