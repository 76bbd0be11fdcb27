import { expect, test } from 'vitest'
import { refusal } from './team.ts'
import { stageWebhooks } from './webhooks-testing.ts'

const on = stageWebhooks()

const record = ['created', 'updated', 'archived', 'restored', 'comment.created'].map(
  (name) => `record.${name}`,
)
const task = ['created', 'updated', 'archived'].map((name) => `task.${name}`)

test('WHK-01 the event names are one array of strings', async () => {
  expect((await on.api.get('/v1/webhooks/events')).body).toEqual({ data: [...record, ...task] })
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

test('WHK-02 a description has at most 500 characters', async () => {
  const body = { url: on.receiver.url, events: ['record.created'] }
  const create = async (length: number) =>
    (await on.api.post('/v1/webhooks', { ...body, description: 'é'.repeat(length) })).status
  expect([await create(500), await create(501)]).toEqual([201, 400])
})

test('WHK-02 a workspace has at most 50 endpoints', async () => {
  for (let count = 0; count < 50; count += 1) await on.subscribe(['task.created'])
  const one = { url: on.receiver.url, events: ['task.created'] }
  expect(refusal(await on.api.post('/v1/webhooks', one))).toEqual([400, 'validation_error'])
})
