import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWire, type Wire } from '../proof/wire.ts'
import { createClient, type Answer, type Client } from './client.ts'
import { refusal, stageTeam } from './team.ts'

const team = stageTeam()
let api: Client
let anyone: Client
let token: string
let baseUrl: string
let wire: Wire
beforeAll(async () => {
  ;({ api, token } = team.owner)
  baseUrl = team.service.baseUrl
  anyone = createClient(baseUrl)
  wire = createWire(baseUrl)
  await team.service.createObject(team.workspace, 'notes', [
    { slug: 'text', kind: 'long_text', primary: true },
  ])
})

afterAll(() => wire.close())

const expectProblem = (answer: Answer, status: number, code: string) => {
  expect(refusal(answer)).toEqual([status, code])
  expect(answer.body.error.message).toMatch(/\S/)
  expect(answer.body.error.requestId).toBe(answer.headers.get('x-request-id'))
}

describe('requests', () => {
  const company = JSON.stringify({ object: 'notes', values: {} })

  test.each([
    ['not JSON', '{"object":', 'application/json'],
    ['empty', '', 'application/json'],
    ['of another content type', company, 'text/plain'],
    ['a form', 'object=companies', 'application/x-www-form-urlencoded'],
  ])('GEN-01 a body that is %s is 400 invalid_json', async (_name, text, contentType) => {
    expectProblem(await api.raw('POST', '/v1/records', text, contentType), 400, 'invalid_json')
  })

  test.each([
    ['charset=utf-8', 201],
    ['charset="UTF-8"', 201],
    ['charset=utf8', 201],
    ['version=1', 201],
    ['charset=iso-8859-1', 415],
    ['charset="utf-16"', 415],
  ])('GEN-01 a body with the content type parameter %s is %i', async (parameter, status) => {
    const answer = await api.raw('POST', '/v1/records', company, `application/json; ${parameter}`)
    expect(answer.status).toBe(status)
    if (status === 415) expectProblem(answer, 415, 'unsupported_media_type')
  })

  test.each([
    ['Identity', 201],
    ['gzip', 415],
    ['br', 415],
    ['identity, gzip', 415],
  ])('GEN-01 a body encoded with %s is %i', async (encoding, status) => {
    const encoded = api.with({ 'content-encoding': encoding })
    expect((await encoded.raw('POST', '/v1/records', company)).status).toBe(status)
  })

  test('GEN-10 GEN-12 an answer keeps its connection for over a minute and does not name its software', async () => {
    const { headers } = await api.get('/healthz')
    const [, seconds] = /timeout=(\d+)/.exec(headers.get('keep-alive') ?? '') ?? []
    expect(Number(seconds)).toBeGreaterThan(60)
    expect([headers.get('x-powered-by'), headers.get('server')]).toEqual([null, null])
  })
})

// A refused body is read first, so that a client which is still sending sees the answer.
describe('large bodies', () => {
  test('GEN-10 a body over 1 MiB is 413 and one below is not', async () => {
    const body = (length: number) => JSON.stringify({ object: 'notes', values: { text: 'x'.repeat(length) } })
    expectProblem(await api.raw('POST', '/v1/records', body(1024 * 1024)), 413, 'payload_too_large')
    expectProblem(await api.raw('POST', '/v1/records', body(1_000_000)), 400, 'invalid_value')
    expectProblem(await api.raw('POST', '/v1/records', body(40_000_000)), 413, 'payload_too_large')
  })

  test('GEN-10 a body of unannounced length is 413 when it grows over 1 MiB', async () => {
    const send = async (kilobytes: number) => {
      const body = ReadableStream.from(Array(kilobytes).fill(new TextEncoder().encode(' '.repeat(1024))))
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      return (await fetch(`${baseUrl}/v1/records`, { method: 'POST', body, duplex: 'half', headers })).status
    }
    expect([await send(2048), await send(512)]).toEqual([413, 400])
  })
})

describe('errors', () => {
  test.each(['/', '/v1/nothing', '/v1/records/1/2/3', '/v1/launcher/nothing', '/v2/whoami', '/v1/records/'])(
    'ERR-03 the unknown route %s is a JSON 404, signed in or not',
    async (path) => {
      for (const client of [api, anyone]) expectProblem(await client.get(path), 404, 'not_found')
    },
  )

  test('ERR-03 a wrong method is 405 and names the right ones', async () => {
    const answer = await api.delete('/v1/records')
    expectProblem(answer, 405, 'method_not_allowed')
    expect(answer.headers.get('allow')).toBe('GET, HEAD, POST')
    const preflight = await anyone.send('OPTIONS', '/v1/records')
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([405, null])
  })

  test('ERR-01 a validation error names every path', async () => {
    const answer = await api.post('/v1/records', { object: 7, values: 'none' })
    expectProblem(answer, 400, 'validation_error')
    const paths = answer.body.error.details.map((detail: { path: string[] }) => detail.path.join('.'))
    expect(paths).toEqual(expect.arrayContaining(['object', 'values']))
  })

  test('ERR-02 no error shows a stack trace or SQL', async () => {
    const answers = await Promise.all([
      api.send('POST', '/v1/records'),
      api.get('/v1/records/%00'),
      api.get("/v1/records?object=';drop table record;--"),
      api.get('/v1/records/%E0%A4%A'),
      api.raw('POST', '/v1/records', '['.repeat(500_000)),
      api.get(`/v1/records?cursor=${'A'.repeat(8000)}`),
    ])
    for (const { status, body } of answers) {
      expect([400, 404]).toContain(status)
      expect(JSON.stringify(body)).not.toMatch(/ at |select |insert |\.ts:|sqlite/i)
    }
  })

  test('GEN-10 every answer carries an id of its own', async () => {
    const answers = [await api.get('/v1/whoami'), await anyone.get('/v1/whoami'), await api.get('/nothing')]
    const ids = answers.map((answer) => answer.headers.get('x-request-id'))
    expect(new Set(ids).size).toBe(3)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/)
  })
})

test('GEN-02 GEN-03 GEN-04 a resource is {data}, a list adds has_more and next_cursor, creation is 201', async () => {
  const created = await api.post('/v1/records', { object: 'companies', values: { name: 'One' } })
  expect([created.status, Object.keys(created.body)]).toEqual([201, ['data']])
  const list = await api.get('/v1/records')
  expect([list.status, Object.keys(list.body).toSorted()]).toEqual([200, ['data', 'has_more', 'next_cursor']])
  for (const path of ['/v1/objects', '/v1/objects/companies/fields', '/v1/webhooks'])
    expect(Object.keys((await api.get(path)).body)).toEqual(['data'])
})

test('GEN-09 CLI-01 no route changes members, workspaces, keys or objects, and the command line has variables only', async () => {
  for (const path of ['/v1/objects', '/v1/members']) expect((await api.post(path, {})).status).toBe(405)
  for (const path of ['/v1/workspaces', '/v1/keys', '/v1/members/x', '/v1/projects'])
    expect((await api.post(path, {})).status).toBe(404)
  for (const path of ['/cli/v1/records', '/cli/v1/tasks', '/cli/v1/whoami'])
    expect((await api.get(path)).status).toBe(404)
  expect((await api.delete('/cli/v1/projects/x/env')).status).toBe(405)
})

test('GEN-10 a page that points its own name at this machine is refused', async () => {
  const port = new URL(baseUrl).port
  const status = async (host: string) =>
    (await wire.send({ method: 'GET', path: '/healthz', headers: { host } })).status
  expect(await status(`rebind.example:${port}`)).toBe(403)
  expect(await status('127.0.0.1:1')).toBe(403)
  expect(await status(`localhost:${port}`)).toBe(200)
})

test('AUT-12 a page by another name of this machine leads to the base URL, and an answer of the API does not', async () => {
  const { port } = new URL(baseUrl)
  const answer = async (path: string) => {
    const { status, headers } = await wire.send({
      method: 'GET',
      path,
      token,
      headers: { host: `localhost:${port}` },
    })
    return [status, headers['location']]
  }
  expect(await answer('/settings/acme/keys?from=2')).toEqual([303, `${baseUrl}/settings/acme/keys?from=2`])
  expect(await answer('/v1/whoami')).toEqual([200, undefined])
})

describe('an address with scheme and host', () => {
  const absolute = (path: string, host = new URL(baseUrl).host, scheme = 'http', headers = {}) =>
    wire.send({ method: 'GET', path: `${scheme}://${host}${path}`, token, headers })

  test('GEN-10 names the host instead of the Host header', async () => {
    for (const path of ['/v1/whoami', '/oauth/style.css', '', '?/'])
      expect((await absolute(path, 'evil.test')).status).toBe(403)
    const foreign = { host: 'evil.test' }
    expect((await absolute('/v1/whoami', undefined, undefined, foreign)).status).toBe(200)
  })

  test('GEN-10 ERR-01 is refused with a user name or another scheme', async () => {
    const { host } = new URL(baseUrl)
    for (const [named, scheme] of [
      [`u:secret@${host}`, 'http'],
      [`@${host}`, 'http'],
      [host, 'ftp'],
    ]) {
      const { status, text } = await absolute('/v1/whoami', named, scheme)
      expect([status, JSON.parse(text)]).toEqual([400, { error: expect.any(String) }])
    }
  })
})
