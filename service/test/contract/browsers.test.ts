// CORS and HSTS: which pages of other origins may call the API, and how.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../testing.ts'

const exposed =
  'ETag,Idempotent-Replayed,RateLimit,RateLimit-Policy,Retry-After,WWW-Authenticate,X-Request-Id'
const origin = 'https://app.example.com'

let service: TestService
let token: string
beforeAll(async () => {
  service = await startTestService()
  const workspace = await service.createWorkspace()
  token = (await service.createKey(workspace, await service.addMember(workspace))).token
})
afterAll(() => service.close())

const send = (path: string, init: RequestInit = {}) =>
  fetch(service.url(path), { redirect: 'manual', ...init })

const preflight = (path: string, method = 'POST') =>
  send(path, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,content-type,if-match',
    },
  })

describe('pages of other origins', () => {
  test('GEN-01 may ask the general API with a key, and read the headers of its answers', async () => {
    const { status, headers } = await send('/v1/whoami', {
      headers: { origin, authorization: `Bearer ${token}` },
    })
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    expect(headers.get('access-control-expose-headers')).toBe(exposed)
  })

  test('GEN-01 may read refusals, also of paths that are not there', async () => {
    for (const [path, expected] of Object.entries({ '/v1/whoami': 401, '/v1/nothing': 404 })) {
      const { status, headers } = await send(path, { headers: { origin } })
      expect([status, headers.get('access-control-allow-origin')], path).toEqual([expected, '*'])
    }
  })

  test('GEN-01 are told before they ask what they may send', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status, headers } = await preflight('/v1/records', method)
      expect([status, headers.get('access-control-allow-origin')]).toEqual([204, '*'])
      expect(headers.get('access-control-allow-methods')?.split(',')).toContain(method)
      expect(headers.get('access-control-allow-headers')).toBe('authorization,content-type,if-match')
      expect(headers.get('access-control-max-age')).toBe('3600')
    }
  })

  test('GEN-01 never bring cookies along', async () => {
    for (const { headers } of [
      await preflight('/v1/records'),
      await send('/v1/whoami', { headers: { origin } }),
    ])
      expect(headers.get('access-control-allow-credentials')).toBeNull()
  })

  test.each([
    '/v1/launcher/brief',
    '/cli/v1/projects',
    '/oauth/token',
    '/oauth/style.css',
    '/w/acme',
    '/docs',
    '/healthz',
  ])('OAU-03 may not read %s', async (path) => {
    for (const { headers } of [await preflight(path), await send(path, { headers: { origin } })])
      expect(headers.get('access-control-allow-origin')).toBeNull()
  })

  test('GEN-01 a program that names no origin gets no headers for browsers', async () => {
    const { headers } = await send('/v1/whoami', { headers: { authorization: `Bearer ${token}` } })
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})

describe('an address with https', () => {
  let secure: TestService
  beforeAll(async () => {
    secure = await startTestService({ baseUrl: 'https://data.example.com' })
  })
  afterAll(() => secure.close())

  test.each(['/healthz', '/v1/whoami', '/v1/nothing', '/oauth/style.css', '/docs'])(
    'GEN-10 %s says that the host is asked over https only',
    async (path) => {
      const { headers } = await fetch(`${secure.localUrl}${path}`)
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
    },
  )

  test('GEN-10 an address with http says nothing of the kind', async () => {
    expect((await send('/healthz')).headers.get('strict-transport-security')).toBeNull()
  })
})
