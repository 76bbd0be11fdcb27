import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createClient, type Client } from './test/contract/client.ts'
import { embed, endEmbedded, signInWithCode } from './embedded-testing.ts'

let directory: string

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'svc-embedded-'))
})
afterEach(endEmbedded)
afterAll(() => rmSync(directory, { recursive: true }))

const database = (name: string) => `file:${join(directory, name)}`
const local = { type: 'createLocal', name: 'Ada' }

const slugsOf = async (api: Client): Promise<string[]> =>
  (await api.get('/v1/launcher/objects')).body.data.map(({ slug }: { slug: string }) => slug)

test('APP-08 RCL-03 the embedded service listens on loopback, creates the local workspace once, and stops when asked', async () => {
  const { child, ask } = embed()
  const started = await ask({ type: 'start', id: 1, database: database('one.db') })
  expect(started).toEqual({
    id: 1,
    type: 'listening',
    baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
  })
  expect(await ask({ type: 'issuePageCode' })).toMatchObject({ type: 'failed', code: 'not_found' })
  expect(await ask({ type: 'findLocal' })).toEqual({ type: 'localFound', name: null })
  const made = await ask({ ...local, demo: { zone: 'Europe/Berlin' } })
  expect(made).toMatchObject({ type: 'localCreated' })
  const again = await ask({ ...local, name: 'Else', demo: null })
  expect([again['workspaceId'], again['personId']]).toEqual([made['workspaceId'], made['personId']])
  expect(await ask({ type: 'findLocal' })).toEqual({ type: 'localFound', name: 'Ada' })
  const issued = await ask({ type: 'issuePageCode', id: 'code' })
  expect(issued).toEqual({
    id: 'code',
    type: 'codeIssued',
    code: expect.any(String),
    baseUrl: started['baseUrl'],
  })
  const tokens = await signInWithCode(ask, started['baseUrl'])
  expect(tokens.claims()).toMatchObject({ name: 'Ada', workspace: { name: 'Local workspace' } })
  const api = createClient(started['baseUrl'] ?? '', tokens.access_token)
  expect((await api.get('/v1/launcher/task-statuses')).body.data.length).toBeGreaterThan(0)
  expect(await slugsOf(api)).toEqual(['companies', 'people', 'deals'])
  const brief = (await api.get('/v1/launcher/brief')).body.data
  expect(brief.tasks.length).toBeGreaterThan(0)
  expect(brief.meetings.length).toBeGreaterThan(0)
  const ended = once(child, 'exit')
  child.send({ type: 'stop' })
  expect(await ended).toEqual([0, null])
})

test('APP-08 RCL-03 a local workspace without demo data has people and companies without records, is private, and there again after a restart', async () => {
  const first = embed()
  const folder = join(directory, 'private')
  const file = `file:${join(folder, 'workspace.db')}`
  const { baseUrl = '' } = await first.ask({ type: 'start', database: file })
  const made = await first.ask({ ...local, demo: null, language: 'de' })
  const tokens = await signInWithCode(first.ask, baseUrl)
  const api = createClient(baseUrl, tokens.access_token)
  expect((await api.get('/v1/launcher/brief')).body.data.tasks).toEqual([])
  expect(await slugsOf(api)).toEqual(['people', 'companies'])
  const { data: people, object } = (await api.get('/v1/launcher/objects/people/records')).body
  // In the language of the launcher.
  expect([people, object.singularName, object.pluralName]).toEqual([[], 'Person', 'Personen'])
  // Nobody was asked for an email address.
  expect(tokens.claims()).not.toHaveProperty('email')
  const options = await api.get('/v1/launcher/task-options')
  expect(options.body.data.members).toMatchObject([{ name: 'Ada', email: '' }])
  expect(options.body.data.statuses).toMatchObject([
    { slug: 'todo', name: 'Offen' },
    { slug: 'in-progress', name: 'In Arbeit' },
    { slug: 'in-review', name: 'In Prüfung' },
    { slug: 'done', name: 'Erledigt' },
  ])
  const modes = [folder, ...readdirSync(folder).map((name) => join(folder, name))].map(
    (path) => statSync(path).mode,
  )
  expect(modes.map((mode) => mode & 0o077)).toEqual(modes.map(() => 0))
  const ended = once(first.child, 'exit')
  first.child.kill('SIGTERM')
  await ended
  const second = embed()
  const port = Number(new URL(baseUrl).port)
  expect(await second.ask({ type: 'start', database: file, port })).toEqual({
    type: 'listening',
    baseUrl,
  })
  // The token outlives the restart.
  expect((await api.get('/v1/launcher/brief')).status).toBe(200)
  expect((await second.ask({ ...local, demo: null }))['workspaceId']).toBe(made['workspaceId'])
})

test('APP-08 a message that fails is answered in one sentence', async () => {
  const { ask } = embed()
  expect(await ask({ type: 'issuePageCode' })).toMatchObject({ type: 'failed', code: 'not_started' })
  expect(await ask({ type: 'dance' })).toMatchObject({ type: 'failed', code: 'bad_message' })
  const path = join(directory, 'broken.db')
  writeFileSync(path, 'not a database '.repeat(500))
  const broken = await ask({ type: 'start', database: `file:${path}` })
  expect(broken).toMatchObject({
    type: 'failed',
    code: 'database_corrupt',
    message: expect.stringContaining('broken.db'),
  })
  // The next attempt is a new one.
  expect(await ask({ type: 'start', database: database('three.db') })).toMatchObject({ type: 'listening' })
  expect(await ask({ ...local, name: '', demo: null })).toMatchObject({ type: 'failed' })
})

test('APP-08 an unhandled rejection ends the embedded service, so that the launcher restarts it', async () => {
  const rejecting = `data:text/javascript,process.once('message', () => Promise.reject(new Error('a bug')))`
  // Electron's utility processes warn where Node would throw.
  const { child } = embed('pipe', ['--unhandled-rejections=warn', '--import', rejecting])
  let said = ''
  child.stderr?.on('data', (chunk) => (said += String(chunk)))
  child.send({ type: 'start', database: database('rejected.db') })
  expect(await once(child, 'close')).toEqual([1, null])
  expect(said).toContain('"level":60')
})

test.each([
  ['stalls', () => {}],
  ['is gone', (child: ChildProcess) => void child.stderr?.destroy()],
])(
  'APP-08 GEN-10 a reader of the log that %s blocks neither requests nor the end of the embedded service',
  async (_what, leave) => {
    const { child, ask } = embed('pipe')
    const { baseUrl } = await ask({ type: 'start', database: database('unread.db') })
    leave(child)
    // More than the pipe holds.
    for (let asked = 0; asked < 50; asked += 1) await fetch(`${baseUrl}/${'x'.repeat(8000)}`)
    const ended = once(child, 'exit')
    child.send({ type: 'stop' })
    expect(await ended).toEqual([0, null])
  },
)
