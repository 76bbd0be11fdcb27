import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { tally } from './client.ts'
import { expectRefusal, stageCompanies } from './companies.ts'

const on = stageCompanies()

describe('upsert', () => {
  const put = (id: string, values: object, object = 'companies') =>
    on.api.put(`/v1/records/${id}`, { object, values })

  test('REC-05 creates with 201 under the caller’s id, then merges with 200', async () => {
    const id = randomUUID()
    const created = await put(id, { name: 'One', size: 1 })
    expect([created.status, created.body.data.id]).toEqual([201, id])
    const merged = await put(id, { name: 'Two' })
    expect(merged.status).toBe(200)
    expect(merged.body.data.values).toMatchObject({ [on.fieldId('name')]: 'Two', [on.fieldId('size')]: 1 })
    expect((await put(id, { size: 9 })).body.data.title).toBe('Two')
    expect((await put(id.toUpperCase(), { size: 10 })).status).toBe(200)
  })

  // Other variants and versions are UUIDs as well (RFC 9562, section 4), and `svc import` stores them.
  test.each([
    ['1', 400],
    ['not-a-uuid', 400],
    ['0b0f6ac87d3f4c809d5e0a53f4a5a111', 400],
    ['0b0f6ac8-7d3f-4c80-9d5e-0a53f4a5a1110', 400],
    ['0b0f6ac8-7d3f-0c80-1d5e-0a53f4a5a111', 201],
    ['0b0f6ac8-7d3f-fc80-ed5e-0a53f4a5a112', 201],
    ['12345678-1234-1234-1234-123456789012', 201],
  ])('REC-05 the id %s is answered %i', async (id, status) => {
    expect((await put(id, { name: 'One' })).status).toBe(status)
    const operations = [{ op: 'upsert', id, object: 'companies', values: { name: 'Two' } }]
    const batch = await on.api.post('/v1/records/batch', { operations })
    expect(batch.status).toBe(status === 201 ? 200 : 400)
  })

  test('REC-05 refuses an id of another workspace or object, changes nothing and tells nothing', async () => {
    const record = await on.create({ name: 'Secret name' })
    const path = `/v1/records/${record.id}`
    expectRefusal(await put(record.id, { name: 'Ada' }, 'people'), 409, 'id_conflict')
    // The companies of the other workspace have a required name, and no colour.
    for (const [values, code] of [
      [{ name: 'Mine' }, undefined],
      [{}, 'missing_field'],
      [{ name: 7 }, 'invalid_value'],
      [{ name: 'Mine', colour: 1 }, 'unknown_field'],
    ] as const) {
      const body = { object: 'companies', values }
      const operations = [{ op: 'upsert', id: record.id, ...body }]
      for (const answer of [
        await on.stranger.api.put(path, body),
        await on.stranger.api.with({ 'if-match': '*' }).put(path, body),
        await on.stranger.api.post('/v1/records/batch', { operations }),
      ]) {
        expectRefusal(answer, 409, 'id_conflict')
        expect(JSON.stringify(answer.body)).not.toContain('Secret')
      }
      if (code) expectRefusal(await on.stranger.api.put(`/v1/records/${randomUUID()}`, body), 400, code)
    }
    expect((await on.api.get(path)).body.data).toEqual(record)
  })

  test('REC-07 upsert does not restore an archived record, and merges into it', async () => {
    const { id } = await on.create()
    await on.api.delete(`/v1/records/${id}`)
    const { status, body } = await put(id, { name: 'Still asleep' })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ archived: true, title: 'Still asleep' })
  })

  test('REC-11 forty writers of one new id make one record', async () => {
    const id = randomUUID()
    const write = async (size: number) => (await put(id, { name: `Writer ${size}`, size })).status
    const statuses = await Promise.all(Array.from({ length: 40 }, (_, index) => write(index)))
    expect(tally(statuses)).toEqual({ 200: 39, 201: 1 })
    const { values } = (await on.api.get(`/v1/records/${id}`)).body.data
    expect(values[on.fieldId('name')]).toBe(`Writer ${values[on.fieldId('size')]}`)
  })
})

describe('patch', () => {
  test('REC-06 merges what is supplied and keeps the rest', async () => {
    const { id } = await on.create({ name: 'One', size: 1 })
    on.clock.at += 1000
    const { body } = await on.api.patch(`/v1/records/${id}`, { values: { size: 2 } })
    expect(body.data).toMatchObject({ title: 'One', updatedAt: new Date(on.clock.at).toISOString() })
    expect(body.data.values).toMatchObject({ [on.fieldId('name')]: 'One', [on.fieldId('size')]: 2 })
  })

  test('REC-06 null clears a value, but not a required one', async () => {
    const { id } = await on.create({ name: 'One', size: 1 })
    const { body } = await on.api.patch(`/v1/records/${id}`, { values: { size: null } })
    expect(body.data.values).not.toHaveProperty(on.fieldId('size'))
    expectRefusal(await on.api.patch(`/v1/records/${id}`, { values: { name: null } }), 400, 'missing_field')
  })

  test('REC-06 title, archived and timestamps are never written directly', async () => {
    const record = await on.create({ name: 'One' })
    for (const direct of [{ title: 'Mine' }, { archived: true }, { createdAt: '2001-01-01T00:00:00Z' }]) {
      const refused = await on.api.patch(`/v1/records/${record.id}`, { values: {}, ...direct })
      expectRefusal(refused, 400, 'unknown_field')
    }
    const { body } = await on.api.get(`/v1/records/${record.id}`)
    expect(body.data).toEqual(record)
  })

  test('REC-06 thirty writers of different fields all win', async () => {
    const { id } = await on.create({ name: 'Zero', size: 0 })
    const change = (index: number) =>
      on.api.patch(`/v1/records/${id}`, {
        values: index % 2 === 0 ? { name: `Name ${index}` } : { website: `https://${index}.example` },
      })
    await Promise.all(Array.from({ length: 30 }, (_, index) => change(index)))
    const { values } = (await on.api.get(`/v1/records/${id}`)).body.data
    expect(values[on.fieldId('name')]).toMatch(/^Name \d+$/)
    expect(values[on.fieldId('website')]).toMatch(/^https:\/\/\d+\.example$/)
    expect(values[on.fieldId('size')]).toBe(0)
  })
})

describe('archive and restore', () => {
  test('REC-08 archiving twice is 200 twice, a patch of an archived record is 404', async () => {
    const { id } = await on.create()
    const first = await on.api.delete(`/v1/records/${id}`)
    expect([first.status, first.body.data.archived]).toEqual([200, true])
    expect(await on.api.delete(`/v1/records/${id}`)).toMatchObject({ status: 200, body: first.body })
    expectRefusal(await on.api.patch(`/v1/records/${id}`, { values: { size: 1 } }), 404, 'record_archived')
    const restored = await on.api.post(`/v1/records/${id}/restore`)
    expect([restored.status, restored.body.data.archived]).toEqual([200, false])
    expect((await on.api.patch(`/v1/records/${id}`, { values: { size: 1 } })).status).toBe(200)
  })

  test('REC-09 restoring an active record changes nothing', async () => {
    const record = await on.create()
    on.clock.at += 1000
    const { status, body } = await on.api.post(`/v1/records/${record.id}/restore`)
    expect(status).toBe(200)
    expect(body.data).toEqual(record)
  })
})
