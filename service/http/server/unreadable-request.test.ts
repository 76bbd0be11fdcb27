import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../test/testing.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

/** Sends text as it is. @returns all that is answered */
async function answersTo(text: string): Promise<string> {
  const { port, hostname } = new URL(service.baseUrl)
  const socket = connect(Number(port), hostname).setEncoding('utf8')
  let answers = ''
  socket.on('data', (some: string) => (answers += some))
  socket.write(text)
  await once(socket, 'close')
  return answers
}

/** Sends text as it is. @returns status, headers and body */
async function exchange(text: string) {
  const [head = '', body = ''] = (await answersTo(text)).split('\r\n\r\n')
  const id = /^x-request-id: ([0-9a-f-]{36})$/im.exec(head)?.[1]
  return { status: Number(head.split(' ')[1]), id, body: JSON.parse(body) as { error: unknown } }
}

const host = () => `Host: ${new URL(service.baseUrl).host}`

test.each([
  ['no HTTP', () => 'hello\r\n\r\n', 400],
  ['a header without a name', () => `GET /healthz HTTP/1.1\r\n${host()}\r\n: x\r\n\r\n`, 400],
  ['an address that is too long', () => `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${host()}\r\n\r\n`, 431],
  ['two lengths', () => `POST /v1/tasks HTTP/1.1\r\n${host()}\r\nContent-Length: 1, 2\r\n\r\nx`, 400],
  ['two hosts', () => `GET /healthz HTTP/1.1\r\n${host()}\r\n${host()}\r\nConnection: close\r\n\r\n`, 400],
  ['no host', () => 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  [
    'no host but that of its address',
    () => `GET ${service.baseUrl}/healthz HTTP/1.1\r\nConnection: close\r\n\r\n`,
    400,
  ],
  ['no host before HTTP/1.1', () => 'GET /healthz HTTP/1.0\r\n\r\n', 403],
])('GEN-10 ERR-01 %s is refused with an id and in JSON', async (_name, text, status) => {
  const answer = await exchange(text())
  expect(answer).toEqual({ status, id: expect.any(String), body: { error: expect.any(String) } })
})

test.each([
  ['no HTTP', 'hello\r\n\r\n', '400'],
  ['headers that are too long', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n`, '431'],
])(
  'GEN-10 ERR-01 behind requests that were read, %s are refused when those are answered',
  async (_name, rest, status) => {
    const good = `GET /healthz HTTP/1.1\r\n${host()}\r\n\r\n`
    const answers = await answersTo(good + good + rest)
    expect(answers.match(/(?<=HTTP\/1\.1 )\d+/g)).toEqual(['200', '200', status])
    expect(answers.match(/\{[^}]*\}/g)).toEqual([
      '{"status":"ok"}',
      '{"status":"ok"}',
      expect.stringMatching(/^\{"error":"[^"]+"\}$/),
    ])
  },
)

test('GEN-10 an expectation that nobody knows is passed over', async () => {
  const answer = await exchange(
    `GET /healthz HTTP/1.1\r\n${host()}\r\nExpect: tea\r\nConnection: close\r\n\r\n`,
  )
  expect(answer).toEqual({ status: 200, id: expect.any(String), body: { status: 'ok' } })
})

test('GEN-01 a body of no chunks is no body', async () => {
  const { port } = new URL(service.baseUrl)
  const workspace = await service.createWorkspace()
  const { token } = await service.createKey(workspace, await service.addMember(workspace))
  const answer = await exchange(
    `DELETE /v1/records/none HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n` +
      'Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n',
  )
  expect(answer).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
})
