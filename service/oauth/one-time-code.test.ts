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

const open = async (parameters: Record<string, string> = {}, jar: Jar = createCookieJar(service.baseUrl)) => {
  const config = await discover(service.baseUrl)
  const { url, checks } = await askAuthorization(config, parameters)
  return { jar, config, checks, page: await jar.follow(url.href) }
}

const alertOf = (page: Arrival) => /role="alert">([^<]*)</.exec(page.text)?.[1]
const headingOf = (page: Arrival) => /<h1>([^<]*)</.exec(page.text)?.[1]

describe('one-time codes', () => {
  let local: Person
  beforeEach(async () => {
    const home = await service.addWorkspace('home')
    local = await service.addPerson('local', { [home]: 'owner' }, null)
  })

  test('APP-08 a code lands on the consent page, signed in, and Allow gives tokens', async () => {
    const code = await service.oauth.issueSignInCode(local.id)
    expect(code.length).toBeGreaterThanOrEqual(43)
    const { jar, page, config, checks } = await open({ login_hint: `code:${code}` })
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
    const code = await service.oauth.issueSignInCode(local.id)
    const { page } = await open({ login_hint: `code:${code}` }, first.jar)
    expect(headingOf(page)).toBe('Allow Svc Launcher?')
    expect(page.text).toContain(local.email)
    expect(page.text).not.toContain(ada.email)
  })

  test.each([
    ['used', async (code: string) => open({ login_hint: `code:${code}` }).then(() => code)],
    ['expired', async (code: string) => ((service.clock.skippedMs = 5 * 60_000), code)],
    ['wrong', async (code: string) => `${code}x`],
    ['empty', async () => ''],
  ])('APP-08 a code that is %s falls back to the sign-in form and says so', async (_name, spoil) => {
    const code = await spoil(await service.oauth.issueSignInCode(local.id))
    const { jar, page } = await open({ login_hint: `code:${code}` })
    expect(headingOf(page)).toBe('Sign in')
    expect(alertOf(page)).toMatch(/used already or has expired/)
    const consent = await jar.submit(page, { email: ada.email, password: ada.password })
    expect(consent.text).toContain(ada.email)
  })

  test('APP-08 a code works once, also when it comes twice at the same moment', async () => {
    const code = await service.oauth.issueSignInCode(local.id)
    const pages = await Promise.all([1, 2, 3].map(() => open({ login_hint: `code:${code}` })))
    const headings = pages.map(({ page }) => headingOf(page)).toSorted((a = '', b = '') => a.localeCompare(b))
    expect(headings).toEqual(['Allow Svc Launcher?', 'Sign in', 'Sign in'])
  })

  test('APP-08 the hash of a code, as the database holds it, signs nobody in', async () => {
    const code = await service.oauth.issueSignInCode(local.id)
    for (const hint of [`one-time-code:${hashToken(code)}`, `code:${hashToken(code)}`]) {
      const { page } = await open({ login_hint: hint })
      expect(headingOf(page)).toBe('Sign in')
    }
  })
})
