import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test, vi } from 'vitest'
import { createSeal } from '../../sealing/sealing.ts'
import { startTestService } from '../testing.ts'
import { createClient, tally, type Client } from './client.ts'
import { refusal, stageTeam } from './team.ts'

const day = 86_400_000
const team = stageTeam()
let api: Client
let otherKey: Client
let launcher: Client
beforeAll(async () => {
  ;({ api, launcher } = team.owner)
  const { token } = await team.service.createKey(team.workspace, team.owner)
  otherKey = createClient(team.service.baseUrl, token)
})

const as = (client: Client, key: string) => client.with({ 'idempotency-key': key })
const titled = async (title: string) => {
  const { body } = await api.get('/v1/tasks?limit=100')
  return body.data.filter((task: { title: string }) => task.title === title).length
}

test.each([
  ['developer tasks', () => api, '/v1/tasks', { title: 'Sent twice 1' }],
  ['records', () => api, '/v1/records', { object: 'companies', values: { name: 'Once' } }],
  ['launcher tasks', () => launcher, '/v1/launcher/tasks', { title: 'Sent twice 2' }],
])('GEN-12 %s: a repeated POST is answered byte for byte', async (_what, client, path, body) => {
  const send = async (at: Client) => {
    const { status, headers, body: answered } = await as(at, 'twice').post(path, body)
    return { status, etag: headers.get('etag'), replayed: headers.get('idempotent-replayed'), answered }
  }
  const first = await send(client())
  expect([first.status, first.replayed]).toEqual([201, 'false'])
  for (const _again of [1, 2]) expect(await send(client())).toEqual({ ...first, replayed: 'true' })
})

test('GEN-12 a key means its caller and its route, and nothing elsewhere', async () => {
  const body = { title: 'Scoped' }
  const ids = [
    await as(api, 'scoped').post('/v1/tasks', body),
    await as(otherKey, 'scoped').post('/v1/tasks', body),
    await as(launcher, 'scoped').post('/v1/launcher/tasks', body),
    await as(api, 'scoped too').post('/v1/tasks', body),
    await api.post('/v1/tasks', body),
    await api.post('/v1/tasks', body),
  ].map((answer) => answer.body.data.id)
  expect(new Set(ids).size).toBe(6)
})

test('GEN-12 a key that was used for another body is 422 and changes nothing', async () => {
  await as(api, 'reused').post('/v1/tasks', { title: 'Reused' })
  const answer = await as(api, 'reused').post('/v1/tasks', { title: 'Reused', priority: 'low' })
  expect(refusal(answer)).toEqual([422, 'idempotency_key_reused'])
  expect(await titled('Reused')).toBe(1)
})

test('GEN-12 of many at once one acts and the others get its answer', async () => {
  const send = () => as(api, 'at once').post('/v1/tasks', { title: 'At once' })
  const answers = await Promise.all(Array.from({ length: 30 }, send))
  expect(await titled('At once')).toBe(1)
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.data.id}`)).size).toBe(1)
  const replayed = answers.map(({ headers }) => headers.get('idempotent-replayed'))
  expect(tally(replayed)).toEqual({ false: 1, true: 29 })
})

test.each([
  ['indented', '{\n  "title": "Spelt indented",\n  "due_date": 1800000000000,\n  "linked_record_ids": []\n}'],
  ['in another order', '{"linked_record_ids":[],"due_date":1800000000000,"title":"Spelt in another order"}'],
  ['with a fraction', '{"title":"Spelt with a fraction","due_date":1800000000000.0,"linked_record_ids":[]}'],
  ['with an exponent', '{"title":"Spelt with an exponent","due_date":1.8e12,"linked_record_ids":[]}'],
  [
    'with escapes',
    String.raw`{"title":"\u0053pelt with escapes","due_date":1800000000000,"linked_record_ids":[]}`,
  ],
])('GEN-12 the same body %s gets the stored answer', async (how, text) => {
  const title = `Spelt ${how}`
  const first = await as(api, how).post('/v1/tasks', {
    title,
    due_date: 1_800_000_000_000,
    linked_record_ids: [],
  })
  const headers = {
    Authorization: `Bearer ${team.owner.token}`,
    'Content-Type': 'application/json',
    'Idempotency-Key': how,
  }
  const again = await fetch(team.service.url('/v1/tasks'), { method: 'POST', headers, body: text })
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
  expect(await again.json()).toEqual(first.body)
  expect(await titled(title)).toBe(1)
})

test('GEN-12 lists in another order are another body', async () => {
  const ids = [randomUUID(), randomUUID()]
  for (const id of ids)
    await api.put(`/v1/records/${id}`, { object: 'companies', values: { name: 'Listed' } })
  const send = (linked: string[]) =>
    as(api, 'listed').post('/v1/tasks', { title: 'Listed', linked_record_ids: linked })
  expect((await send(ids)).status).toBe(201)
  expect(refusal(await send(ids.toReversed()))).toEqual([422, 'idempotency_key_reused'])
})

const createCompany = (id: string) =>
  api.put(`/v1/records/${id}`, { object: 'companies', values: { name: 'Late' } })

test.each([
  [
    'developer task',
    [400, 'invalid_target'],
    () => api,
    (id: string) => ['/v1/tasks', { title: 'Late', linked_record_ids: [id] }],
  ],
  [
    'launcher task',
    [400, 'invalid_target'],
    () => launcher,
    (id: string) => ['/v1/launcher/tasks', { title: 'Late', linkedRecordIds: [id] }],
  ],
  [
    'record',
    [400, 'invalid_target'],
    () => api,
    (id: string) => ['/v1/records', { object: 'companies', values: { name: 'Late', parent: id } }],
  ],
  [
    'comment',
    [404, 'not_found'],
    () => api,
    (id: string) => [`/v1/records/${id}/comments`, { content: 'Late' }],
  ],
  [
    'batch',
    [404, 'not_found'],
    () => api,
    (id: string) => ['/v1/records/batch', { operations: [{ op: 'update', id, values: { name: 'Later' } }] }],
  ],
] as const)(
  'GEN-12 a refused %s does not use up its key: it is done once its target exists, and then repeated',
  async (what, expected, client, requestFor) => {
    const id = randomUUID()
    const [path, body] = requestFor(id)
    const send = () => as(client(), `late ${what}`).post(path as string, body)
    for (const _again of [1, 2]) {
      const refused = await send()
      expect([...refusal(refused), refused.headers.has('idempotent-replayed')]).toEqual([...expected, false])
    }
    await createCompany(id)
    const done = await send()
    const again = await send()
    expect([done.status, done.headers.get('idempotent-replayed')]).toEqual([expect.any(Number), 'false'])
    expect(done.status).toBeLessThan(300)
    expect([again.body, again.headers.get('idempotent-replayed')]).toEqual([done.body, 'true'])
  },
)

test('GEN-12 a refused body does not use up its key: another body is taken, and the first is then refused', async () => {
  const send = (body: object) => as(api, 'changed').post('/v1/tasks', body)
  const wrong = { title: 'Wrong', assignees: ['nobody'] }
  expect(refusal(await send(wrong))).toEqual([400, 'invalid_target'])
  expect((await send({ title: 'Right' })).status).toBe(201)
  expect(refusal(await send(wrong))).toEqual([422, 'idempotency_key_reused'])
  expect((await send({ title: 'Right' })).headers.get('idempotent-replayed')).toBe('true')
})

test('GEN-12 a body that does not fit the schema is not kept: the right one is taken under the same key', async () => {
  const wrong = await as(api, 'corrected').post('/v1/tasks', { title: 1 })
  expect(refusal(wrong)).toEqual([400, 'validation_error'])
  expect(wrong.headers.has('idempotent-replayed')).toBe(false)
  const right = await as(api, 'corrected').post('/v1/tasks', { title: 'Corrected' })
  expect([right.status, right.headers.get('idempotent-replayed')]).toEqual([201, 'false'])
})

test('GEN-12 a refused If-Match is not kept: under the same key the right version is taken, and then repeated', async () => {
  const record = await api.post('/v1/records', { object: 'companies', values: { name: 'Kept' } })
  const path = `/v1/records/${record.body.data.id}/restore`
  const restore = (version: string) => as(api, 'versioned').with({ 'if-match': version }).post(path)
  const answers = [await restore('"9"'), await restore('"9"'), await restore('"1"'), await restore('"9"')]
  expect(answers.map(({ status, headers }) => [status, headers.get('idempotent-replayed')])).toEqual([
    [412, null],
    [412, null],
    [200, 'false'],
    [200, 'true'],
  ])
})

test('GEN-12 a change whose answer cannot be kept is undone, and can be sent again', async () => {
  const seal = vi.fn((text: string) => text)
  const breakable = await startTestService({ seal: { ...createSeal(() => []), seal, open: (text) => text } })
  const acme = await breakable.createWorkspace()
  const key = await breakable.createKey(acme, await breakable.addMember(acme))
  const client = as(createClient(breakable.baseUrl, key.token), 'undone')
  const stored = async () => (await client.get('/v1/tasks')).body.data.length
  seal.mockImplementationOnce(() => {
    throw new Error('The seal is broken.')
  })
  expect((await client.post('/v1/tasks', { title: 'Undone' })).status).toBe(500)
  expect(await stored()).toBe(0)
  const { status, headers } = await client.post('/v1/tasks', { title: 'Undone' })
  expect([status, headers.get('idempotent-replayed')]).toEqual([201, 'false'])
  expect(await stored()).toBe(1)
  await breakable.close()
})

test('GEN-12 answers are forgotten after a day', async () => {
  await as(api, 'daily').post('/v1/tasks', { title: 'Daily' })
  team.clock.at += day - 1
  await as(api, 'daily').post('/v1/tasks', { title: 'Daily' })
  expect(await titled('Daily')).toBe(1)
  team.clock.at += 1
  await as(api, 'daily').post('/v1/tasks', { title: 'Daily' })
  expect(await titled('Daily')).toBe(2)
})

test.each(['', 'x'.repeat(256), 'é'])('GEN-12 the key %j is refused', async (key) => {
  expect(refusal(await as(api, key).post('/v1/tasks', { title: 'Never' }))).toEqual([400, 'validation_error'])
})

test('GEN-12 other methods and queries ignore the header', async () => {
  const { body } = await api.post('/v1/tasks', { title: 'Changed' })
  const send = async () => [
    await as(api, 'ignored').get('/v1/tasks'),
    await as(api, 'ignored').patch(`/v1/tasks/${body.data.id}`, { title: 'Changed again' }),
    await as(api, 'ignored').post('/v1/records/query', { object: 'companies' }),
  ]
  for (const { status, headers } of [...(await send()), ...(await send())])
    expect([status, headers.has('idempotent-replayed')]).toEqual([200, false])
})
