import { request, type OutgoingHttpHeaders } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestObject, type TestService } from '../testing.ts'
import { createClient, type Answer, type Client } from './client.ts'

let service: TestService
let api: Client
let anyone: Client
let companies: TestObject
let token: string

beforeAll(async () => {
  service = await startTestService({ rateLimit: 10_000 })
  const workspace = await service.createWorkspace()
  const owner = await service.addMember(workspace)
  companies = await service.createObject(workspace, 'companies', [
    { slug: 'name', kind: 'text', primary: true },
    { slug: 'notes', kind: 'long_text' },
  ])
  token = (await service.createKey(workspace, owner)).token
  api = createClient(service.baseUrl, token)
  anyone = createClient(service.baseUrl)
})
afterAll(() => service.close())

const expectProblem = (answer: Answer, status: number, code: string) => {
  expect(answer.status).toBe(status)
  expect(answer.body.error.code).toBe(code)
  expect(answer.body.error.message).toEqual(expect.stringMatching(/\S/))
  expect(answer.body.error.requestId).toBe(answer.headers.get('x-request-id'))
}

describe('requests', () => {
  test.each([
    ['not JSON', '{"object":', 'application/json'],
    ['empty text', '', 'application/json'],
    ['another content type', '{"object":"companies","values":{}}', 'text/plain'],
    ['a form', 'object=companies', 'application/x-www-form-urlencoded'],
  ])('GEN-01 a body that is %s is 400 invalid_json', async (_name, text, contentType) => {
    expectProblem(await api.raw('POST', '/v1/records', text, contentType), 400, 'invalid_json')
  })

  const company = JSON.stringify({ object: 'companies', values: {} })

  test.each(['charset=utf-8', 'charset="UTF-8"', 'charset=utf8', 'version=1'])(
    'GEN-01 %s beside the content type is fine',
    async (parameter) => {
      const answer = await api.raw('POST', '/v1/records', company, `application/json; ${parameter}`)
      expect(answer.status).toBe(201)
    },
  )

  test.each(['iso-8859-1', '"utf-16"'])('GEN-01 a body in the charset %s is 415', async (charset) => {
    const answer = await api.raw('POST', '/v1/records', company, `application/json; charset=${charset}`)
    expectProblem(answer, 415, 'unsupported_media_type')
  })

  test.each(['gzip', 'br', 'identity, gzip'])('GEN-01 a body encoded with %s is 415', async (encoding) => {
    const encoded = api.with({ 'content-encoding': encoding })
    expectProblem(await encoded.raw('POST', '/v1/records', company), 415, 'unsupported_media_type')
  })

  test('GEN-01 the encoding `identity` is none', async () => {
    const plain = api.with({ 'content-encoding': 'Identity' })
    expect((await plain.raw('POST', '/v1/records', company)).status).toBe(201)
  })

  test('GEN-01 a missing body is 400', async () => {
    expect((await api.send('POST', '/v1/records')).status).toBe(400)
  })

  test('GEN-12 an idle connection outlives the minute for which proxies keep theirs', async () => {
    const { headers } = await api.get('/healthz')
    const [, seconds] = /timeout=(\d+)/.exec(headers.get('keep-alive') ?? '') ?? []
    expect(Number(seconds)).toBeGreaterThan(60)
  })

  test('GEN-10 no answer tells which software sent it', async () => {
    const { headers } = await api.get('/healthz')
    expect(headers.get('x-powered-by')).toBeNull()
    expect(headers.get('server')).toBeNull()
  })
})

describe('errors', () => {
  test('ERR-03 an unknown route is a JSON 404, signed in or not', async () => {
    for (const path of [
      '/',
      '/v1/nothing',
      '/v1/records/1/2/3',
      '/v1/launcher/nothing',
      '/v2/whoami',
      '/v1/records/',
    ]) {
      expectProblem(await api.get(path), 404, 'not_found')
      expectProblem(await anyone.get(path), 404, 'not_found')
    }
  })

  test('ERR-03 a wrong method is 405 and says which are right', async () => {
    const answer = await api.delete('/v1/records')
    expectProblem(answer, 405, 'method_not_allowed')
    expect(answer.headers.get('allow')).toBe('GET, HEAD, POST')
    const preflight = await anyone.send('OPTIONS', '/v1/records')
    expect(preflight.status).toBe(405)
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('ERR-01 a validation error names every path', async () => {
    const answer = await api.post('/v1/records', { object: 7, values: 'none' })
    expectProblem(answer, 400, 'validation_error')
    const paths = answer.body.error.details.map((detail: { path: string[] }) => detail.path.join('.'))
    expect(paths).toEqual(expect.arrayContaining(['object', 'values']))
  })

  test('ERR-02 no error shows a stack trace or SQL', async () => {
    const answers = await Promise.all([
      api.get('/v1/records/%00'),
      api.get("/v1/records?object=';drop table record;--"),
      api.get('/v1/records/%E0%A4%A'),
      api.raw('POST', '/v1/records', '['.repeat(500_000)),
      api.get(`/v1/records?cursor=${'A'.repeat(8000)}`),
    ])
    for (const { status, body } of answers) {
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
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

describe('shapes', () => {
  test('GEN-02 GEN-03 one resource is {data}, a list adds has_more and next_cursor, creation is 201', async () => {
    const created = await api.post('/v1/records', { object: 'companies', values: { name: 'One' } })
    expect(created.status).toBe(201)
    expect(Object.keys(created.body)).toEqual(['data'])
    const list = await api.get('/v1/records')
    expect(list.status).toBe(200)
    expect(Object.keys(list.body).toSorted()).toEqual(['data', 'has_more', 'next_cursor'])
  })

  test('GEN-04 objects and fields are plain arrays', async () => {
    expect(Object.keys((await api.get('/v1/objects')).body)).toEqual(['data'])
    expect(Object.keys((await api.get(`/v1/objects/${companies.id}/fields`)).body)).toEqual(['data'])
  })

  test('GEN-09 no route changes members, workspaces, keys or objects', async () => {
    for (const path of ['/v1/objects', '/v1/members']) expect((await api.post(path, {})).status).toBe(405)
    for (const path of ['/v1/workspaces', '/v1/keys', '/v1/members/x'])
      expect((await api.post(path, {})).status).toBe(404)
  })

  test('GEN-11 the OpenAPI 3.1 document needs no key and describes every route that answers', async () => {
    const { status, body } = await anyone.get('/v1/openapi.json')
    expect(status).toBe(200)
    expect(body.openapi).toBe('3.1.0')
    expect(Object.keys(body.paths)).toEqual(
      expect.arrayContaining([
        '/v1/whoami',
        '/v1/objects',
        '/v1/records',
        '/v1/records/{id}/restore',
        '/healthz',
      ]),
    )
    for (const [path, operations] of Object.entries<Record<string, { responses: object }>>(body.paths)) {
      for (const [method, { responses }] of Object.entries(operations)) {
        const answer = await anyone.send(method.toUpperCase(), path.replaceAll(/\{\w+\}/g, 'x'))
        expect(Object.keys(responses), `${method} ${path}`).toContain(String(answer.status))
      }
    }
  })

  test('GEN-10 health and readiness answer without a key', async () => {
    expect((await anyone.get('/healthz')).body).toEqual({ status: 'ok' })
    expect((await anyone.get('/readyz')).body).toEqual({ status: 'ok' })
  })
})

/**
 * A request that fetch would not send: with a Host of its own, an address that is no path, a body of GET.
 * @param body what is sent of a body that does not end before the answer
 */
const unusual = (
  options: { method?: string; path?: string; headers?: OutgoingHttpHeaders },
  body?: string,
): Promise<{ status: number | undefined; text: string }> => {
  const { hostname, port } = new URL(service.baseUrl)
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, ...options }, (response) => {
      outgoing.end()
      response
        .toArray()
        .then((chunks) => resolve({ status: response.statusCode, text: chunks.join('') }), reject)
    }).on('error', reject)
    if (body === undefined) outgoing.end()
    else outgoing.write(body)
  })
}

test('GEN-10 a page that points its own name at this machine is refused', async () => {
  const port = new URL(service.baseUrl).port
  const status = async (host: string) => (await unusual({ path: '/healthz', headers: { host } })).status
  expect(await status(`rebind.example:${port}`)).toBe(403)
  expect(await status('127.0.0.1:1')).toBe(403)
  expect(await status(`localhost:${port}`)).toBe(200)
})

describe('an address with scheme and host', () => {
  const absolute = (path: string, host = new URL(service.baseUrl).host, scheme = 'http') => {
    const headers = { authorization: `Bearer ${token}` }
    return unusual({ path: `${scheme}://${host}${path}`, headers })
  }

  test.each(['/v1/whoami', '/.well-known/oauth-authorization-server', '/oauth/style.css', '/healthz?x=1'])(
    'GEN-10 is answered as %s alone',
    async (path) => {
      const plain = await unusual({ path, headers: { authorization: `Bearer ${token}` } })
      expect(plain.status).toBe(200)
      expect(await absolute(path)).toEqual(plain)
      expect(await absolute(path, undefined, 'HTTPS')).toEqual(plain)
    },
  )

  test('GEN-10 names the host instead of the Host header', async () => {
    for (const path of ['/v1/whoami', '/oauth/style.css', '', '?/'])
      expect((await absolute(path, 'evil.test')).status).toBe(403)
    const { host } = new URL(service.baseUrl)
    const headers = { authorization: `Bearer ${token}`, host: 'evil.test' }
    expect((await unusual({ path: `http://${host}/v1/whoami`, headers })).status).toBe(200)
  })

  test('GEN-10 ERR-01 is refused with a user name or another scheme', async () => {
    const { host } = new URL(service.baseUrl)
    for (const [named, scheme] of [
      [`u:secret@${host}`, 'http'],
      [`u@${host}`, 'http'],
      [`@${host}`, 'http'],
      [host, 'ftp'],
    ]) {
      const { status, text } = await absolute('/v1/whoami', named, scheme)
      expect([status, JSON.parse(text)]).toEqual([400, { error: expect.any(String) }])
    }
  })
})

const chunked = () => ({ authorization: `Bearer ${token}`, 'transfer-encoding': 'chunked' })

test.each(['GET', 'HEAD'])('GEN-10 a %s that announces the chunks of no body is answered', async (method) => {
  expect((await unusual({ method, path: '/v1/whoami', headers: chunked() })).status).toBe(200)
})

test('GEN-10 a GET is answered before the end of a body that it does not need, however long', async () => {
  const answer = await unusual({ path: '/v1/whoami', headers: chunked() }, 'x'.repeat(2 * 1024 * 1024))
  expect(answer.status).toBe(200)
})
