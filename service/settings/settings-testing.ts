// For tests: people of each role in a browser that is signed in to the settings.
import { randomBytes } from 'node:crypto'
import { createCookieJar, type Arrival } from '../oauth/oauth-testing.ts'
import { startTestService, type TestPerson, type TestService } from '../test/testing.ts'
import type { Role } from '../base/caller.rules.ts'

export const newFormId = (): string => randomBytes(12).toString('base64url')

export type Visitor = Awaited<ReturnType<typeof signInAs>>

/** @param place of the workspace whose settings are opened */
export async function signInAs({ baseUrl }: TestService, person: TestPerson, place = 'acme') {
  const jar = createCookieJar(baseUrl)
  return visitorOf(person, jar, await jar.signIn(await jar.follow(`/settings/${place}/keys`), person), place)
}

/** As the launcher opens a page of a local workspace. */
export async function openByCode({ baseUrl, oauth }: TestService, person: TestPerson, path = 'keys') {
  const jar = createCookieJar(baseUrl)
  const code = await oauth.issuePageCode(person.personId)
  return visitorOf(person, jar, await jar.follow(`/settings/acme/${path}?code=${code}`), 'acme')
}

function visitorOf(
  person: TestPerson,
  jar: ReturnType<typeof createCookieJar>,
  first: Arrival,
  place: string,
) {
  const token = /name="token" value="([^"]+)"/.exec(first.text)?.[1] ?? ''
  const open = (path: string, slug = place): Promise<Arrival> => jar.follow(`/settings/${slug}/${path}`)
  /** Posts a form as its page would, with a fresh id unless `fields` has one. */
  const post = (form: string, fields: Record<string, string> = {}, slug = place): Promise<Arrival> =>
    jar.follow(`/settings/${slug}/${form}`, {
      method: 'POST',
      body: new URLSearchParams({ token, form: newFormId(), ...fields }),
    })
  return { ...person, jar, token, first, open, post }
}

/** `acme` with an owner, an admin and a member, and `globex` with an owner of its own. */
export async function startSettings(options: Parameters<typeof startTestService>[0] = {}) {
  const service = await startTestService({
    rateLimit: 1_000_000,
    calendarNetwork: 'any host',
    ...options,
  })
  const acme = await service.createWorkspace({ slug: 'acme' })
  const globex = await service.createWorkspace({ slug: 'globex' })
  const join = async (role: Role) => {
    const person = await service.addMember(acme, { role, email: `${role}@acme.test` })
    return await signInAs(service, person)
  }
  const stranger = await service.addMember(globex, { role: 'owner', email: 'owner@globex.test' })
  return {
    service,
    store: service.store,
    acme,
    globex,
    owner: await join('owner'),
    admin: await join('admin'),
    member: await join('member'),
    stranger: await signInAs(service, stranger, 'globex'),
  }
}

export const secretOf = ({ text }: Arrival): string | undefined =>
  /<input[^>]*id="secret"[^>]*value="([^"]*)"/s.exec(text)?.[1]
/** Beside fields. */
export const faultsOf = ({ text }: Arrival): string[] =>
  [...text.matchAll(/class="fault"[^>]*>(.*?)<\/p>/g)].map(([, words = '']) => words)
