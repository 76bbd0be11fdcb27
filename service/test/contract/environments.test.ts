import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { createProject } from '../../operator/projects.ts'
import { createSeal } from '../../sealing/sealing.ts'
import { startService } from '../../serve.ts'
import { startTestService } from '../testing.ts'
import { createClient, tally } from './client.ts'
import { expectRefusal } from './companies.ts'
import { stageTeam } from './team.ts'

const team = stageTeam()
let counter = 0

/** The path of a fresh project's variables. */
async function newProject(environment?: string) {
  const slug = `project-${(counter += 1)}`
  await createProject(team.service.store, { workspace: 'acme', slug, name: slug, at: team.clock.at })
  return `/cli/v1/projects/${slug}/env${environment === undefined ? '' : `?environment=${environment}`}`
}

const read = async (path: string) => {
  const { body } = await team.owner.api.get(path)
  const pairs = body.data.map(({ key, value }: { key: string; value: string }) => [key, value])
  return { version: body.version, variables: Object.fromEntries(pairs) }
}

describe('reading and writing', () => {
  test('CLI-02 an environment begins empty at version 0, and keeps what is put into it', async () => {
    const path = await newProject()
    expect((await team.owner.api.get(path)).body).toEqual({ data: [], version: 0 })
    const variables = { B_URL: 'https://b.test/?a=b#c', A_EMPTY: '', C_TEXT: 'two\nlines\t"é" 😀' }
    const written = await team.owner.api.put(path, { variables })
    expect([written.status, written.body]).toEqual([
      200,
      { data: { version: 1, created: ['A_EMPTY', 'B_URL', 'C_TEXT'], updated: [], deleted: [] } },
    ])
    const { body } = await team.owner.api.get(path)
    const updatedAt = new Date(team.clock.at).toISOString()
    expect(body).toEqual({
      data: Object.entries(variables)
        .map(([key, value]) => ({ key, value, updatedAt, version: 1 }))
        .toSorted((one, other) => (one.key < other.key ? -1 : 1)),
      version: 1,
    })
  })

  test('CLI-02 a whole set deletes what it does not name, a merge keeps it, and nothing changed keeps the version', async () => {
    const path = await newProject()
    await team.owner.api.put(path, { variables: { A: '1', B: '2' } })
    const merged = await team.owner.api.put(path, { variables: { B: '3', C: '4' }, merge: true })
    expect(merged.body.data).toEqual({ version: 2, created: ['C'], updated: ['B'], deleted: [] })
    const same = await team.owner.api.put(path, { variables: { A: '1', B: '3', C: '4' } })
    expect(same.body.data).toEqual({ version: 2, created: [], updated: [], deleted: [] })
    const replaced = await team.owner.api.put(path, { variables: { C: '4' } })
    expect(replaced.body.data).toEqual({ version: 3, created: [], updated: [], deleted: ['A', 'B'] })
    expect(await read(path)).toEqual({ version: 3, variables: { C: '4' } })
  })

  test('CLI-02 environments of a project do not touch one another, and the list of projects names them', async () => {
    const path = await newProject()
    const [slug = ''] = path.split('/').slice(4)
    await team.owner.api.put(`${path}?environment=production`, { variables: { A: 'live' } })
    expect(await read(path)).toEqual({ version: 0, variables: {} })
    const { data } = (await team.owner.api.get('/cli/v1/projects')).body
    const project = data.find((one: { slug: string }) => one.slug === slug)
    expect(project).toEqual({
      id: expect.stringMatching(/^prj_/),
      slug,
      name: slug,
      createdAt: new Date(team.clock.at).toISOString(),
      environments: [{ name: 'production', version: 1, updatedAt: new Date(team.clock.at).toISOString() }],
    })
    expect((await team.owner.api.get(`/cli/v1/projects/${project.id}/env`)).status).toBe(200)
  })

  test('CLI-02 a stale base_version is 409, names what changed since, and writes nothing', async () => {
    const path = await newProject()
    await team.owner.api.put(path, { variables: { A: '1', B: '2' }, base_version: 0 })
    await team.owner.api.put(path, { variables: { A: 'theirs', B: '2' }, base_version: 1 })
    const refused = await team.owner.api.put(path, { variables: { A: 'mine', B: '2' }, base_version: 1 })
    expectRefusal(refused, 409, 'version_conflict')
    expect(refused.body.error.details).toEqual([
      { path: ['variables', 'A'], code: 'changed', message: expect.any(String) },
    ])
    expect(await read(path)).toEqual({ version: 2, variables: { A: 'theirs', B: '2' } })
  })

  test('CLI-02 of many pushes from one version exactly one wins', async () => {
    const path = await newProject()
    const push = async (A: string) =>
      (await team.owner.api.put(path, { variables: { A }, base_version: 0 })).status
    const statuses = await Promise.all(Array.from({ length: 8 }, (_, index) => push(String(index))))
    expect(tally(statuses)).toEqual({ 200: 1, 409: 7 })
    expect((await read(path)).version).toBe(1)
  })

  const many = Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`wrong-${index}`, '1']))
  test.each<[string, object]>([
    ['a key of small letters', { variables: { lower: '1' } }],
    ['a key that begins with a digit', { variables: { '1A': '1' } }],
    ['a key that is too long', { variables: { ['K'.repeat(201)]: '1' } }],
    ['a value that is not text', { variables: { A: 1 } }],
    ['a value that is too long', { variables: { A: 'x'.repeat(65_537) } }],
    ['too many variables', { variables: many }],
    ['too many bytes', { variables: { A: 'é'.repeat(33_000), B: 'é'.repeat(33_000) } }],
    ['no variables', {}],
  ])('CLI-02 %s is 400 and writes nothing', async (_name, body) => {
    const path = await newProject()
    const refused = await team.owner.api.put(path, body)
    expectRefusal(refused, 400, 'validation_error')
    // Names are not read where there are too many of them.
    expect(refused.body.error.details).toHaveLength(1)
    expect((await read(path)).version).toBe(0)
  })

  test('CLI-02 a merge cannot grow an environment over its limits step by step', async () => {
    const path = await newProject()
    const value = 'x'.repeat(60_000)
    for (const key of ['A', 'B']) await team.owner.api.put(path, { variables: { [key]: value }, merge: true })
    expectRefusal(
      await team.owner.api.put(path, { variables: { C: value }, merge: true }),
      400,
      'validation_error',
    )
    expect((await read(path)).version).toBe(2)
  })
})

/** A service on a file, with a project whose variables can be put at this path. */
const path = '/cli/v1/projects/site/env'
async function startOnFile(directory: string) {
  const database = `file:${join(directory, 'sealed.db')}`
  const own = await startTestService({ database })
  const place = await own.createWorkspace({ slug: 'acme' })
  await createProject(own.store, { workspace: 'acme', slug: 'site', name: 'Site', at: own.now() })
  const { token } = await own.createKey(place, await own.addMember(place))
  return { own, database, token, key: createClient(own.baseUrl, token) }
}
const newDirectory = () => mkdtempSync(join(tmpdir(), 'svc-sealed-'))

test('CLI-02 no value is in the files of the database, in any spelling', async () => {
  const directory = newDirectory()
  const { own, key } = await startOnFile(directory)
  const secret = 'correct-horse-battery-staple'
  await key.put(path, { variables: { PASSPHRASE: secret } })
  const bytes = Buffer.from(secret)
  const spellings = [secret, bytes.toString('base64url').slice(0, -2), bytes.toString('hex')]
  const found = () => {
    const stored = Buffer.concat(readdirSync(directory).map((name) => readFileSync(join(directory, name))))
    expect(stored.includes('PASSPHRASE')).toBe(true)
    return spellings.filter((text) => stored.includes(text))
  }
  expect(found()).toEqual([])
  await own.close()
  expect(found()).toEqual([])
})

test('CLI-02 a service that is to start without its sealing key logs so once, gives nothing out, and takes the values again', async () => {
  const { own, database, token, key } = await startOnFile(newDirectory())
  await key.put(path, { variables: { A: '1', B: '2' } })
  await own.close()

  const lines: string[] = []
  const log = pino({ base: null }, { write: (line) => lines.push(line) })
  const seal = createSeal(() => [Buffer.alloc(32, 'another key')])
  const after = await startService({ database, host: '127.0.0.1', port: 0, log, seal, lostKeys: 'any' })
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '').msg).toMatch(/sealed with key \w{8}, which is not among the sealing keys/)
  const other = createClient(after.baseUrl, token)
  expectRefusal(await other.get(path), 503, 'unavailable')
  expect(lines.join('')).not.toMatch(/ {4}at /)
  const pushed = await other.put(path, { variables: { A: '1', B: '3' }, base_version: 1 })
  expect(pushed.body.data).toMatchObject({ version: 2, updated: ['A', 'B'] })
  expect((await other.get(path)).body.data).toHaveLength(2)
  await after.close()
})
