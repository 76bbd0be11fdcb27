import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'

import { tally, type Answer } from './client.ts'
import { expectRefusal, stageCompanies } from './companies.ts'

const on = stageCompanies()

const tag = (answer: Answer) => answer.headers.get('etag')
const ifMatch = (value: string) => on.api.with({ 'if-match': value })
const put = (id: string, values: object, client = on.api) =>
  client.put(`/v1/records/${id}`, { object: 'companies', values })

test('GEN-12 the tag is the version: 1 at first, and one more with every change', async () => {
  const id = randomUUID()
  const path = `/v1/records/${id}`
  const answers = [
    await put(id, { name: 'One' }),
    await on.api.patch(path, { values: { size: 1 } }),
    await put(id, { size: 2 }),
    await on.api.delete(path),
    await on.api.delete(path),
    await on.api.get(path),
    await on.api.post(`${path}/restore`),
    await on.api.post(`${path}/restore`),
  ]
  expect(answers.map(tag)).toEqual(['"1"', '"2"', '"3"', '"4"', '"4"', '"4"', '"5"', '"5"'])
  expect(tag(await on.api.post('/v1/records', { object: 'companies', values: { name: 'x' } }))).toBe('"1"')
})

test('GEN-12 a write of what is there already is no change', async () => {
  const { id, updatedAt } = await on.create({ name: 'One', size: 1 })
  on.clock.now += 1000
  for (const values of [{}, { size: 1 }, { name: 'One', website: null }]) {
    const answer = await on.api.patch(`/v1/records/${id}`, { values })
    expect([tag(answer), answer.body.data.updatedAt]).toEqual(['"1"', updatedAt])
  }
})

describe('If-Match', () => {
  test('GEN-12 lets a write through at the version that it names, and no other', async () => {
    const { id } = await on.create({ name: 'One', size: 1 })
    const path = `/v1/records/${id}`
    await on.api.patch(path, { values: { size: 2 } })
    const stale = ifMatch('"1", "3"')
    for (const answer of [
      await stale.patch(path, { values: { size: 9 } }),
      await put(id, { size: 9 }, stale),
      await stale.delete(path),
      await stale.post(`${path}/restore`),
    ])
      expectRefusal(answer, 412, 'precondition_failed')
    expect(tag(await on.api.get(path))).toBe('"2"')
    expect(tag(await ifMatch('"1", "2"').patch(path, { values: { size: 3 } }))).toBe('"3"')
    expect(tag(await put(id, { size: 4 }, ifMatch('"3"')))).toBe('"4"')
    expect(tag(await ifMatch('*').delete(path))).toBe('"5"')
    expect(tag(await ifMatch('"5"').post(`${path}/restore`))).toBe('"6"')
  })

  test('GEN-12 of one version, exactly one of twenty writers wins', async () => {
    const { id } = await on.create({ name: 'One', size: 0 })
    const careful = ifMatch('"1"')
    const patch = (size: number) => careful.patch(`/v1/records/${id}`, { values: { size } })
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => patch(index + 1)))
    const statuses = answers.map(({ status }) => status)
    expect(tally(statuses)).toEqual({ 200: 1, 412: 19 })
  })

  test('GEN-12 names a version of what is there, so a PUT with it creates nothing', async () => {
    const id = randomUUID()
    expectRefusal(await put(id, { name: 'One' }, ifMatch('*')), 412, 'precondition_failed')
    expectRefusal(await on.api.get(`/v1/records/${id}`), 404, 'not_found')
  })

  test('GEN-12 says nothing of what is not there or archived', async () => {
    const { id } = await on.create()
    await on.api.delete(`/v1/records/${id}`)
    const careful = ifMatch('"9"')
    expectRefusal(await careful.patch(`/v1/records/${id}`, { values: {} }), 404, 'record_archived')
    expectRefusal(await careful.delete(`/v1/records/${randomUUID()}`), 404, 'not_found')
  })
})

describe('If-None-Match', () => {
  test('GEN-12 answers 304 without a body to who holds the version', async () => {
    const { id } = await on.create()
    const path = `/v1/records/${id}`
    for (const held of ['"1"', 'W/"1"', '"7", "1"', '*']) {
      const answer = await on.api.with({ 'if-none-match': held }).get(path)
      expect([answer.status, tag(answer), answer.body]).toEqual([304, '"1"', undefined])
    }
    expect((await on.api.with({ 'if-none-match': '"2"' }).get(path)).status).toBe(200)
    expect((await on.stranger.with({ 'if-none-match': '*' }).get(path)).status).toBe(404)
  })

  test('GEN-12 * on a PUT creates and never merges', async () => {
    const id = randomUUID()
    const create = on.api.with({ 'if-none-match': '*' })
    expect((await put(id, { name: 'One' }, create)).status).toBe(201)
    expectRefusal(await put(id, { name: 'Two' }, create), 412, 'precondition_failed')
  })
})

test('REC-11 updatedAt never goes back, though another process’s clock was ahead', async () => {
  const id = randomUUID()
  const updatedAt = on.clock.now + 60_000
  const values = { [on.fieldId('name')]: 'Ahead' }
  await on.addStored({ id, objectId: on.companies.id, title: 'Ahead', values, updatedAt })
  const path = `/v1/records/${id}`
  const answers = [
    await on.api.patch(path, { values: { size: 5 } }),
    await on.api.delete(path),
    await on.api.post(`${path}/restore`),
  ]
  const ahead = new Date(updatedAt).toISOString()
  expect(answers.map(({ body }) => body.data.updatedAt)).toEqual([ahead, ahead, ahead])
})
