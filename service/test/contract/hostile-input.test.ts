import { beforeAll, expect, test } from 'vitest'
import { refusal, stageTeam } from './team.ts'

const team = stageTeam()
beforeAll(async () => {
  const { createObject } = team.service
  await createObject(team.workspace, 'things', [
    { slug: 'name', kind: 'text', primary: true },
    { slug: 'size', kind: 'number' },
    { slug: 'data', kind: 'json' },
    { slug: 'place', kind: 'location' },
    { slug: 'since', kind: 'datetime' },
  ])
  const members = { kind: 'user_reference', options: { multiple: true } } as const
  await createObject(team.workspace, 'teams', [
    { slug: 'one', ...members },
    { slug: 'two', ...members },
  ])
})

const write = (values: string) =>
  team.owner.api.raw('POST', '/v1/records', `{"object":"things","values":${values}}`)

test.each([
  ['a NUL character', '{"name":"a\\u0000b"}'],
  ['half of a surrogate pair', '{"name":"a\\ud800b"}'],
  ['half of a surrogate pair in a key', '{"\\udfff":"x"}'],
  ['__proto__ as a field', '{"__proto__":{"polluted":true},"name":"x"}'],
  ['constructor as a field', '{"constructor":{"prototype":{}},"name":"x"}'],
  ['a number without end', '{"size":1e400}'],
  ['a list where an object belongs', '[]'],
  ['null where an object belongs', 'null'],
  ['deep nesting', `{"name":${'['.repeat(5000)}${']'.repeat(5000)}}`],
  ['a deep object', `{"place":${'{"a":'.repeat(40)}1${'}'.repeat(40)}}`],
  ['a date that is none', '{"since":"2026-02-31T00:00:00Z"}'],
])('REC-13 %s is 400', async (_name, values) => {
  const answer = await write(values)
  expect(answer.status).toBe(400)
  expect(answer.body.error.code).toEqual(expect.any(String))
})

test('REC-13 a document has at most 32 levels in it', async () => {
  // The values are one of them.
  const nested = (levels: number) => write(`{"data":${'['.repeat(levels)}${']'.repeat(levels)}}`)
  expect([(await nested(31)).status, (await nested(32)).status]).toEqual([201, 400])
})

test('REC-13 ERR-01 what cannot be stored is named by its own place, whatever stands before it', async () => {
  const before = '[[[]],{"a":[1,{"b":"c"}]},"d"]'
  const answer = await write(`{"name":"x","size":[${before},{"e":${before},"f":[0,"a\\u0000b"]}]}`)
  expect(answer.body.error.details).toMatchObject([{ path: ['values', 'size', 1, 'f', 1] }])
  const name = await write(`{"size":${before},"place":{"g":${before},"\\udfff":1}}`)
  expect(name.body.error.details).toMatchObject([{ path: ['values', 'place'] }])
})

const unknownNames = (value: unknown) =>
  Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`unknown${index}`, value]))
const ofUnknown = { object: 'things', values: unknownNames(1) }
const uuid = '0190f9c0-0000-7000-8000-000000000000'

test.each([
  ['created', 'POST', '/v1/records', ofUnknown],
  ['upserted', 'PUT', `/v1/records/${uuid}`, ofUnknown],
  ['written in a batch', 'POST', '/v1/records/batch', { operations: [{ op: 'create', ...ofUnknown }] }],
  ['asked by', 'POST', '/v1/records/query', { object: 'things', filter: unknownNames({ $eq: 1 }) }],
])(
  'ERR-01 of thousands of unknown names that are %s a hundred are told',
  async (_what, method, path, body) => {
    const answer = await team.owner.api.send(method, path, body)
    expect(refusal(answer)).toEqual([400, 'unknown_field'])
    expect(answer.body.error.details).toHaveLength(100)
  },
)

test('ERR-01 of hundreds of references that lead nowhere a hundred are told', async () => {
  const values = Object.fromEntries(
    ['one', 'two'].map((slug) => [slug, Array.from({ length: 80 }, (_, index) => `nobody${index}`)]),
  )
  const answer = await team.owner.api.post('/v1/records', { object: 'teams', values })
  expect(refusal(answer)).toEqual([400, 'invalid_target'])
  expect(answer.body.error.details).toHaveLength(100)
})

test('FLD-03 text of every language comes back as it was sent', async () => {
  const sql = "Robert'); DROP TABLE record;--"
  for (const name of ['日本語 🇯🇵', 'العربية', 'a\u0301 é', '👩‍👩‍👧', sql, '\u202Ertl']) {
    const { status, body } = await team.owner.api.post('/v1/records', { object: 'things', values: { name } })
    expect(status).toBe(201)
    expect(Object.values(body.data.values)).toEqual([name])
  }
})
