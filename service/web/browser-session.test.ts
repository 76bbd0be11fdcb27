import { beforeEach, describe, expect, test } from 'vitest'
import { hashToken } from '../base/ids.ts'
import { askAuthorization, createCookieJar, discover, headingOf } from '../oauth/oauth-testing.ts'
import type { TestOauthPerson } from '../oauth/stage-testing.ts'
import { stageAcme } from './web-testing.ts'

type Jar = ReturnType<typeof createCookieJar>

const service = stageAcme()

const signIn = (jar: Jar, { email, password }: TestOauthPerson, next = '') =>
  jar.request('/w/sign-in', { method: 'POST', body: new URLSearchParams({ email, password, next }) })
const sessionOf = (jar: Jar) => [...jar.cookies.keys()].filter((name) => name.startsWith('svc_session'))

test('OAU-03 signing out ends the session, also for someone who kept its cookie', async () => {
  const { jar } = await service.open('owner', '/w/acme/tasks/t-1')
  const kept = new Map(jar.cookies)
  expect(sessionOf(jar)).toHaveLength(2)
  const out = await jar.follow('/w/sign-out', { method: 'POST' })
  expect(headingOf(out)).toBe('You are signed out')
  expect(sessionOf(jar)).toEqual([])
  for (const [name, cookie] of kept) jar.cookies.set(name, cookie)
  expect(headingOf(await jar.follow('/w/acme/tasks/t-1'))).toBe('Sign in')
})

test('OAU-03 the cookie is not for scripts nor for other sites, and its session ends after 14 days', async () => {
  const jar = createCookieJar(service.baseUrl)
  const answer = await signIn(jar, service.people.owner, '/w/acme/tasks/t-1')
  for (const line of answer.headers.getSetCookie()) expect(line).toMatch(/; samesite=lax; httponly$/i)
  service.clock.skippedMs = 14 * 24 * 3_600_000 + 1
  expect(headingOf(await jar.follow('/w/acme/tasks/t-1'))).toBe('Sign in')
})

test('OAU-03 a new sign-in makes a new session id', async () => {
  const { jar } = await service.open('owner', '/w/acme/tasks/t-1')
  const before = new Map(jar.cookies)
  await signIn(jar, service.people.member)
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
  '/w/acme/tasks/t-1?next=//evil.test',
  '/w/acme/tasks/t-1?x\r\nSet-Cookie: a=b',
  '/oauth/authorize',
  'javascript:alert(1)',
  '/w/acme/tasks/t-1\r\nSet-Cookie: a=b',
  '',
])('OAU-03 after sign-in the way on to %j is not taken', async (next) => {
  const jar = createCookieJar(service.baseUrl)
  const answer = await signIn(jar, service.people.owner, next)
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/w'])
})

test('OAU-03 another site can neither sign in nor sign out here', async () => {
  const { jar } = await service.open('owner', '/w/acme/tasks/t-1')
  for (const path of ['/w/sign-in', '/w/sign-out']) {
    const answer = await jar.request(path, {
      method: 'POST',
      body: new URLSearchParams({
        email: service.people.member.email,
        password: service.people.member.password,
        next: '',
      }),
      headers: { origin: 'https://evil.test' },
    })
    expect(answer.status).toBe(400)
  }
  expect((await jar.follow('/w/acme/tasks/t-1')).text).toContain('owner Person')
})

test('ERR-03 a wrong method is 405, a path of another form 404', async () => {
  const post = await fetch(`${service.baseUrl}/w/acme/meetings/mtg-1`, { method: 'POST' })
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  for (const path of ['/w/acme/people', '/w/acme/people/x', '/w/acme/tasks/t-1/x', '/w/ACME/tasks/t-1']) {
    expect([path, (await fetch(service.baseUrl + path)).status]).toEqual([path, 404])
  }
})

describe('a local workspace, whose owner has no password', () => {
  const path = '/w/acme/tasks/t-1'
  const opened = 'Only of the owner'
  const newJar = () => createCookieJar(service.baseUrl)
  const visit = (code: string, jar = newJar()) => jar.follow(`${path}?code=${code}`)
  let issue: () => Promise<string>
  beforeEach(async () => {
    const { id } = await service.addPerson('local', { wsp_acme: 'owner' }, null)
    issue = () => service.oauth.issuePageCode(id)
  })

  test('APP-08 a code opens a page once, also when it comes thrice at the same moment, and leaves the address', async () => {
    const code = await issue()
    const pages = await Promise.all([visit(code), visit(code), visit(code)])
    const page = pages.filter((each) => headingOf(each) === opened)
    expect(page.map(({ url }) => url.search)).toEqual([''])
    const other = await visit(code)
    expect(headingOf(other)).toBe('Sign in')
    expect(other.text).toContain('used already or has expired')
    expect(other.text).toContain('Open the page again from Svc Launcher')
  })

  test('APP-08 a link that is opened again shows the page to a browser that is signed in', async () => {
    const [jar, code] = [newJar(), await issue()]
    await visit(code, jar)
    expect(headingOf(await visit(code, jar))).toBe(opened)
  })

  test.each([
    ['expired', (code: string) => ((service.clock.skippedMs = 5 * 60_000), code)],
    ['wrong', (code: string) => `${code}x`],
    ['empty', () => ''],
    ['the hash that the database holds', hashToken],
  ])('APP-08 a code of a page that is %s signs nobody in', async (_name, spoil) => {
    expect(headingOf(await visit(spoil(await issue())))).toBe('Sign in')
  })

  test('APP-08 the session of a person without a password allows no authorization request', async () => {
    const jar = newJar()
    expect(headingOf(await visit(await issue(), jar))).toBe(opened)
    const config = await discover(service.baseUrl)
    const { url } = await askAuthorization(config)
    expect(headingOf(await jar.follow(url.href))).toBe('Sign in')
    const silent = await askAuthorization(config, { prompt: 'none' })
    const answer = (await jar.follow(silent.url.href)).url.searchParams
    expect([answer.get('error'), answer.get('code')]).toEqual(['login_required', null])
  })

  test('APP-08 a session that a code began ends after 12 hours, also when authorization requests prolong it', async () => {
    const jar = newJar()
    await visit(await issue(), jar)
    const hour = 3_600_000
    service.clock.skippedMs = 12 * hour - 60_000
    const { url } = await askAuthorization(await discover(service.baseUrl))
    await jar.follow(url.href)
    expect(headingOf(await jar.follow(path))).toBe(opened)
    service.clock.skippedMs = 12 * hour + 1_000
    expect(headingOf(await jar.follow(path))).toBe('Sign in')
  })

  test('APP-08 a code signs in a person with a password for pages only', async () => {
    const { id } = service.people.owner
    issue = () => service.oauth.issuePageCode(id)
    const jar = newJar()
    expect(headingOf(await visit(await issue(), jar))).toBe(opened)
    const silent = await askAuthorization(await discover(service.baseUrl), { prompt: 'none' })
    expect((await jar.follow(silent.url.href)).url.searchParams.get('error')).toBe('login_required')
  })
})
