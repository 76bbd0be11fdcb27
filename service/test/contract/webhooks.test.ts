import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { answering, patience } from '../../webhooks/receiver-testing.ts'
import { createClient, idsOf, walk } from './client.ts'
import { refusal } from './team.ts'
import { stageWebhooks } from './webhooks-testing.ts'
import { putMembership } from '../../access/members.store.ts'
import { getWebhook } from '../../webhooks/webhooks.store.ts'

const on = stageWebhooks()

/** Which of these secrets verify the last request. */
const verified = (secrets: readonly string[]) => {
  const { body, headers } = on.receiver.received.at(-1) ?? { body: '', headers: {} }
  return secrets.map((secret) => {
    try {
      return Boolean(new Webhook(secret).verify(body, headers as Record<string, string>))
    } catch {
      return false
    }
  })
}

test('WHK-03 a replaced secret signs until its own grace ends: a day by default, a week at most, five secrets at most', async () => {
  const { id, secret } = await on.subscribe(['record.created'])
  const rotate = (body?: object) => on.api.post(`/v1/webhooks/${id}/rotate-secret`, body)
  const week = 604_800
  expect((await rotate({ grace_seconds: week + 1 })).status).toBe(400)
  const secrets: string[] = [secret]
  for (const [sent, seconds] of [
    [{ grace_seconds: week }, week],
    [{ grace_seconds: 1 }, 1],
    [undefined, 86_400],
    [{ grace_seconds: 3600 }, 3600],
    [{ grace_seconds: 3600 }, 3600],
  ] as const) {
    const { data } = (await rotate(sent)).body
    const until = Date.parse(data.previousSecretExpiresAt)
    expect(until - Date.parse(data.updatedAt)).toBe(seconds * 1000)
    secrets.push(data.secret)
    // This one expires before the delivery.
    if (seconds === 1) await expect.poll(() => Date.now(), { timeout: 10_000 }).toBeGreaterThan(until)
  }
  await on.addCompany('One')
  await on.arrived(1)
  expect(verified(secrets)).toEqual([true, false, true, true, true, true])
  expect((await rotate()).status).toBe(200)
  const full = await rotate()
  expect(refusal(full)).toEqual([400, 'validation_error'])
  expect(full.body.error.message).toContain('grace_seconds: 0')
  const last = (await rotate({ grace_seconds: 0 })).body.data
  expect(last.previousSecretExpiresAt).toBeNull()
  await on.addCompany('Two')
  await on.arrived(2)
  expect(verified([...secrets, last.secret])).toEqual([...secrets.map(() => false), true])
})

test('WHK-05 an endpoint gets no events from before its subscription, of other types or workspaces, or after its deletion', async () => {
  await on.addCompany('Before')
  const { id } = await on.subscribe(['record.created'])
  await on.addCompany('Elsewhere', on.stranger)
  const { id: recordId } = await on.addCompany('Within')
  await on.arrived(1)
  await on.api.patch(`/v1/records/${recordId}`, { values: { name: 'Changed' } })
  await on.api.patch(`/v1/webhooks/${id}`, { status: 'disabled' })
  await on.addCompany('While disabled')
  await on.api.patch(`/v1/webhooks/${id}`, { status: 'enabled' })
  await on.addCompany('Again')
  await on.arrived(2)
  await on.api.delete(`/v1/webhooks/${id}`)
  await on.addCompany('After')
  const last = await on.subscribe(['record.created'])
  await on.addCompany('Last')
  await expect.poll(async () => (await on.deliveriesOf(last.id))[0]?.status, patience).toBe('delivered')
  expect(on.bodies().map(({ data }) => data.title)).toEqual(['Within', 'Again', 'Last'])
})

test('WHK-03 a test delivery is marked as a test and shows what the receiver answered', async () => {
  const { id } = await on.subscribe(['task.updated'])
  on.receiver.behave(answering(202, {}, 'y'.repeat(10_000)))
  const sent = await on.api.post(`/v1/webhooks/${id}/test`)
  expect(sent.status).toBe(201)
  expect(sent.body.data).toMatchObject({ event: 'task.updated', status: 'pending', attempts: 0 })
  await expect.poll(async () => (await on.deliveriesOf(id))[0]?.status, patience).toBe('delivered')
  expect(on.bodies()).toMatchObject([{ id: sent.body.data.id, type: 'task.updated', test: true }])
  const [delivery] = await on.deliveriesOf(id)
  expect(delivery).toMatchObject({
    attempts: 1,
    nextAttemptAt: null,
    error: null,
    durationMs: expect.any(Number),
    response: { status: 202, body: 'y'.repeat(4096), encoding: 'utf-8' },
  })
  const named = await on.api.post(`/v1/webhooks/${id}/test`, { event: 'record.archived' })
  expect(named.body.data.event).toBe('record.archived')
  const unknown = await on.api.post(`/v1/webhooks/${id}/test`, { event: 'nothing' })
  expect(refusal(unknown)).toEqual([400, 'unsupported_event'])
})

test('WHK-04 a failed delivery shows the reason, and a resend sends the same event again', async () => {
  const { id } = await on.subscribe(['record.created'])
  on.receiver.behave(answering(302, { location: `${on.receiver.url}/elsewhere` }))
  await on.addCompany('One')
  await expect.poll(async () => (await on.deliveriesOf(id))[0]?.attempts, patience).toBe(1)
  const [failed] = await on.deliveriesOf(id)
  expect(failed).toMatchObject({
    status: 'pending',
    error: 'The receiver answered 302.',
    response: { status: 302 },
    nextAttemptAt: expect.any(String),
  })
  expect(on.receiver.received.map(({ path }) => path)).toEqual(['/hook'])
  on.receiver.behave(answering(200))
  const resent = await on.api.post(`/v1/webhooks/${id}/deliveries/${failed.id}/resend`)
  expect([resent.status, resent.body.data.id]).toEqual([200, failed.id])
  await expect.poll(async () => (await on.deliveriesOf(id))[0]?.status, patience).toBe('delivered')
  const [first, second] = on.receiver.received
  expect([second?.id, second?.body]).toEqual([first?.id, first?.body])
  const unknown = await on.api.post(`/v1/webhooks/${id}/deliveries/evt_none/resend`)
  expect(refusal(unknown)).toEqual([404, 'not_found'])
})

test('WHK-04 a 410 disables the endpoint at once and is its reason until it is enabled again', async () => {
  const { id } = await on.subscribe(['record.created'])
  on.receiver.behave(answering(410))
  await on.addCompany('One')
  const disabledReason = 'The receiver answered 410 Gone.'
  await expect
    .poll(async () => (await on.api.get(`/v1/webhooks/${id}`)).body.data, patience)
    .toMatchObject({ status: 'disabled', disabledReason })
  const [delivery] = await on.deliveriesOf(id)
  const resend = `/v1/webhooks/${id}/deliveries/${delivery.id}/resend`
  expect(refusal(await on.api.post(resend))).toEqual([400, 'invalid_target'])
  expect(refusal(await on.api.post(`/v1/webhooks/${id}/test`))).toEqual([400, 'invalid_target'])
  const enabled = await on.api.patch(`/v1/webhooks/${id}`, { status: 'enabled' })
  expect(enabled.body.data).toMatchObject({ status: 'enabled', disabledReason: null })
})

test('WHK-04 what a receiver answered is shown to keys of owners and admins, and to nobody who was one before', async () => {
  const { id } = await on.subscribe(['record.created'])
  on.receiver.behave(answering(200, {}, 'trace of an error'))
  await on.addCompany('One')
  await expect.poll(async () => (await on.deliveriesOf(id))[0]?.status, patience).toBe('delivered')
  const person = await on.service.addMember(on.workspace, { role: 'admin' })
  const { token } = await on.service.createKey(on.workspace, person, ['webhooks:write'])
  const api = createClient(on.service.baseUrl, token)
  const bodyAs = async (role: 'owner' | 'admin' | 'member') => {
    await on.service.store.write((tx) => putMembership(tx, on.workspace.id, person.personId, role, 1))
    const { status, body } = await api.get(`/v1/webhooks/${id}/deliveries`)
    const { response } = body.data[0]
    expect([status, response.status, response.encoding]).toEqual([200, 200, 'utf-8'])
    return response.body
  }
  expect(await bodyAs('admin')).toBe('trace of an error')
  expect(await bodyAs('member')).toBeNull()
  expect(await bodyAs('owner')).toBe('trace of an error')
})

test('WHK-04 deliveries come newest first, in pages', async () => {
  const { id } = await on.subscribe(['record.created'])
  for (const name of ['1', '2', '3', '4', '5']) await on.addCompany(name)
  await on.arrived(5)
  const ids = idsOf(await walk(on.api, `/v1/webhooks/${id}/deliveries?limit=2`))
  const titles = new Map(on.bodies().map((body) => [body.id, body.data.title]))
  expect(ids.map((one) => titles.get(one))).toEqual(['5', '4', '3', '2', '1'])
  const foreign = await on.api.get('/v1/records?limit=1')
  const cursor = encodeURIComponent(foreign.body.next_cursor)
  const answer = await on.api.get(`/v1/webhooks/${id}/deliveries?cursor=${cursor}`)
  expect(refusal(answer)).toEqual([400, 'invalid_cursor'])
})

const record = ['created', 'updated', 'archived', 'restored', 'comment.created'].map(
  (name) => `record.${name}`,
)
const task = ['created', 'updated', 'archived', 'comment.created'].map((name) => `task.${name}`)

test('WHK-01 the event names are one array of strings', async () => {
  expect((await on.api.get('/v1/webhooks/events')).body).toEqual({ data: [...record, ...task] })
})

test('WHK-02 GEN-04 the secret is shown at creation and never again', async () => {
  const { status, body } = await on.api.post('/v1/webhooks', {
    url: on.receiver.url,
    events: ['record.created', 'record.created'],
    description: 'é'.repeat(500),
  })
  expect(status).toBe(201)
  const { secret, ...shown } = body.data
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(shown).toEqual({
    id: expect.stringMatching(/^whk_/),
    url: on.receiver.url,
    events: ['record.created'],
    description: 'é'.repeat(500),
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
  const stored = await on.service.store.read((tx) => getWebhook(tx, on.workspace.id, id))
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
  ['a description of 501 characters', { description: 'é'.repeat(501) }, 'validation_error'],
])('WHK-02 %s is refused, created or patched', async (_name, wrong, code) => {
  const { id } = await on.subscribe()
  const good = { url: on.receiver.url, events: ['record.created'] }
  expect(refusal(await on.api.post('/v1/webhooks', { ...good, ...wrong }))).toEqual([400, code])
  expect(refusal(await on.api.patch(`/v1/webhooks/${id}`, wrong))).toEqual([400, code])
  expect((await on.api.get('/v1/webhooks')).body.data).toHaveLength(1)
})

test('WHK-02 a workspace has at most 50 endpoints', async () => {
  for (let count = 0; count < 50; count += 1) await on.subscribe(['task.created'])
  const one = { url: on.receiver.url, events: ['task.created'] }
  expect(refusal(await on.api.post('/v1/webhooks', one))).toEqual([400, 'validation_error'])
})
