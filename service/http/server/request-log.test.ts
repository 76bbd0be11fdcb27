import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newFeedSecret } from '../../calendars/feed.ts'
import { createClient } from '../../test/contract/client.ts'
import { startTestService, type TestService } from '../../test/testing.ts'

type Line = Record<string, unknown>

let service: TestService
let key: { keyId: string; token: string }
let log: string
beforeAll(async () => {
  const sink = { write: (line: string) => void (log += line) }
  service = await startTestService({ proxy: 'trusted', log: pino({ base: null }, sink) })
  const workspace = await service.createWorkspace()
  key = await service.createKey(workspace, await service.addMember(workspace), ['records:read'])
})
afterAll(() => service.close())
beforeEach(() => {
  log = ''
})

/** Waits for the lines, which are written after the answers. */
const lines = async (count: number): Promise<Line[]> => {
  const read = () => log.split('\n').slice(0, -1)
  await expect.poll(() => read().length).toBe(count)
  return read().map((line) => JSON.parse(line) as Line)
}

test('AUT-02 GEN-10 every request has a log line under the id of its answer, without token or query', async () => {
  const { token } = key
  const api = createClient(service.baseUrl, token)
  const answers = [
    await api.get('/v1/whoami'),
    await api.get(`/v1/records?object=secret-query&access_token=${token}`),
    await createClient(service.baseUrl, `${token}x`).get('/v1/whoami'),
    await api.raw('POST', '/v1/records', `{"token":"${token}"`),
  ]
  expect((await lines(4)).map((line) => [line['requestId'], line['status']])).toEqual(
    answers.map((answer) => [answer.headers.get('x-request-id'), answer.status]),
  )
  expect(log).not.toContain(token.slice(4, 20))
  expect(log).not.toContain('secret-query')
})

test('GEN-10 the log names key, person, workspace and address of a request, also if it is refused', async () => {
  const headers = { authorization: `Bearer ${key.token}`, 'x-forwarded-for': '10.9.8.7, 203.0.113.5' }
  await fetch(service.url('/v1/whoami'), { headers })
  await fetch(service.url('/v1/records'), { headers, method: 'POST' })
  await fetch(service.url('/v1/whoami'))
  const who = { workspace: expect.any(String), person: expect.stringMatching(/^usr_/), key: key.keyId }
  const [first, second, third] = await lines(3)
  expect(first).toMatchObject({ status: 200, address: '203.0.113.5', ...who })
  expect(second).toMatchObject({ status: 403, address: '203.0.113.5', ...who })
  expect(third).toMatchObject({ status: 401, address: '127.0.0.1' })
  expect(third).not.toHaveProperty('person')
})

test('AUT-02 GEN-10 the log has the path of an absolute address, and no password in one', async () => {
  const { hostname, port, host } = new URL(service.baseUrl)
  for (const path of [`http://${host}/healthz?secret-query`, `http://u:secret-word@${host}/healthz`]) {
    const [response] = (await once(request({ hostname, port, path }).end(), 'response')) as [IncomingMessage]
    response.resume()
    await once(response, 'end')
  }
  expect(await lines(2)).toMatchObject([
    { path: '/healthz', status: 200 },
    { path: '', status: 400 },
  ])
  expect(log).not.toContain('secret')
})

test('AUT-02 GEN-10 the secret of a calendar feed is in no line of the log, wherever it stands in a path', async () => {
  const secret = newFeedSecret()
  const { hostname, port, host } = new URL(service.baseUrl)
  const paths = [
    `/calendar/${secret}.ics`,
    `//calendar/${secret}.ics`,
    `/Calendar/${secret}.ics`,
    `/%63alendar/${secret}.ics`,
    `/settings/calendar/${secret}.ics`,
    `/${secret}`,
    `/calendars/${secret}.ics/`,
    `/calendars/${secret.replaceAll(/./g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)}.ics`,
    `http://${host}/Calendar/${secret}.ics`,
  ]
  for (const path of [...paths, `/v1/records/${'a'.repeat(44)}`]) {
    const [response] = (await once(request({ hostname, port, path }).end(), 'response')) as [IncomingMessage]
    response.resume()
    await once(response, 'end')
  }
  const logged = (await lines(paths.length + 1)).map(({ path }) => path)
  const masked = paths.map(() => expect.stringMatching(/:secret\.ics/))
  expect(logged).toEqual([...masked, `/v1/records/${'a'.repeat(44)}`])
  expect(log).not.toContain(secret)
})

test('GEN-10 an aborted request has a log line without a status', async () => {
  const headers = { authorization: `Bearer ${key.token}`, 'content-length': 9, expect: '100-continue' }
  const writing = request(service.url('/v1/records'), { method: 'POST', headers })
  writing.on('error', () => {})
  writing.flushHeaders()
  await once(writing, 'continue')
  writing.destroy()
  // Node's parser reports the end in the middle of the body in a line of its own.
  const line = (await lines(2)).find(({ method }) => method === 'POST')
  expect(line).toMatchObject({ path: '/v1/records', aborted: true })
  expect(line).not.toHaveProperty('status')
})
