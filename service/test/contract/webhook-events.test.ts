// The requests that endpoints get, compared with the API document.
import { expect, test } from 'vitest'
import { eventBodies, eventHeaders } from '../../../shared/api/webhook-events.ts'
import { eventTypes, type EventType } from '../../../shared/api/webhooks.ts'
import { stageWebhooks } from './webhooks-testing.ts'

const on = stageWebhooks()

/** The bodies that arrived, and the same without members that are not documented. */
const received = () =>
  on.bodies().map((body) => ({ body, documented: eventBodies[body.type as EventType].parse(body) }))

test('WHK-03 GEN-11 every change arrives in the documented shape, with the documented headers', async () => {
  await on.subscribe()
  const made = await on.addCompany('Before')
  const path = `/v1/records/${made.id}`
  await on.api.patch(path, { values: { name: 'After' } })
  await on.api.delete(path)
  await on.api.post(`${path}/restore`)
  await on.api.post(`${path}/comments`, { content: 'Hello' })
  const task = (await on.api.post('/v1/tasks', { title: 'Call' })).body.data
  const every = {
    title: 'x',
    description: 'x',
    priority: 'high',
    start_date: 1,
    due_date: 2,
    estimated_time: 5,
  }
  await on.api.patch(`/v1/tasks/${task.id}`, { ...every, assignees: [on.owner.personId] })
  await on.api.delete(`/v1/tasks/${task.id}`)
  await on.arrived(8)
  expect(new Set(on.bodies().map(({ type }) => type))).toEqual(new Set(eventTypes))
  for (const { body, documented } of received()) expect(documented).toEqual(body)
  for (const { headers } of on.receiver.received) {
    const signed = Object.entries(headers).filter(([name]) => name.startsWith('webhook-'))
    expect(eventHeaders.strict().parse(Object.fromEntries(signed))).toEqual(Object.fromEntries(signed))
  }
})

test('WHK-03 GEN-11 a truncated change arrives in the documented shape', async () => {
  await on.subscribe()
  const notes = 'é'.repeat(10_000)
  const record = (await on.api.post('/v1/records', { object: 'companies', values: { notes } })).body.data
  await on.api.post(`/v1/records/${record.id}/comments`, { content: notes })
  await on.api.post('/v1/tasks', { title: 'Long', description: notes })
  await on.arrived(3)
  for (const { body, documented } of received()) {
    expect(body.data.truncated).toBe(true)
    expect(documented).toEqual(body)
  }
})

test.each(eventTypes)('WHK-03 GEN-11 a test of %s arrives in the documented shape', async (event) => {
  const { id } = await on.subscribe()
  await on.api.post(`/v1/webhooks/${id}/test`, { event })
  await on.arrived(1)
  const [only] = received()
  expect(only?.documented).toMatchObject({ type: event, test: true })
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
