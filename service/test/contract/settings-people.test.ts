// The settings pages of people: passwords, sign-ins, members and one-time links.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCookieJar, headingOf, type Arrival } from '../../oauth/oauth-testing.ts'
import { faultsOf, newFormId, secretOf, signInAs, startSettings } from '../../settings/settings-testing.ts'
import type { Role } from '../../base/caller.rules.ts'
import { signInsOfPerson } from '../../oauth/grants.store.ts'
import { putNotification } from '../../notifications/notifications-testing.ts'
import { getKey } from '../../access/keys.store.ts'
import { getPerson, personByEmail } from '../../access/people.store.ts'
import { updateWorkspace } from '../../access/workspaces.store.ts'
import { membersOfWorkspace, findMembership, endMembership } from '../../access/members.store.ts'

let stage: Awaited<ReturnType<typeof startSettings>>
beforeAll(async () => {
  stage = await startSettings()
})
afterAll(() => stage.service.close())

const join = async (role: Role = 'member') =>
  await signInAs(stage.service, await stage.service.addMember(stage.acme, { role }))
const change = { password: 'another horse', again: 'another horse' }
const at = () => stage.service.now()
const signInsOf = (personId: string) =>
  stage.store.read((tx) => signInsOfPerson(tx, personId, stage.acme.id, at()))
const pathOf = (link: string | undefined) => (link ?? '').slice(stage.service.baseUrl.length)
const tokenOf = (link: string | undefined) => new URL(link ?? '').searchParams.get('token') ?? ''

test('AUT-12 a new password ends the other sessions and launchers, and this session goes on', async () => {
  const person = await join()
  const other = await signInAs(stage.service, person)
  await stage.service.signIn(stage.acme, person)
  const { keyId } = await stage.service.createKey(stage.acme, person, ['tasks:read'])
  const answer = await person.post('change-password', { ...change, current: person.password })
  expect([answer.status, answer.url.pathname]).toEqual([200, '/settings/acme/password'])
  expect(answer.text).toContain('The password was changed.')
  expect(headingOf(await other.open('keys'))).toBe('Sign in')
  expect(await signInsOf(person.personId)).toEqual([])
  expect((await stage.store.read((tx) => getKey(tx, keyId)))?.revokedAt).toBeNull()
  const again = await signInAs(stage.service, { ...person, password: change.password })
  expect(again.first.status).toBe(200)
})

test('AUT-12 a person of any role changes their own name, and others see it at once', async () => {
  const person = await join()
  const page = await person.open('profile')
  expect([page.status, headingOf(page)]).toEqual([200, 'My profile'])
  const answer = await person.post('change-name', { name: '  Ada Countess of Lovelace ' })
  expect([answer.status, answer.url.pathname]).toEqual([200, '/settings/acme/profile'])
  expect(answer.text).toContain('Your name was changed.')
  expect(answer.text).toContain('value="Ada Countess of Lovelace"')
  expect((await stage.owner.open('members')).text).toContain('Ada Countess of Lovelace')
  for (const [name, fault] of [
    ['  ', 'Enter a name.'],
    ['a'.repeat(201), 'Use at most 200 characters.'],
    ['Ada\nLovelace', 'Use no line breaks and no control characters.'],
  ] as const) {
    const refused = await person.post('change-name', { name })
    expect([refused.status, faultsOf(refused)]).toEqual([400, [fault]])
  }
  expect((await stage.store.read((tx) => getPerson(tx, person.personId)))?.name).toBe(
    'Ada Countess of Lovelace',
  )
})

test('AUT-12 a person chooses their time zone, in which pages then write times', async () => {
  const person = await join()
  expect((await person.open('sign-ins')).text).toContain('Times are in UTC.')
  const saved = await person.post('change-zone', { zone: ' europe/berlin ' })
  expect([saved.status, saved.text.includes('Your time zone was saved.')]).toEqual([200, true])
  expect(saved.text).toContain('Times are in Europe/Berlin.')
  expect(saved.text).toContain('value="Europe/Berlin"')
  expect((await person.open('home')).text).toContain('<dd>Europe/Berlin</dd>')
  const refused = await person.post('change-zone', { zone: 'Mars/Olympus' })
  expect([refused.status, faultsOf(refused)]).toEqual([400, ['Use a time zone like Europe/Berlin, or none.']])
  await stage.store.write((tx) =>
    putNotification(tx, stage.acme.id, {
      id: 'ntf_winter',
      personId: person.personId,
      kind: 'mention',
      title: 'In winter',
      createdAt: Date.UTC(2026, 0, 5, 23, 30),
    }),
  )
  expect((await person.open('notifications')).text).toContain('6 Jan 2026, 00:30')
  expect((await person.post('change-zone', { zone: '' })).text).toContain('Times are in UTC.')
})

test('NOT-02 notifications are listed, marked as read all at once, and each by opening what it is about', async () => {
  const person = await join()
  expect((await person.open('notifications')).text).toContain('There are no notifications yet.')
  const at = stage.service.now()
  const put = (id: string, title: string, createdAt: number) =>
    stage.store.write((tx) =>
      putNotification(tx, stage.acme.id, {
        id: `${id}_${person.personId}`,
        personId: person.personId,
        kind: 'mention',
        title,
        body: 'Words <b>',
        target: { kind: 'record', id: 'rec-1' },
        createdAt,
      }),
    )
  await put('a', 'Older', at)
  await put('b', 'Newer', at + 1)
  const page = await person.open('notifications')
  const opened = [...page.text.matchAll(/action="(\/w\/[^"]+)"\s*>\s*<button [^>]*>\s*(\w+)</g)]
  expect(opened.map(([, , title]) => title)).toEqual(['Newer', 'Older'])
  expect(page.text).toContain('Words &lt;b&gt;')
  expect((await person.open('home')).text).toMatch(/2 unread notifications/)
  await put('c', 'Meanwhile', at + 2)
  const before = /name="before" value="(\d+)"/.exec(page.text)?.[1] ?? ''
  const read = await person.post('read-notifications', { before })
  expect([read.status, read.text.includes('The notifications are marked as read.')]).toEqual([200, true])
  expect((await person.open('home')).text).toMatch(/1 unread notification</)
  const list = (await person.open('notifications')).text
  expect(list.match(/<a href="\/w\/acme\/records\/rec-1">(Newer|Older)</g)).toHaveLength(2)
  const [, action = ''] = /action="(\/w\/[^"]+)"\s*>\s*<button [^>]*>\s*Meanwhile</.exec(list) ?? []
  expect((await person.jar.follow(action, { method: 'POST' })).url.pathname).toBe('/w/acme/records/rec-1')
  expect((await person.open('home')).text).toContain('No unread notifications')
})

test.each([
  ['a wrong current one', { current: 'wrong' }, 'This is not your current password.'],
  ['a short new one', { password: 'short', again: 'short' }, 'Use 8 to 1024 characters.'],
  ['two that differ', { again: 'another house' }, 'The two passwords differ. Enter the new one twice.'],
])('AUT-12 a password is not changed with %s, and none is sent back', async (_name, fields, words) => {
  const person = await join()
  const answer = await person.post('change-password', { current: person.password, ...change, ...fields })
  expect([answer.status, faultsOf(answer)]).toEqual([400, [words]])
  expect(answer.text).not.toContain('another h')
  expect((await signInAs(stage.service, person)).first.status).toBe(200)
})

const common = 'This password is among the first that attackers try. Choose another one.'

test('OAU-03 AUT-12 a common password, and one that is the email or the workspace, is refused wherever one is set', async () => {
  const person = await join()
  const settled = (password: string) =>
    person.post('change-password', { current: person.password, password, again: password })
  const link = secretOf(await stage.owner.post('reset-link', { member: person.personId }))
  const jar = createCookieJar(stage.service.baseUrl)
  const reset = await jar.follow(pathOf(link))
  const email = 'long-name@acme.test'
  const joining = await jar.follow(pathOf(await inviteTo(email)))
  const refusals = [
    await settled('Password123'),
    await settled(person.email.toUpperCase()),
    await settled(stage.acme.name),
    await jar.submit(reset, { password: 'qwertyuiop', again: 'qwertyuiop' }),
    await jar.submit(joining, { name: 'Long', password: 'long-name', again: 'long-name' }),
  ]
  expect(refusals.map((answer) => [answer.status, faultsOf(answer)])).toEqual([
    [400, [common]],
    [400, ['Do not use your email address as your password.']],
    [400, ['Do not use the name of the workspace or of this program as your password.']],
    [400, [common]],
    [400, ['Do not use your email address as your password.']],
  ])
  expect((await signInAs(stage.service, person)).first.status).toBe(200)
})

test('OAU-03 a password that was common when it was set goes on working', async () => {
  const person = await stage.service.addMember(stage.acme, { role: 'member', password: 'password123' })
  expect((await signInAs(stage.service, person)).first.status).toBe(200)
})

test.each([
  [undefined, '1 member.'],
  [1, '1 of at most 1 member.'],
  [50, '1 of at most 50 members.'],
])('AUT-12 the page of members counts in words with a limit of %s', async (memberLimit, words) => {
  const globex = stage.globex.id
  await stage.store.write((tx) => updateWorkspace(tx, globex, { memberLimit: memberLimit ?? null }))
  const { text } = await stage.stranger.open('members')
  expect(/<p class="lead">\s*(.*? members?\.) Choose/.exec(text)?.[1]).toBe(words)
})

test('OAU-04 AUT-12 guesses at the current password are slowed down', async () => {
  const person = await join()
  const guesses = []
  for (let guess = 0; guess < 6; guess += 1) {
    guesses.push((await person.post('change-password', { ...change, current: `guess ${guess}` })).status)
  }
  expect(guesses).toEqual([400, 400, 400, 400, 400, 429])
})

test('AUT-12 APP-08 the launcher opens the settings by a code, once', async () => {
  const { service, acme } = stage
  const { personId } = await service.addMember(acme, { role: 'member' })
  const code = await service.oauth.issuePageCode(personId)
  const page = await createCookieJar(service.baseUrl).follow(`/settings/acme/password?code=${code}`)
  expect([headingOf(page), page.url.search]).toEqual(['Password', ''])
  const used = createCookieJar(service.baseUrl)
  expect(headingOf(await used.follow(`/settings?code=${code}`))).toBe('Sign in')
})

test('AUT-12 a person ends one sign-in, or all others, and nobody else’s', async () => {
  const [person, other] = [await join(), await join()]
  for (const who of [person, person, person, other]) await stage.service.signIn(stage.acme, who)
  const [first, second, third] = await signInsOf(person.personId)
  expect((await other.post('end-sign-in', { end: first?.id ?? '' })).status).toBe(404)
  expect((await other.post('end-sign-in', { except: first?.id ?? '' })).status).toBe(404)
  expect((await person.post('end-sign-in', {})).status).toBe(404)
  const answer = await person.post('end-sign-in', { end: first?.id ?? '' })
  expect(answer.text).toContain('The sign-in was ended.')
  expect(new Set(await signInsOf(person.personId))).toEqual(new Set([second, third]))
  await person.post('end-sign-in', { except: third?.id ?? '' })
  expect(await signInsOf(person.personId)).toEqual([third])
  expect(await signInsOf(other.personId)).toHaveLength(1)
})

test('AUT-12 AUT-13 the page of a member names the keys that a role weakens, before it is given', async () => {
  const person = await join('admin')
  const { keyId } = await stage.service.createKey(stage.acme, person, ['tasks:write', 'env:read'])
  const page = await stage.owner.open(`member?id=${person.personId}`)
  expect(page.text.replaceAll(/\s+/g, ' ')).toContain('As member, these keys lose scopes:')
  expect(page.text).toContain('tasks:write, env:read')
  const fields = { member: person.personId, role: 'member' }
  expect((await stage.owner.post('change-role', fields)).text).toContain('The role was changed.')
  const listed = await stage.owner.open('all-keys')
  expect(listed.text).toContain(keyId)
  expect(listed.text).toContain('Not in force: tasks:write, env:read')
})

test('AUT-12 the last owner stays one, and an admin changes no owner: a sentence says so', async () => {
  const last = await stage.owner.post('change-role', { member: stage.owner.personId, role: 'member' })
  expect([last.status, last.text.includes('is the last owner of')]).toEqual([409, true])
  const removed = await stage.owner.post('remove-member', { member: stage.owner.personId })
  expect(removed.status).toBe(409)
  const refused = await stage.admin.post('change-role', { member: stage.owner.personId, role: 'admin' })
  expect([refused.status, refused.text.includes('Only an owner can')]).toEqual([403, true])
  expect((await stage.admin.post('remove-member', { member: stage.owner.personId })).status).toBe(403)
  const page = await stage.admin.open(`member?id=${stage.owner.personId}`)
  expect(page.text).not.toMatch(/change-role"|remove-member"|reset-link"/)
})

test('AUT-12 owners and admins unlock a workspace with too many members by removing one', async () => {
  const person = await join()
  const limit = (memberLimit: number | null) =>
    stage.store.write((tx) => updateWorkspace(tx, stage.acme.id, { memberLimit }))
  const count = (await stage.store.read((tx) => membersOfWorkspace(tx, stage.acme.id))).length
  await limit(count - 1)
  expect((await person.open('members')).status).toBe(423)
  const answer = await stage.admin.post('remove-member', { member: person.personId })
  await limit(null)
  expect([answer.status, answer.text.includes('The member was removed.')]).toEqual([200, true])
})

const inviteTo = async (email: string, role = 'member'): Promise<string | undefined> =>
  secretOf(await stage.owner.post('invite', { email, name: 'Grace', role }))

test('AUT-12 a person joins by an invitation link with a password of their own, once', async () => {
  const email = 'grace@acme.test'
  const link = await inviteTo(email)
  const jar = createCookieJar(stage.service.baseUrl)
  const page = await jar.follow(pathOf(link))
  expect([page.status, headingOf(page)]).toEqual([200, `Join ${stage.acme.name}`])
  const refused = await jar.submit(page, { name: 'Grace', password: 'short', again: 'short' })
  expect([refused.status, faultsOf(refused)]).toEqual([400, ['Use 8 to 1024 characters.']])
  const joined = await jar.submit(page, { name: 'Grace', ...change })
  expect([joined.status, joined.url.pathname, headingOf(joined)]).toEqual([
    200,
    '/settings/acme/home',
    stage.acme.name,
  ])
  expect(joined.text).toContain('Get the launcher')
  expect(joined.text).toContain(`>${stage.service.baseUrl}</pre>`)
  expect(joined.text).toContain(email)
  expect(joined.text).toContain('UTC, because none is chosen')
  expect(joined.text).not.toContain('Create a key')
})

test('AUT-12 a used invitation leads a member home, anybody who is not signed in to the sign-in, and nobody else', async () => {
  const link = pathOf(await inviteTo('used@acme.test'))
  const jar = createCookieJar(stage.service.baseUrl)
  const page = await jar.follow(link)
  const sent = { name: 'Used', ...change }
  await jar.submit(page, sent)
  for (const again of [await jar.submit(page, sent), await jar.follow(link)])
    expect([again.status, again.url.pathname]).toEqual([200, '/settings/acme/home'])
  const elsewhere = createCookieJar(stage.service.baseUrl)
  const asked = await elsewhere.follow(link)
  expect([asked.status, headingOf(asked)]).toEqual([400, 'Sign in'])
  expect(asked.text).toContain('This invitation was used already')
  const person = { email: 'used@acme.test', password: change.password }
  expect((await elsewhere.signIn(asked, person)).url.pathname).toBe('/settings/acme/home')
  const stranger = await stage.stranger.jar.follow(link)
  expect([stranger.status, headingOf(stranger)]).toEqual([404, 'This link cannot be used'])
})

test('AUT-12 an invitation of somebody with an account asks them to sign in, and anybody else in vain', async () => {
  const link = await inviteTo(stage.stranger.email)
  const jar = createCookieJar(stage.service.baseUrl)
  const page = await jar.follow(pathOf(link))
  expect([headingOf(page), page.text.includes(`to join ${stage.acme.name}`)]).toEqual(['Sign in', true])
  const token = tokenOf(link)
  const post = (from: typeof jar): Promise<Arrival> =>
    from.follow('/settings/acme/join', {
      method: 'POST',
      body: new URLSearchParams({ token, name: 'X', ...change }),
    })
  expect(headingOf(await post(jar))).toBe('Sign in')
  expect((await post(stage.member.jar)).status).toBe(400)
  const form = await jar.signIn(page, stage.stranger)
  expect(headingOf(form)).toBe(`Join ${stage.acme.name}`)
  expect(headingOf(await jar.submit(form, {}))).toBe(stage.acme.name)
  expect(
    await stage.store.read((tx) => findMembership(tx, stage.acme.id, stage.stranger.personId)),
  ).toBeDefined()
  await stage.store.write((tx) => endMembership(tx, stage.acme.id, stage.stranger.personId, at()))
})

test('AUT-12 a reset link sets a new password once, and ends what the old one allowed', async () => {
  const person = await join()
  const link = secretOf(await stage.owner.post('reset-link', { member: person.personId }))
  const jar = createCookieJar(stage.service.baseUrl)
  const page = await jar.follow(pathOf(link))
  expect(headingOf(page)).toBe('Choose a new password')
  expect(headingOf(await jar.submit(page, change))).toBe('The password was set')
  expect(headingOf(await person.open('keys'))).toBe('Sign in')
  expect((await jar.submit(page, change)).status).toBe(404)
  const other = await jar.follow(pathOf(await inviteTo('x@acme.test')).replace('/join?', '/reset-password?'))
  expect(other.status).toBe(404)
})

test('AUT-12 a link of another site, or under another workspace, changes nothing', async () => {
  const link = await inviteTo('hedy@acme.test')
  const body = new URLSearchParams({ token: tokenOf(link), name: 'Hedy', ...change })
  const jar = createCookieJar(stage.service.baseUrl)
  const headers = { origin: 'https://evil.test' }
  const answers = [
    await jar.follow('/settings/acme/join', { method: 'POST', body, headers }),
    await jar.follow('/settings/globex/join', { method: 'POST', body }),
    await jar.follow(pathOf(link).replace('/acme/', '/globex/')),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 400, 400])
  expect(answers.slice(1).map(headingOf)).toEqual(['Sign in', 'Sign in'])
  expect(await stage.store.read((tx) => personByEmail(tx, 'hedy@acme.test'))).toBeUndefined()
})

test('AUT-12 an invitation is refused at its field; sent again it makes no second link', async () => {
  const fields = { email: 'no address', name: '\u200b', role: 'king' }
  const refused = await stage.owner.post('invite', fields)
  expect([refused.status, faultsOf(refused)]).toEqual([
    400,
    ['Enter an email address.', 'Enter a name.', 'Choose a role.'],
  ])
  const form = newFormId()
  const sent = { email: 'twice@acme.test', name: 'Twice', role: 'member', form }
  expect(secretOf(await stage.owner.post('invite', sent))).toBeDefined()
  expect(headingOf(await stage.owner.post('invite', sent))).toBe('This form was sent already')
  expect((await stage.admin.post('invite', { ...sent, role: 'owner', form: newFormId() })).status).toBe(403)
})
