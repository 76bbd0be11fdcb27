import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashToken } from '../../workspaces/access-token.ts'
import {
  askAuthorization,
  createCookieJar,
  discover,
  startOauth,
  type Arrival,
  type TestOauth,
} from '../oauth-testing.ts'

let service: TestOauth
let local: Awaited<ReturnType<TestOauth['addPerson']>>
beforeEach(async () => {
  service = await startOauth()
  local = await service.addPerson('local', { [await service.addWorkspace('home')]: 'owner' }, null)
})
afterEach(async () => {
  expect(service.failures).toEqual([])
  await service.stop()
})

const headingOf = (page: Arrival) => /<h1>([^<]*)</.exec(page.text)?.[1]
const opened = 'Nothing here'
const visit = (code: string, jar = createCookieJar(service.baseUrl)) =>
  jar.follow(`/w/home/tasks/t-1?code=${code}`)
const issue = () => service.oauth.issuePageCode(local.id)

test('APP-08 a code of a page works once, also when it comes twice at the same moment', async () => {
  const code = await issue()
  const pages = await Promise.all([visit(code), visit(code), visit(code)])
  const headings = pages.map(headingOf).toSorted((a = '', b = '') => a.localeCompare(b))
  expect(headings).toEqual([opened, 'Sign in', 'Sign in'])
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
  const jar = createCookieJar(service.baseUrl)
  await visit(await issue(), jar)
  expect(headingOf(await jar.follow('/w/home/tasks/t-1'))).toBe(opened)
  const config = await discover(service.baseUrl)
  const { url } = await askAuthorization(config)
  expect(headingOf(await jar.follow(url.href))).toBe('Sign in')
  const silent = await askAuthorization(config, { prompt: 'none' })
  const answer = (await jar.follow(silent.url.href)).url.searchParams
  expect([answer.get('error'), answer.get('code')]).toEqual(['login_required', null])
})

test('APP-08 the session of a person without a password ends after a day', async () => {
  const jar = createCookieJar(service.baseUrl)
  await visit(await issue(), jar)
  const day = 24 * 3_600_000
  service.clock.skippedMs = day - 60_000
  expect(headingOf(await jar.follow('/w/home/tasks/t-1'))).toBe(opened)
  service.clock.skippedMs = day + 1
  expect(headingOf(await jar.follow('/w/home/tasks/t-1'))).toBe('Sign in')
})
