import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { expectRefusal, stageCompanies } from './companies.ts'

const on = stageCompanies()

describe('a record', () => {
  test('REC-01 has this shape, with its values under field ids', async () => {
    expect(await on.create({ name: 'Alder Works', size: 12 })).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      objectTypeId: on.companies.id,
      title: 'Alder Works',
      avatarUrl: null,
      values: {
        [on.fieldId('name')]: 'Alder Works',
        [on.fieldId('size')]: 12,
        [on.fieldId('record_id')]: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
      archived: false,
      createdBy: on.owner.personId,
      createdAt: '2026-01-05T09:00:00.000Z',
      updatedAt: '2026-01-05T09:00:00.000Z',
    })
  })

  test('REC-10 takes its title from the primary field, through every change', async () => {
    const { id } = await on.create({ name: '  Two \n  words ' })
    const titles = [(await on.api.get(`/v1/records/${id}`)).body.data.title]
    titles.push((await on.api.patch(`/v1/records/${id}`, { values: { name: 'Renamed' } })).body.data.title)
    titles.push((await on.api.patch(`/v1/records/${id}`, { values: { size: 3 } })).body.data.title)
    expect(titles).toEqual(['Two words', 'Renamed', 'Renamed'])
  })
})

describe('create', () => {
  test('REC-04 takes the object by slug, by id, or as object_type_id', async () => {
    const values = { name: 'One' }
    for (const body of [
      { object: 'companies', values },
      { object: on.companies.id, values },
      { object_type_id: on.companies.id, values },
      { object_type_id: 'companies', values },
    ]) {
      const { status, body: answer } = await on.api.post('/v1/records', body)
      expect([status, answer.data.objectTypeId]).toEqual([201, on.companies.id])
    }
  })

  test('REC-04 refuses both names of the object, neither, and an unknown one', async () => {
    const values = { name: 'One' }
    const write = (body: object) => on.api.post('/v1/records', body)
    const both = { object: 'companies', object_type_id: on.companies.id, values }
    for (const body of [both, { values }, { object: 'companies' }])
      expectRefusal(await write(body), 400, 'validation_error')
    expectRefusal(await write({ object: 'ghosts', values }), 404, 'not_found')
  })

  test('REC-04 takes values by id and by slug, each field once', async () => {
    const { values } = await on.create({ [on.fieldId('name')]: 'By id', size: 4 })
    expect(values).toMatchObject({ [on.fieldId('name')]: 'By id', [on.fieldId('size')]: 4 })
    const twice = { object: 'companies', values: { name: 'One', [on.fieldId('name')]: 'Two' } }
    expectRefusal(await on.api.post('/v1/records', twice), 400, 'duplicate_field')
  })

  test.each([
    ['an unknown field', { name: 'One', colour: 'red' }, 'unknown_field'],
    ['a name of the prototype', { name: 'One', constructor: 'x' }, 'unknown_field'],
    ['no required field', { size: 3 }, 'missing_field'],
    ['a null in a required field', { name: null }, 'missing_field'],
    ['a blank required field', { name: '   ' }, 'missing_field'],
    ['a required field of characters that nobody sees', { name: '\u200b\u2060 \u00ad' }, 'missing_field'],
    ['a wrong kind of value', { name: 'One', size: '3' }, 'invalid_value'],
    ['a value of a wrong form', { name: 'One', website: 'not a url' }, 'invalid_value'],
    ['a reference to nothing', { name: 'One', parent: randomUUID() }, 'invalid_target'],
    ['a member that is none', { name: 'One', owner: 'usr_nobody' }, 'invalid_target'],
  ])('REC-04 FLD-03 refuses %s', async (_name, values, code) => {
    const answer = await on.api.post('/v1/records', { object: 'companies', values })
    expectRefusal(answer, 400, code)
    expect(answer.body.error.details[0].path[0]).toBe('values')
  })

  test('REC-04 names every fault at once', async () => {
    const values = { size: 'x', colour: 1 }
    const { body } = await on.api.post('/v1/records', { object: 'companies', values })
    const codes = body.error.details.map((detail: { code: string }) => detail.code)
    expect(codes.toSorted()).toEqual(['invalid_value', 'missing_field', 'unknown_field'])
  })

  test('REC-04 passes over read-only fields, whatever is in them', async () => {
    const { id, values } = await on.create({ name: 'One', record_id: 'mine', followers: 'many' })
    expect(values[on.fieldId('record_id')]).toBe(id)
    expect(values).not.toHaveProperty(on.fieldId('followers'))
  })

  test('FLD-03 a reference points at a record of an allowed object, or at a member', async () => {
    const parent = await on.create({ name: 'Parent' })
    const child = await on.create({ name: 'Child', parent: parent.id, owner: on.owner.personId })
    expect(child.values).toMatchObject({
      [on.fieldId('parent')]: parent.id,
      [on.fieldId('owner')]: on.owner.personId,
    })
    const person = (await on.api.post('/v1/records', { object: 'people', values: { name: 'Ada' } })).body.data
    const wrong = { object: 'companies', values: { name: 'Child', parent: person.id } }
    expectRefusal(await on.api.post('/v1/records', wrong), 400, 'invalid_target')
  })

  test('REC-13 a refused write stores nothing', async () => {
    const count = async () =>
      (await on.api.get('/v1/records?limit=100&include_archived=true')).body.data.length
    const before = await count()
    const id = randomUUID()
    await on.api.put(`/v1/records/${id}`, { object: 'companies', values: { name: 'One', colour: 'red' } })
    await on.api.post('/v1/records', { object: 'companies', values: { name: 'One', size: 'x' } })
    expect(await count()).toBe(before)
    expect((await on.api.get(`/v1/records/${id}`)).status).toBe(404)
  })
})

test('REC-03 get returns archived records too', async () => {
  const { id } = await on.create()
  await on.api.delete(`/v1/records/${id}`)
  const { status, body } = await on.api.get(`/v1/records/${id}`)
  expect([status, body.data.archived]).toEqual([200, true])
})

test('REC-02 the list leaves archived records out unless include_archived is true', async () => {
  const { id } = await on.create()
  await on.api.delete(`/v1/records/${id}`)
  const ids = async (query: string) =>
    (await on.api.get(`/v1/records?limit=100${query}`)).body.data.map((record: { id: string }) => record.id)
  expect(await ids('')).not.toContain(id)
  expect(await ids('&include_archived=false')).not.toContain(id)
  expect(await ids('&include_archived=true')).toContain(id)
  expect(await ids('&include_archived=True')).toContain(id)
  expect(await ids(`&include_archived=true&object=${on.people.id}`)).not.toContain(id)
  expect(await ids('&include_archived=true&object=companies')).toContain(id)
  expectRefusal(await on.api.get('/v1/records?object=ghosts'), 404, 'not_found')
  expectRefusal(await on.api.get('/v1/records?include_archived=yes'), 400, 'validation_error')
})
