import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startTestService } from './testing.ts'

test('CLI-03 a request that is on its way on a kept connection while the service stops is answered', async () => {
  const service = await startTestService()
  const { host, port, hostname } = new URL(service.baseUrl)
  const socket = connect(Number(port), hostname).setEncoding('utf8')
  const ask = () => socket.write(`GET /healthz HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
  ask()
  const [first] = await once(socket, 'data')
  expect(first).toMatch(/^HTTP\/1.1 200 .*\{"status":"ok"\}$/s)
  const stopped = service.close()
  ask()
  const [second] = await once(socket, 'data')
  expect(second).toMatch(/^HTTP\/1.1 200 .*connection: close\r\n.*\{"status":"ok"\}$/is)
  await once(socket, 'close')
  await stopped
})
