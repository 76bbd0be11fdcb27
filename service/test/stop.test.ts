import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createDrain } from '../http/server/server.ts'
import { createLog } from '../base/service-log.ts'
import type { ServiceConfig } from '../serve.ts'
import { startTestService } from './testing.ts'

/** A service, and a connection to it on which bytes are written. */
async function startConnected(log?: ServiceConfig['log']) {
  const service = await startTestService({ ...(log && { log }) })
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

test.each(['Content-Length: 9', 'Transfer-Encoding: chunked'])(
  'GEN-10 a client that disconnects while sending a body with %s is not logged as an error',
  async (framing) => {
    const lines: { level: number; path?: string; aborted?: boolean }[] = []
    const log = pino({}, { write: (line) => lines.push(JSON.parse(line)) })
    const { service, socket, request } = await startConnected(log)
    const workspace = await service.createWorkspace()
    const { token } = await service.createKey(workspace, await service.addMember(workspace))
    const authorization = `Authorization: Bearer ${token}`
    const headers = [authorization, framing, 'Content-Type: application/json', 'Expect: 100-continue']
    socket.write(request('/v1/records', ...headers).replace('GET', 'POST'))
    // The service has the request, and waits for its body.
    await once(socket, 'data')
    socket.destroy()
    await expect.poll(() => lines.find(({ path }) => path === '/v1/records')).toMatchObject({ aborted: true })
    await service.close()
    expect(lines.filter(({ level }) => level > 30)).toEqual([])
  },
)
