import * as client from 'openid-client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { askAuthorization, createCookieJar, discover, headingOf, type Arrival } from '../oauth-testing.ts'
import { startOauth, type TestOauth, type TestOauthPerson } from '../stage-testing.ts'

type Jar = ReturnType<typeof createCookieJar>

let service: TestOauth
let ada: TestOauthPerson
beforeEach(async () => {
  service = await startOauth()
  const acme = await service.addWorkspace('acme')
  ada = await service.addPerson('ada', { [acme]: 'owner' })
})
afterEach(async () => {
  expect(service.failures).toEqual([])
  await service.stop()
})

const open = async (parameters: Record<string, string> = {}, jar: Jar = createCookieJar(service.baseUrl)) => {
  const config = await discover(service.baseUrl)
  const { url, checks } = await askAuthorization(config, parameters)
  return { jar, config, checks, page: await jar.follow(url.href) }
}

const alertOf = (page: Arrival) => /role="alert">([^<]*)</.exec(page.text)?.[1]

describe('sign-in', () => {
  test('OAU-03 a wrong password, an unknown email and a person without a password get the same answer, and the email stays', async () => {
    await service.addPerson('local', { wsp_acme: 'owner' }, null)
    for (const email of [ada.email, 'nobody@acme.test', 'local@acme.test']) {
      const { jar, page } = await open()
      const refused = await jar.submit(page, { email, password: 'wrong' })
      expect(refused.text).toContain(`value="${email}"`)
      const words = 'This email and password do not match. Check both and try again.'
      expect([refused.status, alertOf(refused)]).toEqual([400, words])
    }
  })

  test('OAU-03 the email may be written with capitals and spaces', async () => {
    const { jar, page } = await open()
    const consent = await jar.submit(page, { email: `  ${ada.email.toUpperCase()} `, password: ada.password })
    expect(headingOf(consent)).toBe('Allow Svc Launcher?')
  })

  test('OAU-03 parallel guesses at one account count one by one, in whatever letters, also at an unknown email', async () => {
    const { jar, page } = await open()
    for (const email of [ada.email, 'nobody@acme.test']) {
      const guesses = Array.from({ length: 12 }, (_, i) =>
        jar.submit(page, { email: i % 2 ? email : email.toUpperCase(), password: `guess ${i}` }),
      )
      const statuses = (await Promise.all(guesses)).map(({ status }) => status)
      expect(statuses.filter((status) => status === 400)).toHaveLength(5)
      expect(statuses.filter((status) => status === 429)).toHaveLength(7)
    }
  })

  test('OAU-03 a form from another site is refused', async () => {
    const { jar, page } = await open()
    const action = /action="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const body = new URLSearchParams({ email: ada.email, password: ada.password })
    const post = async (origin: string) =>
      (await jar.request(action, { method: 'POST', body, headers: { origin } })).status
    for (const origin of ['https://evil.test', 'null', `${service.baseUrl}0`])
      expect([origin, await post(origin)]).toEqual([origin, 400])
    expect(await post(service.baseUrl)).toBe(303)
  })

  test.each([
    ['JSON', 'application/json', '{"email":"a"}'],
    ['a large form', 'application/x-www-form-urlencoded', `email=${'a'.repeat(200_000)}`],
    ['a form over 16 KiB', 'application/x-www-form-urlencoded', `email=a&password=${'a'.repeat(16 * 1024)}`],
  ])('OAU-03 %s is not a sign-in', async (_name, type, body) => {
    const { jar, page } = await open()
    const action = /action="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const answer = await jar.request(action, { method: 'POST', body, headers: { 'content-type': type } })
    expect(answer.status).toBe(400)
    expect(await answer.text()).not.toContain('name="password"')
  })

  test('OAU-03 the pages run no script, are framed by nobody, and are kept by no cache', async () => {
    const { page } = await open()
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.text).not.toMatch(/<script|\sstyle=|\son\w+=/)
  })
})

describe('consent', () => {
  const toConsent = async (parameters: Record<string, string> = {}) => {
    const opened = await open(parameters)
    const page = await opened.jar.submit(opened.page, { email: ada.email, password: ada.password })
    return { ...opened, page }
  }

  test('OAU-03 consent says in words what is asked for, and no more', async () => {
    const { page } = await toConsent()
    const asks = [...page.text.matchAll(/<li>([^<]*)<\/li>/g)].map(([, words]) => words)
    expect(asks).toEqual([
      'See your tasks',
      'Create and change tasks in your name',
      'See records, such as companies and people',
      'See your meetings',
      'See your notifications',
      'See your name and email address',
      'Stay signed in until you sign out',
    ])
    const few = await toConsent({ scope: 'openid tasks:read' })
    expect([...few.page.text.matchAll(/<li>([^<]*)<\/li>/g)].map(([, words]) => words)).toEqual([
      'See your tasks',
    ])
  })

  test('OAU-03 Cancel tells the launcher access_denied', async () => {
    const { jar, page, config, checks } = await toConsent()
    const back = await jar.submit(page, { decision: 'cancel' })
    expect(back.url.origin).toBe('http://127.0.0.1:51234')
    await expect(client.authorizationCodeGrant(config, back.url, checks)).rejects.toMatchObject({
      error: 'access_denied',
    })
  })

  test('OAU-03 a member of several workspaces chooses one, and no other is accepted', async () => {
    const globex = await service.addWorkspace('globex')
    await service.addWorkspace('initech')
    await service.store.write((tx) => tx.members.put(globex, ada.id, 'member', 1))
    const { jar, page } = await toConsent()
    expect([...page.text.matchAll(/<option value="([^"]+)"/g)].map(([, id]) => id)).toEqual([
      'wsp_acme',
      'wsp_globex',
    ])
    for (const workspace of ['wsp_initech', 'nonsense', '']) {
      const again = await jar.submit(page, { decision: 'allow', workspace })
      expect([again.status, alertOf(again)]).toEqual([400, 'Choose a workspace.'])
    }
    const back = await jar.submit(page, { decision: 'allow', workspace: globex })
    expect(back.url.searchParams.get('code')).toBeTruthy()
  })

  test('OAU-03 a person without a workspace is told so, and can only cancel', async () => {
    await service.store.write((tx) => tx.members.remove('wsp_acme', ada.id, 1))
    const { jar, page } = await toConsent()
    expect(alertOf(page)).toMatch(/not a member of any workspace/)
    expect(page.text).not.toContain('value="allow"')
    expect((await jar.submit(page, { decision: 'allow', workspace: 'wsp_acme' })).status).toBe(400)
  })

  test('OAU-03 another account can be used instead', async () => {
    const grace = await service.addPerson('grace', { wsp_acme: 'member' })
    const { jar, page, config, checks } = await toConsent()
    const form = await jar.submit(page, { decision: 'switch' })
    expect(headingOf(form)).toBe('Sign in')
    const consent = await jar.submit(form, { email: grace.email, password: grace.password })
    expect(consent.text).toContain(grace.email)
    const back = await jar.submit(consent, { decision: 'allow' })
    const tokens = await client.authorizationCodeGrant(config, back.url, checks)
    expect(tokens.claims()?.sub).toBe(grace.id)
  })

  test('OAU-03 of two sign-ins that were opened while nobody was signed in, each may be another person', async () => {
    const grace = await service.addPerson('grace', { wsp_acme: 'member' })
    const first = await open()
    const second = await open({}, first.jar)
    const adas = await first.jar.submit(first.page, { email: ada.email, password: ada.password })
    expect(adas.text).toContain(ada.email)
    const graces = await first.jar.submit(second.page, { email: grace.email, password: grace.password })
    expect(headingOf(graces)).toBe('Allow Svc Launcher?')
    expect(graces.text).not.toContain('<script')
    const back = await first.jar.submit(graces, { decision: 'allow' })
    const tokens = await client.authorizationCodeGrant(second.config, back.url, second.checks)
    expect(tokens.claims()?.sub).toBe(grace.id)
    // Whose page it was has been signed out meanwhile.
    expect(headingOf(await first.jar.submit(adas, { decision: 'allow' }))).toBe('This sign-in has expired')
  })

  test('LCH-03 OAU-03 a sign-in for the launcher replaces another person who signed in on a page meanwhile', async () => {
    const grace = await service.addPerson('grace', { wsp_acme: 'member' })
    const { jar, page, config, checks } = await open()
    const web = await jar.follow('/w/acme/tasks/x')
    await jar.submit(web, { email: ada.email, password: ada.password })
    const consent = await jar.submit(page, { email: grace.email, password: grace.password })
    expect(consent.text).toContain(grace.email)
    const back = await jar.submit(consent, { decision: 'allow' })
    const tokens = await client.authorizationCodeGrant(config, back.url, checks)
    expect(tokens.claims()?.sub).toBe(grace.id)
  })

  test('OAU-03 a consent is given once: the form sent again, or five minutes later, says that it is over', async () => {
    const { jar, page } = await toConsent()
    expect((await jar.submit(page, { decision: 'allow' })).url.searchParams.get('code')).toBeTruthy()
    const again = await jar.submit(page, { decision: 'allow' })
    expect([again.status, headingOf(again)]).toEqual([400, 'This sign-in has expired'])
    const late = await toConsent()
    service.clock.skippedMs = 5 * 60_000 + 1
    expect(headingOf(await late.jar.submit(late.page, { decision: 'allow' }))).toBe(
      'This sign-in has expired',
    )
  })

  test('OAU-03 the address of a consent page does not work in another browser', async () => {
    const { page } = await toConsent()
    const thief = createCookieJar(service.baseUrl)
    expect(headingOf(await thief.follow(page.url.pathname))).toBe('This sign-in has expired')
    expect(headingOf(await thief.submit(page, { decision: 'allow' }))).toBe('This sign-in has expired')
  })
})
