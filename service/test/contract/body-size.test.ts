// Bodies up to 1 MiB and beyond: what is refused is read first, so that whoever is still sending sees the answer (GEN-10).
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../testing.ts'
import { createClient, type Client } from './client.ts'
import { refusal } from './team.ts'

let service: TestService
let api: Client
let token: string

beforeAll(async () => {
  service = await startTestService()
  const workspace = await service.createWorkspace()
  const owner = await service.addMember(workspace)
  await service.createObject(workspace, 'companies', [
    { slug: 'name', kind: 'text', primary: true },
    { slug: 'notes', kind: 'long_text' },
  ])
  token = (await service.createKey(workspace, owner)).token
  api = createClient(service.baseUrl, token)
})
afterAll(() => service.close())

test('GEN-10 a body over 1 MiB is 413 and one below is not', async () => {
  const body = (length: number) =>
    JSON.stringify({ object: 'companies', values: { notes: 'x'.repeat(length) } })
  expect(refusal(await api.raw('POST', '/v1/records', body(1024 * 1024)))).toEqual([413, 'payload_too_large'])
  // Refused for what it holds, not for how long it is.
  expect(refusal(await api.raw('POST', '/v1/records', body(1_000_000)))).toEqual([400, 'invalid_value'])
})

test('GEN-10 a body of unannounced length is 413 when it grows over 1 MiB', async () => {
  const send = (kilobytes: number) => {
    const chunk = new TextEncoder().encode(' '.repeat(1024))
    let sent = 0
    const stream = new ReadableStream({
      pull(controller) {
        sent += 1
        if (sent <= kilobytes) controller.enqueue(chunk)
        else controller.close()
      },
    })
    return fetch(service.url('/v1/records'), {
      method: 'POST',
      body: stream,
      duplex: 'half',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    })
  }
  expect((await send(2048)).status).toBe(413)
  expect((await send(512)).status).toBe(400)
})

test('GEN-10 a very large body gets its answer', async () => {
  expect(refusal(await api.raw('POST', '/v1/records', 'x'.repeat(40_000_000)))).toEqual([
    413,
    'payload_too_large',
  ])
})

test('GEN-10 a body that is too large is refused once it is there, however slowly it comes', async () => {
  const half = Buffer.alloc(1_000_000, 'x')
  const sent = request(`${service.baseUrl}/v1/records`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': 2 * half.length,
    },
  })
  let status: number | undefined
  const answered = new Promise<void>((resolve, reject) => {
    sent.once('error', reject)
    sent.once('response', (response) => {
      status = response.statusCode
      response.resume().once('end', resolve)
    })
  })
  await new Promise<unknown>((resolve) => sent.write(half, resolve))
  // Who has asked since is answered, so the service has seen the first half.
  for (let turn = 0; turn < 5; turn += 1) expect((await api.get('/v1/whoami')).status).toBe(200)
  expect(status).toBeUndefined()
  sent.end(half)
  await answered
  expect(status).toBe(413)
})
