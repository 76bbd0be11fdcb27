import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { createClient, type Client } from './client.ts'
import { stageCompanies } from './companies.ts'

const on = stageCompanies()

const create = async (name: string): Promise<string> => (await on.create({ name })).id

beforeAll(async () => {
  // Most share one creation time, so that only the id orders them.
  for (let index = 0; index < 130; index += 1) {
    if (index % 50 === 0) on.clock.now += 1
    await create(`Company ${index}`)
  }
})

type Row = { id: string; createdAt: string }

async function walk(query: string, limit: () => number, between: () => Promise<unknown> = async () => {}) {
  const rows: Row[] = []
  let cursor: string | null = null
  for (let pages = 0; pages < 500; pages += 1) {
    const at: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const { status, body } = await on.api.get(`/v1/records?limit=${limit()}${query}${at}`)
    expect(status).toBe(200)
    rows.push(...body.data)
    expect(body.has_more).toBe(body.next_cursor !== null)
    cursor = body.next_cursor
    if (cursor === null) return rows
    await between()
  }
  throw new Error('The walk does not end.')
}

test('GEN-07 a walk gives every record once, newest first, then by id', async () => {
  const rows = await walk('', () => 7)
  expect(rows).toHaveLength(130)
  const sorted = rows.toSorted((a, b) =>
    a.createdAt === b.createdAt ? (a.id < b.id ? 1 : -1) : a.createdAt < b.createdAt ? 1 : -1,
  )
  expect(rows.map((row) => row.id)).toEqual(sorted.map((row) => row.id))
  expect(new Set(rows.map((row) => row.id)).size).toBe(130)
})

test('GEN-07 a walk sees every record that stays, once, while others come and go', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.infiniteStream(fc.integer({ min: 1, max: 7 })),
      fc.boolean(),
      async (sizes, ticking) => {
        const before = (await walk('', () => 100)).map((row) => row.id)
        const doomed = await create('Soon gone')
        let added = 0
        const rows = await walk(
          '',
          () => sizes.next().value,
          async () => {
            if (ticking) on.clock.now += 1
            if ((added += 1) > 5) return
            const id = await create(`Latecomer ${added}`)
            if (added === 3) await on.api.delete(`/v1/records/${doomed}`)
            await on.api.delete(`/v1/records/${id}`)
          },
        )
        const ids = rows.map((row) => row.id)
        expect(new Set(ids).size).toBe(ids.length)
        expect(ids).toEqual(expect.arrayContaining(before))
      },
    ),
    { numRuns: 6 },
  )
})

test.each([
  ['absent', '', 25],
  ['floored', '&limit=3.9', 3],
  ['too large', '&limit=100000', 100],
  ['endless', '&limit=Infinity', 25],
  ['hexadecimal', '&limit=0x10', 25],
  ['zero', '&limit=0', 25],
  ['less than one', '&limit=0.5', 25],
  ['negative', '&limit=-5', 25],
  ['not a number', '&limit=many', 25],
  ['empty', '&limit=', 25],
  ['given twice', '&limit=3&limit=4', 25],
])('GEN-05 a limit that is %s', async (_name, query, expected) => {
  expect((await on.api.get(`/v1/records?object=${on.companies.id}${query}`)).body.data).toHaveLength(expected)
})

test('GEN-06 the last page says so', async () => {
  const { body } = await on.stranger.get('/v1/records')
  expect(body).toEqual({ data: [], has_more: false, next_cursor: null })
})

test('GEN-06 an altered cursor is 400, whichever character it is', async () => {
  const { next_cursor: cursor } = (await on.api.get('/v1/records?limit=5')).body
  const use = async (text: string) => {
    const { status, body } = await on.api.get(`/v1/records?limit=5&cursor=${encodeURIComponent(text)}`)
    return [status, body.error?.code]
  }
  for (let index = 0; index < cursor.length; index += 1) {
    const other = cursor[index] === 'A' ? 'B' : 'A'
    expect(await use(cursor.slice(0, index) + other + cursor.slice(index + 1))).toEqual([
      400,
      'invalid_cursor',
    ])
  }
  for (const text of ['', 'x', `${cursor}A`, cursor.slice(1), 'null', '../../..', '%00'.repeat(300)]) {
    expect(await use(text)).toEqual([400, 'invalid_cursor'])
  }
})

test('GEN-06 a cursor goes with its workspace and its filters, not with the page size', async () => {
  const { next_cursor: cursor } = (await on.api.get('/v1/records?limit=5')).body
  const status = async (client: Client, query: string) =>
    (await client.get(`/v1/records?${query}&cursor=${encodeURIComponent(cursor)}`)).status
  expect(await status(on.api, 'limit=9')).toBe(200)
  expect(await status(on.api, 'object=companies')).toBe(400)
  expect(await status(on.api, 'include_archived=true')).toBe(400)
  expect(await status(on.stranger, 'limit=5')).toBe(400)
})

test('GEN-06 a cursor of the developer surface is no good on the launcher surface', async () => {
  const { next_cursor: cursor } = (await on.api.get('/v1/records?object=companies&limit=5')).body
  const launcher = createClient(on.service.baseUrl, await on.service.signIn(on.workspace, on.owner))
  const path = '/v1/launcher/objects/companies/records?limit=5'
  const foreign = await launcher.get(`${path}&cursor=${encodeURIComponent(cursor)}`)
  expect([foreign.status, foreign.body.error.code]).toEqual([400, 'invalid_cursor'])
  const own = (await launcher.get(path)).body.nextCursor
  expect((await on.api.get(`/v1/records?object=companies&cursor=${encodeURIComponent(own)}`)).status).toBe(
    400,
  )
})
