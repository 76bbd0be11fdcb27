import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { TestObject } from '../testing.ts'
import { expectRefusal, stageCompanies } from './companies.ts'
import { endMembership } from '../../access/members.store.ts'

const on = stageCompanies()

let projects: TestObject
/** Targets that have gone: a company that is archived, and a member who left. */
let company: string
let member: string

const put = (id: string, values: object) => on.api.put(`/v1/records/${id}`, { object: 'projects', values })
const patch = (id: string, values: object) => on.api.patch(`/v1/records/${id}`, { values })
const batch = (operation: object) => on.api.post('/v1/records/batch', { operations: [operation] })

/** Everything that changes a record which is there. */
const writes = [
  ['PATCH', patch],
  ['PUT', put],
  ['update', (id: string, values: object) => batch({ op: 'update', id, values })],
  ['upsert', (id: string, values: object) => batch({ op: 'upsert', object: 'projects', id, values })],
] as const

beforeAll(async () => {
  projects = await on.service.createObject(on.workspace, 'projects', [
    { slug: 'name', kind: 'text', required: true, primary: true },
    { slug: 'client', kind: 'record_reference' },
    { slug: 'partners', kind: 'record_reference', options: { multiple: true } },
    { slug: 'lead', kind: 'user_reference' },
    { slug: 'crew', kind: 'user_reference', options: { multiple: true } },
  ])
  company = (await on.create({ name: 'Closed Down' })).id
  member = (await on.service.addMember(on.workspace)).personId
  await on.api.delete(`/v1/records/${company}`)
  await on.service.store.write((tx) => endMembership(tx, on.workspace.id, member, on.clock.at))
})

const fieldId = (slug: string) => projects.field(slug).id

/** A project that has held these references since before their targets went. */
async function hold(references: Record<string, string | string[]>) {
  const values = { name: 'Held', ...references }
  const stored = Object.fromEntries(Object.entries(values).map(([slug, value]) => [fieldId(slug), value]))
  const id = randomUUID()
  await on.addStored({ id, objectId: projects.id, title: 'Held', values: stored })
  return { id, values }
}

describe.each(writes)('%s of references whose targets have gone', (_name, write) => {
  test('FLD-03 REC-06 takes those that the record holds already, so that it can be sent whole', async () => {
    const { id, values } = await hold({ client: company, partners: [company], lead: member, crew: [member] })
    expect((await write(id, { ...values, name: 'Sent whole' })).status).toBe(200)
    expect((await on.api.get(`/v1/records/${id}`)).body.data).toMatchObject({
      title: 'Sent whole',
      values: { [fieldId('client')]: company, [fieldId('crew')]: [member] },
    })
    const partner = await on.create({ name: 'Partner' })
    // An id of a record is the same in capitals.
    const longer = { partners: [partner.id, company.toUpperCase()], crew: [on.owner.personId, member] }
    expect((await write(id, longer)).status).toBe(200)
  })

  test('FLD-03 REC-06 takes none that the very field does not hold', async () => {
    const { id } = await hold({ partners: [company], crew: [member] })
    const unknown = randomUUID()
    for (const [slug, value] of [
      ['client', company],
      ['lead', member],
      ['partners', [company, unknown]],
      ['crew', [member, unknown]],
    ] as const) {
      const refused = await write(id, { [slug]: value })
      expectRefusal(refused, 400, 'invalid_target')
      expect(refused.body.error.details).toHaveLength(1)
      expect(refused.body.error.details[0].path.slice(-2)).toEqual(['values', slug])
    }
    await write(id, { partners: [] })
    expectRefusal(await write(id, { partners: [company] }), 400, 'invalid_target')
  })
})

test('FLD-03 REC-05 a new record takes no reference to what has gone', async () => {
  for (const reference of [{ client: company }, { crew: [member] }]) {
    const values = { name: 'New', ...reference }
    expectRefusal(await put(randomUUID(), values), 400, 'invalid_target')
    expectRefusal(await on.api.post('/v1/records', { object: 'projects', values }), 400, 'invalid_target')
  }
})

test('FLD-03 ERR-01 a name or an address is refused with what to send instead', async () => {
  await on.service.createObject(on.workspace, 'visits', [
    { slug: 'name', kind: 'text', required: true, primary: true },
    { slug: 'client', kind: 'record_reference', options: { objects: ['companies', 'projects'] } },
    { slug: 'host', kind: 'user_reference' },
  ])
  const values = { name: 'First', client: 'acme', host: 'ada@acme.test' }
  const { body } = await on.api.post('/v1/records', { object: 'visits', values })
  expect(body.error.details.map(({ message }: { message: string }) => message)).toEqual([
    '`client`: acme is not a record that this field can point at. Send the id of an active record of companies or projects.',
    '`host`: ada@acme.test is not a member that this field can point at. Send the id of an active member.',
  ])
  const task = await on.api.post('/v1/tasks', { title: 'Call', assignees: ['ada@acme.test'] })
  expect(task.body.error.message).toBe(
    'assignees: ada@acme.test is not a member that this task can name. Send the id of one.',
  )
})
