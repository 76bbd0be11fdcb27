import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createDrain } from '../http/server/listen.ts'
import { createLog } from '../service-log.ts'
import { startTestService } from './testing.ts'

/** A service, and a connection to it on which bytes are written. */
async function startConnected() {
  const service = await startTestService()
  const { host, port, hostname } = new URL(service.baseUrl)
  const socket = connect(Number(port), hostname).setEncoding('utf8')
  const request = (path: string, ...headers: string[]) =>
    `${[`GET ${path} HTTP/1.1`, `Host: ${host}`, ...headers].join('\r\n')}\r\n\r\n`
  return { service, socket, request }
}

test('CLI-03 a request that is on its way on a kept connection while the service stops is answered', async () => {
  const { service, socket, request } = await startConnected()
  socket.write(request('/healthz'))
  const [first] = await once(socket, 'data')
  expect(first).toMatch(/^HTTP\/1.1 200 .*\{"status":"ok"\}$/s)
  const stopped = service.close()
  socket.write(request('/healthz'))
  const [second] = await once(socket, 'data')
  expect(second).toMatch(/^HTTP\/1.1 200 .*connection: close\r\n.*\{"status":"ok"\}$/is)
  await once(socket, 'close')
  await stopped
})

test('CLI-03 what is under way when the service stops is answered, and the answer says that the connection closes', async () => {
  const { service, socket, request } = await startConnected()
  let answers = ''
  socket.on('data', (text: string) => (answers += text))
  const gate = Promise.withResolvers<void>()
  const held = service.store.write(() => gate.promise)
  socket.write(request('/readyz', 'Expect: 100-continue'))
  // The service has the request now, and waits for the database.
  await expect.poll(() => answers).toBe('HTTP/1.1 100 Continue\r\n\r\n')
  const closed = once(socket, 'close')
  const stopped = service.close()
  gate.resolve()
  await Promise.all([held, closed, stopped])
  expect(answers.match(/HTTP\/1.1 200|connection: [\w-]+/gi)).toEqual(['HTTP/1.1 200', 'Connection: close'])
})

test('CLI-03 a request that does not end is cut when draining takes too long', async () => {
  const server = createServer((_request, response) => void response.write('and so on'))
  const lines: string[] = []
  const stop = createDrain(server, createLog('warn', { write: (line) => void lines.push(line) }), 10)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await once(socket, 'data')
  let isStopped = false
  void stop().then(() => (isStopped = true))
  await expect.poll(() => [socket.closed, isStopped], { timeout: 10_000 }).toEqual([true, true])
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
    'Requests that took longer than 0.01 seconds to finish are cut.',
  ])
})
