// A new password, a sign-out or a removal in the middle of a request that began before it.
import { beforeEach, afterEach, expect, test, vi } from 'vitest'
import { addMember, removeMember } from '../operator/members.ts'
import { startTestService } from '../test/testing.ts'
import { askAuthorization, createCookieJar, discover } from './oauth-testing.ts'

type Jar = ReturnType<typeof createCookieJar>

let service: Awaited<ReturnType<typeof startTestService>>
let person: { email: string; password: string }
beforeEach(async () => {
  service = await startTestService()
  person = await service.addMember(await service.createWorkspace({ slug: 'acme' }), { role: 'owner' })
})
afterEach(() => service.close())

const page = '/w/acme/tasks/00000000-0000-4000-8000-000000000000'
const isSignedIn = async (jar: Jar) => !(await jar.follow(page)).text.includes('<h1>Sign in</h1>')
const signIn = (jar: Jar) =>
  jar.follow('/w/sign-in', {
    method: 'POST',
    body: new URLSearchParams({ email: person.email, password: person.password, next: '' }),
  })
const signedInJar = async (): Promise<Jar> => {
  const jar = createCookieJar(service.baseUrl)
  await signIn(jar)
  expect(await isSignedIn(jar)).toBe(true)
  return jar
}
const authorization = async (parameters: Record<string, string> = {}) =>
  (await askAuthorization(await discover(service.baseUrl), parameters)).url.href
const changePassword = () =>
  addMember(service.store, {
    workspace: 'acme',
    email: person.email,
    password: 'another-password-9',
    at: service.now(),
  })

/** Right before whatever is written next: what asked for it was begun before. */
const beforeNextWrite = (what: () => Promise<unknown>): void => {
  const writing = vi.spyOn(service.store, 'write').mockImplementationOnce(async (run, workspaceId) => {
    writing.mockRestore()
    await what()
    return service.store.write(run, workspaceId)
  })
}

test('OAU-03 a session that a request saves once more is not back after another password', async () => {
  const jar = await signedInJar()
  beforeNextWrite(changePassword)
  await jar.follow(await authorization())
  expect(await isSignedIn(jar)).toBe(false)
  expect((await jar.follow(await authorization({ prompt: 'login' }))).text).toContain('<h1>Sign in</h1>')
})

test('OAU-03 a session that a request saves once more is not back after a sign-out', async () => {
  const jar = await signedInJar()
  const kept = new Map(jar.cookies)
  beforeNextWrite(() => jar.request('/w/sign-out', { method: 'POST', headers: { origin: service.baseUrl } }))
  await jar.follow(await authorization())
  for (const [name, cookie] of kept) jar.cookies.set(name, cookie)
  expect(await isSignedIn(jar)).toBe(false)
})

test('OAU-03 a password that was checked while it changed signs nobody in', async () => {
  const jar = createCookieJar(service.baseUrl)
  beforeNextWrite(changePassword)
  await signIn(jar)
  expect(await isSignedIn(jar)).toBe(false)
})

test('AUT-10 a consent that meets a removal gives nothing that works when the person is back', async () => {
  const { email } = person
  await addMember(service.store, {
    workspace: (await service.createWorkspace({ slug: 'globex' })).slug,
    email,
    at: service.now(),
  })
  const jar = await signedInJar()
  const consent = await jar.follow(await authorization())
  beforeNextWrite(() => removeMember(service.store, { workspace: 'globex', email, at: service.now() }))
  const workspace = /<option value="([^"]+)">The globex/.exec(consent.text)?.[1] ?? ''
  const answer = await jar.submit(consent, { decision: 'allow', workspace })
  expect(answer.text).toContain('Choose a workspace.')
})
