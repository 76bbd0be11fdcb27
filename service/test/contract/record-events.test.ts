import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { stageWebhooks } from './webhooks-testing.ts'

const on = stageWebhooks()

const typesOf = async (webhookId: string): Promise<string[]> =>
  (await on.deliveriesOf(webhookId)).map(({ event }): string => event).toSorted()

test('WHK-04 what changes nothing, and what is refused, is no event', async () => {
  const { id } = await on.addCompany('Held')
  const gone = await on.addCompany('Gone')
  await on.api.delete(`/v1/records/${gone.id}`)
  const endpoint = await on.subscribe()
  const path = `/v1/records/${id}`
  await on.api.patch(path, { values: {} })
  await on.api.patch(path, { values: { name: 'Held', notes: null } })
  await on.api.put(path, { object: 'companies', values: { name: 'Held' } })
  await on.api.post(`${path}/restore`)
  await on.api.delete(`/v1/records/${gone.id}`)
  await on.api.patch(path, { values: { name: 7 } })
  await on.api.with({ 'if-match': '"9"' }).patch(path, { values: { name: 'Changed' } })
  await on.api.post(`/v1/records/${gone.id}/comments`, { content: 'Hello' })
  await on.api.post('/v1/records/batch', {
    operations: [
      { op: 'update', id, values: { name: 'Changed' } },
      { op: 'archive', id: randomUUID() },
    ],
  })
  expect(await typesOf(endpoint.id)).toEqual([])
})

test('WHK-04 each operation of a batch that changes something is an event', async () => {
  const { id } = await on.addCompany('Held')
  const endpoint = await on.subscribe()
  const object = 'companies'
  const { status } = await on.api.post('/v1/records/batch', {
    operations: [
      { op: 'create', object, values: { name: 'New' } },
      { op: 'upsert', id: randomUUID(), object, values: { name: 'New' } },
      { op: 'upsert', id, object, values: { name: 'Up' } },
      { op: 'update', id, values: { name: 'Up' } },
      { op: 'archive', id },
      { op: 'restore', id },
    ],
  })
  expect(status).toBe(200)
  expect(await typesOf(endpoint.id)).toEqual([
    'record.archived',
    'record.created',
    'record.created',
    'record.restored',
    'record.updated',
  ])
})
