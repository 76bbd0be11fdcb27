// Which changes are events, and the requests that endpoints get, compared with the API document.
import { randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { eventBodies, eventHeaders } from '../../../shared/api/webhook-events.ts'
import { eventTypes, type EventType } from '../../../shared/api/webhooks.ts'
import { createClient } from './client.ts'
import { stageWebhooks } from './webhooks-testing.ts'

const on = stageWebhooks()

/** The bodies that arrived, and the same without members that are not documented. */
const received = () =>
  on.bodies().map((body) => ({ body, documented: eventBodies[body.type as EventType].parse(body) }))
const event = (type: string, id: string) =>
  on.bodies().find((body) => body.type === type && body.data.id === id)
const typesOf = async (webhookId: string): Promise<string[]> =>
  (await on.deliveriesOf(webhookId)).map((delivery): string => delivery.event).toSorted()

test('WHK-03 GEN-11 each change of a record arrives once, signed, as documented, with its actor and the previous values', async () => {
  const { secret } = await on.subscribe()
  const made = await on.addCompany('Before')
  const path = `/v1/records/${made.id}`
  await on.api.patch(path, { values: { name: 'After' } })
  await on.api.delete(path)
  await on.api.delete(path)
  await on.api.post(`${path}/restore`)
  await on.api.post(`${path}/comments`, { content: 'Hello' })
  await on.arrived(5)
  expect(new Set(on.bodies().map(({ type }) => type))).toEqual(
    new Set(eventTypes.filter((type) => type.startsWith('record.'))),
  )
  const { keyId } = (await on.api.get('/v1/whoami')).body.data
  for (const { body, documented } of received()) {
    expect(documented).toEqual(body)
    expect(body).toMatchObject({ workspaceId: on.workspace.id, actor: { type: 'key', id: keyId } })
  }
  for (const { headers, body, id } of on.receiver.received) {
    const signed = Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('webhook-')))
    expect(eventHeaders.strict().parse(signed)).toEqual(signed)
    expect(new Webhook(secret).verify(body, signed as Record<string, string>)).toMatchObject({ id })
    const forged = body.replace(made.id, randomUUID())
    expect(() => new Webhook(secret).verify(forged, signed as Record<string, string>)).toThrow()
  }
  expect(event('record.created', made.id)).toMatchObject({ data: made })
  expect(event('record.created', made.id)).not.toHaveProperty('previous')
  const nameId = Object.keys(made.values)[0] ?? ''
  expect(event('record.updated', made.id)).toMatchObject({
    data: { title: 'After' },
    previous: { values: { [nameId]: 'Before' }, title: 'Before' },
  })
})

test('WHK-04 GEN-11 each change of a task on either surface arrives once, as documented and as the developer API shows it, with its actor', async () => {
  await on.subscribe(['task.created', 'task.updated', 'task.archived', 'task.comment.created'])
  const own = (await on.api.post('/v1/tasks', { title: 'Made' })).body.data
  const person = createClient(on.service.baseUrl, await on.service.signIn(on.workspace, on.owner))
  const theirs = (await person.post('/v1/launcher/tasks', { title: 'Captured' })).body.data
  await person.patch(`/v1/launcher/tasks/${own.id}`, { title: 'Renamed', priority: 'high' })
  const every = {
    description: 'x',
    start_date: 1,
    due_date: 2,
    estimated_time: 5,
    assignees: [on.owner.personId],
  }
  await on.api.patch(`/v1/tasks/${theirs.id}`, every)
  const said = (await on.api.post(`/v1/tasks/${own.id}/comments`, { content: 'Hello' })).body.data
  const edit = { content: 'Hello again' }
  const talk = await person.post(`/v1/launcher/tasks/${own.id}/comments`, edit)
  await person.patch(`/v1/launcher/comments/${talk.body.data.id}`, { content: 'Changed' })
  await person.delete(`/v1/launcher/comments/${talk.body.data.id}`)
  const archived = (await on.api.delete(`/v1/tasks/${own.id}`)).body.data
  await on.arrived(7)
  for (const { body, documented } of received()) expect(documented).toEqual(body)
  const key = { type: 'key', id: (await on.api.get('/v1/whoami')).body.data.keyId }
  const user = { type: 'user', id: on.owner.personId }
  expect(event('task.created', own.id)).toMatchObject({ actor: key, data: own })
  expect(event('task.created', own.id)).not.toHaveProperty('previous')
  expect(event('task.created', theirs.id)).toMatchObject({ actor: user, data: { start_date: null } })
  const updated = event('task.updated', own.id)
  expect(updated).toMatchObject({ actor: user, data: { title: 'Renamed', priority: 'high' } })
  expect(updated.previous).toEqual({ title: 'Made', priority: 'no_priority' })
  expect(event('task.comment.created', said.id)).toMatchObject({ actor: key, data: said })
  expect(event('task.comment.created', talk.body.data.id)).toMatchObject({ actor: user, data: edit })
  expect(event('task.archived', own.id)).toMatchObject({ data: archived, previous: { archived: false } })
})

test('WHK-04 what changes nothing, and what is refused, is not an event', async () => {
  const { id } = await on.addCompany('Held')
  const gone = await on.addCompany('Gone')
  const task = (await on.api.post('/v1/tasks', { title: 'Held' })).body.data
  const goneTask = (await on.api.post('/v1/tasks', { title: 'Gone' })).body.data
  await on.api.delete(`/v1/records/${gone.id}`)
  await on.api.delete(`/v1/tasks/${goneTask.id}`)
  const endpoint = await on.subscribe()
  const stale = on.api.with({ 'if-match': '"9"' })

  const path = `/v1/records/${id}`
  await on.api.patch(path, { values: {} })
  await on.api.patch(path, { values: { name: 'Held', notes: null } })
  await on.api.put(path, { object: 'companies', values: { name: 'Held' } })
  await on.api.post(`${path}/restore`)
  await on.api.delete(`/v1/records/${gone.id}`)
  await on.api.post('/v1/records', { object: 'companies', values: { nothing: 1 } })
  await on.api.patch(path, { values: { name: 7 } })
  await stale.patch(path, { values: { name: 'Changed' } })
  await on.api.post(`/v1/records/${gone.id}/comments`, { content: 'Hello' })
  const operations = [
    { op: 'update', id, values: { name: 'Changed' } },
    { op: 'archive', id: randomUUID() },
  ]
  await on.api.post('/v1/records/batch', { operations })

  await on.api.patch(`/v1/tasks/${task.id}`, {})
  await on.api.patch(`/v1/tasks/${task.id}`, { title: 'Held', assignees: [], due_date: null })
  await on.api.patch(`/v1/tasks/${task.id}`, { title: 'Never', status: 'nowhere' })
  await stale.patch(`/v1/tasks/${task.id}`, { title: 'Never' })
  await on.api.delete(`/v1/tasks/${goneTask.id}`)
  await on.api.post('/v1/tasks', { title: 'Never', assignees: ['nobody'] })
  expect(await typesOf(endpoint.id)).toEqual([])
})

test('WHK-04 each operation of a batch that changes something is an event', async () => {
  const { id } = await on.addCompany('Held')
  const endpoint = await on.subscribe()
  const object = 'companies'
  const operations = [
    { op: 'create', object, values: { name: 'New' } },
    { op: 'upsert', id: randomUUID(), object, values: { name: 'New' } },
    { op: 'upsert', id, object, values: { name: 'Up' } },
    { op: 'update', id, values: { name: 'Up' } },
    { op: 'archive', id },
    { op: 'restore', id },
  ]
  expect((await on.api.post('/v1/records/batch', { operations })).status).toBe(200)
  const types = ['archived', 'created', 'created', 'restored', 'updated'].map((name) => `record.${name}`)
  expect(await typesOf(endpoint.id)).toEqual(types)
})

test('GEN-12 WHK-04 a request that is repeated under one key is one event', async () => {
  const endpoint = await on.subscribe()
  const careful = on.api.with({ 'idempotency-key': 'once' })
  for (let sent = 0; sent < 3; sent += 1) await careful.post('/v1/tasks', { title: 'Once' })
  expect(await on.deliveriesOf(endpoint.id)).toHaveLength(1)
})

test('WHK-03 GEN-11 a change over 20 kB arrives as documented, with ids only', async () => {
  await on.subscribe()
  const notes = 'é'.repeat(10_000)
  const record = (await on.api.post('/v1/records', { object: 'companies', values: { notes } })).body.data
  const comment = (await on.api.post(`/v1/records/${record.id}/comments`, { content: notes })).body.data
  const task = (await on.api.post('/v1/tasks', { title: 'Long', description: notes })).body.data
  await on.arrived(3)
  for (const { body, documented } of received()) expect(documented).toEqual(body)
  for (const { body } of on.receiver.received) expect(Buffer.byteLength(body)).toBeLessThan(1000)
  const truncated = true
  expect(event('record.created', record.id).data).toEqual({
    id: record.id,
    objectTypeId: record.objectTypeId,
    truncated,
  })
  expect(event('record.comment.created', comment.id).data).toEqual({
    id: comment.id,
    recordId: record.id,
    truncated,
  })
  expect(event('task.created', task.id).data).toEqual({ id: task.id, truncated })
})

test.each(eventTypes)('WHK-03 GEN-11 a test of %s arrives in the documented shape', async (type) => {
  const { id } = await on.subscribe()
  await on.api.post(`/v1/webhooks/${id}/test`, { event: type })
  await on.arrived(1)
  const [only] = received()
  expect(only?.documented).toMatchObject({ type, test: true })
  expect(only?.documented).toEqual(only?.body)
})

test('GEN-11 WHK-01 the document describes each event as a request, with its signature', async () => {
  const { webhooks } = (await on.api.get('/v1/openapi.json')).body
  expect(Object.keys(webhooks).toSorted()).toEqual(eventTypes.toSorted())
  for (const type of eventTypes) {
    const { parameters, requestBody } = webhooks[type].post
    expect(parameters.map(({ name, in: place }: { name: string; in: string }) => [place, name])).toEqual(
      Object.keys(eventHeaders.shape).map((name) => ['header', name]),
    )
    const { properties, required } = requestBody.content['application/json'].schema
    expect(properties.type).toMatchObject({ enum: [type] })
    expect(required).toEqual(expect.arrayContaining(['id', 'timestamp', 'workspaceId', 'actor', 'data']))
  }
  const { data } = webhooks['record.updated'].post.requestBody.content['application/json'].schema.properties
  expect(data.anyOf[0]).toEqual({ $ref: '#/components/schemas/Record' })
})
