// Wrong passwords slow down guessers, at both forms, and nobody else.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { askAuthorization, createCookieJar, discover } from '../../oauth/oauth-testing.ts'
import { addMember } from '../../operator/add-member.ts'
import type { Workspace } from '../../access/workspaces.store.ts'
import { startTestService, type TestPerson, type TestService } from '../testing.ts'
import { personByEmail, insertPerson } from '../../access/people.store.ts'

type Jar = ReturnType<typeof createCookieJar>
/** Opens a sign-in form. @returns where it is posted to */
type Open = (jar: Jar) => Promise<string>
type Attempt = { email: string; password: string; address: string }

const quarter = 15 * 60_000
const home = '203.0.113.7'

let service: TestService
let clock: number
let workspace: Workspace
let ada: TestPerson
beforeAll(async () => {
  clock = Date.now()
  service = await startTestService({ proxy: 'trusted', now: () => clock })
  workspace = await service.createWorkspace({ slug: 'acme' })
  ada = await service.addMember(workspace, { email: 'ada@acme.test' })
})
// A day later nobody counts what the test before did.
beforeEach(() => void (clock += 86_400_000))
afterAll(() => service.close())

const openWeb: Open = async () => '/w/sign-in'
const openLauncher: Open = async (jar) => {
  const { url } = await askAuthorization(await discover(service.baseUrl), { prompt: 'login consent' })
  return /<form method="post" action="([^"]+)"/.exec((await jar.follow(url.href)).text)?.[1] ?? ''
}

const newJar = () => createCookieJar(service.baseUrl)
const wrong = (attempt: Partial<Attempt> = {}): Attempt => ({
  email: ada.email,
  password: 'wrong',
  address: home,
  ...attempt,
})
const right = (attempt: Partial<Attempt> = {}) => wrong({ password: ada.password, ...attempt })

const post = async (open: Open, jar: Jar, { email, password, address }: Attempt) =>
  jar.request(await open(jar), {
    method: 'POST',
    body: new URLSearchParams({ email, password, next: '' }),
    headers: { 'x-forwarded-for': address },
  })
const outcome = async (open: Open, jar: Jar, attempt: Attempt) => {
  const { status } = await post(open, jar, attempt)
  const outcomes: Record<number, string> = { 200: 'in', 303: 'in', 400: 'refused', 429: 'waits' }
  return outcomes[status] ?? String(status)
}
const outcomes = async (times: number, attempt: (index: number) => Promise<string>) => {
  const all: string[] = []
  for (let index = 0; index < times; index += 1) all.push(await attempt(index))
  return all
}

/** Strangers guess five times, from five addresses. */
const attack = (open: Open, email = ada.email) =>
  outcomes(5, (index) => outcome(open, newJar(), wrong({ email, address: `198.51.100.${index}` })))

const signOut = (jar: Jar) =>
  jar.request('/w/sign-out', { method: 'POST', headers: { origin: service.baseUrl } })
/** A browser that signed in to an account once, and signed out. */
const knownJar = async (attempt = right(), open = openWeb): Promise<Jar> => {
  const jar = newJar()
  expect(await outcome(open, jar, attempt)).toBe('in')
  await signOut(jar)
  return jar
}
const tokenIn = (jar: Jar) => {
  const found = [...jar.cookies].find(([name]) => name.startsWith('svc_device_'))
  if (!found) throw new Error('The browser was given no device token.')
  const [name, { value }] = found
  return { name, value }
}
/** A browser that holds only this cookie. */
const jarWith = ({ name, value }: { name: string; value: string }): Jar => {
  const jar = newJar()
  jar.cookies.set(name, { value, path: '/' })
  return jar
}

describe.each([
  ['the form of the pages', openWeb],
  ['the form of the launcher', openLauncher],
])('at %s', (_form, open) => {
  test('OAU-04 wrong passwords from five addresses stop strangers, and not a browser that signed in before', async () => {
    const known = await knownJar(right(), open)
    expect(await attack(open)).toEqual(Array(5).fill('refused'))
    const stranger = await post(open, newJar(), right())
    expect([stranger.status, stranger.headers.get('retry-after')]).toEqual([429, '900'])
    expect(await stranger.text()).toContain('Too many attempts. Try again in 15 minutes.')
    expect(await outcome(open, known, right())).toBe('in')
  })

  test('OAU-04 a browser that signed in before is slowed down by its own wrong passwords, wherever it is', async () => {
    const [known, other] = [await knownJar(), await knownJar()]
    const guess = (index: number) => outcome(open, known, wrong({ address: `198.51.100.${index}` }))
    expect(await outcomes(5, guess)).toEqual(Array(5).fill('refused'))
    expect(await outcome(open, known, right())).toBe('waits')
    expect(await outcome(open, other, right())).toBe('in')
    clock += quarter
    expect(await outcome(open, known, right())).toBe('in')
  })

  test('OAU-04 strangers at a person’s own address do not stop a browser that signed in before', async () => {
    const known = await knownJar()
    const others: TestPerson[] = []
    while (others.length < 6) others.push(await service.addMember(workspace))
    for (const { email } of others) {
      const guess = () => outcome(open, newJar(), wrong({ email }))
      expect(await outcomes(5, guess)).toEqual(Array(5).fill('refused'))
    }
    expect(await outcome(open, newJar(), right())).toBe('waits')
    expect(await outcome(open, known, right())).toBe('in')
  })

  test('OAU-03 strangers may guess again once the time that they were told is over', async () => {
    await attack(open)
    clock += 10 * 60_000
    const waiting = await post(open, newJar(), right())
    expect([waiting.status, waiting.headers.get('retry-after')]).toEqual([429, '300'])
    clock += 5 * 60_000
    expect(await outcome(open, newJar(), right())).toBe('in')
  })
})

test('OAU-04 a browser that signed in at one form is known at the other', async () => {
  const fromLauncher = await knownJar(right(), openLauncher)
  const fromWeb = await knownJar(right(), openWeb)
  await attack(openWeb)
  expect(await outcome(openWeb, fromLauncher, right())).toBe('in')
  expect(await outcome(openLauncher, fromWeb, right())).toBe('in')
})

test('OAU-04 a browser stays known to each of the accounts that it signed in to', async () => {
  const grace = await service.addMember(workspace, { email: 'grace@acme.test' })
  const jar = await knownJar()
  expect(await outcome(openWeb, jar, right({ email: grace.email }))).toBe('in')
  await attack(openWeb)
  await attack(openWeb, grace.email)
  expect(await outcome(openWeb, jar, right())).toBe('in')
  expect(await outcome(openWeb, jar, right({ email: grace.email }))).toBe('in')
})

test('OAU-04 attempts of an address that has to wait do not count for the account', async () => {
  const invented = (index: number) =>
    outcome(openWeb, newJar(), wrong({ email: `invented-${index}@acme.test` }))
  expect(await outcomes(30, invented)).toEqual(Array(30).fill('refused'))
  const fromHome = () => outcome(openWeb, newJar(), wrong())
  expect(await outcomes(6, fromHome)).toEqual(Array(6).fill('waits'))
  expect(await outcome(openWeb, newJar(), right({ address: '198.51.100.1' }))).toBe('in')
})

test('OAU-03 invented emails from many addresses do not end the wait of an account', async () => {
  await attack(openWeb)
  const invented = (index: number) =>
    outcome(openWeb, newJar(), wrong({ email: `invented-${index}@acme.test`, address: `192.0.2.${index}` }))
  expect(await outcomes(20, invented)).toEqual(Array(20).fill('refused'))
  expect(await outcome(openWeb, newJar(), right())).toBe('waits')
})

test('OAU-03 right passwords are not counted', async () => {
  const attempts = await outcomes(31, () => outcome(openWeb, newJar(), right()))
  expect(new Set(attempts)).toEqual(new Set(['in']))
})

describe('hostile cookies', () => {
  const mallory = async (place = workspace): Promise<Jar> => {
    const { email } = await service.addMember(place)
    return knownJar(right({ email }))
  }
  const forged = (forge: (value: string) => string) => async () => {
    const token = tokenIn(await knownJar())
    return jarWith({ ...token, value: forge(token.value) })
  }
  const ofAnotherService = async () => {
    const { name } = tokenIn(await knownJar())
    const other = await startTestService({ now: () => clock })
    const person = await service.store.read((tx) => personByEmail(tx, ada.email))
    if (!person) throw new Error('There is such a person.')
    await other.store.write((tx) => insertPerson(tx, person))
    const jar = createCookieJar(other.baseUrl)
    expect(await outcome(openWeb, jar, right())).toBe('in')
    await other.close()
    return jarWith({ name, value: tokenIn(jar).value })
  }
  const withHashOfMallory = async () => {
    const own = tokenIn(await mallory())
    const [id] = tokenIn(await knownJar()).value.split('.')
    return jarWith({ ...own, value: `${id}.${own.value.split('.')[1]}` })
  }
  const ofFormerPassword = async () => {
    const jar = await knownJar()
    const change = { workspace: workspace.slug, email: ada.email, at: clock }
    for (const password of ['another-password-9', ada.password])
      await addMember(service.store, { ...change, password })
    return jar
  }

  test('OAU-04 a device token of somebody or something else, of a former password, or changed counts as none', async () => {
    const kinds: Record<string, () => Promise<Jar>> = {
      'of a password that was changed since': ofFormerPassword,
      'of another account': () => mallory(),
      'of an account of another workspace': async () => mallory(await service.createWorkspace()),
      'of the same person at another service': ofAnotherService,
      'whose hash is another account’s': withHashOfMallory,
      'whose id was changed': forged((value) => `${'A'.repeat(12)}${value.slice(12)}`),
      'that is made up': forged((value) => `${value.slice(0, 13)}${'A'.repeat(43)}`),
      'that is cut off': forged((value) => value.slice(0, -1)),
      'without a hash': forged((value) => value.slice(0, 13)),
      'in letters that no hash has': forged((value) => `${value.slice(0, 13)}${'é'.repeat(43)}`),
    }
    const jars: [string, Jar][] = []
    for (const [kind, make] of Object.entries(kinds)) jars.push([kind, await make()])
    const control = await knownJar()
    await attack(openWeb)
    for (const [kind, jar] of jars)
      expect([kind, await outcome(openWeb, jar, right())]).toEqual([kind, 'waits'])
    expect(await outcome(openWeb, control, right())).toBe('in')
  })
})

test('OAU-04 the cookie of a known browser is hidden from scripts and other sites, lasts, and names nobody', async () => {
  const jar = newJar()
  const answer = await post(openWeb, jar, right())
  const line = answer.headers.getSetCookie().find((cookie) => cookie.startsWith('svc_device_'))
  expect(line).toMatch(
    /^svc_device_[0-9a-f]{8}=[\w-]{12}\.[\w-]{43}; Path=\/; Max-Age=34560000; SameSite=Lax; HttpOnly$/,
  )
  const refused = await post(openWeb, newJar(), wrong())
  expect(refused.headers.getSetCookie()).toEqual([])
})
