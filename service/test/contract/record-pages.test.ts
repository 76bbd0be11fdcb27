import { beforeAll, expect, test } from 'vitest'
import { idsOf, walk, type Client } from './client.ts'
import { stageCompanies } from './companies.ts'

const on = stageCompanies()

beforeAll(async () => {
  // Most share one creation time, so that only the id orders them.
  for (let index = 0; index < 130; index += 1) {
    if (index % 50 === 0) on.clock.at += 1
    await on.create({ name: `Company ${index}` })
  }
})

const newestFirst = (rows: { id: string; createdAt: string }[]) =>
  rows.toSorted((a, b) =>
    a.createdAt === b.createdAt ? (a.id < b.id ? 1 : -1) : a.createdAt < b.createdAt ? 1 : -1,
  )

test('GEN-07 a walk gives every record once, newest first, then by id', async () => {
  const rows = await walk(on.api, '/v1/records?limit=7')
  expect(rows).toHaveLength(130)
  expect(idsOf(rows)).toEqual(idsOf(newestFirst(rows)))
  expect(new Set(idsOf(rows)).size).toBe(130)
})

test('GEN-07 a walk sees every record that stays, once, while others come and go', async () => {
  const before = idsOf(await walk(on.api, '/v1/records?limit=100'))
  const doomed = await on.create({ name: 'Soon gone' })
  const rows = await walk(on.api, '/v1/records?limit=9', async () => {
    const latecomer = await on.create({ name: 'Latecomer' })
    await on.api.delete(`/v1/records/${doomed.id}`)
    on.clock.at += 1
    await on.api.delete(`/v1/records/${latecomer.id}`)
  })
  expect(idsOf(rows)).toEqual([doomed.id, ...before])
})

test('REC-02 a list with archived records keeps the order of creation over its pages', async () => {
  const made = []
  for (let index = 0; index < 9; index += 1) made.push(await on.create())
  for (const { id } of made.filter((_, index) => index % 3 !== 1)) await on.api.delete(`/v1/records/${id}`)
  for (const object of ['', '&object=companies']) {
    const seen = await walk(on.api, `/v1/records?limit=7&include_archived=true${object}`)
    expect(seen).toEqual(newestFirst(seen))
    expect(new Set(idsOf(seen)).size).toBe(seen.length)
    expect(idsOf(seen)).toEqual(expect.arrayContaining(idsOf(made)))
  }
})

test.each([
  ['absent', '', 25],
  ['a fraction', '&limit=3.9', 3],
  ['too large', '&limit=100000', 100],
  ['endless', '&limit=Infinity', 25],
  ['hexadecimal', '&limit=0x10', 25],
  ['zero', '&limit=0', 25],
  ['less than one', '&limit=0.5', 25],
  ['negative', '&limit=-5', 25],
  ['not a number', '&limit=many', 25],
  ['empty', '&limit=', 25],
  ['given twice', '&limit=3&limit=4', 25],
])('GEN-05 a limit that is %s gives %s %i records', async (_name, query, expected) => {
  expect((await on.api.get(`/v1/records?object=${on.companies.id}${query}`)).body.data).toHaveLength(expected)
})

test('GEN-06 a cursor belongs to its workspace and its filters, not to the page size', async () => {
  const { next_cursor: cursor } = (await on.api.get('/v1/records?limit=5')).body
  const status = async (client: Client, query: string) =>
    (await client.get(`/v1/records?${query}&cursor=${encodeURIComponent(cursor)}`)).status
  expect(await status(on.api, 'limit=9')).toBe(200)
  expect(await status(on.api, 'object=companies')).toBe(400)
  expect(await status(on.api, 'include_archived=true')).toBe(400)
  expect(await status(on.stranger.api, 'limit=5')).toBe(400)
})
