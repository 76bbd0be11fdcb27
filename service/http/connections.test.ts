import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startTestService } from '../testing.ts'
import { createPipelines, endStalled } from './connections.ts'
import { answerUnreadable } from './unreadable-request.ts'

async function listen(listener: RequestListener, options = {}) {
  const server = createServer(options, listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const connections = () =>
    new Promise<number>((resolve) => {
      server.getConnections((_error, count) => resolve(count))
    })
  return { server, port, connections }
}

/** A client that sends all that it has at once. @param allowHalfOpen its side stays open whatever the server does */
async function dial(port: number, text: string, allowHalfOpen = false): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen })
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

const asking = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`

/** Each answer waits until it is let go. */
async function startHeld(most?: number) {
  const inPipeline = createPipelines(most)
  const begun: string[] = []
  const closed: string[] = []
  const held: ServerResponse[] = []
  const { port } = await listen((request, response) => {
    const path = request.url ?? ''
    response.once('close', () => closed.push(path))
    inPipeline(request, response, () => {
      begun.push(path)
      held.push(response)
    })
  })
  return { port, begun, closed, answer: () => held.shift()?.end('done') }
}

test('GEN-10 of one connection a request begins when the answer before it has left, of two connections both begin', async () => {
  const { port, begun, answer } = await startHeld()
  await dial(port, asking('/a') + asking('/b') + asking('/c'))
  await dial(port, asking('/other'))
  await vi.waitUntil(() => begun.length === 2)
  expect(begun.toSorted((a, b) => a.localeCompare(b))).toEqual(['/a', '/other'])
  const first = begun[0] === '/a'
  answer()
  if (!first) answer()
  await expect.poll(() => begun.filter((path) => path !== '/other')).toEqual(['/a', '/b'])
})

test('GEN-10 a connection on which too many requests wait is ended, and each of them is over', async () => {
  const { port, begun, closed } = await startHeld(3)
  const socket = await dial(port, ['/1', '/2', '/3', '/4', '/5'].map(asking).join(''))
  socket.resume()
  await once(socket, 'close')
  await expect
    .poll(() => closed.toSorted((a, b) => a.localeCompare(b)))
    .toEqual(['/1', '/2', '/3', '/4', '/5'])
  expect(begun).toEqual(['/1'])
})

test('GEN-10 behind an answer that ends its connection nothing begins, and each request is over (RFC 9112, 9.6)', async () => {
  const inPipeline = createPipelines()
  const begun: string[] = []
  const closed: string[] = []
  const { port } = await listen((request, response) => {
    const path = request.url ?? ''
    response.once('close', () => closed.push(path))
    inPipeline(request, response, () => {
      begun.push(path)
      response.setHeader('Connection', 'close').end('done')
    })
  })
  const socket = await dial(port, ['/1', '/2', '/3'].map(asking).join(''))
  socket.resume()
  await once(socket, 'close')
  await expect.poll(() => closed.toSorted((a, b) => a.localeCompare(b))).toEqual(['/1', '/2', '/3'])
  expect(begun).toEqual(['/1'])
})

test('GEN-10 a connection is good for any number of requests, one after the other', async () => {
  const { port, begun, answer } = await startHeld(3)
  const socket = await dial(port, '')
  socket.resume()
  for (let asked = 0; asked < 20; asked += 1) {
    socket.write(asking(`/${asked}`))
    await vi.waitUntil(() => begun.length === asked + 1)
    answer()
  }
  expect(begun).toHaveLength(20)
})

test('GEN-10 who reads nothing of an answer is cut off, who reads slowly is not', async () => {
  const length = 40_000_000
  const { server, port, connections } = await listen((_request, response) => response.end('x'.repeat(length)))
  // The kernel lets the server go on by megabytes: what a slow reader takes comes in steps of a quarter of a second.
  endStalled(server, 1_500)
  const silent = await dial(port, asking('/'))
  silent.pause()
  await expect.poll(connections, { timeout: 10_000 }).toBe(0)
  const slow = await dial(port, asking('/'))
  let read = 0
  slow.on('data', (some) => {
    read += some.length
    slow.pause()
    setTimeout(() => slow.resume(), 5)
  })
  await expect.poll(() => read, { timeout: 45_000 }).toBeGreaterThan(length)
})

test('GEN-10 a client that goes on sending headers that are too long reads why they are refused', async () => {
  const { server, port } = await listen((_request, response) => response.end('done'))
  answerUnreadable(server, pino({ level: 'silent' }), () => {})
  const socket = await dial(port, 'GET / HTTP/1.1\r\nHost: x\r\nX-Long: ')
  for (let part = 0; part < 10; part += 1)
    await new Promise<void>((sent) => socket.write('x'.repeat(20_000), () => sent()))
  expect(socket.destroyed).toBe(false)
  expect(await textOf(socket)).toMatch(/^HTTP\/1.1 431 /)
})

test.each([
  ['sends no HTTP', 'hello\r\n\r\n', 400],
  ['never ends its headers', 'GET / HTTP/1.1\r\nX-A: b', 408],
  ['says nothing', '', 408],
])(
  'GEN-10 a client that %s and stays is answered, and its connection is closed',
  async (_what, text, status) => {
    const { server, port, connections } = await listen((_request, response) => response.end(), {
      headersTimeout: 100,
      requestTimeout: 100,
      connectionsCheckingInterval: 50,
    })
    answerUnreadable(server, pino({ level: 'silent' }), () => {})
    const socket = await dial(port, text, true)
    let answer = ''
    socket.setEncoding('utf8').on('data', (some: string) => (answer += some))
    await expect.poll(connections, { timeout: 10_000 }).toBe(0)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  },
)

test.each(['/v1/openapi.json', '/docs'])(
  'GEN-11 a connection that asks for %s a thousand times at once is ended, and the service answers others',
  async (path) => {
    const service = await startTestService()
    onTestFinished(() => service.close())
    const { port, host } = new URL(service.baseUrl)
    const socket = await dial(Number(port), `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(1_000))
    let answers = 0
    socket
      .setEncoding('utf8')
      .on('data', (some: string) => (answers += some.split('HTTP/1.1 200').length - 1))
    await once(socket, 'close')
    expect(answers).toBeLessThanOrEqual(1)
    expect((await fetch(service.url('/healthz'))).status).toBe(200)
  },
)
