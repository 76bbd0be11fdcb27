import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestObject, type TestPerson, type TestService } from '../testing.ts'
import type { Workspace } from '../store/workspaces.ts'
import { createClient, type Answer, type Client } from './client.ts'

let service: TestService
let workspace: Workspace
let owner: TestPerson
let api: Client
let stranger: Client
let companies: TestObject
let people: TestObject
let clock = Date.UTC(2026, 0, 5, 9)

beforeAll(async () => {
  service = await startTestService({ rateLimit: 100_000, now: () => clock })
  const other = await service.createWorkspace()
  workspace = await service.createWorkspace()
  owner = await service.addMember(workspace)
  const outsider = await service.addMember(other)
  companies = await service.createObject(workspace, 'companies', [
    { slug: 'name', kind: 'text', required: true, primary: true },
    { slug: 'size', kind: 'number' },
    { slug: 'website', kind: 'url' },
    { slug: 'record_id', kind: 'text', readOnly: true },
    { slug: 'followers', kind: 'number', readOnly: true, proOnly: true },
    { slug: 'parent', kind: 'record_reference', options: { objects: ['companies'] } },
    { slug: 'owner', kind: 'user_reference' },
  ])
  people = await service.createObject(workspace, 'people')
  await service.createObject(other, 'companies')
  api = createClient(service.baseUrl, (await service.createKey(workspace, owner)).token)
  stranger = createClient(service.baseUrl, (await service.createKey(other, outsider)).token)
})
afterAll(() => service.close())

const create = async (values: Record<string, unknown> = { name: 'Alder Works' }) =>
  (await api.post('/v1/records', { object: 'companies', values })).body.data

const expectRefusal = (answer: Answer, status: number, code: string) => {
  expect([answer.status, answer.body.error?.code]).toEqual([status, code])
}
const fieldId = (slug: string) => companies.field(slug).id

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

describe('upsert', () => {
  const put = (id: string, values: object, object = 'companies') =>
    api.put(`/v1/records/${id}`, { object, values })

  test('REC-05 creates with 201 under the caller’s id, then merges with 200', async () => {
    const id = randomUUID()
    const created = await put(id, { name: 'One', size: 1 })
    expect([created.status, created.body.data.id]).toEqual([201, id])
    const merged = await put(id, { name: 'Two' })
    expect(merged.status).toBe(200)
    expect(merged.body.data.values).toMatchObject({ [fieldId('name')]: 'Two', [fieldId('size')]: 1 })
    expect((await put(id, { size: 9 })).body.data.title).toBe('Two')
    expect((await put(id.toUpperCase(), { size: 10 })).status).toBe(200)
  })

  test.each(['1', 'not-a-uuid', '0b0f6ac87d3f4c809d5e0a53f4a5a111', `${randomUUID()}0`])(
    'REC-05 refuses the id %s',
    async (id) => {
      expectRefusal(await put(id, { name: 'One' }), 400, 'validation_error')
    },
  )

  test('REC-05 refuses an id of another workspace or object, changes nothing and tells nothing', async () => {
    const { id } = await create({ name: 'Secret name' })
    const foreign = await stranger.put(`/v1/records/${id}`, { object: 'companies', values: { name: 'Mine' } })
    expectRefusal(foreign, 409, 'id_conflict')
    expect(JSON.stringify(foreign.body)).not.toContain('Secret')
    expectRefusal(await put(id, { name: 'Ada' }, 'people'), 409, 'id_conflict')
    expect((await api.get(`/v1/records/${id}`)).body.data).toMatchObject({
      title: 'Secret name',
      objectTypeId: companies.id,
    })
  })

  test('REC-07 merges into an archived record and leaves it archived', async () => {
    const { id } = await create()
    await api.delete(`/v1/records/${id}`)
    const { status, body } = await put(id, { name: 'Still asleep' })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ archived: true, title: 'Still asleep' })
  })

  test('REC-11 forty writers of one new id make one record', async () => {
    const id = randomUUID()
    const writers = Array.from({ length: 40 }, (_, index) => index)
    const answers = await Promise.all(
      writers.map((index) => put(id, { name: `Writer ${index}`, size: index })),
    )
    const statuses = answers.map((answer) => answer.status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(statuses.filter((status) => status === 200)).toHaveLength(39)
    const { values } = (await api.get(`/v1/records/${id}`)).body.data
    expect(values[fieldId('name')]).toBe(`Writer ${values[fieldId('size')]}`)
  })
})

describe('patch', () => {
  test('REC-06 merges what is supplied and keeps the rest', async () => {
    const { id } = await create({ name: 'One', size: 1 })
    clock += 1000
    const { body } = await api.patch(`/v1/records/${id}`, { values: { size: 2 } })
    expect(body.data).toMatchObject({ title: 'One', updatedAt: new Date(clock).toISOString() })
    expect(body.data.values).toMatchObject({ [fieldId('name')]: 'One', [fieldId('size')]: 2 })
  })

  test('REC-06 null clears a value, but not a required one', async () => {
    const { id } = await create({ name: 'One', size: 1 })
    const { body } = await api.patch(`/v1/records/${id}`, { values: { size: null } })
    expect(body.data.values).not.toHaveProperty(fieldId('size'))
    expectRefusal(await api.patch(`/v1/records/${id}`, { values: { name: null } }), 400, 'missing_field')
  })

  test('REC-06 title, archived and timestamps are never written directly', async () => {
    const record = await create({ name: 'One' })
    const { body } = await api.patch(`/v1/records/${record.id}`, {
      values: {},
      title: 'Mine',
      archived: true,
      createdAt: '2001-01-01T00:00:00Z',
    })
    expect(body.data).toMatchObject({ title: 'One', archived: false, createdAt: record.createdAt })
  })

  test('REC-06 thirty writers of different fields all win', async () => {
    const { id } = await create({ name: 'Zero', size: 0 })
    const changes = Array.from({ length: 30 }, (_, index) =>
      index % 2 === 0 ? { name: `Name ${index}` } : { website: `https://${index}.example` },
    )
    await Promise.all(changes.map((values) => api.patch(`/v1/records/${id}`, { values })))
    const { values } = (await api.get(`/v1/records/${id}`)).body.data
    expect(values[fieldId('name')]).toMatch(/^Name \d+$/)
    expect(values[fieldId('website')]).toMatch(/^https:\/\/\d+\.example$/)
    expect(values[fieldId('size')]).toBe(0)
  })
})

describe('archive and restore', () => {
  test('REC-08 archiving twice is 200 twice, a patch of an archived record is 404', async () => {
    const { id } = await create()
    const [first, second] = [await api.delete(`/v1/records/${id}`), await api.delete(`/v1/records/${id}`)]
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body).toEqual(first.body)
    expect(first.body.data.archived).toBe(true)
    expectRefusal(await api.patch(`/v1/records/${id}`, { values: { size: 1 } }), 404, 'record_archived')
    const restored = await api.post(`/v1/records/${id}/restore`)
    expect([restored.status, restored.body.data.archived]).toEqual([200, false])
    expect((await api.patch(`/v1/records/${id}`, { values: { size: 1 } })).status).toBe(200)
  })

  test('REC-09 restoring an active record changes nothing', async () => {
    const record = await create()
    clock += 1000
    const { status, body } = await api.post(`/v1/records/${record.id}/restore`)
    expect(status).toBe(200)
    expect(body.data).toEqual(record)
  })

  test('LCH-07 a record is found while it is active, under its newest title', async () => {
    const launcher = createClient(service.baseUrl, await service.signIn(workspace, owner))
    const find = async (q: string) =>
      (await launcher.get(`/v1/launcher/search?types=record&q=${q}`)).body.data.map(
        (hit: { id: string }) => hit.id,
      )
    const { id } = await create({ name: 'Quokka Transport' })
    expect(await find('quokka')).toEqual([id])
    await api.patch(`/v1/records/${id}`, { values: { name: 'Wombat Transport' } })
    expect(await find('quokka')).toEqual([])
    expect(await find('wombat')).toEqual([id])
    await api.delete(`/v1/records/${id}`)
    await api.put(`/v1/records/${id}`, { object: 'companies', values: { name: 'Numbat Transport' } })
    expect(await find('numbat')).toEqual([])
    await api.post(`/v1/records/${id}/restore`)
    expect(await find('numbat')).toEqual([id])
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
