// Names that a request does not have (GEN-13), on every kind of route.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readDocument } from '../proof/document.ts'
import { startTestService, type TestService } from '../testing.ts'
import { createClient, type Client } from './client.ts'

let service: TestService
let api: Client
let launcher: Client

beforeAll(async () => {
  service = await startTestService({ rateLimit: 10_000 })
  const workspace = await service.createWorkspace({ slug: 'acme' })
  const owner = await service.addMember(workspace)
  await service.createObject(workspace, 'companies')
  const { token } = await service.createKey(workspace, owner)
  api = createClient(service.baseUrl, token)
  launcher = createClient(service.baseUrl, await service.signIn(workspace, owner))
})
afterAll(() => service.close())

test.each<[string, () => ReturnType<Client['get']>, string]>([
  [
    'a developer task',
    () => api.post('/v1/tasks', { title: 'Call', dueDate: 1 }),
    'dueDate: did you mean due_date?',
  ],
  [
    'a launcher task',
    () => launcher.post('/v1/launcher/tasks', { title: 'Call', due_date: 1 }),
    'due_date: did you mean dueDate?',
  ],
  [
    'a name that explains a missing one',
    () => api.post('/v1/tasks', { titel: 'Call' }),
    'titel: did you mean title?',
  ],
  [
    'a record',
    () => api.post('/v1/records', { object: 'companies', values: {}, title: 'Acme' }),
    'title is not known here',
  ],
  [
    'an operation of a batch',
    () =>
      api.post('/v1/records/batch', {
        operations: [{ op: 'create', object: 'companies', values: {}, ifMatch: '"1"' }],
      }),
    'operations.0: ifMatch is not known here',
  ],
  [
    'a sort of a query',
    () => api.post('/v1/records/query', { object: 'companies', sorts: [{ field: 'title', dir: 'asc' }] }),
    'sorts.0: dir is not known here',
  ],
  [
    'an environment, where it would disable the check of versions',
    () => api.put('/cli/v1/projects/none/env', { variables: {}, baseVersion: 1 }),
    'baseVersion: did you mean base_version?',
  ],
  [
    'a query of the developer surface',
    () => api.get('/v1/records?includeArchived=true'),
    'includeArchived: did you mean include_archived?',
  ],
  [
    'a query of deliveries',
    () => api.get('/v1/webhooks/none/deliveries?curser=a'),
    'curser: did you mean cursor?',
  ],
  [
    'a query of the launcher surface',
    () => launcher.get('/v1/launcher/search?q=acme&type=task'),
    'type: did you mean types?',
  ],
])('GEN-13 %s is 400 and names what was probably meant', async (_what, send, message) => {
  const { status, body } = await send()
  expect([status, body.error.code, body.error.message]).toEqual([400, 'unknown_field', message])
})

test('GEN-13 every operation refuses a query name that it does not have', async () => {
  const operations = (await readDocument(service.baseUrl)).filter(({ surface }) => surface !== 'open')
  expect(operations.length).toBeGreaterThan(40)
  for (const { name, method, path, surface } of operations) {
    const client = surface === 'launcher' ? launcher : api
    const filled = path.replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000')
    const { status, body } = await client.send(method, `${filled}?nobody=1`)
    expect([status, body.error.code, body.error.message], name).toEqual([
      400,
      'unknown_field',
      'nobody is not known here',
    ])
  }
})

test('GEN-13 of a thousand unknown names ten are named, each shortened', async () => {
  const names = Array.from({ length: 1_000 }, (_, at) => `${'x'.repeat(1_000)}${at}`)
  const { body } = await api.post('/v1/tasks', {
    title: 'Call',
    ...Object.fromEntries(names.map((name) => [name, 1])),
  })
  expect(body.error.code).toBe('unknown_field')
  expect(body.error.message).toMatch(/, and 990 more$/)
  expect(body.error.message.length).toBeLessThan(1_000)
})
