import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { svcJson, svcServe } from '../cli/svc-testing.ts'
import { createClient } from '../test/contract/client.ts'
import { startReceiver, type Receiver, patience } from './receiver-testing.ts'

let database: string
let token: string
let receiver: Receiver

beforeAll(async () => {
  database = `file:${join(mkdtempSync(join(tmpdir(), 'svc-webhooks-')), 'served.db')}`
  await svcJson('demo', '--database', database)
  const owner = ['--workspace', 'acme', '--as', 'owner@acme.test', '--database', database]
  const scopes = ['--scopes', 'webhooks:write,tasks:write']
  ;({ token } = await svcJson<{ token: string }>('key', 'create', ...owner, ...scopes))
  receiver = await startReceiver()
})
afterAll(() => receiver.close())

test('WHK-02 CLI-03 private addresses need --allow-private-webhooks, and SIGTERM waits for an attempt under way', async () => {
  const body = { url: receiver.url, events: ['task.created'] }
  const careful = await svcServe(database)
  const refused = await createClient(careful.baseUrl, token).post('/v1/webhooks', body)
  expect([refused.status, refused.body.error.code]).toEqual([400, 'unsafe_url'])
  await careful.end('SIGTERM')

  const serving = await svcServe(database, '--allow-private-webhooks')
  const api = createClient(serving.baseUrl, token)
  const { id, secret } = (await api.post('/v1/webhooks', body)).body.data
  let finish = () => {}
  receiver.behave((_received, response) => {
    finish = () => response.end()
  })
  await api.post('/v1/tasks', { title: 'Call' })
  await expect.poll(() => receiver.received.length, patience).toBe(1)
  const ended = serving.end('SIGTERM')
  await expect
    .poll(
      () =>
        fetch(`${serving.baseUrl}/healthz`).then(
          () => 'served',
          () => 'refused',
        ),
      patience,
    )
    .toBe('refused')
  finish()
  const { exitCode, log } = await ended
  expect(exitCode).toBe(0)
  expect(log).not.toContain(secret.slice('whsec_'.length, 30))

  const again = await svcServe(database, '--allow-private-webhooks')
  const { body: page } = await createClient(again.baseUrl, token).get(`/v1/webhooks/${id}/deliveries`)
  await again.end('SIGTERM')
  expect(page.data).toMatchObject([{ status: 'delivered', attempts: 1 }])
  expect(receiver.received).toHaveLength(1)
})
