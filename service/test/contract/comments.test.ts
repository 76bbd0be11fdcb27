import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Scope } from '../../../shared/api/primitives.ts'
import { createClient } from './client.ts'
import { expectRefusal, stageCompanies } from './companies.ts'

const on = stageCompanies()

const clientWith = async (...scopes: Scope[]) =>
  createClient(on.service.baseUrl, (await on.service.createKey(on.workspace, on.owner, scopes)).token)

const comment = (id: string, content: unknown, client = on.api) =>
  client.post(`/v1/records/${id}/comments`, { content })

test('REC-12 a comment is answered as it was written', async () => {
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
})

test.each([
  ['nothing', undefined],
  ['an empty text', ''],
  ['blanks', ' \n '],
  ['characters that nobody sees', '\u200b'],
  ['10,001 characters', 'x'.repeat(10_001)],
  ['a number', 7],
  ['null', null],
])('REC-12 refuses %s', async (_name, content) => {
  expectRefusal(await comment((await on.create()).id, content), 400, 'validation_error')
})

test('REC-12 takes 10,000 characters', async () => {
  expect((await comment((await on.create()).id, 'x'.repeat(10_000))).status).toBe(201)
})

test('REC-12 an archived record takes no comment, and an absent or foreign one is not there', async () => {
  const { id } = await on.create()
  expectRefusal(await comment(id, 'Mine', on.stranger), 404, 'not_found')
  expectRefusal(await comment(randomUUID(), 'Hello'), 404, 'not_found')
  await on.api.delete(`/v1/records/${id}`)
  expectRefusal(await comment(id, 'Hello'), 404, 'record_archived')
})

test('REC-12 needs comments:write, which no other scope includes, and which includes no other', async () => {
  const { id } = await on.create()
  const [writer, commenter] = [await clientWith('records:write'), await clientWith('comments:write')]
  expectRefusal(await comment(id, 'Hello', writer), 403, 'insufficient_scope')
  expect((await comment(id, 'Hello', commenter)).status).toBe(201)
  expectRefusal(await commenter.get(`/v1/records/${id}`), 403, 'insufficient_scope')
})

test('REC-12 a comment does not change its record', async () => {
  const record = await on.create()
  on.clock.now += 1000
  await comment(record.id, 'Hello')
  expect((await on.api.get(`/v1/records/${record.id}`)).body.data).toEqual(record)
})

test('REC-12 comments are read newest first, page by page, also on an archived record', async () => {
  const { id } = await on.create()
  for (const content of ['first', 'second', 'third']) {
    on.clock.now += 1000
    await comment(id, content)
  }
  await comment((await on.create()).id, 'on another record')
  const whole = await on.api.get(`/v1/records/${id}/comments?limit=3`)
  expect(whole.body).toMatchObject({ has_more: false, next_cursor: null })
  await on.api.delete(`/v1/records/${id}`)
  const path = `/v1/records/${id}/comments?limit=2`
  const newest = await on.api.get(path)
  expect(newest.body).toEqual({
    data: [expect.objectContaining({ content: 'third' }), expect.objectContaining({ content: 'second' })],
    has_more: true,
    next_cursor: expect.any(String),
  })
  const rest = await on.api.get(`${path}&cursor=${newest.body.next_cursor}`)
  expect(rest.body).toEqual({
    data: [expect.objectContaining({ content: 'first' })],
    has_more: false,
    next_cursor: null,
  })
})

test('REC-12 a comment is read as it was answered when it was written', async () => {
  const { id } = await on.create()
  const { body } = await comment(id, 'Called.')
  expect((await on.api.get(`/v1/records/${id}/comments`)).body.data).toEqual([body.data])
})

test('GEN-07 comments of the same moment are each read once', async () => {
  const { id } = await on.create()
  const written: string[] = []
  for (const content of ['a', 'b', 'c']) written.push((await comment(id, content)).body.data.id)
  const read: string[] = []
  let cursor = ''
  do {
    const { body } = await on.api.get(`/v1/records/${id}/comments?limit=1${cursor}`)
    read.push(...body.data.map((one: { id: string }) => one.id))
    cursor = body.has_more ? `&cursor=${body.next_cursor}` : ''
  } while (cursor !== '')
  expect(read).toHaveLength(3)
  expect(new Set(read)).toEqual(new Set(written))
})

test('GEN-06 a cursor for the comments on one record does not work on another', async () => {
  const [one, other] = [await on.create(), await on.create()]
  for (const content of ['a', 'b']) await comment(one.id, content)
  const { next_cursor: cursor } = (await on.api.get(`/v1/records/${one.id}/comments?limit=1`)).body
  expectRefusal(await on.api.get(`/v1/records/${other.id}/comments?cursor=${cursor}`), 400, 'invalid_cursor')
})

test('REC-12 GEN-08 comments on an absent or foreign record are 404', async () => {
  const { id } = await on.create()
  for (const [client, record] of [
    [on.stranger, id],
    [on.api, randomUUID()],
  ] as const)
    expectRefusal(await client.get(`/v1/records/${record}/comments`), 404, 'not_found')
})

test('REC-12 comments:write does not read comments; records:read does', async () => {
  const path = `/v1/records/${(await on.create()).id}/comments`
  const [reader, commenter] = [await clientWith('records:read'), await clientWith('comments:write')]
  expect((await reader.get(path)).status).toBe(200)
  expectRefusal(await commenter.get(path), 403, 'insufficient_scope')
})
