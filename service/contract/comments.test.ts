import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Scope } from '../../shared/api/primitives.ts'
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
