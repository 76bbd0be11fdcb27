import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { eventTypes } from '../../../shared/api/webhooks.ts'
import { answering, patience } from '../../webhooks/receiver-testing.ts'
import { refusal } from './team.ts'
import { stageWebhooks } from './webhooks-testing.ts'

const on = stageWebhooks()

test('WHK-03 each change arrives once, signed, with its actor and the previous values', async () => {
  const { secret } = await on.subscribe()
  const made = await on.addCompany('Before')
  const path = `/v1/records/${made.id}`
  await on.api.patch(path, { values: { name: 'After' } })
  await on.api.delete(path)
  await on.api.delete(path)
  await on.api.post(`${path}/restore`)
  await on.api.post(`${path}/comments`, { content: 'Hello' })
  const task = (await on.api.post('/v1/tasks', { title: 'Call' })).body.data
  await on.api.patch(`/v1/tasks/${task.id}`, { priority: 'high' })
  await on.api.delete(`/v1/tasks/${task.id}`)
  await on.arrived(8)

  const verifier = new Webhook(secret)
  const sent = on.receiver.received.map(({ body, headers, id }) => {
    // Node joins repeated headers; none of ours is.
    const event = verifier.verify(body, headers as Record<string, string>) as Record<string, unknown>
    expect(event['id']).toBe(id)
    return event
  })
  expect(new Set(sent.map(({ type }) => type))).toEqual(new Set(eventTypes))
  const { keyId } = (await on.api.get('/v1/whoami')).body.data
  expect(sent.map(({ workspaceId, actor }) => ({ workspaceId, actor }))).toEqual(
    sent.map(() => ({ workspaceId: on.workspace.id, actor: { type: 'key', id: keyId } })),
  )
  const event = (type: string) => sent.find((one) => one['type'] === type)
  expect(event('record.created')).toMatchObject({ data: made })
  expect(event('record.created')).not.toHaveProperty('previous')
  const nameId = Object.keys(made.values)[0] ?? ''
  expect(event('record.updated')).toMatchObject({
    data: { title: 'After' },
    previous: { values: { [nameId]: 'Before' }, title: 'Before' },
  })
  expect(event('task.updated')).toMatchObject({
    data: { id: task.id, priority: 'high' },
    previous: { priority: 'no_priority' },
  })
})

test('WHK-03 a changed body does not verify', async () => {
  const { secret } = await on.subscribe(['record.created'])
  await on.addCompany('One')
  await on.arrived(1)
  const { body, headers } = on.receiver.received[0] ?? { body: '', headers: {} }
  const forged = body.replace('One', 'Two')
  expect(() => new Webhook(secret).verify(forged, headers as Record<string, string>)).toThrow()
})

test('WHK-03 a replaced secret signs until its grace ends, also when it is replaced again; at most five sign', async () => {
  const { id, secret } = await on.subscribe(['record.created'])
  const secrets: string[] = [secret]
  const rotate = (body?: object) => on.api.post(`/v1/webhooks/${id}/rotate-secret`, body)
  for (let count = 0; count < 5; count += 1) {
    const { status, body } = await rotate({ grace_seconds: count === 1 ? 1 : 3600 })
    expect(status).toBe(200)
    const left = Date.parse(body.data.previousSecretExpiresAt) - Date.parse(body.data.updatedAt)
    expect(left).toBe(count === 1 ? 1000 : 3_600_000)
    secrets.push(body.data.secret)
    // This one expires before the delivery.
    const until = Date.parse(body.data.previousSecretExpiresAt)
    if (count === 1) await expect.poll(() => Date.now(), { timeout: 10_000 }).toBeGreaterThan(until)
  }
  const verified = () => {
    const { body, headers } = on.receiver.received.at(-1) ?? { body: '', headers: {} }
    return secrets.map((each) => {
      try {
        return Boolean(new Webhook(each).verify(body, headers as Record<string, string>))
      } catch {
        return false
      }
    })
  }
  await on.addCompany('One')
  await on.arrived(1)
  expect(verified()).toEqual([true, false, true, true, true, true])
  expect((await rotate()).status).toBe(200)
  const full = await rotate()
  expect([full.status, full.body.error.code]).toEqual([400, 'validation_error'])
  expect(full.body.error.message).toContain('grace_seconds: 0')
  await rotate({ grace_seconds: 0 })
  await on.addCompany('Two')
  await on.arrived(2)
  expect(verified()).toEqual(secrets.map(() => false))
})

test('WHK-03 after a rotation both secrets sign, and without grace only the new one does', async () => {
  const { id, secret: first } = await on.subscribe(['record.created'])
  const rotated = await on.api.post(`/v1/webhooks/${id}/rotate-secret`)
  expect(rotated.status).toBe(200)
  const second = rotated.body.data.secret
  const opens = Date.parse(rotated.body.data.previousSecretExpiresAt) - Date.now()
  expect(opens).toBeGreaterThan(86_000_000)
  const verified = () => {
    const { body, headers } = on.receiver.received.at(-1) ?? { body: '', headers: {} }
    return [first, second].map((secret) => {
      try {
        return Boolean(new Webhook(secret).verify(body, headers as Record<string, string>))
      } catch {
        return false
      }
    })
  }
  await on.addCompany('One')
  await on.arrived(1)
  expect(verified()).toEqual([true, true])
  const third = (await on.api.post(`/v1/webhooks/${id}/rotate-secret`, { grace_seconds: 0 })).body.data
  expect(third.previousSecretExpiresAt).toBeNull()
  await on.addCompany('Two')
  await on.arrived(2)
  expect(verified()).toEqual([false, false])
})

test('WHK-03 a change over 20 kB carries ids only', async () => {
  await on.subscribe(['record.created'])
  const values = { name: 'Long', notes: 'é'.repeat(10_000) }
  const { data } = (await on.api.post('/v1/records', { object: 'companies', values })).body
  await on.arrived(1)
  const body = on.receiver.received[0]?.body ?? ''
  expect(Buffer.byteLength(body)).toBeLessThan(1000)
  expect(JSON.parse(body).data).toEqual({ id: data.id, objectTypeId: data.objectTypeId, truncated: true })
})

test('WHK-03 a comment over 20 kB says which record it is about', async () => {
  const record = await on.addCompany('Discussed')
  await on.subscribe(['record.comment.created'])
  const { data } = (await on.api.post(`/v1/records/${record.id}/comments`, { content: 'é'.repeat(10_000) }))
    .body
  await on.arrived(1)
  expect(JSON.parse(on.receiver.received[0]?.body ?? '').data).toEqual({
    id: data.id,
    recordId: record.id,
    truncated: true,
  })
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

test('WHK-04 a refused write stores no event', async () => {
  const { id } = await on.subscribe()
  await on.api.post('/v1/records', { object: 'companies', values: { nothing: 1 } })
  const { id: recordId } = await on.addCompany('One')
  await on.api.patch(`/v1/records/${recordId}`, { values: { name: 7 } })
  await on.api.patch(`/v1/records/${recordId}`, { values: { name: 'One' } })
  await on.arrived(1)
  expect(await on.deliveriesOf(id)).toHaveLength(1)
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
    response: { status: 202, body: 'y'.repeat(4096) },
  })
  const named = await on.api.post(`/v1/webhooks/${id}/test`, { event: 'record.archived' })
  expect(named.body.data.event).toBe('record.archived')
  expect(refusal(await on.api.post(`/v1/webhooks/${id}/test`, { event: 'nothing' }))).toEqual([
    400,
    'unsupported_event',
  ])
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
  await expect
    .poll(async () => (await on.api.get(`/v1/webhooks/${id}`)).body.data.status, patience)
    .toBe('disabled')
  expect((await on.api.get(`/v1/webhooks/${id}`)).body.data.disabledReason).toBe(
    'The receiver answered 410 Gone.',
  )
  const [delivery] = await on.deliveriesOf(id)
  const resend = `/v1/webhooks/${id}/deliveries/${delivery.id}/resend`
  expect(refusal(await on.api.post(resend))).toEqual([400, 'invalid_target'])
  expect(refusal(await on.api.post(`/v1/webhooks/${id}/test`))).toEqual([400, 'invalid_target'])
  const enabled = await on.api.patch(`/v1/webhooks/${id}`, { status: 'enabled' })
  expect(enabled.body.data).toMatchObject({ status: 'enabled', disabledReason: null })
})

test('WHK-04 WHK-05 disabling an endpoint cancels its pending deliveries, and enabling it brings none back', async () => {
  const { id } = await on.subscribe(['record.created'])
  const path = `/v1/webhooks/${id}`
  on.receiver.behave(answering(500))
  await on.addCompany('One')
  await on.addCompany('Two')
  const shown = async () => (await on.deliveriesOf(id)).map(({ status }) => status)
  expect(await shown()).toEqual(['pending', 'pending'])
  expect((await on.api.patch(path, { status: 'disabled' })).body.data.status).toBe('disabled')
  expect(await shown()).toEqual(['cancelled', 'cancelled'])
  expect((await on.api.patch(path, { status: 'enabled' })).body.data.status).toBe('enabled')
  expect(await shown()).toEqual(['cancelled', 'cancelled'])
})

test('WHK-04 deliveries come newest first, in pages', async () => {
  const { id } = await on.subscribe(['record.created'])
  for (const name of ['1', '2', '3', '4', '5']) await on.addCompany(name)
  await on.arrived(5)
  const ids: string[] = []
  for (let cursor = ''; ;) {
    const { body } = await on.api.get(`/v1/webhooks/${id}/deliveries?limit=2${cursor}`)
    ids.push(...body.data.map((delivery: { id: string }) => delivery.id))
    if (!body.has_more) break
    cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`
  }
  const titles = new Map(on.bodies().map((body) => [body.id, body.data.title]))
  expect(ids.map((one) => titles.get(one))).toEqual(['5', '4', '3', '2', '1'])
  const foreign = await on.api.get('/v1/records?limit=1')
  const cursor = encodeURIComponent(foreign.body.next_cursor)
  const answer = await on.api.get(`/v1/webhooks/${id}/deliveries?cursor=${cursor}`)
  expect(refusal(answer)).toEqual([400, 'invalid_cursor'])
})
