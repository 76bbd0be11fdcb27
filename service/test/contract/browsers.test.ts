// CORS and HSTS: which pages of other origins may call the API, and how.
import { expect, onTestFinished, test } from 'vitest'
import { startTestService } from '../testing.ts'
import { stageTeam } from './team.ts'

const team = stageTeam()
const exposed =
  'ETag,Idempotent-Replayed,RateLimit,RateLimit-Policy,Retry-After,WWW-Authenticate,X-Request-Id'
const origin = 'https://app.example.com'

const send = (path: string, headers: Record<string, string> = { origin }, method = 'GET') =>
  fetch(`${team.service.baseUrl}${path}`, { redirect: 'manual', headers, method })
const preflight = (path: string, method = 'POST') => {
  const asked = {
    'access-control-request-method': method,
    'access-control-request-headers': 'authorization,content-type,if-match',
  }
  return send(path, { origin, ...asked }, 'OPTIONS')
}

test('GEN-01 pages of other origins may use the general API with a key and read the headers of its answers', async () => {
  const { status, headers } = await send('/v1/whoami', {
    origin,
    authorization: `Bearer ${team.owner.token}`,
  })
  expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*'])
  expect(headers.get('access-control-expose-headers')).toBe(exposed)
})

test.each([
  ['/v1/whoami', 401],
  ['/v1/nothing', 404],
])('GEN-01 pages of other origins may read the refusal of %s', async (path, expected) => {
  const { status, headers } = await send(path)
  expect([status, headers.get('access-control-allow-origin')]).toEqual([expected, '*'])
  expect(headers.get('access-control-allow-credentials')).toBeNull()
})

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('GEN-01 a preflight allows %s', async (method) => {
  const { status, headers } = await preflight('/v1/records', method)
  expect([status, headers.get('access-control-allow-origin')]).toEqual([204, '*'])
  expect(headers.get('access-control-allow-methods')?.split(',')).toContain(method)
  expect(headers.get('access-control-allow-headers')).toBe('authorization,content-type,if-match')
  expect(headers.get('access-control-max-age')).toBe('3600')
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
])('OAU-03 pages of other origins may not read %s', async (path) => {
  for (const { headers } of [await preflight(path), await send(path)])
    expect(headers.get('access-control-allow-origin')).toBeNull()
})

test('GEN-01 a program that names no origin gets no headers for browsers', async () => {
  const { headers } = await send('/v1/whoami', { authorization: `Bearer ${team.owner.token}` })
  expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
})

test('GEN-10 a service at an https address tells browsers to use https only, and one at http does not', async () => {
  const secure = await startTestService({ baseUrl: 'https://data.example.com' })
  onTestFinished(() => secure.close())
  for (const path of ['/healthz', '/v1/whoami', '/v1/nothing', '/oauth/style.css', '/docs']) {
    const { headers } = await fetch(`${secure.localUrl}${path}`)
    expect(headers.get('strict-transport-security'), path).toBe('max-age=31536000')
  }
  expect((await send('/healthz')).headers.get('strict-transport-security')).toBeNull()
})
