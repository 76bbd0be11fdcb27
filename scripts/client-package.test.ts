// The package of the typed client as somebody has it who installs it (AGT-02).
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reading } from '../client/request.ts'
import { createSvc } from '../client/svc.ts'
import { workspaceBySlug } from '../service/access/workspaces.store.ts'
import { typesOfWorkspace } from '../service/cli/types.ts'
import { demoPassword, loadDemo } from '../service/demo/load.ts'
import { fieldsOfWorkspace, objectsOfWorkspace } from '../service/objects/objects.store.ts'
import { startTestService, type TestService } from '../service/test/testing.ts'
import { patience, startReceiver, type Receiver } from '../service/webhooks/receiver-testing.ts'
import { buildClient } from './build-client.ts'
import { isForClients, readDocument, typesOf } from './client-types.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'svc-client-'))
const installed = join(folder, 'node_modules/@svc/client')
let service: TestService
let token: string
let receiver: Receiver

beforeAll(async () => {
  const tarball = buildClient(join(folder, 'built'))
  mkdirSync(installed, { recursive: true })
  execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', installed])
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  service = await startTestService({ rateLimit: 1_000_000, webhookNetwork: 'any host' })
  receiver = await startReceiver()
  await loadDemo(service.store, { records: 20, tasks: 5, meetings: 2 }, service.now())
  const email = 'owner@acme.test'
  const workspace =
    (await service.store.read((tx) => workspaceBySlug(tx, 'acme'))) ?? expect.fail('There is no demo.')
  const owner = { personId: '', email, password: demoPassword(email), role: 'owner' as const }
  token = (await service.createKey(workspace, owner)).token
  const types = await service.store.read(async (tx) =>
    typesOfWorkspace(
      'acme',
      await objectsOfWorkspace(tx, workspace.id),
      await fieldsOfWorkspace(tx, workspace.id),
    ),
  )
  writeFileSync(join(folder, 'acme.ts'), types)
})
afterAll(async () => {
  await receiver.close()
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The errors of the compiler in files of the folder, with the options of the strict. */
function errorsIn(files: Readonly<Record<string, string>>, options: object = {}): string[] {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const compilerOptions = {
    target: 'ES2024',
    lib: ['ES2024', 'DOM'],
    module: 'nodenext',
    strict: true,
    noEmit: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noPropertyAccessFromIndexSignature: true,
    verbatimModuleSyntax: true,
    erasableSyntaxOnly: true,
    allowImportingTsExtensions: true,
    skipLibCheck: false,
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    ...options,
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: Object.keys(files) }))
  const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder, '--pretty', 'false'], {
    encoding: 'utf8',
  })
  return stdout.split('\n').filter((line) => line.includes('error'))
}

test('AGT-02 GEN-11 the types of the client are those of the document: node scripts/client-types.ts', async () => {
  expect(typesOf(await readDocument()) === readFileSync(join(root, 'client/api.ts'), 'utf8')).toBe(true)
})

test('AGT-02 every POST that the client sends with a key takes one, and no other', async () => {
  const posts = Object.entries((await readDocument()).paths).flatMap(([path, { post }]) =>
    post && isForClients(path) ? [{ route: `POST ${path}`, parameters: post.parameters ?? [] }] : [],
  )
  const withoutKey = posts.filter(({ parameters }) =>
    parameters.every(({ name }) => name !== 'Idempotency-Key'),
  )
  expect(posts.length).toBeGreaterThan(8)
  expect(withoutKey.map(({ route }) => route)).toEqual([...reading])
})

test('AGT-02 the package has no dependencies, and at most 12 kB of JavaScript as it is sent', () => {
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Record<
    string,
    unknown
  >
  expect(Object.keys(manifest).filter((name) => /dependencies|scripts/i.test(name))).toEqual([])
  const scripts = readdirSync(installed).filter((name) => name.endsWith('.js'))
  const text = scripts.map((name) => readFileSync(join(installed, name), 'utf8')).join('\n')
  expect(
    [...text.matchAll(/from '([^']+)'/g)]
      .map(([, name = '']) => name)
      .filter((name) => !name.startsWith('./')),
  ).toEqual([])
  expect(gzipSync(text).length).toBeLessThan(12_000)
  expect(readdirSync(installed)).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'svc.d.ts']))
})

/** The examples of the guide in their order. */
async function guideProgram(): Promise<string> {
  const { info } = (await (await fetch(service.url('/v1/openapi.json'))).json()) as {
    info: { description: string }
  }
  const blocks = [...info.description.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, code]) => code)
  expect(blocks.length).toBeGreaterThan(6)
  return blocks.join('\n')
}

test('AGT-02 GEN-11 the examples of the guide are one program that compiles and runs', async () => {
  const program = await guideProgram()
  expect(errorsIn({ 'guide.ts': program })).toEqual([])
  const svc = createSvc({ url: service.baseUrl, token })
  const { data: hook } = await svc.call('POST /v1/webhooks', {
    body: { url: receiver.url, events: ['record.created'] },
  })
  await svc.records.create('companies', { name: 'Sent', status: 'customer' })
  await expect.poll(() => receiver.received.length, patience).toBe(1)
  const { headers, body } = receiver.received[0] ?? expect.fail()
  await svc.call('DELETE /v1/webhooks/{id}', { path: { id: hook.id } })
  const sent = `new Request('http://here.test', { method: 'POST', headers: ${JSON.stringify(headers)}, body: ${JSON.stringify(body)} })`
  writeFileSync(join(folder, 'guide.ts'), `${program}\nconsole.log(await receive(${sent}, '${hook.secret}'))`)
  const { stdout, stderr } = await run(process.execPath, ['--no-warnings', 'guide.ts'], {
    cwd: folder,
    env: { ...process.env, SVC_URL: service.baseUrl, SVC_TOKEN: token },
  })
  expect(stderr).toBe('')
  const lines = stdout.trimEnd().split('\n')
  expect(lines.slice(0, 3)).toEqual(['acme', 'prospect', 'Northwind undefined'])
  expect(lines).toContain('Read everything again.')
  expect(lines.at(-2)).toMatch(/^404 not_found [\w-]{36}$/)
  expect(lines.at(-1)).toBe('Sent')
})

test('AGT-02 the types tell right from wrong, with the types of a workspace and without', () => {
  const right = `
import { createSvc, type SvcEvent } from '@svc/client'
import type { Workspace } from './acme.ts'
const svc = createSvc<Workspace>({ url: '', token: '' })
export async function all(event: SvcEvent) {
  const made = await svc.records.create('companies', { name: 'A', status: 'prospect' })
  const status: 'prospect' | 'customer' | 'partner' | 'former' = made.values.status
  const count: number | undefined = made.values.employees
  await svc.records.update<'companies'>(made.id, { employees: null })
  const record = await svc.records.get(made.id)
  if (record.object === 'people') record.values.name.trim()
  const open = createSvc({ url: '', token: '' })
  await open.records.create('anything', { any: 1 })
  const [first] = (await svc.call('GET /v1/task-statuses')).data
  if (event.type === 'task.updated' && !('truncated' in event.data)) event.data.title.trim()
  return [status, count, first?.slug, svc.call('GET /v1/tasks', { query: { limit: 3 } })]
}
`
  const wrong = `
import { createSvc } from '@svc/client'
import type { Workspace } from './acme.ts'
const svc = createSvc<Workspace>({ url: '', token: '' })
await svc.records.create('nobody', {})
await svc.records.create('companies', { name: 'A' })
await svc.records.create('companies', { name: 'A', status: 'enemy' })
await svc.records.create('companies', { name: null, status: 'prospect' })
await svc.records.update<'companies'>('1', { employes: 5 })
svc.records.query({ object: 'companies', filter: { name: { $inn: ['A'] } } })
svc.records.query({ object: 'companies', filter: { nme: { $in: ['A'] } } })
svc.records.query({ object: 'companies', sorts: [{ field: 'nme' }] })
await svc.call('GET /v1/record')
await svc.call('GET /v1/records/{id}')
await svc.call('POST /v1/records', { body: { object: 'companies', object_type_id: 'obj_1', values: {} } })
await svc.tasks.create({ title: 'A', priority: 'highest' })
const read = await svc.records.get('1')
read.values.status
`
  expect(errorsIn({ 'right.ts': right })).toEqual([])
  expect(errorsIn({ 'right.ts': right }, { module: 'preserve', moduleResolution: 'bundler' })).toEqual([])
  const statements = wrong.trim().split('\n')
  const linesOfErrors = errorsIn({ 'wrong.ts': wrong.trim() }).map((line) =>
    Number(/\((\d+),/.exec(line)?.[1]),
  )
  const expected = statements.flatMap((line, place) => (/^(await|svc|read)/.test(line) ? [place + 1] : []))
  expect([...new Set(linesOfErrors)]).toEqual(expected)
})
