// Sign-ins that end without signing out: by removal from the workspace, or a new password.
import { refreshTokenGrant } from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askAuthorization, createCookieJar, signInFully } from '../../oauth/oauth-testing.ts'
import { addMember } from '../../operator/add-member.ts'
import { removeMember } from '../../operator/members.ts'
import type { Workspace } from '../../access/workspaces.store.ts'
import { startTestService, type TestPerson, type TestService } from '../testing.ts'
import { createClient } from './client.ts'
import { endKey, getKey } from '../../access/keys.store.ts'

let service: TestService
let acme: Workspace
let globex: Workspace
beforeAll(async () => {
  service = await startTestService({ rateLimit: 10_000 })
  acme = await service.createWorkspace({ slug: 'acme' })
  globex = await service.createWorkspace({ slug: 'globex' })
})
afterAll(() => service.close())

const memberOfBoth = async (): Promise<TestPerson> => {
  const person = await service.addMember(acme, { role: 'member' })
  return await service.addMember(globex, { role: 'member', email: person.email })
}

const remove = ({ email }: TestPerson) =>
  removeMember(service.store, { workspace: 'acme', email, at: service.now() })
const takeBack = ({ email }: TestPerson) => service.addMember(acme, { role: 'member', email })
const setPassword = ({ email }: TestPerson, password: string) =>
  addMember(service.store, { workspace: 'acme', email, password, at: service.now() })

type SignIn = Awaited<ReturnType<typeof signInFully>>
const signIn = (person: TestPerson, { id }: Workspace) =>
  signInFully(service.baseUrl, person, { workspace: id })
const isAlive = async ({ tokens }: SignIn) =>
  (await createClient(service.baseUrl, tokens.access_token).get('/v1/launcher/task-statuses')).status === 200
const refresh = ({ config, tokens }: SignIn): Promise<string> =>
  refreshTokenGrant(config, tokens.refresh_token ?? '').then(
    () => 'refreshed',
    ({ error }: { error?: string }) => error ?? 'other',
  )
const stateOf = async (signedIn: SignIn) => [await isAlive(signedIn), await refresh(signedIn)]
const statusOf = async (key: { token: string }) =>
  (await createClient(service.baseUrl, key.token).get('/v1/whoami')).status
const headingOf = ({ text }: { text: string }) => /<h1>([^<]*)</.exec(text)?.[1]

test('AUT-10 AUT-11 a removal ends the person’s keys and sign-ins of that workspace for good, and nobody else’s', async () => {
  const person = await memberOfBoth()
  const key = await service.createKey(acme, person, ['objects:read'])
  const elsewhere = await service.createKey(globex, person, ['objects:read'])
  const colleague = await memberOfBoth()
  const theirs = [
    await service.createKey(acme, colleague, ['objects:read']),
    await signIn(colleague, acme),
  ] as const
  const revoked = await service.createKey(acme, person, ['objects:read'])
  await service.store.write((tx) => endKey(tx, revoked.keyId, 1))
  const [tried, untried] = [await signIn(person, acme), await signIn(person, acme)]
  const other = await signIn(person, globex)
  expect(await isAlive(tried)).toBe(true)
  await remove(person)
  expect(await refresh(tried)).toBe('invalid_grant')
  await takeBack(person)

  for (const ended of [tried, untried]) expect(await stateOf(ended)).toEqual([false, 'invalid_grant'])
  expect(await stateOf(other)).toEqual([true, 'refreshed'])
  expect([await statusOf(key), await statusOf(elsewhere)]).toEqual([401, 200])
  expect([await statusOf(theirs[0]), await isAlive(theirs[1])]).toEqual([200, true])
  expect((await service.store.read((tx) => getKey(tx, revoked.keyId)))?.revokedAt).toBe(1)
  expect(await isAlive(await signIn(person, acme))).toBe(true)
})

test('AUT-10 another role ends no sign-in and no key', async () => {
  const person = await memberOfBoth()
  const key = await service.createKey(acme, person, ['objects:read'])
  const signedIn = await signIn(person, acme)
  await service.addMember(acme, { role: 'admin', email: person.email })
  expect([await isAlive(signedIn), await statusOf(key)]).toEqual([true, 200])
})

test('OAU-03 a new password ends every sign-in of the person, in browsers and launchers, and leaves keys', async () => {
  const person = await memberOfBoth()
  const colleague = await memberOfBoth()
  const key = await service.createKey(acme, person, ['objects:read'])
  const first = await signIn(person, acme)
  const signIns = [first, await signIn(person, globex)]
  const others = await signIn(colleague, acme)
  const { config, jar } = first
  const waiting = createCookieJar(service.baseUrl)
  const form = await waiting.follow((await askAuthorization(config)).url.href)
  const sent = await waiting.request(`${form.url.pathname}/sign-in`, {
    method: 'POST',
    body: new URLSearchParams({ email: person.email, password: person.password }),
  })
  expect(sent.status).toBe(303)
  const { url } = await askAuthorization(config)
  const consent = await jar.follow(url.href)
  expect(headingOf(consent)).toBe('Allow Svc Launcher?')

  const password = 'another long password'
  await setPassword(person, password)
  for (const each of signIns) {
    expect(await stateOf(each)).toEqual([false, 'invalid_grant'])
    expect(headingOf(await each.jar.follow('/w/acme/tasks/x'))).toBe('Sign in')
  }
  expect(headingOf(await jar.submit(consent, { decision: 'allow', workspace: acme.id }))).toBe(
    'This sign-in has expired',
  )
  expect(headingOf(await waiting.follow(sent.headers.get('location') ?? ''))).toBe('This sign-in has expired')
  expect([await isAlive(others), await statusOf(key)]).toEqual([true, 200])
  expect(headingOf(await others.jar.follow('/w/acme/tasks/x'))).toBe('Nothing here')
  expect(await isAlive(await signIn({ ...person, password }, acme))).toBe(true)
})

test('AUT-10 OAU-03 a removal and a new password end one-time codes of the person that nobody has used, and no others', async () => {
  const person = await memberOfBoth()
  const colleague = await memberOfBoth()
  const pageBehind = async (code: string) =>
    headingOf(await createCookieJar(service.baseUrl).follow(`/w/acme/tasks/x?code=${code}`))
  const { issuePageCode } = service.oauth
  const others = await issuePageCode(colleague.personId)

  const beforeRemoval = await issuePageCode(person.personId)
  await remove(person)
  await takeBack(person)
  expect(await pageBehind(beforeRemoval)).toBe('Sign in')

  const beforePassword = await issuePageCode(person.personId)
  const password = 'another long password'
  await setPassword(person, password)
  expect(await pageBehind(beforePassword)).toBe('Sign in')

  expect(await pageBehind(others)).toBe('Nothing here')
})
