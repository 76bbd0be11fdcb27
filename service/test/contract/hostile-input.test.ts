import { beforeAll, expect, test } from 'vitest'
import { stageTeam } from './team.ts'

const team = stageTeam()
beforeAll(async () => {
  await team.service.createObject(team.workspace, 'things', [
    { slug: 'name', kind: 'text', primary: true },
    { slug: 'size', kind: 'number' },
    { slug: 'data', kind: 'json' },
    { slug: 'place', kind: 'location' },
    { slug: 'since', kind: 'datetime' },
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

test('FLD-03 text of every language comes back as it was sent', async () => {
  const sql = "Robert'); DROP TABLE record;--"
  for (const name of ['日本語 🇯🇵', 'العربية', 'a\u0301 é', '👩‍👩‍👧', sql, '\u202Ertl']) {
    const { status, body } = await team.owner.api.post('/v1/records', { object: 'things', values: { name } })
    expect(status).toBe(201)
    expect(Object.values(body.data.values)).toEqual([name])
  }
})
