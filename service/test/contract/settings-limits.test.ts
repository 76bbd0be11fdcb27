// Limits of the forms of the settings: fields, sizes and how often one person may send them.
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCookieJar, headingOf, type Arrival } from '../../oauth/oauth-testing.ts'
import { keyFields as key } from '../../settings/form-fields-testing.ts'
import { newFormId, secretOf, startSettings } from '../../settings/settings-testing.ts'
import { keysOfWorkspace } from '../../access/keys.store.ts'

const limit = 20
let log = ''
let clock: number
let stage: Awaited<ReturnType<typeof startSettings>>
beforeAll(async () => {
  clock = Date.now()
  const sink = { write: (line: string) => void (log += line) }
  stage = await startSettings({ rateLimit: limit, now: () => clock, log: pino({ base: null }, sink) })
})
afterAll(() => stage.service.close())

const stateOf = (answer: Arrival) => [answer.status, headingOf(answer)]
const fieldsOf = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`scopes.${index}`, 'on']))
const keys = () => stage.store.read((tx) => keysOfWorkspace(tx, stage.acme.id))

test.each([
  ['101 fields', new URLSearchParams(fieldsOf(101))],
  ['16,801 fields', new URLSearchParams(fieldsOf(16_801))],
  ['16,801 empty fields', '&'.repeat(16_800)],
  ['a field of 200,000 characters', new URLSearchParams({ name: 'x'.repeat(200_000) })],
])('AUT-12 a form with %s is refused before it is read, at every page', async (_what, body) => {
  const post = (jar: typeof stage.member.jar, path: string) =>
    jar.follow(path, {
      method: 'POST',
      body: String(body),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  expect(stateOf(await post(stage.member.jar, '/settings/acme/create-key'))).toEqual([
    400,
    'This form cannot be used',
  ])
  const stranger = createCookieJar(stage.service.baseUrl)
  expect(stateOf(await post(stranger, '/settings/acme/join'))).toEqual([404, 'This link cannot be used'])
  expect(stateOf(await post(stranger, '/w/sign-in'))).toEqual([400, 'This form cannot be used'])
  // The session is looked up first.
  expect(stateOf(await post(stranger, '/settings/acme/create-key'))).toEqual([400, 'Sign in'])
})

test('OAU-01 a form with 16,801 fields is refused at the token endpoint', async () => {
  for (const path of ['/oauth/token', '/oauth/revoke']) {
    const answer = await fetch(stage.service.url(path), {
      method: 'POST',
      body: new URLSearchParams(fieldsOf(16_801)),
    })
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'invalid_request' }])
  }
})

test('AUT-12 a person sends 20 forms a minute; more are 429 with the wait, do nothing, and stop nobody else', async () => {
  const send = () => stage.owner.post('create-key', key)
  for (let sent = 0; sent < limit; sent += 1) expect((await send()).status).toBe(200)
  const before = await keys()
  const refused = await send()
  expect([...stateOf(refused), refused.headers.get('retry-after')]).toEqual([429, 'Too many forms', '60'])
  expect(refused.text).toContain('nothing was changed. Wait 60 s')
  expect(await keys()).toEqual(before)
  expect(secretOf(await stage.admin.post('create-key', key))).toBeDefined()
  expect((await stage.owner.open('keys')).status).toBe(200)
  clock += 60_000
  expect(secretOf(await send())).toBeDefined()
})

test('AUT-12 the form of a one-time link has the same limit', async () => {
  clock += 60_000
  const person = await stage.service.addMember(stage.acme, { role: 'member' })
  const link = secretOf(await stage.owner.post('reset-link', { member: person.personId })) ?? ''
  const jar = createCookieJar(stage.service.baseUrl)
  const page = await jar.follow(link.slice(stage.service.baseUrl.length))
  const send = (again: string) => jar.submit(page, { password: 'another horse', again })
  for (let sent = 0; sent < limit; sent += 1) expect((await send('other')).status).toBe(400)
  expect((await send('another horse')).status).toBe(429)
  clock += 60_000
  expect(headingOf(await send('another horse'))).toBe('The password was set')
})

test('GEN-10 AUT-12 the log names the person of each page and form by the id, never the email or a token', async () => {
  log = ''
  const { owner } = stage
  await owner.open('keys?after=1.x')
  await owner.post('create-key', { ...key, form: newFormId() })
  await owner.post('revoke-key', { key: 'key_unknown' })
  const person = await stage.service.addMember(stage.acme)
  const code = await stage.service.oauth.issuePageCode(person.personId)
  await createCookieJar(stage.service.baseUrl).request(`/settings/acme/keys?code=${code}`)
  const lines = () => log.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as object]))
  await expect.poll(() => lines().length).toBe(4)
  const who = { person: owner.personId }
  expect(lines()).toMatchObject([
    { method: 'GET', path: '/settings/acme/keys', status: 200, ...who },
    { method: 'POST', path: '/settings/acme/create-key', status: 200, ...who },
    { method: 'POST', path: '/settings/acme/revoke-key', status: 404, ...who },
    { method: 'GET', path: '/settings/acme/keys', status: 303, person: person.personId },
  ])
  for (const secret of [owner.email, owner.token, person.email, code]) expect(log).not.toContain(secret)
})
