// What the document says of a request, beside what the service does with one.
import { beforeAll, describe, expect, test } from 'vitest'
import { visibleCharacter } from '../../../shared/api/limits.ts'
import { queryOperators } from '../../../shared/api/record-query.ts'
import { type Documented, readDocumented } from './documented.ts'
import { stageTeam } from './team.ts'

const team = stageTeam()
let documented: Documented
beforeAll(async () => {
  documented = await readDocumented(team.owner.api)
})

const queryOf = (name: string, parameter: string) =>
  documented.operation(name).parameters?.find((each) => each.in === 'query' && each.name === parameter)

const bodyOf = (name: string) => documented.bodyOf(name)

test('GEN-05 GEN-11 a limit is documented as an optional integer without bounds, as none is refused', async () => {
  const whole = { type: 'integer', default: 25, description: expect.stringContaining('means 100') }
  const lists = ['records', 'records/{id}/comments', 'tasks', 'webhooks/{id}/deliveries']
  for (const name of lists) {
    const limit = queryOf(`GET /v1/${name}`, 'limit')
    expect(limit, name).toMatchObject({ required: false })
    expect(limit?.schema, name).toEqual(whole)
  }
  const { properties = {}, required } = bodyOf('POST /v1/records/query')
  expect(properties['limit']).toEqual(whole)
  expect(required).not.toContain('limit')
  for (const limit of [0, 2.5, 1000, '3', null, [], true])
    expect((await team.owner.api.post('/v1/records/query', { object: 'companies', limit })).status).toBe(200)
})

describe('what a body must hold', () => {
  const oneObject = [{ required: ['object'] }, { required: ['object_type_id'] }]
  const oneOf = (...names: string[]) => names.map((name) => ({ required: [name] }))

  test('REC-04 REC-05 GEN-11 a record names its object in one of two ways, alone and in a batch', () => {
    for (const name of ['POST /v1/records', 'PUT /v1/records/{id}'])
      expect(bodyOf(name), name).toMatchObject({ type: 'object', oneOf: oneObject })
    const { operations } = bodyOf('POST /v1/records/batch').properties ?? {}
    const named = { oneOf: oneObject }
    expect(operations?.items).toMatchObject({ oneOf: [named, named, {}, {}, {}] })
  })

  test('LCH-02 WHK-02 GEN-11 a change holds at least one member that can be changed', async () => {
    const task = bodyOf('PATCH /v1/launcher/tasks/{taskId}')
    expect(task).toMatchObject({ type: 'object', anyOf: oneOf(...Object.keys(task.properties ?? {})) })
    const webhook = bodyOf('PATCH /v1/webhooks/{id}')
    expect(webhook).toMatchObject({ anyOf: oneOf('url', 'events', 'description', 'status') })
    const { api, launcher } = team.owner
    for (const change of [{}, { unknown: 1 }]) {
      expect((await launcher.patch('/v1/launcher/tasks/none', change)).status).toBe(400)
      expect((await api.patch('/v1/webhooks/none', change)).status).toBe(400)
    }
  })

  test('CLI-02 GEN-11 keys of variables are documented with what they are made of', async () => {
    const { variables } = bodyOf('PUT /cli/v1/projects/{project}/env').properties ?? {}
    expect(variables).toMatchObject({
      propertyNames: { type: 'string', pattern: '^[A-Z_][A-Z0-9_]*$', maxLength: 200 },
      additionalProperties: { type: 'string', maxLength: 65_536 },
    })
    const put = async (key: string) =>
      (await team.owner.api.put('/cli/v1/projects/none/env', { variables: { [key]: '' } })).status
    expect([await put('K'.repeat(200)), await put('K'.repeat(201)), await put('k')]).toEqual([404, 400, 400])
  })

  test('TSK-03 TSK-06 GEN-11 the longest estimate is documented', async () => {
    for (const name of ['POST /v1/tasks', 'PATCH /v1/tasks/{taskId}'])
      expect(bodyOf(name).properties?.['estimated_time'], name).toMatchObject({ maximum: 2 ** 53 - 1 })
    const create = (estimated_time: number) =>
      team.owner.api.post('/v1/tasks', { title: 'Long', estimated_time })
    expect((await create(2 ** 53 - 1)).body.data.estimatedTime).toBe(2 ** 53 - 1)
    expect((await create(2 ** 53)).status).toBe(400)
  })

  test('LCH-01 LCH-02 GEN-11 a due date is documented as a date-time whose seconds may be left out', () => {
    for (const name of ['POST /v1/launcher/tasks', 'PATCH /v1/launcher/tasks/{taskId}'])
      expect(bodyOf(name).properties?.['dueDate'], name).toEqual({
        type: ['string', 'null'],
        format: 'date-time',
        description: 'ISO 8601 with `Z` or an offset. Seconds are optional.',
      })
  })

  test('LCH-01 LCH-02 GEN-11 a title needs a visible character, and what is around it does not count', async () => {
    for (const name of ['POST /v1/launcher/tasks', 'PATCH /v1/launcher/tasks/{taskId}'])
      expect(bodyOf(name).properties?.['title'], name).toMatchObject({
        pattern: visibleCharacter.source,
        description: expect.stringContaining('before its length is checked'),
      })
    const title = ` ${'x'.repeat(500)} `
    const answer = await team.owner.launcher.post('/v1/launcher/tasks', { title })
    expect([answer.status, answer.body.data.title]).toEqual([201, title.trim()])
  })
})

describe('what a query must hold', () => {
  test('LCH-04 LCH-06 GEN-11 what is around `q` does not count', () => {
    for (const name of ['GET /v1/launcher/search', 'GET /v1/launcher/objects/{objectSlug}/records'])
      expect(queryOf(name, 'q')?.description, name).toContain('before its length is checked')
  })

  test.each(['updated_after', 'due_after', 'due_before'])(
    'TSK-02 GEN-11 %s is documented as an integer with the bounds that are taken',
    async (name) => {
      const most = 8_640_000_000_000_000
      const bounds = { type: 'integer', minimum: -most, maximum: most }
      expect(queryOf('GET /v1/tasks', name)?.schema).toMatchObject(bounds)
      const statusOf = async (text: string) =>
        (await team.owner.api.get(`/v1/tasks?${name}=${encodeURIComponent(text)}`)).status
      for (const text of ['0', '-1', `${most}`, `${-most}`])
        expect([text, await statusOf(text)]).toEqual([text, 200])
      for (const text of [`${most + 1}`, `${-most - 1}`, '9'.repeat(40), '1.5', '', '1e3', '+1', '0x10'])
        expect([text, await statusOf(text)]).toEqual([text, 400])
    },
  )

  test('REC-02 TSK-02 GEN-11 a yes or no is documented as a boolean', async () => {
    for (const [name, parameter] of [
      ['GET /v1/records', 'include_archived'],
      ['GET /v1/tasks', 'include_archived'],
      ['GET /v1/tasks', 'is_complete'],
    ] as const) {
      expect(queryOf(name, parameter)?.schema, name).toMatchObject({ type: 'boolean' })
      const path = name.replace('GET ', '')
      for (const [sent, status] of Object.entries({ true: 200, false: 200, TRUE: 400, 1: 400 }))
        expect((await team.owner.api.get(`${path}?${parameter}=${sent}`)).status, sent).toBe(status)
    }
  })
})

describe('a filter of records', () => {
  const named = { $ref: '#/components/schemas/RecordFilter' }
  const statusOf = async (filter: unknown) =>
    (await team.owner.api.post('/v1/records/query', { object: 'companies', filter })).status

  test('GEN-12 GEN-11 each operator is documented', () => {
    expect(bodyOf('POST /v1/records/query').properties?.['filter']).toMatchObject({ allOf: [named] })
    const { FieldTests } = documented.document.components.schemas
    expect(Object.keys(FieldTests?.properties ?? {})).toEqual([...queryOperators])
  })

  test.each([
    ['nothing', {}, true],
    ['tests of a field', { name: { $starts_with: 'a', $contains: 'b' } }, true],
    ['a list', { name: { $in: ['a', 'b'] } }, true],
    ['emptiness', { name: { $empty: true } }, true],
    [
      'groups in groups',
      { $and: [{ $or: [{ name: { $eq: 'a' } }] }, { $not: { name: { $eq: 'b' } } }] },
      true,
    ],
    ['times', { created_at: { $gt: '2026-01-01T00:00Z' } }, true],
    ['a bare value', { name: 'a' }, false],
    ['an unknown operator', { name: { $like: 'a' } }, false],
    ['no operator', { name: {} }, false],
    ['an empty group', { $and: [] }, false],
    ['an empty list', { name: { $in: [] } }, false],
    ['a list for a value', { name: { $eq: ['a'] } }, false],
    ['a text for a yes or no', { name: { $empty: 'true' } }, false],
  ])(
    'GEN-12 GEN-11 a filter of %s is documented and taken, or neither: %j %s',
    async (_what, filter, isTaken) => {
      expect([documented.fits(named, filter), await statusOf(filter)]).toEqual([isTaken, isTaken ? 200 : 400])
    },
  )
})

test('GEN-11 GEN-12 `Idempotency-Key` is documented with exactly the texts that are taken', async () => {
  const { schema } =
    documented.operation('POST /v1/tasks').parameters?.find((each) => each.name === 'Idempotency-Key') ?? {}
  const pattern = new RegExp(String(schema?.['pattern']), 'u')
  for (const key of ['a', 'a b', '"~"', 'é', '\u00a0', 'a\tb', 'x'.repeat(255)]) {
    const naming = team.owner.api.with({ 'Idempotency-Key': key })
    const { status } = await naming.post('/v1/tasks', { title: 'Named' })
    expect(status === 201, key).toBe(pattern.test(key))
  }
})

test('GEN-10 GEN-11 the document tells what no body may hold', () => {
  const { description } = documented.document.info
  for (const limit of ['1 MiB', '32 levels', 'twice', 'NUL', 'surrogate', '`__proto__`'])
    expect(description).toContain(limit)
})
