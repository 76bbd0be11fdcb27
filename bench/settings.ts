// `npm run -s bench -- settings [--records N] [--engine sqlite|postgres|both] [--only home]`: how long each page of the developer
// settings and of the home takes and how large it is, in a workspace with 100,000 records, 10,000 deliveries that were sent, and
// 200 keys.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openStore } from '../service/db/open.ts'
import type { Store } from '../service/db/store.ts'
import { createCookieJar } from '../service/oauth/oauth-testing.ts'
import { createKey } from '../service/operator/keys.ts'
import { createProject } from '../service/operator/projects.ts'
import { pages } from '../service/settings/table.ts'
import { measure } from './load.ts'
import { settle, startDurablePostgres } from './postgres.ts'
import { ownerOf, type RunningService, runService } from './running-service.ts'
import { insertEventFor } from '../service/webhooks/events.store.ts'
import { countWaitingDeliveries } from '../service/db/health.store.ts'
import { deliveriesOfWebhook } from '../service/webhooks/deliveries.store.ts'
import { recordsByCreation } from '../service/records/records.store.ts'
import { tasksByCreation } from '../service/tasks/task-lists.store.ts'
import { workspaceBySlug } from '../service/access/workspaces.store.ts'
import { putEnvironment, putVariable } from '../service/environments/environments.store.ts'

const deliveries = 10_000
const keys = 200
const variables = 200
const people = 4
/** Of each person, to each page. */
const visits = 250
/** The service keeps this much of an answer. */
const answer = 'x'.repeat(4_096)

/** What a page's query names: an id of each kind. */
type Filled = {
  member: string
  webhook: string
  delivery: string
  project: string
  task: string
  record: string
}

const sendDeliveries = async (store: Store, service: RunningService, workspaceId: string, token: string) => {
  const receiver = createServer((request, response) => {
    request.resume()
    response.end(answer)
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const { port } = receiver.address() as AddressInfo
  const created = await fetch(`${service.baseUrl}/v1/webhooks`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: `http://127.0.0.1:${port}/`, events: ['record.comment.created'] }),
  })
  const webhook = ((await created.json()) as { data: { id: string } }).data.id
  const actor = { type: 'operator', id: 'bench' } as const
  for (let made = 0; made < deliveries; made += 100)
    await store.write(async (tx) => {
      for (let index = 0; index < 100; index += 1) {
        const data = { id: `comment-${made + index}`, content: 'Called; will call again.' }
        const change = { type: 'record.comment.created', actor, data, at: Date.now() } as const
        await insertEventFor(tx, workspaceId, [webhook], change)
      }
    })
  while ((await store.read((tx) => countWaitingDeliveries(tx))) > 0) await sleep(200)
  receiver.close()
  const [last] = await store.read((tx) =>
    deliveriesOfWebhook(tx, workspaceId, webhook, { after: undefined, limit: 1 }),
  )
  return { webhook, delivery: last?.id ?? '' }
}

const noDeliveries = { webhook: '', delivery: '' }

const fill = async (service: RunningService, store: Store, only: string | undefined): Promise<Filled> => {
  const owner = ownerOf(service)
  const workspace = await store.read((tx) => workspaceBySlug(tx, 'acme'))
  if (!workspace) throw new Error('The demo has no acme.')
  const at = Date.now()
  const scopes = ['records:read', 'records:write', 'webhooks:write'] as const
  const key = { workspace: 'acme', as: owner.email, at, scopes }
  let token = ''
  for (let made = 0; made < keys; made += 1) {
    // A person has at most 100 keys that work.
    const expiresAt = made < keys / 2 ? at : null
    const name = `Program ${made} of the benchmark`
    token = (await createKey(store, { ...key, name, expiresAt })).token
  }
  const project = await createProject(store, { workspace: 'acme', slug: 'website', name: 'Website', at })
  const place = { projectId: project.id, environment: 'production' }
  await store.write(async (tx) => {
    await putEnvironment(tx, workspace.id, project.id, {
      name: place.environment,
      version: 1,
      updatedAt: at,
    })
    for (let made = 0; made < variables; made += 1) {
      const variable = { name: `VARIABLE_${made}`, sealed: '', version: 1, updatedBy: owner.userId }
      await putVariable(tx, workspace.id, place, { ...variable, updatedAt: at })
    }
  })
  const sent = only === 'home' ? noDeliveries : await sendDeliveries(store, service, workspace.id, token)
  const newest = await store.read(async (tx) => {
    const viewer = { personId: owner.userId, role: 'owner' } as const
    const { tasks } = await tasksByCreation(tx, workspace.id, viewer, { archived: 'left out' }, { limit: 1 })
    const asked = { objectId: undefined, archived: 'left out', after: undefined, limit: 1 } as const
    const records = await recordsByCreation(tx, workspace.id, asked)
    return { task: tasks[0]?.id ?? '', record: records[0]?.id ?? '' }
  })
  return { ...sent, ...newest, member: owner.userId, project: project.slug }
}

/** Signs the owner in, and returns their cookies. */
const cookiesOf = async (service: RunningService): Promise<string> => {
  const jar = createCookieJar(service.baseUrl)
  await jar.signIn(await jar.follow('/settings/acme/keys'), ownerOf(service))
  return [...jar.cookies].map(([name, { value }]) => `${name.split(' ')[0]}=${value}`).join('; ')
}

const queryOf = (page: string, { member, webhook, delivery, project }: Filled): string => {
  const queries: Record<string, string> = {
    member: `?id=${member}`,
    webhook: `?id=${webhook}`,
    deliveries: `?webhook=${webhook}`,
    delivery: `?webhook=${webhook}&id=${delivery}`,
    project: `?id=${project}&environment=production`,
  }
  return queries[page] ?? ''
}

/** The pages of the home, and its lists in the orders and with the filters that ask most. */
const homeAddresses = ({ task, record }: Filled): string[] => [
  '',
  '/my-tasks',
  '/my-tasks?order=priority',
  '/tasks',
  '/tasks?order=newest&section=none',
  '/tasks?status=archived',
  '/new-task',
  `/edit-task?id=${task}`,
  `/tasks/${task}`,
  '/objects',
  '/records?object=companies',
  '/records?object=companies&sort=title',
  '/records?object=companies&sort=-updated_at',
  '/records?object=companies&q=meridian',
  '/records?object=companies&q=qqqq',
  '/records?object=companies&f-status=customer&sort=title',
  '/records?object=companies&show=archived&sort=title',
  '/new-record?object=companies',
  `/edit-record?id=${record}`,
  `/records/${record}`,
]

const run = async (service: RunningService, only: string | undefined): Promise<Record<string, unknown>> => {
  const store = await openStore(service.database)
  const filled = await fill(service, store, only)
  await store.close()
  if (service.database.startsWith('postgres')) await settle(service.database)
  const headers = { Cookie: await cookiesOf(service), Accept: 'text/html' }
  const table: Record<string, unknown> = {}
  const settings = [...pages.keys()].map((page) => [page, `/settings/acme/${page}${queryOf(page, filled)}`])
  const home = homeAddresses(filled).map((path) => [`/w/acme${path}`, `/w/acme${path}`])
  for (const [page = '', path = ''] of only === 'home' ? home : [...settings, ...home]) {
    const shown = await fetch(`${service.baseUrl}${path}`, { headers })
    const bytes = Buffer.byteLength(await shown.text())
    if (shown.status !== 200) throw new Error(`${path} answered ${shown.status}.`)
    const ask = () => ({ method: 'GET', path, headers })
    await measure(service.baseUrl, { clients: people, requests: 25, ask })
    const { p50Ms, p99Ms } = await measure(service.baseUrl, { clients: people, requests: visits, ask })
    table[page] = { p50Ms, p99Ms, bytes }
  }
  return table
}

export const benchSettings = async (args: string[]): Promise<Record<string, unknown>> => {
  const { values } = parseArgs({
    args,
    options: {
      records: { type: 'string', default: '100000' },
      engine: { type: 'string', default: 'both' },
      only: { type: 'string' },
    },
  })
  const figures: Record<string, unknown> = { bench: 'settings', people, keys, deliveries }
  const onService = async (name: string, url?: string) => {
    const service = await runService(Number(values.records), url, ['--allow-private-webhooks'])
    try {
      figures[name] = await run(service, values.only)
    } finally {
      await service.stop()
    }
  }
  if (values.engine !== 'postgres') await onService('sqlite')
  if (values.engine !== 'sqlite') {
    const server = await startDurablePostgres('settings')
    try {
      await onService('postgres', server.url('settings'))
    } finally {
      await server.stop()
    }
  }
  return figures
}
