// The settings pages: who may do what, and what a hostile or stale form does.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { headingOf } from '../../oauth/oauth-testing.ts'
import { createFormFields, keyFields as key, namelessForms } from '../../settings/form-fields-testing.ts'
import { forms, pages } from '../../settings/table.ts'
import {
  newFormId,
  secretOf,
  faultsOf,
  signInAs,
  startSettings,
  type Visitor,
} from '../../settings/settings-testing.ts'
import { prefixedId } from '../../base/ids.ts'
import { keyScopes } from '../../access/principal.ts'
import { keysOfWorkspace, insertKey } from '../../access/keys.store.ts'
import { accountLinksOf } from '../../access/account-links.store.ts'
import { membersOfWorkspace, putMembership, endMembership } from '../../access/members.store.ts'
import { signInsOfPerson } from '../../oauth/grants.store.ts'
import { calendarsOfPerson } from '../../calendars/calendars.store.ts'
import { updateWorkspace } from '../../access/workspaces.store.ts'

let stage: Awaited<ReturnType<typeof startSettings>>
let fields: ReturnType<typeof createFormFields>
beforeAll(async () => {
  stage = await startSettings({ webhookNetwork: 'any host' })
  fields = createFormFields(stage)
})
afterAll(() => stage.service.close())

const keysOf = () => stage.store.read((tx) => keysOfWorkspace(tx, stage.acme.id))
const roles = ['owner', 'admin', 'member'] as const
const fieldsFor = (path: string, visitor?: Visitor) => fields.fieldsFor(path, visitor)

test('AUT-12 every form is in the matrix', () => {
  expect(fields.paths.toSorted()).toEqual([...forms.keys()].toSorted())
})

describe.each([...forms.values()])('AUT-12 the form $path', ({ path, roles: allowed, back, givesSecret }) => {
  test.each(roles)(
    'acts for %s exactly where the role may, and is absent from the page elsewhere',
    async (role) => {
      // A new password ends the sessions of its person.
      const visitor =
        path === 'change-password'
          ? await signInAs(stage.service, await stage.service.addMember(stage.acme, { role }))
          : stage[role]
      const fields = await fieldsFor(path, visitor)
      const answer = await visitor.post(path, fields)
      const isAllowed = allowed.includes(role)
      expect([path, answer.status, headingOf(answer) === 'Not allowed']).toEqual([
        path,
        isAllowed ? 200 : 403,
        !isAllowed,
      ])
      expect(secretOf(answer) !== undefined).toBe(isAllowed && givesSecret === true)
      if (!isAllowed) {
        const page = await visitor.open(back(fields))
        expect(page.text).not.toContain(`action="/settings/acme/${path}"`)
      }
    },
  )

  test('is 404 for another workspace and for ids of another one', async () => {
    const fields = await fieldsFor(path)
    expect((await stage.stranger.post(path, fields, 'acme')).status).toBe(404)
    if (!namelessForms.includes(path)) expect((await stage.stranger.post(path, fields)).status).toBe(404)
  })

  test.each([
    ['without a token', () => ({ token: '' })],
    ['with the token of another session', () => ({ token: stage.stranger.token })],
    ['without an id', () => ({ form: '' })],
  ])('is refused %s', async (_name, spoilt) => {
    const answer = await stage.owner.post(path, { ...(await fieldsFor(path)), ...spoilt() })
    expect([answer.status, headingOf(answer)]).toEqual([400, 'This form is too old'])
  })

  test('is refused from another origin', async () => {
    const body = new URLSearchParams({
      token: stage.owner.token,
      form: newFormId(),
      ...(await fieldsFor(path)),
    })
    const headers = { origin: 'https://evil.test' }
    const answer = await stage.owner.jar.follow(`/settings/acme/${path}`, { method: 'POST', body, headers })
    expect([answer.status, headingOf(answer)]).toEqual([400, 'This form cannot be used'])
  })

  test('asks for a sign-in when the session has ended, and does nothing', async () => {
    const gone = await signInAs(stage.service, stage.owner)
    const fields = await fieldsFor(path)
    const before = await keysOf()
    await gone.jar.follow('/w/sign-out', { method: 'POST' })
    const answer = await gone.post(path, fields)
    expect([answer.status, headingOf(answer)]).toEqual([400, 'Sign in'])
    expect(answer.text).toContain('nothing was changed')
    expect(await keysOf()).toEqual(before)
  })
})

describe.each([...pages.values()])('AUT-12 the page $path', ({ path, roles: allowed, under }) => {
  test.each(roles)('is in the navigation of %s exactly where the role may see it', async (role) => {
    const shown = (await stage[role].open('keys')).text
    const isListed = under === undefined && allowed.includes(role)
    expect(shown.includes(`href="/settings/acme/${path}"`)).toBe(isListed)
    if (!allowed.includes(role)) expect((await stage[role].open(path)).status).toBe(403)
  })

  test('GEN-08 is 404 for somebody of another workspace', async () => {
    expect((await stage.stranger.open(path, 'acme')).status).toBe(404)
  })
})

test('AUT-12 AUT-02 a key is shown once; the same form sent again makes no second one and shows nothing', async () => {
  const before = (await keysOf()).length
  const form = newFormId()
  const first = await stage.owner.post('create-key', { ...key, form })
  const token = secretOf(first) ?? ''
  expect(first.headers.get('content-security-policy')).toMatch(
    /^default-src 'none';.* script-src 'sha256-[\w+/]{43}='$/,
  )
  const whoami = await fetch(stage.service.url('/v1/whoami'), {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(await whoami.json()).toMatchObject({ data: { scopes: ['tasks:read'] } })
  const second = await stage.owner.post('create-key', { ...key, form })
  expect([second.status, headingOf(second)]).toEqual([200, 'This form was sent already'])
  expect(second.text).not.toContain(token)
  expect((await keysOf()).length).toBe(before + 1)
})

test('AUT-12 one form that arrives twenty times at once makes one key', async () => {
  const before = (await keysOf()).length
  const form = newFormId()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => stage.admin.post('create-key', { ...key, form })),
  )
  expect(answers.filter((answer) => secretOf(answer) !== undefined)).toHaveLength(1)
  expect((await keysOf()).length).toBe(before + 1)
})

test.each([
  'revoke-key',
  'revoke-any-key',
  'withdraw-invitation',
  'change-role',
  'remove-member',
  'end-sign-in',
  'remove-calendar',
])(
  'AUT-12 the form %s sent again with other values under its id is done, not reported as done',
  async (path) => {
    const form = newFormId()
    const both = [await fieldsFor(path), await fieldsFor(path)]
    const place = stage.acme.id
    const state = () =>
      stage.store.read(async (tx) => [
        (await keysOfWorkspace(tx, place)).filter(({ revokedAt }) => revokedAt === null).length,
        (await accountLinksOf(tx, place, 'invitation', stage.service.now())).length,
        (await membersOfWorkspace(tx, place)).filter(({ role }) => role === 'member').length,
        (await signInsOfPerson(tx, stage.owner.personId, place, stage.service.now())).length,
        (await calendarsOfPerson(tx, place, stage.owner.personId)).length,
      ])
    const states = [await state()]
    for (const each of [...both, ...both]) {
      const answer = await stage.owner.post(path, { ...each, form })
      expect([path, answer.status]).toEqual([path, 200])
      states.push(await state())
    }
    const sums = states.map((counts) => counts.reduce((sum, count) => sum + count, 0))
    const [before = 0] = sums
    // The same form sent twice takes effect once.
    expect(sums).toEqual([before, before - 1, before - 2, before - 2, before - 2])
  },
)

test.each([
  ['of 10,000 characters', { name: 'x'.repeat(10_000) }, 'Use at most 200 characters.'],
  ['of invisible characters', { name: '\u200b'.repeat(10_000) }, 'Use at most 200 characters.'],
  ['of a few invisible characters', { name: '\u200b\u200e ' }, 'Enter a name.'],
  ['with a control character', { name: 'a\u0007b' }, 'Use no line breaks and no control characters.'],
])('AUT-12 a key name %s is refused at its field', async (_name, fields, words) => {
  const answer = await stage.owner.post('create-key', { ...key, ...fields })
  expect([answer.status, faultsOf(answer)]).toEqual([400, [words]])
  expect(answer.text).toMatch(
    /<input\s+id="create-key-name"[^>]*aria-describedby="create-key-name-fault[^>]*aria-invalid="true"/,
  )
  expect(answer.text).toContain(`<a href="#create-key-name">${words}</a>`)
  expect(answer.text.length).toBeLessThan(60_000)
})

test('AUT-12 AUT-04 a member who posts the scope of an owner is refused at the scopes', async () => {
  const answer = await stage.member.post('create-key', { ...key, 'scopes.env:write': 'on' })
  expect([answer.status, faultsOf(answer)]).toEqual([
    403,
    ['A member cannot create a key with env:write. Ask an owner or an admin.'],
  ])
  expect((await stage.member.open('keys')).text).not.toContain('tasks:write')
})

test('AUT-12 AUT-03 on the free plan the page says why there are no new keys, and the form is refused', async () => {
  await stage.store.write((tx) => updateWorkspace(tx, stage.acme.id, { plan: 'free' }))
  const page = await stage.owner.open('keys')
  const answer = await stage.owner.post('create-key', key)
  await stage.store.write((tx) => updateWorkspace(tx, stage.acme.id, { plan: 'pro' }))
  expect(page.text).toContain('New keys need the Pro plan')
  expect(page.text).not.toContain('/create-key"')
  expect(answer.status).toBe(403)
  expect(answer.text).toContain('Keys need the Pro plan')
})

test('AUT-12 ERR-02 a locked workspace says so, and nothing is done', async () => {
  await stage.store.write((tx) => updateWorkspace(tx, stage.acme.id, { memberLimit: 1 }))
  const before = await keysOf()
  const answers = [await stage.member.open('keys'), await stage.owner.post('create-key', key)]
  await stage.store.write((tx) => updateWorkspace(tx, stage.acme.id, { memberLimit: null }))
  expect(answers.map((answer) => [answer.status, headingOf(answer)])).toEqual([
    [423, 'The workspace is locked'],
    [423, 'The workspace is locked'],
  ])
  expect(await keysOf()).toEqual(before)
})

test('AUT-12 a role that changes between page and form counts at the form', async () => {
  const { key: keyId = '' } = await fieldsFor('revoke-any-key')
  const set = (role: 'admin' | 'member') =>
    stage.store.write((tx) => putMembership(tx, stage.acme.id, stage.admin.personId, role, 1))
  await set('member')
  const answer = await stage.admin.post('revoke-any-key', { key: keyId })
  await set('admin')
  expect(answer.status).toBe(403)
  expect((await keysOf()).find(({ id }) => id === keyId)?.revokedAt).toBeNull()
})

test('AUT-12 two hundred keys are listed by pages of at most 60 kB, each key once', async () => {
  const person = await stage.service.addMember(stage.globex, { email: 'many@globex.test', role: 'admin' })
  await stage.store.write(async (tx) => {
    for (let made = 0; made < 200; made += 1) {
      const key = { id: prefixedId('key'), ownerId: person.personId, name: 'test', scopes: keyScopes }
      await insertKey(tx, stage.globex.id, {
        ...key,
        createdAt: made,
        expiresAt: null,
        tokenHash: key.id,
      })
    }
  })
  const many = await signInAs(stage.service, person, 'globex')
  for (const start of ['keys', 'all-keys']) {
    const found: string[] = []
    let path: string | undefined = `/settings/globex/${start}`
    while (path !== undefined) {
      const { text }: { text: string } = await many.jar.follow(path)
      expect(text.length).toBeLessThan(60_000)
      found.push(...[...text.matchAll(/value="(key_\w+)"/g)].map(([, id = '']) => id))
      path = /href="([^"]+)" rel="next"/.exec(text)?.[1]
    }
    expect([found.length, new Set(found).size]).toEqual([200, 200])
  }
})

test('AUT-12 a stranger signs in in place and comes back to the page', async () => {
  const { first } = await signInAs(stage.service, stage.member)
  expect([first.status, first.url.pathname, headingOf(first)]).toEqual([
    200,
    '/settings/acme/keys',
    'My keys',
  ])
  const policy = first.headers.get('content-security-policy')
  expect([policy?.includes("default-src 'none'"), policy?.includes('script-src')]).toEqual([true, false])
  expect(first.text).not.toContain('<script')
  expect(first.text).toContain('aria-current="page"')
})

test('AUT-12 /settings leads to the only workspace, or lets the person choose', async () => {
  expect((await stage.owner.jar.follow('/settings')).url.pathname).toBe('/settings/acme/home')
  await stage.store.write((tx) => putMembership(tx, stage.globex.id, stage.member.personId, 'member', 1))
  const choice = await stage.member.jar.follow('/settings')
  await stage.store.write((tx) => endMembership(tx, stage.globex.id, stage.member.personId, 2))
  expect(choice.text).toContain('href="/settings/globex"')
})
