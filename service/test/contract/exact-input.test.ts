// Input that is refused rather than changed, and how the refusal names the fault.
import { describe, expect, test } from 'vitest'
import { readDocument } from '../proof/document.ts'
import { stageTeam, refusal } from './team.ts'
import type { Answer } from './client.ts'

const team = stageTeam()

const detailsOf = ({ body }: Answer): string[][] =>
  body.error.details.map(({ path, code }: { path: string[]; code: string }) => [path.join('.'), code])

describe('bodies', () => {
  test('GEN-01 a body that is not UTF-8 is 400, and text that only looks odd is stored as it is', async () => {
    const [before, after] = ['{"object":"companies","values":{"name":"', '"}}'].map((part) =>
      Buffer.from(part),
    )
    const send = async (name: Buffer) => {
      const response = await fetch(team.service.url('/v1/records'), {
        method: 'POST',
        headers: { authorization: `Bearer ${team.owner.token}`, 'content-type': 'application/json' },
        body: new Uint8Array(Buffer.concat([before ?? name, name, after ?? name])),
      })
      return { status: response.status, headers: response.headers, body: await response.json() } as Answer
    }
    for (const bytes of [[0xe9], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0xaf], [0xf0, 0x9f, 0x98]])
      expect(refusal(await send(Buffer.from(bytes)))).toEqual([400, 'invalid_json'])
    expect((await send(Buffer.from('\u{fffd}é😀'))).body.data.title).toBe('\u{fffd}é😀')
  })

  test('REC-04 a field that is supplied twice is 400, whichever came last', async () => {
    const text = String.raw`{"object":"companies","values":{"name":"a","n\u0061me":"b"}}`
    const answer = await team.owner.api.raw('POST', '/v1/records', text)
    expect(refusal(answer)).toEqual([400, 'duplicate_field'])
    expect(detailsOf(answer)).toEqual([['values.name', 'duplicate_field']])
  })

  test('GEN-01 an integer that a double does not hold is 400 and says where', async () => {
    const { api, launcher } = team.owner
    const long = '12345678901234567890'
    const record = `{"object":"companies","values":{"name":"a","ids":[1,${long}]}}`
    const task = `{"title":"a","more":{"id":-${long}}}`
    for (const [answer, path] of [
      [await api.raw('POST', '/v1/records', record), 'values.ids.1'],
      [await launcher.raw('POST', '/v1/launcher/tasks', task), 'more.id'],
    ] as const) {
      expect(refusal(answer)).toEqual([400, 'validation_error'])
      expect(detailsOf(answer)).toEqual([[path, 'invalid_value']])
    }
  })
})

describe('the words of a refusal', () => {
  const digits = 'This integer has more digits than a number keeps (IEEE 754). Send it as text.'
  test.each([
    ['{}', 'missing_field', 'title: This is required.'],
    ['[]', 'invalid_type', 'Send an object.'],
    ['{"title":7}', 'invalid_type', 'title: Send a string.'],
    ['{"title":"A","estimated_time":1.5}', 'invalid_type', 'estimated_time: Send a whole number.'],
    ['{"title":"A","estimated_time":9007199254740993}', 'invalid_value', `estimated_time: ${digits}`],
    ['{"title":"A","assignees":"me"}', 'invalid_type', 'assignees: Send a list.'],
    [
      '{"title":"A","due_date":"2027-01-31T00:00:00Z"}',
      'invalid_type',
      'due_date: Send Unix milliseconds, such as 1767225600000.',
    ],
    [
      '{"title":"A","recurrence":{"rule":"FREQ=DAILY"}}',
      'missing_field',
      'recurrence.after: This is required. Send one of due, completion.',
    ],
    [
      '{"title":"A","priority":"High"}',
      'invalid_value',
      'priority: Send one of no_priority, low, medium, high, urgent.',
    ],
  ])('ERR-01 a task of %s is refused as %s with “%s”', async (text, code, words) => {
    const { error } = (await team.api.raw('POST', '/v1/tasks', text)).body
    expect([error.details[0].code, error.message]).toEqual([code, words])
  })

  test('ERR-01 REC-04 GEN-12 a record of no object, and an operation of no name, lack what they lack', async () => {
    const create = await team.owner.api.post('/v1/records', { values: { name: 'A' } })
    expect(create.body.error.message).toBe('object: Send exactly one of `object` and `object_type_id`.')
    expect(detailsOf(create)).toEqual([['object', 'missing_field']])
    const batch = await team.owner.api.post('/v1/records/batch', { operations: [{ id: 'a' }] })
    expect(batch.body.error.message).toBe(
      'operations.0.op: This is required. Send one of create, upsert, update, archive, restore.',
    )
    expect(detailsOf(batch)).toEqual([['operations.0.op', 'missing_field']])
  })

  test('ERR-01 TSK-02 CLI-02 a wrong time or key of a variable is refused with its right form', async () => {
    const time = await team.owner.api.get('/v1/tasks?updated_after=2026-01-01')
    expect(time.body.error.message).toMatch(/^updated_after: Send Unix milliseconds, such as \d{13}\.$/)
    const key = await team.owner.api.put('/cli/v1/projects/none/env', { variables: { small: 'x' } })
    expect(key.body.error.message).toBe(
      'variables.small: A key is made of capital letters, digits and underscores.',
    )
  })
})

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
