// The built `svc` command, copied to another folder and run there.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import program from '../../package.json' with { type: 'json' }
import { anHour, ics } from '../calendars/feed-server-testing.ts'
import { signInFully } from '../oauth/oauth-testing.ts'
import { createClient } from '../test/contract/client.ts'
import { createTestDatabase, dropTestDatabase } from '../db/postgres/testing.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

let folder: string
let entry: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-bundle-'))
  entry = join(folder, 'svc', 'svc.mjs')
  execFileSync(process.execPath, [join(root, 'scripts/build.ts'), 'svc'], { cwd: root, stdio: 'pipe' })
  cpSync(join(root, 'dist/svc'), join(folder, 'svc'), { recursive: true })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const environment = () => ({
  PATH: process.env['PATH'],
  SVC_SEALING_KEY: Buffer.alloc(32, 'a test key').toString('base64'),
})

const svc = (...words: string[]) =>
  JSON.parse(
    execFileSync(process.execPath, [entry, ...words], { cwd: folder, env: environment(), encoding: 'utf8' }),
  )

/** Serves this database. @returns what came of its use, and its exit code */
async function serving<T>(database: string, visit: (baseUrl: string) => Promise<T>) {
  const child = spawn(process.execPath, [entry, 'serve', '--port', '0', '--database', database], {
    cwd: folder,
    env: environment(),
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const exited = once(child, 'exit')
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  const { baseUrl } = JSON.parse(String(line))
  const used = await visit(baseUrl).finally(() => child.kill('SIGTERM'))
  const [code] = await exited
  return { used, code }
}

const statusesOf = (paths: readonly string[]) => async (baseUrl: string) => {
  const statuses = []
  for (const path of paths) statuses.push((await fetch(`${baseUrl}${path}`)).status)
  return statuses
}

const paths = ['/readyz', '/docs', '/v1/openapi.json', '/.well-known/openid-configuration', '/v1/whoami']
const answers = { used: [200, 200, 200, 200, 401], code: 0 }

test('CLI-03 the built command needs only Node, and prints its version', () => {
  expect(svc('--version')).toEqual({ version: program.version })
})

test('CLI-03 on an old Node the built command names the version that it needs', () => {
  const old = `for (const [name, value] of [['version', 'v20.1.0'], ['versions', { ...process.versions, node: '20.1.0' }]])
    Object.defineProperty(process, name, { value })`
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(old)}`, entry, '--version'],
    { cwd: folder, env: environment(), encoding: 'utf8' },
  )
  expect([status, stdout]).toEqual([1, ''])
  expect(JSON.parse(stderr).error).toEqual({
    code: 'node_too_old',
    message: 'svc needs Node 24 or newer. This is v20.1.0; see https://nodejs.org/download.',
  })
})

test('CLI-03 the built command creates a workspace in a file and serves it', async () => {
  const database = `file:${join(folder, 'workspace.db')}`
  const made = svc('workspace', 'create', '--slug', 'acme', '--name', 'Acme', '--database', database)
  expect(made).toMatchObject({ slug: 'acme' })
  expect(await serving(database, statusesOf(paths))).toEqual(answers)
})

test('CLI-03 CAL-01 the built command reads a calendar', async () => {
  const database = `file:${join(folder, 'calendars.db')}`
  const place = svc('workspace', 'create', '--slug', 'acme', '--name', 'Acme', '--database', database)
  const email = 'owner@acme.test'
  const password = 'a long password'
  const person = ['--email', email, '--password', password, '--role', 'owner']
  svc('member', 'add', '--workspace', 'acme', ...person, '--database', database)
  const { used, code } = await serving(database, async (baseUrl) => {
    const { tokens } = await signInFully(baseUrl, { email, password }, { workspace: place.id })
    const launcher = createClient(baseUrl, tokens.access_token)
    const { status, body } = await launcher.post('/v1/launcher/calendars', {
      ics: ics(anHour('Planning', Date.now())),
    })
    return [status, body.data.meetingCount]
  })
  expect([used, code]).toEqual([[201, 1], 0])
})

test('CLI-03 the built command migrates and serves a PostgreSQL database', async () => {
  const database = await createTestDatabase()
  try {
    expect(await serving(database, statusesOf(paths))).toEqual(answers)
  } finally {
    await dropTestDatabase(database)
  }
})
