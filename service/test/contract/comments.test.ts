import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { idsOf, walk } from './client.ts'
import { expectRefusal, stageCompanies } from './companies.ts'

const on = stageCompanies()

const comment = (id: string, content: unknown, client = on.api) =>
  client.post(`/v1/records/${id}/comments`, { content })

test('REC-12 a comment is answered, and read, as it was written', async () => {
  const { id } = await on.create()
  const { status, body } = await comment(id, '  Called.\nNo answer. ')
  expect(status).toBe(201)
  expect(body.data).toEqual({
    id: expect.stringMatching(/^cmt_/),
    recordId: id,
    content: '  Called.\nNo answer. ',
    createdBy: on.owner.personId,
    createdAt: '2026-01-05T09:00:00.000Z',
    updatedAt: '2026-01-05T09:00:00.000Z',
  })
  expect((await on.api.get(`/v1/records/${id}/comments`)).body.data).toEqual([body.data])
})

test.each([
  ['nothing', undefined],
  ['an empty text', ''],
  ['blanks', ' \n '],
  ['invisible characters', '\u200b'],
  ['10,001 characters', 'x'.repeat(10_001)],
  ['a number', 7],
  ['null', null],
])('REC-12 a comment of %s is refused', async (_name, content) => {
  expectRefusal(await comment((await on.create()).id, content), 400, 'validation_error')
})

test('REC-12 a comment may have 10,000 characters, and does not change its record', async () => {
  const record = await on.create()
  on.clock.at += 1000
  expect((await comment(record.id, 'x'.repeat(10_000))).status).toBe(201)
  expect((await on.api.get(`/v1/records/${record.id}`)).body.data).toEqual(record)
})

test('REC-12 an archived record takes no comment, and an absent or foreign one is not there', async () => {
  const { id } = await on.create()
  expectRefusal(await comment(id, 'Mine', on.stranger.api), 404, 'not_found')
  expectRefusal(await comment(randomUUID(), 'Hello'), 404, 'not_found')
  expectRefusal(await on.api.get(`/v1/records/${randomUUID()}/comments`), 404, 'not_found')
  await on.api.delete(`/v1/records/${id}`)
  expectRefusal(await comment(id, 'Hello'), 404, 'record_archived')
})

test('REC-12 GEN-07 comments are read newest first, each once, also on an archived record', async () => {
  const { id } = await on.create()
  const written = []
  for (const content of ['same moment', 'same moment', 'later', 'last']) {
    if (content !== 'same moment') on.clock.at += 1000
    written.push((await comment(id, content)).body.data)
  }
  await comment((await on.create()).id, 'on another record')
  await on.api.delete(`/v1/records/${id}`)
  const read = await walk(on.api, `/v1/records/${id}/comments?limit=1`)
  expect(read.map(({ content }) => content)).toEqual(['last', 'later', 'same moment', 'same moment'])
  expect(idsOf(read).toSorted()).toEqual(idsOf(written).toSorted())
})

test('GEN-06 a cursor for the comments on one record does not work on another', async () => {
  const [one, other] = [await on.create(), await on.create()]
  for (const content of ['a', 'b']) await comment(one.id, content)
  const { next_cursor: cursor } = (await on.api.get(`/v1/records/${one.id}/comments?limit=1`)).body
  expectRefusal(await on.api.get(`/v1/records/${other.id}/comments?cursor=${cursor}`), 400, 'invalid_cursor')
})
