import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectRefusal, startCompanies, type Companies } from './companies.ts'

let service: Companies['service']
let owner: Companies['owner']
let api: Companies['api']
let stranger: Companies['stranger']
let companies: Companies['companies']
let people: Companies['people']
let create: Companies['create']
let fieldId: Companies['fieldId']

beforeAll(async () => {
  ;({ service, owner, api, stranger, companies, people, create, fieldId } = await startCompanies())
})
afterAll(() => service.close())

describe('a record', () => {
  test('REC-01 has this shape, with its values under field ids', async () => {
    expect(await create({ name: 'Alder Works', size: 12 })).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      objectTypeId: companies.id,
      title: 'Alder Works',
      avatarUrl: null,
      values: {
        [fieldId('name')]: 'Alder Works',
        [fieldId('size')]: 12,
        [fieldId('record_id')]: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
      archived: false,
      createdBy: owner.personId,
      createdAt: '2026-01-05T09:00:00.000Z',
      updatedAt: '2026-01-05T09:00:00.000Z',
    })
  })

  test('REC-10 takes its title from the primary field, through every change', async () => {
    const { id } = await create({ name: '  Two \n  words ' })
    const titles = [(await api.get(`/v1/records/${id}`)).body.data.title]
    titles.push((await api.patch(`/v1/records/${id}`, { values: { name: 'Renamed' } })).body.data.title)
    titles.push((await api.patch(`/v1/records/${id}`, { values: { size: 3 } })).body.data.title)
    expect(titles).toEqual(['Two words', 'Renamed', 'Renamed'])
  })
})

describe('create', () => {
  test('REC-04 takes the object by slug, by id, or as object_type_id', async () => {
    const values = { name: 'One' }
    for (const body of [
      { object: 'companies', values },
      { object: companies.id, values },
      { object_type_id: companies.id, values },
      { object_type_id: 'companies', values },
    ]) {
      const { status, body: answer } = await api.post('/v1/records', body)
      expect([status, answer.data.objectTypeId]).toEqual([201, companies.id])
    }
  })

  test('REC-04 refuses both names of the object, and neither', async () => {
    const values = { name: 'One' }
    const both = { object: 'companies', object_type_id: companies.id, values }
    expectRefusal(await api.post('/v1/records', both), 400, 'validation_error')
    expectRefusal(await api.post('/v1/records', { values }), 400, 'validation_error')
    expectRefusal(await api.post('/v1/records', { object: 'companies' }), 400, 'validation_error')
    expectRefusal(await api.post('/v1/records', { object: 'ghosts', values }), 404, 'not_found')
  })

  test('REC-04 takes values by id and by slug, each field once', async () => {
    const { values } = await create({ [fieldId('name')]: 'By id', size: 4 })
    expect(values).toMatchObject({ [fieldId('name')]: 'By id', [fieldId('size')]: 4 })
    const twice = { object: 'companies', values: { name: 'One', [fieldId('name')]: 'Two' } }
    expectRefusal(await api.post('/v1/records', twice), 400, 'duplicate_field')
  })

  test.each([
    ['an unknown field', { name: 'One', colour: 'red' }, 'unknown_field'],
    ['a name of the prototype', { name: 'One', constructor: 'x' }, 'unknown_field'],
    ['no required field', { size: 3 }, 'missing_field'],
    ['a null in a required field', { name: null }, 'missing_field'],
    ['a blank required field', { name: '   ' }, 'missing_field'],
    ['a wrong kind of value', { name: 'One', size: '3' }, 'invalid_value'],
    ['a value of a wrong form', { name: 'One', website: 'not a url' }, 'invalid_value'],
    ['a reference to nothing', { name: 'One', parent: randomUUID() }, 'invalid_target'],
    ['a member that is none', { name: 'One', owner: 'usr_nobody' }, 'invalid_target'],
  ])('REC-04 FLD-03 refuses %s', async (_name, values, code) => {
    const answer = await api.post('/v1/records', { object: 'companies', values })
    expectRefusal(answer, 400, code)
    expect(answer.body.error.details[0].path[0]).toBe('values')
  })

  test('REC-04 names every fault at once', async () => {
    const { body } = await api.post('/v1/records', { object: 'companies', values: { size: 'x', colour: 1 } })
    const codes = body.error.details.map((detail: { code: string }) => detail.code)
    expect(codes.toSorted()).toEqual(['invalid_value', 'missing_field', 'unknown_field'])
  })

  test('REC-04 passes over read-only fields, whatever is in them', async () => {
    const { id, values } = await create({ name: 'One', record_id: 'mine', followers: 'many' })
    expect(values[fieldId('record_id')]).toBe(id)
    expect(values).not.toHaveProperty(fieldId('followers'))
  })

  test('FLD-03 a reference points at an active record of an allowed object, or at a member', async () => {
    const parent = await create({ name: 'Parent' })
    const child = await create({ name: 'Child', parent: parent.id, owner: owner.personId })
    expect(child.values).toMatchObject({ [fieldId('parent')]: parent.id, [fieldId('owner')]: owner.personId })
    const person = (await api.post('/v1/records', { object: 'people', values: { name: 'Ada' } })).body.data
    const wrong = { object: 'companies', values: { name: 'Child', parent: person.id } }
    expectRefusal(await api.post('/v1/records', wrong), 400, 'invalid_target')
    await api.delete(`/v1/records/${parent.id}`)
    const archived = { object: 'companies', values: { name: 'Child', parent: parent.id } }
    expectRefusal(await api.post('/v1/records', archived), 400, 'invalid_target')
  })

  test('REC-13 a refused write stores nothing', async () => {
    const count = async () => (await api.get('/v1/records?limit=100&include_archived=true')).body.data.length
    const before = await count()
    const id = randomUUID()
    await api.put(`/v1/records/${id}`, { object: 'companies', values: { name: 'One', colour: 'red' } })
    await api.post('/v1/records', { object: 'companies', values: { name: 'One', size: 'x' } })
    expect(await count()).toBe(before)
    expect((await api.get(`/v1/records/${id}`)).status).toBe(404)
  })
})

describe('read', () => {
  test('REC-03 get returns archived records too', async () => {
    const { id } = await create()
    await api.delete(`/v1/records/${id}`)
    const { status, body } = await api.get(`/v1/records/${id}`)
    expect([status, body.data.archived]).toEqual([200, true])
  })

  test('GEN-08 another workspace’s record is not there, in the same words as one that never was', async () => {
    const { id } = await create()
    const absent = await stranger.get(`/v1/records/${randomUUID()}`)
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/restore'],
    ] as const) {
      const body = method === 'PATCH' ? { values: { name: 'Mine' } } : undefined
      const answer = await stranger.send(method, `/v1/records/${id}${path}`, body)
      expectRefusal(answer, 404, 'not_found')
      expect(answer.body.error.message).toBe(absent.body.error.message)
    }
    expect((await api.get(`/v1/records/${id}`)).body.data).toMatchObject({
      title: 'Alder Works',
      archived: false,
    })
  })
})

test('REC-02 the list leaves archived records out unless include_archived is true', async () => {
  const { id } = await create()
  await api.delete(`/v1/records/${id}`)
  const ids = async (query: string) =>
    (await api.get(`/v1/records?limit=100${query}`)).body.data.map((record: { id: string }) => record.id)
  expect(await ids('')).not.toContain(id)
  expect(await ids('&include_archived=TRUE')).not.toContain(id)
  expect(await ids('&include_archived=true')).toContain(id)
  expect(await ids(`&include_archived=true&object=${people.id}`)).not.toContain(id)
  expect(await ids('&include_archived=true&object=companies')).toContain(id)
  expectRefusal(await api.get('/v1/records?object=ghosts'), 404, 'not_found')
})
