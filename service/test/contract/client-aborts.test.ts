import { once } from 'node:events'
import { connect } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../testing.ts'

let service: TestService
let token: string
const lines: { level: number; path?: string; aborted?: boolean }[] = []
beforeAll(async () => {
  service = await startTestService({ log: pino({}, { write: (line) => lines.push(JSON.parse(line)) }) })
  const workspace = await service.createWorkspace()
  token = (await service.createKey(workspace, await service.addMember(workspace))).token
})
afterAll(() => service.close())

const info = 30

test.each([
  ['/v1/records/announced', 'Content-Length: 9'],
  ['/v1/records/chunked', 'Transfer-Encoding: chunked'],
])(
  'GEN-10 a client that disconnects while sending to %s is not logged as an error',
  async (path, framing) => {
    lines.length = 0
    const { host, hostname, port } = new URL(service.baseUrl)
    const socket = connect(Number(port), hostname)
    const head = [`PUT ${path} HTTP/1.1`, `Host: ${host}`, `Authorization: Bearer ${token}`, framing]
    socket.write(
      `${[...head, 'Content-Type: application/json', 'Expect: 100-continue'].join('\r\n')}\r\n\r\n`,
    )
    // The service has the request now, and waits for its body.
    await once(socket, 'data')
    socket.destroy()
    await expect.poll(() => lines.find((line) => line.path === path)).toMatchObject({ aborted: true })
    // The log is in order: lines of this request precede those of a later one.
    await fetch(service.url('/healthz'))
    await expect.poll(() => lines.some((line) => line.path === '/healthz')).toBe(true)
    expect(lines.filter((line) => line.level > info)).toEqual([])
  },
)
