// The peer: Parse Server on the same PostgreSQL, as it is installed, and doing the same work. Installed into a temporary
// folder by the benchmark; it is no dependency of ours.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from '../service/test/free-port-testing.ts'
import { type Connection, connectTo } from './connection.ts'
import type { Contender } from './by-turns.ts'
import { settle } from './postgres.ts'
import { residentMegabytes } from './running-service.ts'

const version = '9.10.0'

const application = { 'X-Parse-Application-Id': 'bench', 'X-Parse-REST-API-Key': 'bench' }
const operator = { 'X-Parse-Application-Id': 'bench', 'X-Parse-Master-Key': 'bench-master' }

/**
 * `bare` is what an installation begins with: anybody may ask, and a record is a row. `equipped` does what our service
 * does: who asks is signed in, the newest are found without reading all, and a record by each of its values and by the
 * words of its name.
 */
export type Peer = 'bare' | 'equipped'

/** Each of them is signed in for all rounds, because it is remembered for a while who is. */
const people = 32

/** What a company of the demo holds, so that both are asked for the same. Times are texts, which cost a peer the least. */
const company = {
  name: 'Company 0 Works',
  domain: 'https://www.company0.example',
  status: 'prospect',
  industry: 'health',
  employees: 2400,
  revenue: 2_900_000,
  fit: 1,
  partner: false,
  founded: '1995-11-30',
  location: { city: 'Lyon', country: 'FR' },
  notes: 'Met at a trade fair in Hamburg. Prefers to be called in the morning.',
  owner: 'usr_6vrnz1j8wbpe3zd81knqp76nhc',
  audience: 85_538,
  lastInteraction: '2026-09-01T22:02:41.571Z',
  enrichment: { source: 'demo', confidence: 0.61 },
}

const quoted = (column: string): string => `"${column}"`

/** Nobody looks for a company by all of its notes, or by a document. */
const lookedFor = Object.entries(company).flatMap(([column, value]) =>
  typeof value === 'object' || column === 'notes' ? [] : [column],
)

const equipment = [
  `create index on "Company" ("createdAt" desc)`,
  `create index on "Company" ("updatedAt")`,
  ...lookedFor.map((column) => `create index on "Company" (${quoted(column)})`),
  // What its own search for words asks.
  `create index on "Company" using gin (to_tsvector('english', name))`,
]

export type RunningPeer = {
  contender: Contender
  residentMb: () => number
  stop: () => Promise<void>
}

/** @returns the folder, which whoever asked deletes */
export const installParseServer = (): string => {
  const dir = mkdtempSync(join(tmpdir(), 'svc-peer-'))
  writeFileSync(join(dir, 'package.json'), '{"private":true}')
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', `parse-server@${version}`], {
    cwd: dir,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return dir
}

const untilItAnswers = async (url: string): Promise<void> => {
  for (let look = 0; look < 600; look += 1) {
    const answer = await fetch(`${url}/health`, { headers: application }).catch(() => null)
    if (answer?.ok === true) return
    await sleep(100)
  }
  throw new Error('Parse Server did not start.')
}

const asked = async (loader: Connection, ask: Parameters<Connection['ask']>[0]): Promise<unknown> => {
  const { status, text } = await loader.ask(ask)
  if (status >= 300) throw new Error(`Parse Server answered ${status}: ${text}`)
  return JSON.parse(text)
}

/** Each as the first one is, but for its name and its address. */
const insertCompanies = async (client: Client, records: number): Promise<void> => {
  const { name, domain, ...others } = company
  const same = Object.keys(others).map(quoted).join(', ')
  await client.query(
    `insert into "Company" ("objectId", "createdAt", "updatedAt", name, domain, ${same})
      select substr(md5(each::text), 1, 10), now() - each * interval '1 second', now() - each * interval '1 second',
        replace($2, '0', each::text), replace($3, '0', each::text), ${same}
      from generate_series(1, $1::int) as each cross join (select ${same} from "Company" limit 1) as first
      on conflict do nothing`,
    [records, name, domain],
  )
}

/** The headers of people who are signed in, and nobody else may ask any more. */
const signedIn = async (loader: Connection): Promise<Record<string, string>[]> => {
  const needed = { requiresAuthentication: true }
  await asked(loader, {
    method: 'PUT',
    path: '/parse/schemas/Company',
    headers: operator,
    body: JSON.stringify({
      classLevelPermissions: { find: needed, get: needed, create: needed, update: needed },
    }),
  })
  const headers: Record<string, string>[] = []
  for (let person = 0; person < people; person += 1) {
    const body = JSON.stringify({ username: `person${person}`, password: 'bench-password' })
    const user = await asked(loader, { method: 'POST', path: '/parse/users', headers: application, body })
    const { sessionToken } = user as { sessionToken: string }
    headers.push({ ...application, 'X-Parse-Session-Token': sessionToken })
  }
  const stranger = await loader.ask({
    method: 'GET',
    path: '/parse/classes/Company?limit=1',
    headers: application,
  })
  if (stranger.status < 400) throw new Error('Parse Server answered somebody who is not signed in.')
  return headers
}

const prepare = async (peer: Peer, url: string, databaseUrl: string, records: number): Promise<Contender> => {
  const loader = await connectTo(url)
  const path = '/parse/classes/Company'
  // The first one makes the class with its table. The rest goes past the server: its batches fail in this version.
  const body = JSON.stringify(company)
  await asked(loader, { method: 'POST', path, headers: application, body })
  const clients = peer === 'equipped' ? await signedIn(loader) : [application]
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await insertCompanies(client, records)
  if (peer === 'equipped') for (const statement of equipment) await client.query(statement)
  await client.end()
  await settle(databaseUrl)
  const newest = `${path}?order=-createdAt&limit=25`
  const page = await asked(loader, { method: 'GET', path: newest, headers: clients[0] ?? {} })
  const ids = (page as { results: { objectId: string }[] }).results.map(({ objectId }) => objectId)
  loader.close()
  let count = 0
  const next = (): number => (count += 1)
  const create = () => ({
    method: 'POST',
    path,
    body: JSON.stringify({ name: `Bench ${next()} Works`, status: 'prospect' }),
  })
  let came = 0
  return {
    baseUrl: url,
    newClient: () => clients[(came += 1) % clients.length] ?? {},
    asks: {
      list: () => ({ method: 'GET', path: newest }),
      get: () => ({ method: 'GET', path: `${path}/${ids[next() % ids.length] ?? ''}` }),
      create,
      createOfMany: create,
    },
  }
}

/**
 * @param dir where it is installed
 * @param databaseUrl of an empty database
 * @param records to put into it first
 */
export const runParseServer = async (
  peer: Peer,
  dir: string,
  databaseUrl: string,
  records: number,
): Promise<RunningPeer> => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/parse`
  const options = {
    appId: 'bench',
    masterKey: 'bench-master',
    restAPIKey: 'bench',
    databaseURI: databaseUrl,
    serverURL: url,
    port,
    host: '127.0.0.1',
    mountPath: '/parse',
    allowClientClassCreation: true,
    silent: true,
    logsFolder: 'null',
  }
  const optionsFile = join(dir, `${peer}.json`)
  writeFileSync(optionsFile, JSON.stringify(options))
  const child = spawn(
    process.execPath,
    [join(dir, 'node_modules/parse-server/bin/parse-server'), optionsFile],
    { cwd: dir, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const stop = async (): Promise<void> => {
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await exited
  }
  try {
    await untilItAnswers(url)
    return {
      contender: await prepare(peer, url, databaseUrl, records),
      residentMb: () => residentMegabytes(child.pid),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
