import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestObject, type TestService } from '../testing.ts'
import { createClient, type Client } from './client.ts'
import { expectRefusal } from './companies.ts'

const choices = [{ id: 'top', name: 'Top', color: '#112233' }]
let service: TestService
let api: Client
let people: TestObject

beforeAll(async () => {
  service = await startTestService()
  const workspace = await service.createWorkspace()
  people = await service.createObject(workspace, 'people', [
    { slug: 'name', kind: 'text', primary: true, required: true },
    { slug: 'phone', name: 'Work phone', kind: 'phone' },
    { slug: 'phone', name: 'Mobile phone', kind: 'phone' },
    { slug: 'level', kind: 'select', options: { choices } },
    { slug: 'score', kind: 'number', readOnly: true, proOnly: true },
  ])
  const owner = await service.addMember(workspace)
  api = createClient(service.baseUrl, (await service.createKey(workspace, owner)).token)
})
afterAll(() => service.close())

test('OBJ-01 an object has an id, a slug, two names and a creation time', async () => {
  const { id, createdAt } = people
  const names = { slug: 'people', singularName: 'people', pluralName: 'peoples' }
  const { body } = await api.get('/v1/objects')
  expect(body.data).toEqual([{ id, ...names, createdAt: new Date(createdAt).toISOString() }])
})

test('OBJ-02 fields are found by id and by slug, an unknown object is 404', async () => {
  const byId = await api.get(`/v1/objects/${people.id}/fields`)
  expect((await api.get('/v1/objects/people/fields')).body).toEqual(byId.body)
  expectRefusal(await api.get('/v1/objects/ghosts/fields'), 404, 'not_found')
})

test('FLD-01 a field has a type, flags and options, and exactly one is primary', async () => {
  const { data } = (await api.get('/v1/objects/people/fields')).body
  expect(data).toHaveLength(5)
  for (const field of data)
    expect(Object.keys(field).toSorted().join()).toBe('id,name,options,primary,readOnly,required,slug,type')
  expect(data.filter((field: { primary: boolean }) => field.primary)).toHaveLength(1)
  expect(data[3]).toMatchObject({ type: 'select', options: { choices } })
  expect(data[4]).toMatchObject({ readOnly: true, options: null })
})

test('FLD-02 a slug that two fields share is refused, naming both ids, and each id is accepted', async () => {
  const ids = people.fields.filter(({ slug }) => slug === 'phone').map(({ id }) => id)
  const write = (values: object) =>
    api.post('/v1/records', { object: 'people', values: { name: 'Ada', ...values } })
  const refused = await write({ phone: '112' })
  expectRefusal(refused, 400, 'ambiguous_field')
  for (const id of ids) expect(refused.body.error.message).toContain(id)
  const byId = Object.fromEntries(ids.map((id, index) => [id, `11${index}`]))
  expect((await write(byId)).body.data.values).toMatchObject(byId)
})
