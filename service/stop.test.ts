import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
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

test('CLI-03 what is under way on a connection when the service stops is answered, and the last answer says that it closes', async () => {
  const { service, socket, request } = await startConnected()
  let answers = ''
  socket.on('data', (text: string) => (answers += text))
  const gate = Promise.withResolvers<void>()
  const held = service.store.write(() => gate.promise)
  socket.write(request('/readyz', 'Expect: 100-continue') + request('/healthz'))
  // The service has the requests now, and waits for the database.
  await expect.poll(() => answers).toBe('HTTP/1.1 100 Continue\r\n\r\n')
  const closed = once(socket, 'close')
  const stopped = service.close()
  gate.resolve()
  await Promise.all([held, closed, stopped])
  expect(answers.match(/HTTP\/1.1 200|connection: [\w-]+/gi)).toEqual([
    'HTTP/1.1 200',
    'Connection: keep-alive',
    'HTTP/1.1 200',
    'Connection: close',
  ])
})
