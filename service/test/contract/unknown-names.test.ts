// Names that a request does not have (GEN-13), on every kind of route.
import { expect, test } from 'vitest'
import { readDocument } from '../proof/document.ts'
import { refusal, stageTeam } from './team.ts'

const team = stageTeam()

const companies = { object: 'companies' }
const create = { op: 'create', ...companies, values: {}, ifMatch: '"1"' }

test.each<[request: string, body: object | undefined, message: string]>([
  ['POST /v1/tasks', { title: 'Call', dueDate: 1 }, 'dueDate: did you mean due_date?'],
  ['POST /v1/launcher/tasks', { title: 'Call', due_date: 1 }, 'due_date: did you mean dueDate?'],
  ['POST /v1/tasks', { titel: 'Call' }, 'titel: did you mean title?'],
  ['POST /v1/records', { ...companies, values: {}, title: 'Acme' }, 'title is not known here'],
  ['POST /v1/records/batch', { operations: [create] }, 'operations.0: ifMatch is not known here'],
  [
    'POST /v1/records/query',
    { ...companies, sorts: [{ field: 'title', dir: 'asc' }] },
    'sorts.0: dir is not known here',
  ],
  // As base_version it would compare versions.
  [
    'PUT /cli/v1/projects/none/env',
    { variables: {}, baseVersion: 1 },
    'baseVersion: did you mean base_version?',
  ],
  ['GET /v1/records?includeArchived=true', undefined, 'includeArchived: did you mean include_archived?'],
  ['GET /v1/webhooks/none/deliveries?curser=a', undefined, 'curser: did you mean cursor?'],
  ['GET /v1/launcher/search?q=acme&type=task', undefined, 'type: did you mean types?'],
])('GEN-13 %s with %j is 400 and suggests the nearest name', async (request, body, message) => {
  const [method = '', path = ''] = request.split(' ')
  const client = path.includes('launcher') ? team.owner.launcher : team.owner.api
  const answer = await client.send(method, path, body)
  expect([...refusal(answer), answer.body.error.message]).toEqual([400, 'unknown_field', message])
})

test('GEN-13 every operation refuses a query name that it does not have', async () => {
  const operations = await readDocument(team.service.baseUrl)
  const guarded = operations.filter(({ surface }) => surface !== 'open')
  expect(guarded.length).toBeGreaterThan(40)
  for (const { name, method, path, surface } of guarded) {
    const client = surface === 'launcher' ? team.owner.launcher : team.owner.api
    const filled = path.replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000')
    const { status, body } = await client.send(method, `${filled}?nobody=1`)
    expect([name, status, body.error.message]).toEqual([name, 400, 'nobody is not known here'])
  }
})

test('GEN-13 of a thousand unknown names ten are named, each shortened', async () => {
  const names = Array.from({ length: 1_000 }, (_, at) => [`${'x'.repeat(1_000)}${at}`, 1] as const)
  const { body } = await team.owner.api.post('/v1/tasks', { title: 'Call', ...Object.fromEntries(names) })
  expect(body.error.code).toBe('unknown_field')
  expect(body.error.message).toMatch(/, and 990 more$/)
  expect(body.error.message.length).toBeLessThan(1_000)
})
