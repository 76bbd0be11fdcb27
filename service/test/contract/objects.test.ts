import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestObject, type TestService } from '../testing.ts'
import { createClient, type Client } from './client.ts'

let service: TestService
let api: Client
let stranger: Client
let people: TestObject

beforeAll(async () => {
  service = await startTestService()
  const [workspace, other] = [await service.createWorkspace(), await service.createWorkspace()]
  people = await service.createObject(workspace, 'people', [
    { slug: 'name', kind: 'text', primary: true, required: true },
    { slug: 'phone', name: 'Work phone', kind: 'phone' },
    { slug: 'phone', name: 'Mobile phone', kind: 'phone' },
    { slug: 'level', kind: 'select', options: { choices: [{ id: 'top', name: 'Top', color: '#112233' }] } },
    { slug: 'score', kind: 'number', readOnly: true, proOnly: true },
  ])
  const [owner, outsider] = [await service.addMember(workspace), await service.addMember(other)]
  api = createClient(service.baseUrl, (await service.createKey(workspace, owner)).token)
  stranger = createClient(service.baseUrl, (await service.createKey(other, outsider)).token)
})
afterAll(() => service.close())

describe('objects', () => {
  test('OBJ-01 an object has an id, a slug, two names and a creation time', async () => {
    const { body } = await api.get('/v1/objects')
    expect(body.data).toEqual([
      {
        id: people.id,
        slug: 'people',
        singularName: 'people',
        pluralName: 'peoples',
        createdAt: new Date(people.createdAt).toISOString(),
      },
    ])
  })

  test('GEN-08 another workspace has none of them', async () => {
    expect((await stranger.get('/v1/objects')).body.data).toEqual([])
    expect((await stranger.get(`/v1/objects/${people.id}/fields`)).status).toBe(404)
  })
})

describe('fields', () => {
  test('OBJ-02 fields are found by id and by slug, an unknown object is 404', async () => {
    const byId = await api.get(`/v1/objects/${people.id}/fields`)
    const bySlug = await api.get('/v1/objects/people/fields')
    expect(bySlug.body).toEqual(byId.body)
    const unknown = await api.get('/v1/objects/ghosts/fields')
    expect(unknown.status).toBe(404)
    expect(unknown.body.error.code).toBe('not_found')
  })

  test('FLD-01 a field says what it is, and exactly one is primary', async () => {
    const { data } = (await api.get('/v1/objects/people/fields')).body
    expect(data).toHaveLength(5)
    for (const field of data) {
      expect(Object.keys(field).toSorted()).toEqual(
        ['id', 'name', 'options', 'primary', 'readOnly', 'required', 'slug', 'type'].toSorted(),
      )
    }
    expect(data.filter((field: { primary: boolean }) => field.primary)).toHaveLength(1)
    expect(data[3]).toMatchObject({
      type: 'select',
      options: { choices: [{ id: 'top', name: 'Top', color: '#112233' }] },
    })
    expect(data[4]).toMatchObject({ readOnly: true, options: null })
  })

  test('FLD-02 a slug that two fields share is refused, naming both ids, and each id is accepted', async () => {
    const [work, mobile] = people.fields.filter((field) => field.slug === 'phone')
    const write = (values: object) =>
      api.post('/v1/records', { object: 'people', values: { name: 'Ada', ...values } })
    const refused = await write({ phone: '+1 555 0100' })
    expect(refused.status).toBe(400)
    expect(refused.body.error.code).toBe('ambiguous_field')
    expect(refused.body.error.message).toContain(work?.id)
    expect(refused.body.error.message).toContain(mobile?.id)
    const written = await write({ [work?.id ?? '']: '+1 555 0100', [mobile?.id ?? '']: '+1 555 0101' })
    expect(written.status).toBe(201)
    expect(written.body.data.values[mobile?.id ?? '']).toBe('+1 555 0101')
  })
})
