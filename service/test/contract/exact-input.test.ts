// What is refused rather than stored as something else, and how a refusal names what is wrong.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTeam, refusal, type Team } from './team.ts'
import type { Answer } from './client.ts'

let team: Team
beforeAll(async () => {
  team = await startTeam()
})
afterAll(() => team.service.close())

const detailsOf = ({ body }: Answer) =>
  body.error.details.map(({ path, code }: { path: string[]; code: string }) => [path.join('.'), code])

describe('bodies', () => {
  test('GEN-01 a body that is not UTF-8 is 400, and text that only looks odd is stored as it is', async () => {
    const key = await team.service.createKey(team.workspace, team.owner)
    const send = async (name: Buffer) => {
      const [before, after] = ['{"object":"companies","values":{"name":"', '"}}'].map((part) =>
        Buffer.from(part),
      )
      const response = await fetch(team.service.url('/v1/records'), {
        method: 'POST',
        headers: { authorization: `Bearer ${key.token}`, 'content-type': 'application/json' },
        body: new Uint8Array(Buffer.concat([before ?? name, name, after ?? name])),
      })
      return { status: response.status, headers: response.headers, body: await response.json() } as Answer
    }
    for (const bytes of [[0xe9], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0xaf], [0xf0, 0x9f, 0x98]])
      expect(refusal(await send(Buffer.from(bytes)))).toEqual([400, 'invalid_json'])
    expect((await send(Buffer.from('\u{fffd}é😀'))).body.data.title).toBe('\u{fffd}é😀')
  })

  test.each([
    ['a field', '{"object":"companies","values":{"name":"a","name":"b"}}', ['values.name']],
    ['the object', '{"object":"companies","object":"people","values":{"name":"a"}}', ['object']],
    [
      'a name in another spelling',
      '{"object":"companies","values":{"name":"a","n\\u0061me":"b"}}',
      ['values.name'],
    ],
  ])('REC-04 %s that is supplied twice is 400, whichever came last', async (_name, text, paths) => {
    const answer = await team.owner.api.raw('POST', '/v1/records', text)
    expect(refusal(answer)).toEqual([400, 'duplicate_field'])
    expect(detailsOf(answer)).toEqual(paths.map((path) => [path, 'duplicate_field']))
  })

  test('REC-04 the same names in different objects are no repetition', async () => {
    const operations = ['A', 'B'].map((name) => ({ op: 'create', object: 'companies', values: { name } }))
    expect((await team.owner.api.post('/v1/records/batch', { operations })).status).toBe(200)
  })

  test('GEN-01 an integer that a double does not hold is 400 and says where, and fractions are rounded', async () => {
    const { api, launcher } = team.owner
    const long = '12345678901234567890'
    const sent = [
      await api.raw('POST', '/v1/records', `{"object":"companies","values":{"name":"a","ids":[1,${long}]}}`),
      await api.raw('POST', '/v1/tasks', `{"title":"a","estimated_time":9007199254740993}`),
      await launcher.raw('POST', '/v1/launcher/tasks', `{"title":"a","more":{"id":-${long}}}`),
    ]
    expect(sent.map(refusal)).toEqual(Array(3).fill([400, 'validation_error']))
    expect(sent.flatMap(detailsOf)).toEqual([
      ['values.ids.1', 'invalid_value'],
      ['estimated_time', 'invalid_value'],
      ['more.id', 'invalid_value'],
    ])
    expect(sent[1]?.body.error.message).toBe(
      'estimated_time: This integer has more digits than a number keeps (IEEE 754). Send it as text.',
    )
    const { id } = await team.service.createObject(team.workspace, 'kept', [
      { slug: 'name', kind: 'text', primary: true },
      { slug: 'document', kind: 'json' },
    ])
    const text = '[0.10000000000000000555,18446744073709552000,1e2,"12345678901234567890"]'
    const kept = await api.raw('POST', '/v1/records', `{"object":"${id}","values":{"document":${text}}}`)
    expect(Object.values(kept.body.data.values)).toEqual([[0.1, 2 ** 64, 100, long]])
    const [again] = Object.values(kept.body.data.values)
    const echoed = await api.patch(`/v1/records/${kept.body.data.id}`, { values: { document: again } })
    expect(echoed.status).toBe(200)
  })

  test('ERR-01 a missing part is told from one of another type, and both in words', async () => {
    const { api, launcher } = team.owner
    const answers = await Promise.all([
      api.post('/v1/records', { object: 7 }),
      api.post('/v1/tasks', {}),
      api.post('/v1/tasks', { title: null }),
      launcher.post('/v1/launcher/tasks', { description: 1 }),
      launcher.get('/v1/launcher/search'),
      launcher.get('/v1/launcher/search?q=aa&q=bb'),
    ])
    expect(answers.map(detailsOf)).toEqual([
      [
        ['object', 'invalid_type'],
        ['values', 'missing_field'],
      ],
      [['title', 'missing_field']],
      [['title', 'invalid_type']],
      [
        ['title', 'missing_field'],
        ['description', 'invalid_type'],
      ],
      [['q', 'missing_field']],
      [['q', 'invalid_type']],
    ])
    expect(answers[1]?.body.error.message).toBe('title: This is required.')
  })

  test('ERR-01 a refused key of an environment is told what a key is', async () => {
    const { body } = await team.owner.api.put('/cli/v1/projects/none/env', { variables: { small: 'x' } })
    expect(body.error.message).toBe(
      'variables.small: A key is made of capital letters, digits and underscores.',
    )
  })
})

describe('instants, as ISO 8601 and RFC 3339 let them be written', () => {
  test.each(['2026-12-01T10:00Z', '2026-12-01T11:00+01:00', '2026-12-01t10:00:00z', '2026-12-01t10:00z'])(
    'LCH-01 LCH-02 dueDate %s is taken, and comes back in full',
    async (dueDate) => {
      const { launcher } = team.owner
      const created = await launcher.post('/v1/launcher/tasks', { title: 'x', dueDate })
      const { id } = (await launcher.post('/v1/launcher/tasks', { title: 'x' })).body.data
      const changed = await launcher.patch(`/v1/launcher/tasks/${id}`, { dueDate })
      expect([created, changed].map(({ status, body }) => [status, body.data?.dueDate])).toEqual([
        [201, '2026-12-01T10:00:00.000Z'],
        [200, '2026-12-01T10:00:00.000Z'],
      ])
    },
  )

  test('GEN-12 a filter takes a time without seconds', async () => {
    const ask = (at: string) =>
      team.owner.api.post('/v1/records/query', { object: 'people', filter: { created_at: { $gt: at } } })
    expect([(await ask('2026-12-01T10:00Z')).status, (await ask('2026-12-01T10:00')).status]).toEqual([
      200, 400,
    ])
  })
})

describe('dates outside of the years 0000 to 9999, which no answer could say', () => {
  test.each([
    ['due_date', 253_402_300_800_000],
    ['due_date', 8_640_000_000_000_000],
    ['start_date', -62_167_219_200_001],
  ])('TSK-03 %s %d is 400', async (name, at) => {
    expect((await team.owner.api.post('/v1/tasks', { title: 'x', [name]: at })).status).toBe(400)
  })

  test('TSK-03 their first and last millisecond come back as they were sent', async () => {
    const { body } = await team.owner.api.post('/v1/tasks', {
      title: 'x',
      start_date: -62_167_219_200_000,
      due_date: 253_402_300_799_999,
    })
    expect([body.data.start_date, body.data.dueDate]).toEqual([
      '0000-01-01T00:00:00.000Z',
      '9999-12-31T23:59:59.999Z',
    ])
  })

  test.each(['9999-12-31T23:59:59-00:01', '0000-01-01T00:00:00+00:01'])(
    'LCH-01 LCH-02 dueDate %s is 400',
    async (dueDate) => {
      const { launcher } = team.owner
      const refused = await launcher.post('/v1/launcher/tasks', { title: 'x', dueDate })
      expect(refusal(refused)).toEqual([400, 'validation_error'])
      expect(refused.body.error.details[0].path).toEqual(['dueDate'])
      const { id } = (await launcher.post('/v1/launcher/tasks', { title: 'x' })).body.data
      expect((await launcher.patch(`/v1/launcher/tasks/${id}`, { dueDate })).status).toBe(400)
    },
  )
})

test('TSK-06 LCH-01 an id in a body may be written in capitals, as in a path', async () => {
  const { api, launcher } = team.owner
  const record = await team.addRecord('companies', { name: 'Linked' })
  const parent = await team.addTask({ title: 'Parent' })
  const created = await api.post('/v1/tasks', {
    title: 'Child',
    parent_task_id: parent.toUpperCase(),
    linked_record_ids: [record.toUpperCase()],
  })
  expect(created.status).toBe(201)
  expect(created.body.data.parent_task_id).toBe(parent)
  const own = { parent_task_id: created.body.data.id.toUpperCase() }
  expect((await api.patch(`/v1/tasks/${parent}`, own)).body.error.code).toBe('invalid_target')
  expect((await api.get(`/v1/tasks?linked_record_id=${record}`)).body.data).toHaveLength(1)
  const linked = await launcher.post('/v1/launcher/tasks', {
    title: 'L',
    linkedRecordIds: [record, record.toUpperCase()],
  })
  expect([linked.status, linked.body.data.linkedRecordCount]).toEqual([201, 1])
})
