import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  askAuthorization,
  createCookieJar,
  discover,
  startOauth,
  type TestOauth,
} from '../oauth/oauth-testing.ts'
import { fillAcme, headingOf, openAs, type TestOauthPerson } from './web-testing.ts'

type Jar = ReturnType<typeof createCookieJar>

let service: TestOauth
let owner: TestOauthPerson
let member: TestOauthPerson
beforeEach(async () => {
  service = await startOauth()
  const acme = await service.addWorkspace('acme')
  owner = await service.addPerson('owner', { [acme]: 'owner' })
  member = await service.addPerson('member', { [acme]: 'member' })
  await fillAcme(service, owner, member)
})
afterEach(async () => {
  expect(service.failures).toEqual([])
  await service.stop()
})

const sessionOf = (jar: Jar) => [...jar.cookies.keys()].filter((name) => name.startsWith('svc_session'))

test('OAU-03 signing out ends the session, also for someone who kept its cookie', async () => {
  const { jar, page } = await openAs(service, owner, '/w/acme/tasks/t-1')
  const kept = new Map(jar.cookies)
  expect(sessionOf(jar)).toHaveLength(2)
  const out = await jar.submit(page, {})
  expect(headingOf(out)).toBe('You are signed out')
  expect(sessionOf(jar)).toEqual([])
  for (const [name, cookie] of kept) jar.cookies.set(name, cookie)
  expect(headingOf(await jar.follow('/w/acme/tasks/t-1'))).toBe('Sign in')
})

test('OAU-03 the cookie is not for scripts nor for other sites, and its session ends after 14 days', async () => {
  const jar = createCookieJar(service.baseUrl)
  const answer = await jar.request('/w/sign-in', {
    method: 'POST',
    body: new URLSearchParams({ email: owner.email, password: owner.password, next: '/w/acme/tasks/t-1' }),
  })
  for (const line of answer.headers.getSetCookie()) expect(line).toMatch(/; samesite=lax; httponly$/i)
  service.clock.skippedMs = 14 * 24 * 3_600_000 + 1
  expect(headingOf(await jar.follow('/w/acme/tasks/t-1'))).toBe('Sign in')
})

test('APP-08 a local owner opens a page by a one-time code, once, and the code leaves the address', async () => {
  const local = await service.addPerson('local', { wsp_acme: 'owner' }, null)
  const code = await service.oauth.issuePageCode(local.id)
  const jar = createCookieJar(service.baseUrl)
  const page = await jar.follow(`/w/acme/tasks/t-1?code=${code}`)
  expect([headingOf(page), page.url.search]).toEqual(['Only of the owner', ''])
  expect(headingOf(await jar.follow(`/w/acme/tasks/t-1?code=${code}`))).toBe('Only of the owner')
  const other = await createCookieJar(service.baseUrl).follow(`/w/acme/tasks/t-1?code=${code}`)
  expect(headingOf(other)).toBe('Sign in')
  expect(other.text).toContain('used already or has expired')
  expect(other.text).toContain('Open the page again from Svc Launcher')
})

test('OAU-03 a session of ours also opens the consent page of the launcher', async () => {
  const { jar } = await openAs(service, owner, '/w/acme/tasks/t-1')
  const { url } = await askAuthorization(await discover(service.baseUrl))
  expect(headingOf(await jar.follow(url.href))).toBe('Allow Svc Launcher?')
})

test('OAU-03 a new sign-in makes a new session id', async () => {
  const { jar } = await openAs(service, owner, '/w/acme/tasks/t-1')
  const before = new Map(jar.cookies)
  await jar.request('/w/sign-in', {
    method: 'POST',
    body: new URLSearchParams({ email: member.email, password: member.password, next: '' }),
  })
  const name = sessionOf(jar)[0] ?? ''
  expect(jar.cookies.get(name)?.value).not.toBe(before.get(name)?.value)
  jar.cookies.set(name, before.get(name) ?? { value: '', path: '/' })
  expect(headingOf(await jar.follow('/w/acme/tasks/t-1'))).toBe('Sign in')
})

test.each([
  'https://evil.test/',
  '//evil.test/w/acme/tasks/t-1',
  '/\\evil.test/w/acme/tasks/t-1',
  '/w/acme/tasks/t-1/../../../../evil',
  '/w/acme/tasks/t-1?next=x',
  '/oauth/authorize',
  'javascript:alert(1)',
  '/w/acme/tasks/t-1\r\nSet-Cookie: a=b',
  '',
])('OAU-03 after sign-in the way on to %j is not taken', async (next) => {
  const jar = createCookieJar(service.baseUrl)
  const answer = await jar.request('/w/sign-in', {
    method: 'POST',
    body: new URLSearchParams({ email: owner.email, password: owner.password, next }),
  })
  expect([answer.status, answer.headers.get('location')]).toEqual([200, null])
  expect(await answer.text()).toContain('You are signed in')
})

test('OAU-03 wrong passwords are refused and slowed down here too', async () => {
  const jar = createCookieJar(service.baseUrl)
  const form = await jar.follow('/w/acme/tasks/t-1')
  for (let i = 0; i < 5; i += 1) {
    expect((await jar.submit(form, { email: owner.email, password: 'x' })).status).toBe(400)
  }
  expect((await jar.submit(form, { email: owner.email, password: owner.password })).status).toBe(429)
})

test('OAU-03 another site can neither sign in nor sign out here', async () => {
  const { jar } = await openAs(service, owner, '/w/acme/tasks/t-1')
  for (const path of ['/w/sign-in', '/w/sign-out']) {
    const answer = await jar.request(path, {
      method: 'POST',
      body: new URLSearchParams({ email: member.email, password: member.password, next: '' }),
      headers: { origin: 'https://evil.test' },
    })
    expect(answer.status).toBe(400)
  }
  expect((await jar.follow('/w/acme/tasks/t-1')).text).toContain('owner Person')
})

test('ERR-03 a wrong method is 405, a path of another form is left to others', async () => {
  const post = await fetch(`${service.baseUrl}/w/acme/tasks/t-1`, { method: 'POST' })
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  for (const path of ['/w', '/w/acme', '/w/acme/people/x', '/w/acme/tasks/t-1/x', '/w/ACME/tasks/t-1']) {
    expect(await (await fetch(service.baseUrl + path)).text()).toBe('not ours')
  }
})
