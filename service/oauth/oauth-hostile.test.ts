import * as client from 'openid-client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { launcherClientId } from '../../shared/api/primitives.ts'
import { newAccessToken } from '../base/ids.ts'
import {
  askAuthorization,
  authorize,
  createCookieJar,
  discover,
  signInFully,
  type Arrival,
} from './oauth-testing.ts'
import { stageOauth, startOauth } from './stage-testing.ts'

const service = stageOauth('the file')

/** The address of an authorization request. @param changed what differs from the launcher's own */
const requestWith = async (changed: Record<string, string> = {}, clientId = launcherClientId) =>
  (await askAuthorization(await discover(service.baseUrl, clientId), changed)).url
const follow = (url: URL) => createCookieJar(service.baseUrl).follow(url.href)

/** A page of ours, from which nothing goes anywhere. */
const expectRefusal = (page: Arrival, detail: string) => {
  expect([page.status, page.url.origin]).toEqual([400, service.baseUrl])
  expect(page.text).toContain('Sign-in request rejected')
  expect(page.text).toContain(detail)
  expect(page.text).not.toContain('<script')
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(page.headers.get('x-content-type-options')).toBe('nosniff')
}
/** The parameters with which a request is sent back to the launcher. */
const answerOf = async (url: URL) => {
  const back = await follow(url)
  expect(back.url.origin).toBe('http://127.0.0.1:51234')
  return new URLSearchParams(back.url.search || back.url.hash.slice(1))
}

test.each([
  ['another path', 'http://127.0.0.1:51234/other'],
  ['a longer path', 'http://127.0.0.1:51234/callback/x'],
  ['another host', 'http://evil.test:51234/callback'],
  ['localhost', 'http://localhost:51234/callback'],
  ['https', 'https://127.0.0.1:51234/callback'],
  ['IPv6', 'http://[::1]:51234/callback'],
  ['a host that only begins like it', 'http://127.0.0.1.evil.test/callback'],
  ['a user in front', 'http://127.0.0.1:1@evil.test/callback'],
  ['a query', 'http://127.0.0.1:51234/callback?x=1'],
  ['a script', 'javascript:alert(1)'],
  ['nothing', ''],
])('OAU-01 a redirect to %s is refused on a page, and nothing is sent there', async (_name, redirect) => {
  expectRefusal(await follow(await requestWith({ redirect_uri: redirect })), 'redirect_uri')
})

test.each([
  ['the plain method', { code_challenge_method: 'plain' }],
  ['no method', { code_challenge_method: '' }],
  ['no challenge', { code_challenge: '', code_challenge_method: '' }],
  ['a short challenge', { code_challenge: 'short' }],
  ['the implicit flow', { response_type: 'token' }],
  ['a hybrid flow', { response_type: 'code id_token' }],
])('OAU-01 %s is refused with an error for the client', async (_name, parameters: Record<string, string>) => {
  const url = await requestWith(parameters)
  for (const [name, value] of Object.entries(parameters)) if (value === '') url.searchParams.delete(name)
  const answer = await answerOf(url)
  expect(answer.get('error')).toMatch(/^(invalid_request|unsupported_response_type)$/)
  expect(answer.get('code')).toBeNull()
})

test('OAU-01 an authorization request of more than 4 kB is refused on a page, and nothing of it is kept', async () => {
  const url = await requestWith()
  const room = 4096 - (url.search.length - 1)
  const state = url.searchParams.get('state') ?? ''
  const ask = (length: number) => {
    url.searchParams.set('state', state + 's'.repeat(length))
    return follow(url)
  }
  const dayLater = () => (service.clock.skippedMs += 24 * 3_600_000)
  dayLater()
  await service.oauth.purgeExpired()
  expectRefusal(await ask(room + 1), 'invalid_request: the request is longer than 4096 characters')
  dayLater()
  expect(await service.oauth.purgeExpired()).toBe(0)
  expect((await ask(room)).text).toContain('<h1>Sign in</h1>')
})

test('OAU-01 an address may begin 1,000 sign-ins a minute; more are refused, and other addresses are not affected', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const behindProxy = await startOauth({ proxy: 'trusted' })
  onTestFinished(() => behindProxy.stop())
  const { url } = await askAuthorization(await discover(behindProxy.baseUrl))
  const office = '203.0.113.7'
  const begin = (address: string) =>
    fetch(url, { redirect: 'manual', headers: { 'x-forwarded-for': address } })
  const statusOf = async () => (await begin(office)).status

  for (let hundred = 0; hundred < 10; hundred += 1)
    expect(new Set(await Promise.all(Array.from({ length: 100 }, statusOf)))).toEqual(new Set([303]))
  const refused = await begin(office)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
  expect(await refused.text()).toContain('<h1>Too many sign-ins at once</h1>')
  expect((await begin('203.0.113.8')).status).toBe(303)

  behindProxy.clock.skippedMs += 60_000
  expect(await statusOf()).toBe(303)
  // The refused one was not stored.
  behindProxy.clock.skippedMs += 24 * 3_600_000
  expect(await behindProxy.oauth.purgeExpired()).toBe(1002)
  expect(behindProxy.failures).toEqual([])
})

test.each([
  ['a good request', {}],
  ['one that is refused', { code_challenge: 'short' }],
  ['one that hides it', { response_mode: 'query' }],
])(
  'OAU-01 form_post is not offered: %s gets a page without a script',
  async (_name, parameters: Record<string, string>) => {
    const url = await requestWith(parameters)
    url.searchParams.append('response_mode', 'form_post')
    expectRefusal(await follow(url), 'invalid_request: response_mode form_post is not offered')
  },
)

test.each([
  ['no scope', undefined],
  ['an empty scope', ''],
  ['only unknown scopes', 'webhooks:write everything'],
])('OAU-02 %s is refused with invalid_scope before a page is shown', async (_name, scope) => {
  const url = await requestWith()
  // A nonce is for `openid`.
  url.searchParams.delete('nonce')
  url.searchParams.delete('scope')
  if (scope !== undefined) url.searchParams.set('scope', scope)
  const answer = await answerOf(url)
  expect(answer.get('error')).toBe('invalid_scope')
  expect(answer.get('error_description')).toContain('tasks:read')
  expect(answer.get('state')).toBe(url.searchParams.get('state'))
})

test('OAU-02 unknown scopes beside a known one are left out', async () => {
  const config = await discover(service.baseUrl)
  const parameters = { scope: 'openid webhooks:write tasks:read' }
  const { callback, checks } = await authorize(config, service.ada, { parameters })
  const tokens = await client.authorizationCodeGrant(config, callback, checks)
  expect(tokens.scope).toBe('tasks:read')
})

test('OAU-01 an unknown client is refused on a page and at the token endpoint', async () => {
  const config = await discover(service.baseUrl, 'somebody-else')
  expectRefusal(await follow((await askAuthorization(config)).url), 'invalid_client')
  await expect(client.refreshTokenGrant(config, 'x')).rejects.toMatchObject({ error: 'invalid_client' })
})

test('OAU-01 another resource than the launcher surface is refused', async () => {
  const answer = await answerOf(await requestWith({ resource: 'https://elsewhere.test/' }))
  expect(answer.get('error')).toBe('invalid_target')
})

test('OAU-01 neither refresh tokens, id tokens, developer keys nor rubbish are accepted as access tokens', async () => {
  const { tokens } = await signInFully(service.baseUrl, service.ada)
  const { refresh_token: refresh, id_token: id } = tokens
  for (const wrong of [refresh, id, newAccessToken(), '', 'x', 'x'.repeat(10_000)]) {
    expect(await service.oauth.findLauncherToken(wrong ?? '')).toBeNull()
  }
})

test('ERR-03 a wrong method is 405 with Allow, and endpoints that are off are 404', async () => {
  const get = await fetch(`${service.baseUrl}/oauth/token`)
  expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST'])
  // No page of another origin signs in here, so there is nothing to ask beforehand.
  for (const path of ['/oauth/token', '/oauth/jwks', '/.well-known/openid-configuration']) {
    const headers = { origin: 'https://elsewhere.test', 'access-control-request-method': 'POST' }
    for (const init of [{}, { headers }]) {
      const answer = await fetch(service.baseUrl + path, { method: 'OPTIONS', ...init })
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([405, null])
      expect(answer.headers.get('content-type')).toMatch(/json/)
    }
  }
  const post = await fetch(`${service.baseUrl}/oauth/authorize`, { method: 'POST' })
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  for (const path of ['', '/request', '/me', '/reg', '/constructor'])
    expect([path, (await fetch(`${service.baseUrl}/oauth${path}`)).status]).toEqual([path, 404])
  expect((await fetch(`${service.baseUrl}/session/end`)).status).toBe(404)
})

test('OAU-01 a page of another origin is refused at the endpoints of tokens, and may read no answer', async () => {
  const { tokens } = await signInFully(service.baseUrl, service.ada)
  const token = tokens.refresh_token ?? ''
  for (const [path, parameters] of [
    ['/oauth/token', { grant_type: 'refresh_token', refresh_token: token }],
    ['/oauth/revoke', { token }],
  ] as const) {
    const answer = await fetch(service.baseUrl + path, {
      method: 'POST',
      headers: { origin: 'https://elsewhere.test' },
      body: new URLSearchParams({ client_id: launcherClientId, ...parameters }),
    })
    const { headers } = answer
    expect([answer.status, headers.get('access-control-allow-origin')]).toEqual([400, null])
    expect(await answer.json()).toMatchObject({ error: 'invalid_request' })
  }
  expect(await service.oauth.findLauncherToken(tokens.access_token)).not.toBeNull()
})

test('ERR-02 markup in a request is shown as text', async () => {
  expectRefusal(await follow(await requestWith({ client_id: '"><script>alert(1)</script>' })), 'invalid_')
  const form = await follow(await requestWith({ login_hint: '"><img src=x>@x' }))
  expect(form.text).toContain('value="&quot;&gt;&lt;img src=x&gt;@x"')
})
