import * as client from 'openid-client'
import { describe, expect, test } from 'vitest'
import { askAuthorization, createCookieJar, discover, headingOf, type Arrival } from '../oauth-testing.ts'
import { stageOauth } from '../stage-testing.ts'
import { putMembership, endMembership } from '../../access/members.store.ts'

type Jar = ReturnType<typeof createCookieJar>

const service = stageOauth()

const open = async (parameters: Record<string, string> = {}, jar: Jar = createCookieJar(service.baseUrl)) => {
  const config = await discover(service.baseUrl)
  const { url, checks } = await askAuthorization(config, parameters)
  const page = await jar.follow(url.href)
  /** Allows, and redeems the code. @returns the person of the tokens */
  const allow = async (consent: Arrival) => {
    const back = await jar.submit(consent, { decision: 'allow' })
    return (await client.authorizationCodeGrant(config, back.url, checks)).claims()?.sub
  }
  return { jar, config, checks, page, action: actionOf(page), allow }
}

const actionOf = ({ text }: Arrival) => /action="([^"]+)"/.exec(text)?.[1] ?? ''
const alertOf = ({ text }: Arrival) => /role="alert">([^<]*)</.exec(text)?.[1]
const asksOf = ({ text }: Arrival) => [...text.matchAll(/<li>([^<]*)<\/li>/g)].map(([, words]) => words)
const expired = [400, 'This sign-in has expired']
const stateOf = (page: Arrival) => [page.status, headingOf(page)]

describe('sign-in', () => {
  test('OAU-03 a wrong password, an unknown email and a person without a password get the same answer, and the email stays', async () => {
    await service.addPerson('local', { wsp_acme: 'owner' }, null)
    for (const email of [service.ada.email, 'nobody@acme.test', 'local@acme.test']) {
      const { jar, page } = await open()
      const refused = await jar.submit(page, { email, password: 'wrong' })
      expect(refused.text).toContain(`value="${email}"`)
      const words = 'This email and password do not match. Check both and try again.'
      expect([refused.status, alertOf(refused)]).toEqual([400, words])
    }
  })

  test('OAU-03 the email may be written with capitals and spaces', async () => {
    const { jar, page } = await open()
    const consent = await jar.signIn(page, { ...service.ada, email: `  ${service.ada.email.toUpperCase()} ` })
    expect(headingOf(consent)).toBe('Allow Svc Launcher?')
  })

  test('OAU-03 parallel guesses at one account count one by one, in whatever letters, also at an unknown email', async () => {
    const { jar, page } = await open()
    for (const email of [service.ada.email, 'nobody@acme.test']) {
      const guesses = Array.from({ length: 12 }, (_, i) =>
        jar.submit(page, { email: i % 2 ? email : email.toUpperCase(), password: `guess ${i}` }),
      )
      const statuses = (await Promise.all(guesses)).map(({ status }) => status)
      expect(statuses.filter((status) => status === 400)).toHaveLength(5)
      expect(statuses.filter((status) => status === 429)).toHaveLength(7)
    }
  })

  test('OAU-03 a form from another site is refused', async () => {
    const { jar, action } = await open()
    const body = new URLSearchParams({ email: service.ada.email, password: service.ada.password })
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
    const { jar, action } = await open()
    const answer = await jar.request(action, { method: 'POST', body, headers: { 'content-type': type } })
    expect(answer.status).toBe(400)
    expect(await answer.text()).not.toContain('name="password"')
  })

  test('OAU-03 the pages run no script, and cannot be framed or cached', async () => {
    const { page } = await open()
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.text).not.toMatch(/<script|\sstyle=|\son\w+=/)
  })
})

test('OAU-03 a browser that prefers German is asked in German, told why in German, and refused in German by the server itself', async () => {
  const { jar, page } = await open({}, createCookieJar(service.baseUrl, 'de-AT,de;q=0.9,en;q=0.8'))
  const refused = await jar.submit(page, { email: service.ada.email, password: 'wrong' })
  const consent = await jar.signIn(page, service.ada)
  const seen = [page, refused, consent, await jar.follow('/oauth/authorize?client_id=none')]
  expect(seen.map((each) => [headingOf(each), /<html lang="(..)"/.exec(each.text)?.[1]])).toEqual([
    ['Anmelden', 'de'],
    ['Anmelden', 'de'],
    ['Svc Launcher den Zugriff erlauben?', 'de'],
    ['Anmeldung abgelehnt', 'de'],
  ])
  expect(alertOf(refused)).toMatch(/^E-Mail und Passwort passen nicht zusammen/)
  expect(asksOf(consent)).toContain('In deinem Namen Aufgaben anlegen und ändern')
  expect(consent.text).toContain('Im Arbeitsbereich <strong>acme</strong> darf er dann:')
})

test('OAU-03 a form leads to this service, in a sign-in also to the listener that asked, and nowhere from a page without one', async () => {
  const actionsOf = ({ headers }: Arrival) =>
    headers.get('content-security-policy')?.match(/form-action ([^;]*)/)?.[1]
  const { jar, page } = await open({ redirect_uri: 'http://127.0.0.1:51235/callback' })
  const consent = await jar.signIn(page, service.ada)
  const seen = [
    page,
    consent,
    await jar.follow('/settings/acme/keys'),
    await createCookieJar(service.baseUrl).follow('/settings/acme/keys'),
    await jar.follow('/oauth/interaction/none'),
    await jar.follow('/oauth/authorize?client_id=none'),
    await jar.follow('/settings/acme/reset-password?token=none'),
  ]
  expect(seen.map((each) => [headingOf(each), actionsOf(each)])).toEqual([
    ['Sign in', "'self' http://127.0.0.1:51235"],
    ['Allow Svc Launcher?', "'self' http://127.0.0.1:51235"],
    ['My keys', "'self'"],
    ['Sign in', "'self'"],
    ['This sign-in has expired', "'none'"],
    ['Sign-in request rejected', "'none'"],
    ['This link cannot be used', "'none'"],
  ])
})

describe('consent', () => {
  const toConsent = async (parameters: Record<string, string> = {}) => {
    const opened = await open(parameters)
    const page = await opened.jar.signIn(opened.page, service.ada)
    return { ...opened, page }
  }

  test('OAU-03 consent says in words what is asked for, and no more', async () => {
    expect(asksOf((await toConsent()).page)).toEqual([
      'See your tasks',
      'Create and change tasks in your name',
      'See records, such as companies and people',
      'Create and change records in your name',
      'Comment on tasks and records in your name',
      'See your meetings',
      'Add and change your calendars',
      'See your notifications',
      'Mark your notifications as read',
      'See your name and email address',
      'Stay signed in until you sign out',
    ])
    expect(asksOf((await toConsent({ scope: 'openid tasks:read' })).page)).toEqual(['See your tasks'])
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
    await service.store.write((tx) => putMembership(tx, globex, service.ada.id, 'member', 1))
    const { jar, page } = await toConsent()
    const offered = [...page.text.matchAll(/<option value="([^"]+)"/g)].map(([, id]) => id)
    expect(offered).toEqual(['wsp_acme', 'wsp_globex'])
    for (const workspace of ['wsp_initech', 'nonsense', '']) {
      const again = await jar.submit(page, { decision: 'allow', workspace })
      expect([again.status, alertOf(again)]).toEqual([400, 'Choose a workspace.'])
    }
    const back = await jar.submit(page, { decision: 'allow', workspace: globex })
    expect(back.url.searchParams.get('code')).toBeTruthy()
  })

  test('OAU-03 a person without a workspace reads why and can only cancel', async () => {
    await service.store.write((tx) => endMembership(tx, 'wsp_acme', service.ada.id, 1))
    const { jar, page } = await toConsent()
    expect(alertOf(page)).toMatch(/not a member of any workspace/)
    expect(page.text).not.toContain('value="allow"')
    expect((await jar.submit(page, { decision: 'allow', workspace: 'wsp_acme' })).status).toBe(400)
  })

  test('OAU-03 another account can be used instead', async () => {
    const grace = await service.addPerson('grace', { wsp_acme: 'member' })
    const { jar, page, allow } = await toConsent()
    const form = await jar.submit(page, { decision: 'switch' })
    expect(headingOf(form)).toBe('Sign in')
    expect(await allow(await jar.signIn(form, grace))).toBe(grace.id)
  })

  test('OAU-03 of two sign-ins that were opened while nobody was signed in, each may be another person', async () => {
    const grace = await service.addPerson('grace', { wsp_acme: 'member' })
    const { jar, page } = await open()
    const second = await open({}, jar)
    const adas = await jar.signIn(page, service.ada)
    expect(adas.text).toContain(service.ada.email)
    const graces = await jar.signIn(second.page, grace)
    expect(graces.text).not.toContain('<script')
    expect(await second.allow(graces)).toBe(grace.id)
    // Its person was signed out by the second sign-in.
    expect(stateOf(await jar.submit(adas, { decision: 'allow' }))).toEqual(expired)
  })

  test('LCH-03 OAU-03 a sign-in for the launcher replaces another person who signed in on a page meanwhile', async () => {
    const grace = await service.addPerson('grace', { wsp_acme: 'member' })
    const { jar, page, allow } = await open()
    await jar.signIn(await jar.follow('/w/acme/tasks/x'), service.ada)
    expect(await allow(await jar.signIn(page, grace))).toBe(grace.id)
  })

  test('OAU-03 a consent is given once: the form sent again, or five minutes later, says that it is over', async () => {
    const { jar, page, allow } = await toConsent()
    expect(await allow(page)).toBe(service.ada.id)
    expect(stateOf(await jar.submit(page, { decision: 'allow' }))).toEqual(expired)
    const late = await toConsent()
    service.clock.skippedMs = 5 * 60_000 + 1
    expect(stateOf(await late.jar.submit(late.page, { decision: 'allow' }))).toEqual(expired)
  })

  test('OAU-03 the address of a consent page does not work in another browser', async () => {
    const { page } = await toConsent()
    const thief = createCookieJar(service.baseUrl)
    expect(stateOf(await thief.follow(page.url.pathname))).toEqual(expired)
    expect(stateOf(await thief.submit(page, { decision: 'allow' }))).toEqual(expired)
  })
})
