import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestService, type TestService } from '../../test/testing.ts'
import { answerUnreadable } from './server.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

/** Connects and writes text. @param allowHalfOpen the client's side stays open when the server ends its own */
async function dial(
  port: number,
  text: string,
  allowHalfOpen = false,
  onEnd = onTestFinished,
): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen })
  onEnd(() => void socket.destroy())
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

/** @returns status, id and body of the answer */
async function exchange(text: string) {
  const socket = await dial(Number(new URL(service.baseUrl).port), text)
  const [head = '', body = ''] = (await textOf(socket)).split('\r\n\r\n')
  const id = /^x-request-id: ([0-9a-f-]{36})$/im.exec(head)?.[1]
  return { status: Number(head.split(' ')[1]), id, body: JSON.parse(body) as { error: unknown } }
}

const host = () => `Host: ${new URL(service.baseUrl).host}`

test.each([
  ['without HTTP', () => 'hello\r\n\r\n', 400],
  ['with a nameless header', () => `GET /healthz HTTP/1.1\r\n${host()}\r\n: x\r\n\r\n`, 400],
  ['with a long address', () => `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${host()}\r\n\r\n`, 431],
  ['with two lengths', () => `POST /v1/tasks HTTP/1.1\r\n${host()}\r\nContent-Length: 1, 2\r\n\r\nx`, 400],
  [
    'with two hosts',
    () => `GET /healthz HTTP/1.1\r\n${host()}\r\n${host()}\r\nConnection: close\r\n\r\n`,
    400,
  ],
  ['without a host', () => 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  [
    'with a host in its address only',
    () => `GET ${service.baseUrl}/healthz HTTP/1.1\r\nConnection: close\r\n\r\n`,
    400,
  ],
])('GEN-10 ERR-01 a request %s is refused with an id and in JSON', async (_name, text, status) => {
  const answer = await exchange(text())
  expect(answer).toEqual({ status, id: expect.any(String), body: { error: expect.any(String) } })
})

const answered = { status: 200, id: expect.any(String), body: { status: 'ok' } }

test('GEN-10 a request of HTTP/1.0 without a host is answered', async () => {
  expect(await exchange('GET /healthz HTTP/1.0\r\n\r\n')).toEqual(answered)
})

test('GEN-10 a loopback service answers the host of its base URL in every spelling, and no other name', async () => {
  const behind = await startTestService({ baseUrl: 'https://data.example.com' })
  onTestFinished(() => behind.close())
  const port = Number(new URL(behind.localUrl).port)
  const statusFor = async (path: string, head: string) => {
    const socket = await dial(port, `GET ${path} HTTP/1.${head}\r\nConnection: close\r\n\r\n`)
    return Number((await textOf(socket)).split(' ', 2)[1])
  }
  for (const path of [
    '/healthz',
    '/v1/openapi.json',
    '/docs',
    '/settings',
    '/.well-known/openid-configuration',
  ]) {
    const good = await statusFor(path, '1\r\nHost: data.example.com')
    expect(good).toBeLessThan(400)
    for (const host of ['Data.Example.com', 'data.example.com:443', 'data.example.com:', 'data.example.com.'])
      expect(await statusFor(path, `1\r\nHost: ${host}`), `${path} ${host}`).toBe(good)
    expect(await statusFor(path, '0'), path).toBe(good)
    for (const host of ['evil.test', 'data.example.com:80', 'data.example.com.evil.test', ''])
      expect(await statusFor(path, `1\r\nHost: ${host}`), `${path} ${host}`).toBe(403)
  }
})

test('GEN-10 every answer tells browsers not to guess its type', async () => {
  const metered = await startTestService({ metrics: { host: '127.0.0.1', port: 0 } })
  onTestFinished(() => metered.close())
  const asked = ['/healthz', '/v1/openapi.json', '/docs', '/settings', '/v1/tasks', '/nothing', '/cli/v1/x']
  const signIn = ['/oauth/authorize', '/oauth/style.css', '/oauth/jwks', '/.well-known/openid-configuration']
  const answers = await Promise.all([
    ...[...asked, ...signIn, '/w/acme'].map((path) => fetch(metered.url(path), { redirect: 'manual' })),
    fetch(metered.url('/oauth/token'), { method: 'POST' }),
    fetch(metered.url('/settings'), { method: 'DELETE' }),
    fetch(metered.metricsUrl ?? ''),
    fetch(new URL('/nothing', metered.metricsUrl)),
  ])
  for (const { url, headers } of answers) expect(headers.get('x-content-type-options'), url).toBe('nosniff')
  const refused = ['GET / HTTP/1.1\r\nHost: evil.test\r\nConnection: close\r\n\r\n', 'hello\r\n\r\n']
  for (const text of refused) {
    const socket = await dial(Number(new URL(metered.baseUrl).port), text)
    expect((await textOf(socket)).toLowerCase()).toContain('\r\nx-content-type-options: nosniff\r\n')
  }
})

test('GEN-10 an unknown expectation is ignored', async () => {
  const answer = await exchange(
    `GET /healthz HTTP/1.1\r\n${host()}\r\nExpect: tea\r\nConnection: close\r\n\r\n`,
  )
  expect(answer).toEqual(answered)
})

test('GEN-01 a chunked body without chunks is not a body', async () => {
  const workspace = await service.createWorkspace()
  const { token } = await service.createKey(workspace, await service.addMember(workspace))
  const answer = await exchange(
    `DELETE /v1/records/none HTTP/1.1\r\n${host()}\r\nAuthorization: Bearer ${token}\r\n` +
      'Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n',
  )
  expect(answer).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
})

/** A server that answers unreadable requests. */
async function listen(options = {}, onEnd = onTestFinished) {
  const server = createServer(options, (_request, response) => response.end('done'))
  answerUnreadable(server, pino({ level: 'silent' }), () => {})
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  const connections = () =>
    new Promise<number>((resolve) => {
      server.getConnections((_error, count) => resolve(count))
    })
  return { port: (server.address() as AddressInfo).port, connections }
}

test('GEN-10 a client that keeps sending long headers reads why they are refused', async () => {
  const { port } = await listen()
  const socket = await dial(port, 'GET / HTTP/1.1\r\nHost: x\r\nX-Long: ')
  for (let part = 0; part < 10; part += 1)
    await new Promise<void>((sent) => socket.write('x'.repeat(20_000), () => sent()))
  expect(socket.destroyed).toBe(false)
  expect(await textOf(socket)).toMatch(/^HTTP\/1.1 431 /)
})

// Each waits two seconds for its client.
test.concurrent.for([
  ['hello\r\n\r\n', 400],
  ['GET / HTTP/1.1\r\nX-A: b', 408],
  ['', 408],
] as const)(
  'GEN-10 a client that sends %j and keeps its side open is answered and disconnected',
  async ([text, status], { onTestFinished: onEnd }) => {
    const options = { headersTimeout: 100, requestTimeout: 100, connectionsCheckingInterval: 50 }
    const { port, connections } = await listen(options, onEnd)
    const socket = await dial(port, text, true, onEnd)
    let answer = ''
    socket.setEncoding('utf8').on('data', (some: string) => (answer += some))
    await expect.poll(connections, { timeout: 10_000 }).toBe(0)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  },
)

test.each(['/v1/openapi.json', '/docs'])(
  'GEN-11 a client that asks a thousand times for %s and reads nothing does not block others',
  async (path) => {
    const socket = await dial(Number(new URL(service.baseUrl).port), '')
    socket.pause()
    socket.write(`GET ${path} HTTP/1.1\r\n${host()}\r\n\r\n`.repeat(1_000))
    for (let asked = 0; asked < 10; asked += 1)
      expect((await fetch(service.url('/healthz'))).status).toBe(200)
  },
)
