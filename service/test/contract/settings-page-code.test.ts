// A session that a page code began: other programs of the computer may have read the address that held the code.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { headingOf } from '../../oauth/oauth-testing.ts'
import { inviteIn } from '../../operator/account-links.ts'
import { createFormFields } from '../../settings/form-fields-testing.ts'
import { openByCode, secretOf, startSettings } from '../../settings/settings-testing.ts'
import { forms } from '../../settings/table.ts'
import { membersOfWorkspace, putMembership, findMembership } from '../../access/members.store.ts'
import { insertPerson } from '../../access/people.store.ts'

let stage: Awaited<ReturnType<typeof startSettings>>
let fields: ReturnType<typeof createFormFields>
beforeAll(async () => {
  stage = await startSettings({ webhookNetwork: 'any host' })
  fields = createFormFields(stage)
})
afterAll(() => stage.service.close())

const add = () => stage.service.addMember(stage.acme, { role: 'owner' })
const roles = async () => {
  const members = await stage.store.read((tx) => membersOfWorkspace(tx, stage.acme.id))
  return new Map(members.map(({ id, role }) => [id, role]))
}
const onOneLine = (text: string) => text.replaceAll(/\s+/g, ' ')
const closedByCode =
  'Svc Launcher opened this page without a password, so it gives no secrets and changes no password, role or member. Use the command <code>svc</code> on this computer instead.'

test.each([...forms.values()])(
  'AUT-12 APP-08 the form $path works unless it gives a secret or changes access',
  async ({ path, givesSecret, changesAccess }) => {
    // Also a person with a password: others may have read the address that signed them in.
    const person = await add()
    await stage.service.createKey(stage.acme, person, ['tasks:read'])
    const visitor = await openByCode(stage.service, person)
    const values = await fields.fieldsFor(path, visitor)
    const before = await roles()
    const answer = await visitor.post(path, values)
    const isClosed = givesSecret === true || changesAccess === true
    expect([answer.status, secretOf(answer)]).toEqual([isClosed ? 403 : 200, undefined])
    expect(answer.text.includes('role="alert"')).toBe(isClosed)
    expect(await roles()).toEqual(before)
  },
)

test.each(['keys', 'members', 'member?id=', 'webhooks', 'password', 'calendars'])(
  'AUT-12 APP-08 the page %s says what to use instead of such forms',
  async (path) => {
    const visitor = await openByCode(stage.service, await add())
    const { status, text } = await visitor.open(path === 'member?id=' ? path + stage.member.personId : path)
    expect([status, onOneLine(text).split(closedByCode).length]).toEqual([200, 2])
    for (const { path: form, givesSecret, changesAccess } of forms.values()) {
      if (givesSecret || changesAccess) expect(text).not.toContain(`/${form}"`)
    }
  },
)

test('AUT-12 APP-08 a person without a password is told so on the page Password', async () => {
  const place = { email: 'local@acme.test', name: 'Local', avatarUrl: null, createdAt: 1, passwordHash: null }
  await stage.store.write(async (tx) => {
    await insertPerson(tx, { id: 'usr_local', ...place })
    await putMembership(tx, stage.acme.id, 'usr_local', 'owner', 1)
  })
  const local = { personId: 'usr_local', email: place.email, password: '', role: 'owner' } as const
  const { first } = await openByCode(stage.service, local, 'password')
  expect(first.text).toContain('You have no password')
  expect(first.text).not.toContain('type="password"')
})

test('AUT-12 APP-08 an invitation to another workspace asks for a sign-in', async () => {
  const person = await add()
  const visitor = await openByCode(stage.service, person)
  const wish = { email: person.email, name: 'New', role: 'member', at: stage.service.now() } as const
  const made = await stage.store.write((tx) => inviteIn(tx, stage.globex, 'operator', wish))
  const token = made.ok ? made.value.token : ''
  const body = new URLSearchParams({ token })
  const answers = [
    await visitor.jar.follow(`/settings/globex/join?token=${token}`),
    await visitor.jar.follow('/settings/globex/join', { method: 'POST', body }),
  ]
  expect(answers.map(headingOf)).toEqual(['Sign in', 'Sign in'])
  expect(await stage.store.read((tx) => findMembership(tx, stage.globex.id, person.personId))).toBeUndefined()
})
