import { expect, test } from 'vitest'
import { patience } from '../../webhooks/receiver-testing.ts'
import { createClient } from './client.ts'
import { refusal } from './team.ts'
import { stageWebhooks } from './webhooks-testing.ts'

const on = stageWebhooks()

const everyEvent = [
  'record.created',
  'record.updated',
  'record.archived',
  'record.restored',
  'record.comment.created',
  'task.created',
  'task.updated',
  'task.archived',
]

test('WHK-01 the event names are one array of strings', async () => {
  expect((await on.api.get('/v1/webhooks/events')).body).toEqual({ data: everyEvent })
})

test('WHK-02 GEN-04 the secret is shown at creation and never again', async () => {
  const { status, body } = await on.api.post('/v1/webhooks', {
    url: on.receiver.url,
    events: ['record.created', 'record.created'],
    description: 'for tests',
  })
  expect(status).toBe(201)
  const { secret, ...shown } = body.data
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(shown).toEqual({
    id: expect.stringMatching(/^whk_/),
    url: on.receiver.url,
    events: ['record.created'],
    description: 'for tests',
    status: 'enabled',
    disabledReason: null,
    createdBy: on.owner.personId,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  })
  expect((await on.api.get('/v1/webhooks')).body).toEqual({ data: [shown] })
  expect((await on.api.get(`/v1/webhooks/${shown.id}`)).body).toEqual({ data: shown })
  expect((await on.api.delete(`/v1/webhooks/${shown.id}`)).body).toEqual({ data: shown })
  expect(refusal(await on.api.get(`/v1/webhooks/${shown.id}`))).toEqual([404, 'not_found'])
})

test('WHK-02 the database holds no secret that can sign', async () => {
  const { id, secret } = await on.subscribe()
  const stored = await on.service.store.read((tx) => tx.webhooks.get(on.workspace.id, id))
  expect(JSON.stringify(stored)).not.toContain(secret.slice('whsec_'.length, 30))
})

test.each([
  ['an unknown event', { events: ['record.created', 'record.exploded'] }, 'unsupported_event'],
  ['every event at once', { events: ['*'] }, 'unsupported_event'],
  ['no event', { events: [] }, 'validation_error'],
  ['an ftp URL', { url: 'ftp://hooks.example.com/' }, 'unsafe_url'],
  ['a URL with a password', { url: 'http://me:secret@hooks.example.com/' }, 'unsafe_url'],
  ['no URL at all', { url: 'hooks' }, 'unsafe_url'],
  ['a number', { url: 7 }, 'validation_error'],
])('WHK-02 %s is refused, created or patched', async (_name, wrong, code) => {
  const { id } = await on.subscribe()
  const good = { url: on.receiver.url, events: ['record.created'] }
  expect(refusal(await on.api.post('/v1/webhooks', { ...good, ...wrong }))).toEqual([400, code])
  expect(refusal(await on.api.patch(`/v1/webhooks/${id}`, wrong))).toEqual([400, code])
  expect((await on.api.get('/v1/webhooks')).body.data).toHaveLength(1)
})

test('WHK-03 a replaced secret signs for a day by default and for a week at most', async () => {
  const { id } = await on.subscribe()
  const rotate = (body?: object) => on.api.post(`/v1/webhooks/${id}/rotate-secret`, body)
  const week = 604_800
  expect((await rotate({ grace_seconds: week + 1 })).status).toBe(400)
  for (const [body, seconds] of [[{ grace_seconds: week }, week] as const, [undefined, 86_400] as const]) {
    const { data } = (await rotate(body)).body
    expect(Date.parse(data.previousSecretExpiresAt) - Date.parse(data.updatedAt)).toBe(seconds * 1000)
  }
})

test('WHK-02 a description has at most 500 characters', async () => {
  const create = (length: number) =>
    on.api.post('/v1/webhooks', {
      url: on.receiver.url,
      events: ['record.created'],
      description: 'é'.repeat(length),
    })
  expect([(await create(500)).status, (await create(501)).status]).toEqual([201, 400])
})

test('WHK-02 every route answers 404 for an endpoint of another workspace', async () => {
  const { id } = await on.subscribe()
  await on.addCompany('One')
  await expect.poll(async () => (await on.deliveriesOf(id)).length, patience).toBe(1)
  const [delivery] = await on.deliveriesOf(id)
  const path = `/v1/webhooks/${id}`
  const answers = [
    await on.stranger.get(path),
    await on.stranger.patch(path, { description: 'mine' }),
    await on.stranger.delete(path),
    await on.stranger.post(`${path}/test`, {}),
    await on.stranger.post(`${path}/rotate-secret`, {}),
    await on.stranger.get(`${path}/deliveries`),
    await on.stranger.post(`${path}/deliveries/${delivery.id}/resend`),
  ]
  expect(answers.map(refusal)).toEqual(answers.map(() => [404, 'not_found']))
  expect((await on.stranger.get('/v1/webhooks')).body).toEqual({ data: [] })
})

test('WHK-02 AUT-05 reading needs webhooks:read, which webhooks:write includes', async () => {
  const { id } = await on.subscribe()
  const reader = await on.clientWith('webhooks:read')
  const none = await on.clientWith('records:write')
  for (const path of ['', '/events', `/${id}`, `/${id}/deliveries`]) {
    expect((await reader.get(`/v1/webhooks${path}`)).status).toBe(200)
    expect(refusal(await none.get(`/v1/webhooks${path}`))).toEqual([403, 'insufficient_scope'])
  }
  const body = { url: on.receiver.url, events: ['record.created'] }
  const writes = [
    await reader.post('/v1/webhooks', body),
    await reader.patch(`/v1/webhooks/${id}`, body),
    await reader.delete(`/v1/webhooks/${id}`),
    await reader.post(`/v1/webhooks/${id}/test`, {}),
    await reader.post(`/v1/webhooks/${id}/rotate-secret`, {}),
    await reader.post(`/v1/webhooks/${id}/deliveries/x/resend`),
  ]
  expect(writes.map(refusal)).toEqual(writes.map(() => [403, 'insufficient_scope']))
  expect((await (await on.clientWith('webhooks:write')).get('/v1/webhooks')).status).toBe(200)
})

test('AUT-13 WHK-02 the key of a former admin does not manage webhooks, which carry tasks of everyone', async () => {
  const { service, workspace } = on
  const admin = await service.addMember(workspace, { role: 'admin', email: 'admin@webhooks.test' })
  const { token } = await service.createKey(workspace, admin, ['webhooks:write'])
  const api = createClient(service.baseUrl, token)
  const body = { url: on.receiver.url, events: ['task.created'] }
  expect((await api.post('/v1/webhooks', body)).status).toBe(201)
  await service.addMember(workspace, { role: 'member', email: 'admin@webhooks.test' })
  expect(refusal(await api.post('/v1/webhooks', body))).toEqual([403, 'insufficient_scope'])
  expect((await api.get('/v1/webhooks')).status).toBe(200)
})

test('WHK-02 a workspace has at most 50 endpoints', async () => {
  for (let count = 0; count < 50; count += 1) await on.subscribe(['task.created'])
  const one = { url: on.receiver.url, events: ['task.created'] }
  expect(refusal(await on.api.post('/v1/webhooks', one))).toEqual([400, 'validation_error'])
})
