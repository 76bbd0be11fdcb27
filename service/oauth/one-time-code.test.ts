import * as client from 'openid-client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hashToken } from '../access-token.ts'
import {
  askAuthorization,
  createCookieJar,
  discover,
  startOauth,
  type Arrival,
  type TestOauth,
} from './oauth-testing.ts'

type Person = Awaited<ReturnType<TestOauth['addPerson']>>
type Jar = ReturnType<typeof createCookieJar>

let service: TestOauth
let ada: Person
beforeEach(async () => {
  service = await startOauth({ proxy: 'trusted' })
  const acme = await service.addWorkspace('acme')
  ada = await service.addPerson('ada', { [acme]: 'owner' })
})
afterEach(async () => {
  expect(service.failures).toEqual([])
  await service.stop()
})

type Opened = { issueCode?: (codeChallenge: string) => Promise<string>; jar?: Jar }

const open = async ({ issueCode, jar = createCookieJar(service.baseUrl) }: Opened = {}) => {
  const config = await discover(service.baseUrl)
  const { url, checks } = await askAuthorization(config, {}, issueCode)
  return { jar, config, checks, url, page: await jar.follow(url.href) }
}

const alertOf = (page: Arrival) => /role="alert">([^<]*)</.exec(page.text)?.[1]
const headingOf = (page: Arrival) => /<h1>([^<]*)</.exec(page.text)?.[1]

describe('one-time codes', () => {
  let local: Person
  beforeEach(async () => {
    const home = await service.addWorkspace('home')
    local = await service.addPerson('local', { [home]: 'owner' }, null)
  })
  const issueCode = (codeChallenge: string) => service.oauth.issueSignInCode(local.id, codeChallenge)

  test('APP-08 a code lands on the consent page, signed in, and Allow gives tokens', async () => {
    const { jar, page, config, checks, url } = await open({ issueCode })
    expect(url.searchParams.get('login_hint')).toMatch(/^code:[\w-]{43}$/)
    expect(headingOf(page)).toBe('Allow Svc Launcher?')
    expect(page.text).toContain(local.email)
    expect(page.text).not.toContain('value="switch"')
    const back = await jar.submit(page, { decision: 'allow' })
    const tokens = await client.authorizationCodeGrant(config, back.url, checks)
    expect(await service.oauth.findLauncherToken(tokens.access_token)).toMatchObject({
      personId: local.id,
      workspaceId: 'wsp_home',
    })
  })

  test('APP-08 a code is for its person, whoever is signed in in that browser', async () => {
    const first = await open()
    await first.jar.submit(first.page, { email: ada.email, password: ada.password })
    const { page } = await open({ issueCode, jar: first.jar })
    expect(headingOf(page)).toBe('Allow Svc Launcher?')
    expect(page.text).toContain(local.email)
    expect(page.text).not.toContain(ada.email)
  })

  test.each([
    ['expired', async (code: string) => ((service.clock.skippedMs = 5 * 60_000), code)],
    ['wrong', async (code: string) => `${code}x`],
    ['empty', async () => ''],
    ['of another authorization request', () => issueCode('another')],
    ['of a page', () => service.oauth.issuePageCode(local.id)],
  ])('APP-08 a code that is %s falls back to the sign-in form and says so', async (_name, spoil) => {
    const { jar, page } = await open({ issueCode: async (challenge) => spoil(await issueCode(challenge)) })
    expect(headingOf(page)).toBe('Sign in')
    expect(alertOf(page)).toMatch(/used already or has expired/)
    const consent = await jar.submit(page, { email: ada.email, password: ada.password })
    expect(consent.text).toContain(ada.email)
  })

  test('APP-08 a code works once, also when it comes twice at the same moment', async () => {
    const { url } = await askAuthorization(await discover(service.baseUrl), {}, issueCode)
    const visit = () => createCookieJar(service.baseUrl).follow(url.href)
    const pages = await Promise.all([visit(), visit(), visit()])
    const headings = pages.map(headingOf).toSorted((a = '', b = '') => a.localeCompare(b))
    expect(headings).toEqual(['Allow Svc Launcher?', 'Sign in', 'Sign in'])
    expect(alertOf(await visit())).toMatch(/used already or has expired/)
  })

  test('APP-08 a code for an authorization request opens no page, with its challenge neither', async () => {
    const code = await issueCode('challenge')
    for (const tried of [code, `${code}.challenge`]) {
      const page = await createCookieJar(service.baseUrl).follow(`/w/home/tasks/t-1?code=${tried}`)
      expect(headingOf(page)).toBe('Sign in')
    }
  })

  const pageBy = async (jar: Jar) =>
    jar.follow(`/w/home/tasks/t-1?code=${await service.oauth.issuePageCode(local.id)}`)
  const begun = [
    ['by a page', pageBy],
    ['by an authorization request', (jar: Jar) => open({ issueCode, jar })],
  ] as const
  test.each(begun)(
    'APP-08 the session of a person without a password, begun %s, allows no other authorization request',
    async (_how, begin) => {
      const jar = createCookieJar(service.baseUrl)
      await begin(jar)
      expect(headingOf(await jar.follow('/w/home/tasks/t-1'))).toBe('Nothing here')
      const { page } = await open({ jar })
      expect(headingOf(page)).toBe('Sign in')
    },
  )

  test.each(begun)(
    'APP-08 the session of a person without a password, begun %s, ends after a day',
    async (_how, begin) => {
      const jar = createCookieJar(service.baseUrl)
      await begin(jar)
      const day = 24 * 3_600_000
      service.clock.skippedMs = day - 60_000
      expect(headingOf(await jar.follow('/w/home/tasks/t-1'))).toBe('Nothing here')
      service.clock.skippedMs = day + 1
      expect(headingOf(await jar.follow('/w/home/tasks/t-1'))).toBe('Sign in')
    },
  )

  test('APP-08 the hash of a code, as the database holds it, signs nobody in', async () => {
    for (const prefix of ['one-time-code:', 'code:']) {
      const { url } = await askAuthorization(await discover(service.baseUrl), {}, issueCode)
      const code = url.searchParams.get('login_hint')?.slice('code:'.length)
      const kept = hashToken(JSON.stringify([code, url.searchParams.get('code_challenge')]))
      url.searchParams.set('login_hint', prefix + kept)
      expect(headingOf(await createCookieJar(service.baseUrl).follow(url.href))).toBe('Sign in')
      // It was the hash: the code itself is good still.
      url.searchParams.set('login_hint', `code:${code}`)
      expect(headingOf(await createCookieJar(service.baseUrl).follow(url.href))).toBe('Allow Svc Launcher?')
    }
  })
})
