import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../testing.ts'
import { createClient, type Client } from './client.ts'

let service: TestService
let metricsUrl: string
let api: Client
let token: string
/** A token with its three requests left. */
let other: string
let taskId: string

beforeAll(async () => {
  service = await startTestService({ metrics: { host: '127.0.0.1', port: 0 }, rateLimit: 3 })
  metricsUrl = service.metricsUrl ?? ''
  const workspace = await service.createWorkspace()
  const owner = await service.addMember(workspace)
  token = (await service.createKey(workspace, owner)).token
  other = (await service.createKey(workspace, owner)).token
  api = createClient(service.baseUrl, token)
  taskId = (await api.post('/v1/tasks', { title: 'Measured' })).body.data.id
  await api.get(`/v1/tasks/${taskId}?access_token=${token}`)
  await api.get('/v1/records/nothing')
  await api.get('/v1/whoami')
  await createClient(service.baseUrl).get(`/v1/nothing/${taskId}`)
})
afterAll(() => service.close())

const read = async () => (await fetch(metricsUrl)).text()
/** The value of the sample whose labels hold all of these. */
const sample = (text: string, name: string, ...labels: string[]) => {
  const line = text
    .split('\n')
    .find((each) => each.startsWith(name) && labels.every((label) => each.includes(label)))
  return line === undefined ? undefined : Number(line.split(' ').at(-1))
}
const durations = 'svc_request_duration_seconds_count'

test('GEN-12 metrics tell routes, statuses and refusals apart, and hold no id and no token', async () => {
  const text = await read()
  expect(sample(text, durations, 'method="POST"', 'route="/v1/tasks"', 'status="201"')).toBe(1)
  expect(sample(text, durations, 'route="/v1/tasks/:taskId"', 'status="400"')).toBe(1)
  expect(sample(text, durations, 'route="/v1/records/:id"', 'status="404"')).toBe(1)
  expect(sample(text, durations, 'route="none"', 'status="404"')).toBe(1)
  expect(sample(text, 'svc_rate_limited_total', 'route="/v1/whoami"')).toBe(1)
  expect(sample(text, 'svc_webhook_queue_depth')).toBe(0)
  expect(sample(text, 'nodejs_eventloop_lag_p99_seconds')).toEqual(expect.any(Number))
  expect(text).not.toContain(taskId)
  expect(text).not.toContain(token.slice(4, 20))
})

test('GEN-12 metrics count what was never answered, and what could not be read, as that', async () => {
  const { host, hostname, port } = new URL(service.baseUrl)
  const socket = connect(Number(port), hostname)
  const headers = ['Content-Type: application/json', 'Content-Length: 9', 'Expect: 100-continue']
  const authorization = `Authorization: Bearer ${other}`
  socket.write(
    ['PUT /v1/records/gone HTTP/1.1', `Host: ${host}`, authorization, ...headers, '', ''].join('\r\n'),
  )
  // The service has the request, and waits for its body.
  await once(socket, 'data')
  socket.destroy()
  const route = 'route="/v1/records/:id"'
  await expect
    .poll(async () => sample(await read(), durations, 'method="PUT"', route, 'status="aborted"'))
    .toBe(1)
  expect(sample(await read(), durations, 'method="PUT"', 'status="200"')).toBeUndefined()

  for (const [text, status] of [
    ['hello\r\n\r\n', 400],
    [`GET /${'a'.repeat(20_000)} HTTP/1.1\r\n\r\n`, 431],
  ] as const) {
    const unread = connect(Number(port), hostname).resume()
    unread.write(text)
    await once(unread, 'close')
    const labels = ['method="other"', 'route="none"', `status="${status}"`]
    expect(sample(await read(), durations, ...labels)).toBe(1)
  }
})

test('GEN-12 metrics have a port of their own, where nothing else is, and none unless it is given', async () => {
  expect((await createClient(service.baseUrl).get('/metrics')).status).toBe(404)
  expect((await fetch(new URL('/v1/whoami', metricsUrl))).status).toBe(404)
  expect((await fetch(metricsUrl, { method: 'POST' })).status).toBe(405)
  const plain = await startTestService()
  expect(plain.metricsUrl).toBeUndefined()
  await plain.close()
})
