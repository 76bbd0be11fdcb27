// Objects, fields, statuses and members: what writes refer to.
import { beforeAll, expect, test } from 'vitest'
import type { TestObject } from '../testing.ts'
import { idsOf } from './client.ts'
import { expectRefusal } from './companies.ts'
import { morning, stageTeam } from './team.ts'
import { endMembership } from '../../access/members.store.ts'

const choices = [{ id: 'top', name: 'Top', color: '#112233' }]
const team = stageTeam()
let contacts: TestObject
beforeAll(async () => {
  contacts = await team.service.createObject(team.workspace, 'contacts', [
    { slug: 'name', kind: 'text', primary: true, required: true },
    { slug: 'phone', name: 'Work phone', kind: 'phone' },
    { slug: 'phone', name: 'Mobile phone', kind: 'phone' },
    { slug: 'level', kind: 'select', options: { choices } },
    { slug: 'score', kind: 'number', readOnly: true, proOnly: true },
  ])
})

test('OBJ-01 an object has an id, a slug, two names and a creation time', async () => {
  const { id, createdAt } = contacts
  const names = { slug: 'contacts', singularName: 'contacts', pluralName: 'contactss' }
  const { body } = await team.owner.api.get('/v1/objects')
  expect(body.data).toContainEqual({ id, ...names, createdAt: new Date(createdAt).toISOString() })
})

test('OBJ-02 fields are found by id and by slug, an unknown object is 404', async () => {
  const byId = await team.owner.api.get(`/v1/objects/${contacts.id}/fields`)
  expect((await team.owner.api.get('/v1/objects/contacts/fields')).body).toEqual(byId.body)
  expectRefusal(await team.owner.api.get('/v1/objects/ghosts/fields'), 404, 'not_found')
})

test('FLD-01 a field has a type, flags and options, and exactly one is primary', async () => {
  const { data } = (await team.owner.api.get('/v1/objects/contacts/fields')).body
  expect(data).toHaveLength(5)
  for (const field of data)
    expect(Object.keys(field).toSorted().join()).toBe('id,name,options,primary,readOnly,required,slug,type')
  expect(data.filter((field: { primary: boolean }) => field.primary)).toHaveLength(1)
  expect(data[3]).toMatchObject({ type: 'select', options: { choices } })
  expect(data[4]).toMatchObject({ readOnly: true, options: null })
})

test('FLD-02 a slug that two fields share is refused, naming both ids, and each id is accepted', async () => {
  const ids = contacts.fields.filter(({ slug }) => slug === 'phone').map(({ id }) => id)
  const write = (values: object) =>
    team.owner.api.post('/v1/records', { object: 'contacts', values: { name: 'Ada', ...values } })
  const refused = await write({ phone: '112' })
  expectRefusal(refused, 400, 'ambiguous_field')
  for (const id of ids) expect(refused.body.error.message).toContain(id)
  const byId = Object.fromEntries(ids.map((id, index) => [id, `11${index}`]))
  expect((await write(byId)).body.data.values).toMatchObject(byId)
})

test('TSK-03 GEN-04 the task statuses are a plain array in order, as the launcher lists them, and each can be written', async () => {
  const { body } = await team.owner.api.get('/v1/task-statuses')
  expect(body).toEqual((await team.owner.launcher.get('/v1/launcher/task-statuses')).body)
  const slugs = body.data.map((one: { slug: string }) => one.slug)
  expect(slugs).toEqual(['todo', 'in-progress', 'in-review', 'done'])
  const id = await team.addTask({ title: 'Moves' })
  for (const status of slugs)
    expect((await team.owner.api.patch(`/v1/tasks/${id}`, { status })).body.data.status).toBe(status)
})

test('TSK-03 GEN-04 members are a plain array of ids, names and roles, without addresses', async () => {
  const { status, body } = await team.ada.api.get('/v1/members')
  expect(status).toBe(200)
  expect(body).toEqual({
    data: (['ada', 'admin', 'bob', 'owner'] as const).map((name) => ({
      id: team[name].personId,
      name,
      role: team[name].role,
    })),
  })
})

test('AUT-10 a removed member is not listed', async () => {
  const carol = await team.service.addMember(team.workspace, { role: 'member' })
  const listed = async () => idsOf((await team.owner.api.get('/v1/members')).body.data)
  expect(await listed()).toContain(carol.personId)
  await team.service.store.write((tx) => endMembership(tx, team.workspace.id, carol.personId, morning))
  expect(await listed()).not.toContain(carol.personId)
})
