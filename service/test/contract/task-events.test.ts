import { expect, test } from 'vitest'
import { createClient } from './client.ts'
import { stageWebhooks } from './webhooks-testing.ts'

const on = stageWebhooks()
const types = ['task.created', 'task.updated', 'task.archived']
const launcher = async () => createClient(on.service.baseUrl, await on.service.signIn(on.workspace, on.owner))

test('WHK-04 both surfaces tell of a change once, as the developer API shows the task, and by whom', async () => {
  await on.subscribe(types)
  const own = (await on.api.post('/v1/tasks', { title: 'Made' })).body.data
  const person = await launcher()
  const theirs = (await person.post('/v1/launcher/tasks', { title: 'Captured' })).body.data
  await person.patch(`/v1/launcher/tasks/${own.id}`, { title: 'Renamed', priority: 'high' })
  const archived = (await on.api.delete(`/v1/tasks/${own.id}`)).body.data
  await on.arrived(4)
  const event = (type: string, id: string) =>
    on.bodies().find((body) => body.type === type && body.data.id === id)
  const key = { type: 'key', id: (await on.api.get('/v1/whoami')).body.data.keyId }
  const user = { type: 'user', id: on.owner.personId }
  expect(event('task.created', own.id)).toMatchObject({ actor: key, data: own })
  expect(event('task.created', own.id)).not.toHaveProperty('previous')
  expect(event('task.created', theirs.id)).toMatchObject({ actor: user, data: { start_date: null } })
  expect(event('task.updated', own.id)).toMatchObject({
    actor: user,
    data: { title: 'Renamed', priority: 'high', archived: false },
    previous: { title: 'Made', priority: 'no_priority' },
  })
  expect(event('task.updated', own.id).previous).toEqual({ title: 'Made', priority: 'no_priority' })
  expect(event('task.archived', own.id)).toMatchObject({ data: archived, previous: { archived: false } })
})

test('WHK-04 what changes nothing, and what is refused, is no event', async () => {
  const { id } = (await on.api.post('/v1/tasks', { title: 'Held' })).body.data
  const gone = (await on.api.post('/v1/tasks', { title: 'Gone' })).body.data
  await on.api.delete(`/v1/tasks/${gone.id}`)
  const endpoint = await on.subscribe(types)
  await on.api.patch(`/v1/tasks/${id}`, {})
  await on.api.patch(`/v1/tasks/${id}`, { title: 'Held', assignees: [], due_date: null })
  await on.api.patch(`/v1/tasks/${id}`, { title: 'Never', status: 'nowhere' })
  await on.api.with({ 'if-match': '"9"' }).patch(`/v1/tasks/${id}`, { title: 'Never' })
  await on.api.delete(`/v1/tasks/${gone.id}`)
  await on.api.post('/v1/tasks', { title: 'Never', assignees: ['nobody'] })
  expect(await on.deliveriesOf(endpoint.id)).toEqual([])
})

test('GEN-12 WHK-04 a request that is repeated under one key is one event', async () => {
  const endpoint = await on.subscribe(types)
  const careful = on.api.with({ 'idempotency-key': 'once' })
  for (let sent = 0; sent < 3; sent += 1) await careful.post('/v1/tasks', { title: 'Once' })
  expect(await on.deliveriesOf(endpoint.id)).toHaveLength(1)
})
