// A new password, a sign-out or a removal in the middle of a request that began before it.
import { expect, test, vi } from 'vitest'
import { addMember } from '../operator/add-member.ts'
import { removeMember } from '../operator/members.ts'
import { askAuthorization, createCookieJar, discover } from './oauth-testing.ts'
import { stageOauth } from './stage-testing.ts'
import { putMembership } from '../access/members.store.ts'

type Jar = ReturnType<typeof createCookieJar>

const service = stageOauth()

const page = '/w/acme/tasks/00000000-0000-4000-8000-000000000000'
const isSignedIn = async (jar: Jar) => !(await jar.follow(page)).text.includes('<h1>Sign in</h1>')
const signIn = async (jar = createCookieJar(service.baseUrl)): Promise<Jar> => {
  await jar.signIn(await jar.follow(page), service.ada)
  return jar
}
const authorization = async (parameters: Record<string, string> = {}) =>
  (await askAuthorization(await discover(service.baseUrl), parameters)).url.href
const changePassword = () =>
  addMember(service.store, {
    workspace: 'acme',
    email: service.ada.email,
    password: 'another-password-9',
    at: service.clock.now(),
  })
const signOut = (jar: Jar) =>
  jar.request('/w/sign-out', { method: 'POST', headers: { origin: service.baseUrl } })

/** Runs before the next write, by a request that began earlier. */
const beforeNextWrite = (run: () => Promise<unknown>): void => {
  const writing = vi.spyOn(service.store, 'write').mockImplementationOnce(async (write, workspaceId) => {
    writing.mockRestore()
    await run()
    return service.store.write(write, workspaceId)
  })
}

test.each([
  ['another password', changePassword],
  ['a sign-out', signOut],
])('OAU-03 a session that a request saves once more is not back after %s', async (_name, end) => {
  const jar = await signIn()
  expect(await isSignedIn(jar)).toBe(true)
  const kept = new Map(jar.cookies)
  beforeNextWrite(() => end(jar))
  await jar.follow(await authorization())
  for (const [name, cookie] of kept) jar.cookies.set(name, cookie)
  expect(await isSignedIn(jar)).toBe(false)
  expect((await jar.follow(await authorization({ prompt: 'login' }))).text).toContain('<h1>Sign in</h1>')
})

test('OAU-03 a password that was checked while it changed signs nobody in', async () => {
  const jar = createCookieJar(service.baseUrl)
  const form = await jar.follow(page)
  beforeNextWrite(changePassword)
  await jar.signIn(form, service.ada)
  expect(await isSignedIn(jar)).toBe(false)
})

test('AUT-10 a consent that meets a removal gives nothing that works when the person is back', async () => {
  const { email, id } = service.ada
  const globex = await service.addWorkspace('globex')
  await service.store.write((tx) => putMembership(tx, globex, id, 'member', 1))
  const jar = await signIn()
  const consent = await jar.follow(await authorization())
  const at = service.clock.now()
  beforeNextWrite(() => removeMember(service.store, { workspace: 'globex', email, at }))
  const answer = await jar.submit(consent, { decision: 'allow', workspace: globex })
  expect(answer.text).toContain('Choose a workspace.')
})
