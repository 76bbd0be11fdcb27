// Fields and records as the launcher's forms read and write them (RCL-01).
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { launcherRecordResponse, objectFieldsResponse } from '../../../shared/api/launcher/records.ts'
import { launcherScopes } from '../../../shared/api/primitives.ts'
import { createClient, type Client } from './client.ts'
import { stageCompanies } from './companies.ts'
import { refusal } from './team.ts'
import { updateWorkspace } from '../../access/workspaces.store.ts'

const on = stageCompanies({ webhookNetwork: 'any host' })
const pathOf = (id: string) => `/v1/launcher/records/${id}`
let launcher: Client
beforeAll(async () => {
  launcher = on.owner.launcher
  const text = { kind: 'text' } as const
  await on.service.createObject(on.workspace, 'contacts', [
    { slug: 'name', ...text, required: true, primary: true, inPreview: true },
    { slug: 'phone', name: 'Work phone', kind: 'phone', inPreview: true },
    { slug: 'phone', name: 'Mobile phone', kind: 'phone' },
    { slug: 'score', kind: 'number', readOnly: true, proOnly: true, inPreview: true },
    {
      slug: 'employers',
      kind: 'record_reference',
      options: { multiple: true, objects: ['companies'] },
      inPreview: true,
    },
  ])
})

const put = (values: object, id: string = randomUUID(), object = 'companies') =>
  launcher.put(pathOf(id), { object, values })
const etagOf = async (id: string) => (await launcher.get(pathOf(id))).headers.get('etag') ?? ''

describe('the fields of an object', () => {
  const fieldsOf = (slug: string, who = on.owner) => who.launcher.get(`/v1/launcher/objects/${slug}/fields`)

  test('RCL-01 FLD-01 are those of the developer surface, in order, with the ids that previews show', async () => {
    const { status, body } = await fieldsOf('contacts')
    expect([status, objectFieldsResponse.parse(body)]).toEqual([200, body])
    const { fields, previewFieldIds, object } = body.data
    expect(fields).toEqual((await on.api.get('/v1/objects/contacts/fields')).body.data)
    expect(object).toMatchObject({ slug: 'contacts', canWrite: true })
    const [, work, , score, employers] = fields.map(({ id }: { id: string }) => id)
    expect(previewFieldIds).toEqual([work, score, employers])
    const setPlan = (plan: 'free' | 'pro') =>
      on.service.store.write((tx) => updateWorkspace(tx, on.workspace.id, { plan }))
    await setPlan('free')
    expect((await fieldsOf('contacts')).body.data.previewFieldIds).toEqual([work, employers])
    await setPlan('pro')
  })

  test('RCL-01 OBJ-02 the slug names the object; its id, and one of another workspace, are 404', async () => {
    await on.service.createObject(on.otherWorkspace, 'secrets')
    for (const slug of [on.companies.id, 'nothing', 'secrets'])
      expect(refusal(await fieldsOf(slug))).toEqual([404, 'not_found'])
  })

  test('RCL-01 AUT-13 say whether the role of the person may write', async () => {
    const seen: unknown[] = []
    for (const who of [on.owner, on.admin, on.ada]) {
      const { data } = (await fieldsOf('companies', who)).body
      const { data: objects } = (await who.launcher.get('/v1/launcher/objects')).body
      seen.push([data.canWrite, ...objects.map(({ canWrite }: { canWrite: boolean }) => canWrite)])
    }
    expect(seen).toEqual([true, true, false].map((may) => [may, may, may, may]))
  })
})

describe('a record', () => {
  test('RCL-01 is created under the id of the caller, once, and is the same record as that of the developer surface', async () => {
    const id = randomUUID()
    const parent = (await put({ name: 'Birch Holding' })).body.data
    const values = { name: 'Alder Works', size: 12, parent: parent.id, owner: on.ada.personId }
    const created = await put(values, id)
    expect([created.status, launcherRecordResponse.parse(created.body)]).toEqual([201, created.body])
    expect(created.body.data).toEqual({
      id,
      objectSlug: 'companies',
      title: 'Alder Works',
      avatarUrl: null,
      values: { ...values, record_id: id },
      archived: false,
      linkedRecords: [{ id: parent.id, title: 'Birch Holding', objectSlug: 'companies' }],
      createdBy: on.owner.personId,
      createdAt: '2026-01-05T09:00:00.000Z',
      updatedAt: '2026-01-05T09:00:00.000Z',
      webUrl: `${on.service.baseUrl}/w/acme/records/${id}`,
    })
    const again = await put(values, id.toUpperCase())
    expect([again.status, again.body]).toEqual([200, created.body])
    expect((await launcher.get(pathOf(id))).body).toEqual(created.body)
    const { data } = (await on.api.get(`/v1/records/${id}`)).body
    expect(data.values).toMatchObject({ [on.fieldId('size')]: 12, [on.fieldId('parent')]: parent.id })
  })

  test('RCL-01 FLD-02 has the values of fields that share a slug under their ids, and takes back what it answered', async () => {
    const { fields } = (await launcher.get('/v1/launcher/objects/contacts/fields')).body.data
    const [, work, mobile] = fields.map((field: { id: string }) => field.id)
    const company = (await put({ name: 'Alder Works' })).body.data.id
    const values = { name: 'Ada', [work]: '+351 1', [mobile]: '+351 2', employers: [company] }
    const { body } = await put(values, randomUUID(), 'contacts')
    expect(body.data.values).toEqual(values)
    const same = await launcher.patch(pathOf(body.data.id), { values: body.data.values })
    expect([same.status, same.body]).toEqual([200, body])
    const refused = await launcher.patch(pathOf(body.data.id), { values: { phone: '+351 3' } })
    expect(refusal(refused)).toEqual([400, 'ambiguous_field'])
  })

  test('RCL-01 GEN-12 its entity tag guards changes, and a new title of a linked record changes the tag alone', async () => {
    const parent = (await put({ name: 'Old name' })).body.data.id
    const { id } = (await put({ name: 'Child', parent })).body.data
    const first = await etagOf(id)
    expect((await launcher.with({ 'if-none-match': first }).get(pathOf(id))).status).toBe(304)
    await launcher.patch(pathOf(parent), { values: { name: 'New name' } })
    const second = await launcher.with({ 'if-none-match': first }).get(pathOf(id))
    expect(second.body.data.linkedRecords).toMatchObject([{ title: 'New name' }])
    const changed = await launcher
      .with({ 'if-match': first })
      .patch(pathOf(id), { values: { name: 'Changed', parent: null } })
    expect(changed.body.data).toMatchObject({ title: 'Changed', linkedRecords: [] })
    expect(changed.body.data.values).not.toHaveProperty('parent')
    expect(changed.headers.get('etag')).toBe(await etagOf(id))
    const late = launcher.with({ 'if-match': first })
    const only = launcher.with({ 'if-none-match': '*' })
    for (const answer of [
      await late.patch(pathOf(id), { values: { name: 'Late' } }),
      await late.delete(pathOf(id)),
      await late.post(`${pathOf(id)}/restore`),
      await late.put(pathOf(id), { object: 'companies', values: { name: 'Late' } }),
      await only.put(pathOf(id), { object: 'companies', values: { name: 'Late' } }),
    ])
      expect(refusal(answer)).toEqual([412, 'precondition_failed'])
    expect((await launcher.get(pathOf(id))).body.data).toMatchObject({ title: 'Changed', archived: false })
  })

  test('RCL-01 is archived and restored, each as often as one likes, and is read, also while it is archived', async () => {
    const { id } = (await put({ name: 'Heron Ltd' })).body.data
    const found = async () =>
      (await launcher.get('/v1/launcher/search?q=heron&types=record')).body.data.length
    const archived = await launcher.delete(pathOf(id))
    expect([archived.status, archived.body.data.archived, await found()]).toEqual([200, true, 0])
    expect((await launcher.delete(pathOf(id))).body).toEqual(archived.body)
    expect((await launcher.get(pathOf(id))).body).toEqual(archived.body)
    const late = await launcher.patch(pathOf(id), { values: { size: 1 } })
    expect(refusal(late)).toEqual([404, 'record_archived'])
    expect((await put({ size: 2 }, id)).body.data).toMatchObject({ archived: true, values: { size: 2 } })
    const restored = await launcher.post(`${pathOf(id)}/restore`)
    expect([restored.status, restored.body.data.archived, await found()]).toEqual([200, false, 1])
    expect((await launcher.post(`${pathOf(id)}/restore`)).body).toEqual(restored.body)
  })

  test('RCL-01 its changes are the events of webhooks, by the person', async () => {
    const values = { url: 'https://127.0.0.1:9/', events: ['record.created'] }
    const hook = (await on.api.post('/v1/webhooks', values)).body.data
    const { id } = (await put({ name: 'Told' })).body.data
    const { data } = (await on.api.get(`/v1/webhooks/${hook.id}/deliveries`)).body
    expect(data).toMatchObject([{ event: 'record.created' }])
    const { data: record } = (await on.api.get(`/v1/records/${id}`)).body
    expect(record.createdBy).toBe(on.owner.personId)
    await on.api.delete(`/v1/webhooks/${hook.id}`)
  })
})

describe('rules', () => {
  test('RCL-01 REC-13 refuses what the developer surface refuses, with the same words', async () => {
    const id = (await put({ name: 'Held' })).body.data.id
    const said = async (client: Client, prefix: string, values: object, object: string) => {
      const answers = [
        await client.put(`${prefix}/${randomUUID()}`, { object, values }),
        await client.patch(`${prefix}/${id}`, { values }),
      ]
      return answers.map(({ status, body }) => [status, { ...body.error, requestId: '' }])
    }
    for (const values of [
      { name: null },
      { name: 7, size: 'x' },
      { name: 'A', colour: 'red' },
      { name: 'A', size: 1, [on.fieldId('size')]: 2 },
      { name: 'A', parent: randomUUID() },
      { name: 'A', owner: on.stranger.personId },
      { name: 'A', website: 'no address' },
    ]) {
      const here = await said(launcher, '/v1/launcher/records', values, 'companies')
      expect(here).toEqual(await said(on.api, '/v1/records', values, 'companies'))
      for (const [status] of here) expect(status).toBe(400)
    }
    expect(refusal(await put({ name: 'A' }, id, 'ghosts'))).toEqual([404, 'not_found'])
    expect(refusal(await put({ name: 'A' }, id, 'people'))).toEqual([409, 'id_conflict'])
    expect(refusal(await put({ name: 'A' }, 'not-a-uuid'))).toEqual([400, 'validation_error'])
    const ignored = await put({ name: 'A', followers: 7, record_id: 'x' })
    expect(ignored.body.data.values).toEqual({ name: 'A', record_id: ignored.body.data.id })
  })

  const writes = (id: string) =>
    [
      ['PUT', pathOf(id), { object: 'companies', values: { name: 'Written' } }],
      ['PATCH', pathOf(id), { values: { name: 'Written' } }],
      ['DELETE', pathOf(id)],
      ['POST', `${pathOf(id)}/restore`],
    ] as const

  test('RCL-01 AUT-13 owners and admins write; a member reads, and is told who may', async () => {
    const id = (await put({ name: 'Shared' })).body.data.id
    for (const who of [on.owner, on.admin])
      for (const [method, path, body] of writes(id))
        expect((await who.launcher.send(method, path, body)).status).toBe(200)
    const before = (await launcher.get(pathOf(id))).body
    for (const [method, path, body] of [...writes(id), ...writes(randomUUID())]) {
      const answer = await on.ada.launcher.send(method, path, body)
      expect(refusal(answer)).toEqual([403, 'forbidden'])
      expect(answer.body.error.message).toBe(
        'Only owners and admins of the workspace may create and change its records.',
      )
    }
    expect((await on.ada.launcher.get(pathOf(id))).body).toEqual(before)
    const demoted = await on.service.addMember(on.workspace, { role: 'admin' })
    const client = createClient(on.service.baseUrl, await on.service.signIn(on.workspace, demoted))
    expect((await client.patch(pathOf(id), { values: { size: 1 } })).status).toBe(200)
    await on.service.addMember(on.workspace, { email: demoted.email, role: 'member' })
    expect(refusal(await client.patch(pathOf(id), { values: { size: 2 } }))).toEqual([403, 'forbidden'])
  })

  test('RCL-01 OAU-02 AUT-06 a grant without `records:write` keeps working and writes nothing', async () => {
    const id = (await put({ name: 'Old grant' })).body.data.id
    const scopes = launcherScopes.filter((scope) => scope !== 'records:write')
    const older = createClient(on.service.baseUrl, await on.service.signIn(on.workspace, on.owner, scopes))
    expect((await older.get(pathOf(id))).status).toBe(200)
    expect((await older.get('/v1/launcher/objects/companies/fields')).body.data.canWrite).toBe(true)
    for (const [method, path, body] of writes(id)) {
      const answer = await older.send(method, path, body)
      expect(refusal(answer)).toEqual([403, 'insufficient_scope'])
      expect(answer.headers.get('www-authenticate')).toContain('scope="records:write"')
    }
    const { scopes_supported: offered } = (
      await createClient(on.service.baseUrl).get('/.well-known/openid-configuration')
    ).body
    expect(offered).toContain('records:write')
  })
})
