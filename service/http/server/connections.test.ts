import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { startTestService } from '../../test/testing.ts'
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
  'GEN-11 a client that asks for %s a thousand times at once and reads nothing does not keep others waiting',
  async (path) => {
    const service = await startTestService()
    onTestFinished(() => service.close())
    const { port, host } = new URL(service.baseUrl)
    const socket = await dial(Number(port), '')
    socket.pause()
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(1_000))
    for (let asked = 0; asked < 10; asked += 1)
      expect((await fetch(service.url('/healthz'))).status).toBe(200)
  },
)
