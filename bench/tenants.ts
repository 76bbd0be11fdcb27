// `npm run -s bench -- tenants [--workspaces N] [--engine sqlite|postgres|citus|both]`: what a request costs where there are
// many workspaces, beside the same request where there are few. Sizes are mixed: of 100 workspaces one has 1,000 records, nine
// have 100 and ninety have 5. The requests come to workspaces with 100 records, on both services by turns. `citus` takes the
// cluster that SVC_CITUS_URL names, on this machine.
import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openStore } from '../service/db/open.ts'
import type { Store } from '../service/db/store.ts'
import { fillWorkspace } from '../service/demo/fill.ts'
import { hashPassword } from '../service/oauth/password.ts'
import { createKey } from '../service/operator/keys.ts'
import { personIn } from '../service/operator/members.ts'
import { createWorkspaceIn } from '../service/operator/workspaces.ts'
import {
  createDistributedDatabase,
  dropClusterDatabase,
  makeClusterTemplate,
  nodesOf,
} from '../service/test/citus/cluster-testing.ts'
import { launcherToken } from './launcher-token.ts'
import type { Ask } from './connection.ts'
import { type Figures, measure } from './load.ts'
import { processorMs, settle, sizeOf, startDurablePostgres } from './postgres.ts'
import { built, residentMegabytes, serve } from './running-service.ts'
import { putMembership } from '../service/access/members.store.ts'

const few = 100
const clients = 8
const rounds = 7
/** Of a client in a round, below the limit of a key. */
const requests = 100
const kinds = ['list', 'get', 'create', 'search', 'brief'] as const
type Kind = (typeof kinds)[number]

const atOnce = 20
const password = 'tenant-password'
const ownerOf = (place: number) => `owner-${place}@tenants.test`
const recordsOf = (place: number) => (place % 100 === 0 ? 1_000 : place % 100 < 10 ? 100 : 5)
/** A workspace with 100 records for each client, spread over all of them. */
const askedOf = (workspaces: number) =>
  Array.from({ length: clients }, (_, at) => Math.floor((at * workspaces) / clients / 100) * 100 + 1 + at)

const load = async (store: Store, workspaces: number): Promise<void> => {
  const passwordHash = await hashPassword(password)
  const now = Date.now()
  for (let from = 0; from < workspaces; from += atOnce)
    await store.write(async (tx) => {
      for (let place = from; place < Math.min(from + atOnce, workspaces); place += 1) {
        const slug = `tenant-${place}`
        const named = { slug, name: `Tenant ${place}`, plan: 'pro', memberLimit: null, at: now } as const
        const workspace = await createWorkspaceIn(tx, named)
        const who = { email: ownerOf(place), name: `Owner ${place}`, passwordHash, at: now }
        const person = await personIn(tx, who)
        await putMembership(tx, workspace.id, person.id, 'owner', now)
        const records = recordsOf(place)
        const size = { records, tasks: Math.ceil(records / 5), meetings: 3 }
        const part = { size, index: 0, of: 1 }
        await fillWorkspace(tx, workspace.id, 'tenants', [person.id], part, now, null, place)
      }
      process.stderr.write(`\r${Math.min(from + atOnce, workspaces)} of ${workspaces} workspaces`)
    })
  process.stderr.write('\n')
  await store.optimize?.(workspaces * 100)
}

/** A key serves one round of a kind, a token two. */
type Tenant = { keys: string[]; tokens: string[]; ids: string[] }
type Running = {
  baseUrl: string
  tenants: Tenant[]
  residentMb: () => number
  /** Of each server with its database; none on SQLite. */
  processorMs: () => Promise<number[]>
  size: Awaited<ReturnType<typeof sizeOf>>
  stop: () => Promise<void>
}

/** @param servers each with its part of the database, by URL */
const run = async (database: string, workspaces: number, servers: readonly string[]): Promise<Running> => {
  const store = await openStore(database)
  await load(store, workspaces)
  const tenants: Tenant[] = []
  for (const place of askedOf(workspaces)) {
    const key = { workspace: `tenant-${place}`, as: ownerOf(place), name: 'bench', expiresAt: null }
    const scopes = ['records:read', 'records:write'] as const
    const keys: string[] = []
    for (let made = 0; made <= 3 * (rounds + 1); made += 1)
      keys.push((await createKey(store, { ...key, scopes, at: Date.now() })).token)
    tenants.push({ keys, tokens: [], ids: [] })
  }
  await store.close()
  for (const server of servers) await settle(server)
  const size = await sizeOf(servers)
  const { baseUrl = '', pid, stop } = await serve(built(), database)
  for (const [at, place] of askedOf(workspaces).entries()) {
    const { keys, tokens, ids } = tenants[at] as Tenant
    const headers = { Authorization: `Bearer ${keys.pop()}` }
    const page = await fetch(`${baseUrl}/v1/records?object=companies&limit=100`, { headers })
    ids.push(...((await page.json()) as { data: { id: string }[] }).data.map(({ id }) => id))
    for (let made = 0; made < rounds + 1; made += 1)
      tokens.push(await launcherToken(baseUrl, { email: ownerOf(place), password }))
  }
  const spent = () => Promise.all(servers.map((server) => processorMs(server)))
  return { baseUrl, tenants, residentMb: () => residentMegabytes(pid), processorMs: spent, size, stop }
}

const typed = ['no', 'gre', 'sol', 'north', 'harbor la', 'nrothern']

const isOfLauncher = (kind: Kind): boolean => kind === 'search' || kind === 'brief'

const askOf = (kind: Kind, { ids }: Tenant, bearer: string | undefined, turn: number): Ask => {
  const headers = { Authorization: `Bearer ${bearer}` }
  const query = encodeURIComponent(typed[turn % typed.length] ?? '')
  const name = `Tenant ${createHash('md5').update(randomUUID()).digest('hex').slice(0, 8)} Works`
  const asks = {
    list: { method: 'GET', path: '/v1/records?object=companies&limit=25' },
    get: { method: 'GET', path: `/v1/records/${ids[turn % ids.length] ?? ''}` },
    create: {
      method: 'POST',
      path: '/v1/records',
      body: JSON.stringify({ object: 'companies', values: { name, status: 'prospect' } }),
    },
    search: { method: 'GET', path: `/v1/launcher/search?q=${query}` },
    brief: { method: 'GET', path: '/v1/launcher/brief' },
  } satisfies Record<Kind, Omit<Ask, 'headers'>>
  return { ...asks[kind], headers }
}

const middle = (figures: readonly Figures[]): Figures => {
  const figure = figures.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(figures.length / 2)]
  if (figure === undefined) throw new Error('Nothing was measured.')
  return figure
}

const compare = async (services: { few: Running; many: Running }) => {
  const table: Record<string, unknown> = {}
  for (const kind of kinds) {
    const seen = { few: [] as Figures[], many: [] as Figures[] }
    const spent: number[] = []
    // The first round of each warms up.
    for (let round = 0; round <= rounds; round += 1)
      for (const size of round % 2 === 0 ? (['few', 'many'] as const) : (['many', 'few'] as const)) {
        const { baseUrl, tenants } = services[size]
        const bearers = tenants.map(({ keys, tokens }) => {
          if (!isOfLauncher(kind)) return keys.pop()
          return round % 2 === 0 ? tokens.at(-1) : tokens.pop()
        })
        const ask = (client: number, turn: number) =>
          askOf(kind, tenants[client] as Tenant, bearers[client], turn)
        const before = await services[size].processorMs()
        const figures = await measure(baseUrl, { clients, requests, ask })
        if (round === 0) continue
        seen[size].push(figures)
        if (size === 'few') continue
        for (const [server, ms] of (await services[size].processorMs()).entries())
          spent[server] = (spent[server] ?? 0) + ms - (before[server] ?? 0)
      }
    const [ofFew, ofMany] = [middle(seen.few), middle(seen.many)]
    const cost = Math.round((100 * ofFew.perSecond) / ofMany.perSecond) / 100
    const serverMs = spent.map((ms) => Math.round((100 * ms) / (rounds * clients * requests)) / 100)
    table[kind] = { cost, few: ofFew, many: ofMany, serverMs }
  }
  return {
    ...table,
    size: services.many.size,
    residentMb: { few: services.few.residentMb(), many: services.many.residentMb() },
  }
}

export const benchTenants = async (args: string[]): Promise<Record<string, unknown>> => {
  const { values } = parseArgs({
    args,
    options: {
      workspaces: { type: 'string', default: '10000' },
      engine: { type: 'string', default: 'both' },
    },
  })
  const many = Number(values.workspaces)
  const answer: Record<string, unknown> = { bench: 'tenants', few, many }
  const stops: (() => unknown)[] = []
  const started = async (
    database: string,
    workspaces: number,
    servers: readonly string[] = [database],
  ): Promise<Running> => {
    const service = await run(database, workspaces, servers)
    stops.push(service.stop)
    return service
  }
  try {
    if (values.engine === 'citus') {
      stops.push(await makeClusterTemplate())
      const distributed = async (workspaces: number) => {
        const database = await createDistributedDatabase()
        stops.push(() => dropClusterDatabase(database))
        const nodes = await nodesOf(database)
        const name = new URL(database).pathname.slice(1)
        return started(
          database,
          workspaces,
          nodes.map(({ url }) => url(name)),
        )
      }
      answer['citus'] = await compare({ few: await distributed(few), many: await distributed(many) })
    }
    if (values.engine === 'sqlite' || values.engine === 'both') {
      const dir = mkdtempSync(join(tmpdir(), 'svc-tenants-'))
      stops.push(() => rmSync(dir, { recursive: true, force: true }))
      const services = {
        few: await started(`file:${join(dir, 'few.sqlite')}`, few, []),
        many: await started(`file:${join(dir, 'many.sqlite')}`, many, []),
      }
      const megabytes = Math.round(statSync(join(dir, 'many.sqlite')).size / 2 ** 20)
      answer['sqlite'] = { ...(await compare(services)), megabytes }
    }
    if (values.engine === 'postgres' || values.engine === 'both') {
      const server = await startDurablePostgres('few', 'many')
      stops.push(() => server.stop())
      const services = {
        few: await started(server.url('few'), few),
        many: await started(server.url('many'), many),
      }
      answer['postgres'] = await compare(services)
    }
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
  return answer
}
