import { expect, test } from 'vitest'
import {
  acceptInvitationIn,
  createResetLinkIn,
  findLinkIn,
  inviteIn,
  listInvitationsIn,
  resetPasswordIn,
  withdrawInvitationIn,
  type NewLink,
} from './account-links.ts'
import type { Outcome } from '../base/operator-error.ts'
import { changeRoleIn, removeMemberIn, type Acting, type Actor } from './members.ts'
import { codeOf, day, monday, onBothEngines, type Stage } from './members-testing.ts'
import type { Role } from '../base/caller.rules.ts'
import type { Workspace } from '../access/workspaces.store.ts'
import { getPerson, personByEmail } from '../access/people.store.ts'
import { findMembership } from '../access/members.store.ts'
import { purgeAccountLinks, accountLinksOf } from '../access/account-links.store.ts'

const at = monday
const email = 'new@people.test'

const linkOf = (outcome: Outcome<NewLink>): NewLink => {
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome.value
}

onBothEngines((open) => {
  const invite = async (stage: Stage, acme: Workspace, actor: Acting, role: Role = 'member', to = email) =>
    stage.in(acme, (tx, it) => inviteIn(tx, it, actor, { email: to, name: 'New', role, at }))
  const accept = (stage: Stage, place: Workspace, token: string, when = at) =>
    stage.in(place, (tx, it) => {
      const by = { kind: 'new', name: 'New Person', passwordHash: 'their hash' } as const
      return acceptInvitationIn(tx, it, { token, by, at: when })
    })
  const acceptAs = (stage: Stage, place: Workspace, token: string, personId: string) =>
    stage.in(place, (tx, it) => acceptInvitationIn(tx, it, { token, by: { kind: 'known', personId }, at }))
  const reset = async (stage: Stage, acme: Workspace, actor: Acting, { personId }: { personId: string }) =>
    stage.in(acme, (tx, it) => createResetLinkIn(tx, it, actor, { personId, at }))
  const use = (stage: Stage, place: Workspace, token: string, when = at) =>
    stage.in(place, (tx, it) => resetPasswordIn(tx, it, { token, passwordHash: 'another hash', at: when }))
  const hashOf = async (stage: Stage, { personId }: Actor) =>
    (await stage.store.read((tx) => getPerson(tx, personId)))?.passwordHash

  const stageAcme = async () => {
    const stage = await open()
    const acme = await stage.workspace('acme')
    const [owner, admin, member] = [
      await stage.join(acme, 'olga', 'owner'),
      await stage.join(acme, 'adam', 'admin'),
      await stage.join(acme, 'mia', 'member'),
    ]
    return { stage, acme, owner, admin, member }
  }

  test('AUT-12 an invitation makes a new person a member with their name and password, once', async () => {
    const { stage, acme, owner } = await stageAcme()
    const { token } = linkOf(await invite(stage, acme, owner, 'admin', ' New@People.test '))
    const found = await stage.in(acme, (tx) => findLinkIn(tx, acme.id, { kind: 'invitation', token, at }))
    expect(found).toMatchObject({ ok: true, value: { email, name: 'New', role: 'admin', isKnown: false } })
    const accepted = await accept(stage, acme, token)
    expect(accepted).toMatchObject({ ok: true, value: { email, role: 'admin' } })
    const person = await stage.store.read((tx) => personByEmail(tx, email))
    expect(person).toMatchObject({ name: 'New Person', passwordHash: 'their hash' })
    const membership = await stage.store.read((tx) => findMembership(tx, acme.id, person?.id ?? ''))
    expect(membership?.role).toBe('admin')
    expect(codeOf(await accept(stage, acme, token))).toBe('not_found')
  })

  test('AUT-12 two who open one invitation at the same time make one member', async () => {
    const { stage, acme, owner } = await stageAcme()
    const { token } = linkOf(await invite(stage, acme, owner))
    const outcomes = await Promise.all([accept(stage, acme, token), accept(stage, acme, token)])
    expect(new Set(outcomes.map(codeOf))).toEqual(new Set(['not_found', undefined]))
  })

  test('AUT-12 a link that is guessed, expired, withdrawn, replaced, of another kind or workspace opens nothing', async () => {
    const { stage, acme, owner, member } = await stageAcme()
    const globex = await stage.workspace('globex')
    const replaced = linkOf(await invite(stage, acme, owner))
    const { token, id } = linkOf(await invite(stage, acme, owner))
    const password = linkOf(await reset(stage, acme, owner, member)).token
    const attempts = [
      await accept(stage, acme, 'a'.repeat(43)),
      await accept(stage, acme, ''),
      await accept(stage, acme, replaced.token),
      await accept(stage, acme, password),
      await accept(stage, globex, token),
      await accept(stage, acme, token, at + 7 * day),
      await use(stage, acme, token),
      await use(stage, globex, password),
      await use(stage, acme, password, at + day),
    ]
    expect(attempts.map(codeOf)).toEqual(Array(attempts.length).fill('not_found'))
    const withdraw = (place: Workspace) =>
      stage.in(place, (tx) => withdrawInvitationIn(tx, place.id, 'operator', { id, at }))
    expect(codeOf(await withdraw(globex))).toBe('not_found')
    expect(codeOf(await withdraw(acme))).toBeUndefined()
    expect(codeOf(await accept(stage, acme, token))).toBe('not_found')
    expect(await stage.store.read((tx) => personByEmail(tx, email))).toBeUndefined()
    expect(await hashOf(stage, member)).toBe('hash of mia')
  })

  test('AUT-12 an invitation works until its last moment', async () => {
    const { stage, acme, owner } = await stageAcme()
    const { token, expiresAt } = linkOf(await invite(stage, acme, owner))
    expect(expiresAt).toBe(at + 7 * day)
    expect(codeOf(await accept(stage, acme, token, expiresAt - 1))).toBeUndefined()
  })

  test('AUT-12 an invitation never sets the password of somebody who has an account: they sign in to accept it', async () => {
    const { stage, acme, owner } = await stageAcme()
    const globex = await stage.workspace('globex')
    const eve = await stage.join(globex, 'eve', 'owner')
    const other = await stage.join(globex, 'other', 'member')
    const { token } = linkOf(await invite(stage, acme, owner, 'member', eve.email))
    expect(codeOf(await accept(stage, acme, token))).toBe('already_exists')
    expect(await hashOf(stage, eve)).toBe('hash of eve')
    expect(codeOf(await acceptAs(stage, acme, token, other.personId))).toBe('forbidden')
    expect(codeOf(await acceptAs(stage, acme, token, eve.personId))).toBeUndefined()
    expect(codeOf(await acceptAs(stage, acme, token, eve.personId))).toBe('not_found')
  })

  test('AUT-12 an invitation ends with the right of its maker to give the role', async () => {
    const { stage, acme, owner, admin } = await stageAcme()
    const { token } = linkOf(await invite(stage, acme, admin))
    const { personId } = admin
    await stage.in(acme, (tx, it) => changeRoleIn(tx, it, owner, { personId, role: 'member', at }))
    expect(codeOf(await accept(stage, acme, token))).toBe('not_found')
    const second = linkOf(await invite(stage, acme, 'operator', 'owner'))
    expect(codeOf(await accept(stage, acme, second.token))).toBeUndefined()
  })

  test('AUT-12 members invite nobody, admins no owner, and nobody a member', async () => {
    const { stage, acme, owner, admin, member } = await stageAcme()
    expect(codeOf(await invite(stage, acme, member))).toBe('forbidden')
    expect(codeOf(await invite(stage, acme, admin, 'owner'))).toBe('forbidden')
    expect(await invite(stage, acme, owner, 'member', member.email)).toMatchObject({
      code: 'already_exists',
      field: 'email',
    })
    const { id } = linkOf(await invite(stage, acme, owner, 'owner'))
    const withdraw = (actor: Actor) =>
      stage.in(acme, (tx) => withdrawInvitationIn(tx, acme.id, actor, { id, at }))
    expect([await withdraw(member), await withdraw(admin)].map(codeOf)).toEqual(['forbidden', 'forbidden'])
    const open = await stage.in(acme, (tx) => listInvitationsIn(tx, acme.id, at))
    expect(open.map((link) => [link.email, link.role])).toEqual([[email, 'owner']])
  })

  test('AUT-12 an invitation of an owner is replaced by an owner or the operator, and not by an admin', async () => {
    const { stage, acme, owner, admin } = await stageAcme()
    for (const maker of [owner, 'operator'] as const) {
      const { token } = linkOf(await invite(stage, acme, maker, 'owner'))
      for (const to of [email, 'NEW@people.test'])
        expect(await invite(stage, acme, admin, 'member', to)).toMatchObject({
          code: 'forbidden',
          field: 'email',
          message: `Only an owner can replace the invitation of ${email} as an owner.`,
        })
      const found = await stage.in(acme, (tx) => findLinkIn(tx, acme.id, { kind: 'invitation', token, at }))
      expect(codeOf(found)).toBeUndefined()
    }
    const { token } = linkOf(await invite(stage, acme, owner, 'member'))
    const replacing = linkOf(await invite(stage, acme, admin, 'admin')).token
    expect(codeOf(await accept(stage, acme, token))).toBe('not_found')
    expect(codeOf(await accept(stage, acme, replacing))).toBeUndefined()
  })

  test('AUT-12 an invitation of somebody who was removed meanwhile brings them back to nothing', async () => {
    const { stage, acme, owner } = await stageAcme()
    const { token } = linkOf(await invite(stage, acme, owner))
    const back = await stage.join(acme, 'new', 'member')
    await stage.in(acme, (tx, it) => removeMemberIn(tx, it, owner, { personId: back.personId, at }))
    expect(codeOf(await acceptAs(stage, acme, token, back.personId))).toBe('not_found')
  })

  test('AUT-12 nobody joins a workspace that is at its member limit: it would be locked', async () => {
    const stage = await open()
    const acme = await stage.workspace('acme', { memberLimit: 2 })
    const owner = await stage.join(acme, 'olga', 'owner')
    const { token } = linkOf(await invite(stage, acme, owner))
    await stage.join(acme, 'mia', 'member')
    expect(await accept(stage, acme, token)).toMatchObject({
      code: 'conflict',
      message: '`acme` has reached its limit of 2 members.',
    })
    expect(codeOf(await invite(stage, acme, owner, 'member', 'x@people.test'))).toBe('conflict')
  })

  test('AUT-12 a workspace has at most 100 open invitations', async () => {
    const { stage, acme, owner } = await stageAcme()
    for (let count = 0; count < 100; count += 1)
      linkOf(await invite(stage, acme, owner, 'member', `p${count}@people.test`))
    expect(codeOf(await invite(stage, acme, owner))).toBe('conflict')
    expect(codeOf(await invite(stage, acme, owner, 'admin', 'p7@people.test'))).toBeUndefined()
  })

  test('AUT-12 a reset link sets a new password once and ends the other links of the person', async () => {
    const { stage, acme, owner, member } = await stageAcme()
    const before = linkOf(await reset(stage, acme, owner, member))
    const { token } = linkOf(await reset(stage, acme, owner, member))
    expect(codeOf(await use(stage, acme, before.token))).toBe('not_found')
    expect(await use(stage, acme, token)).toEqual({
      ok: true,
      value: { personId: member.personId, email: member.email },
    })
    expect(await hashOf(stage, member)).toBe('another hash')
    expect(codeOf(await use(stage, acme, token))).toBe('not_found')
  })

  test('AUT-12 only owners make reset links, not for themselves, and not for people of other workspaces', async () => {
    const { stage, acme, owner, admin, member } = await stageAcme()
    const globex = await stage.workspace('globex')
    const eve = await stage.join(globex, 'eve', 'owner')
    expect(codeOf(await reset(stage, acme, admin, member))).toBe('forbidden')
    expect(codeOf(await reset(stage, acme, member, owner))).toBe('forbidden')
    expect(codeOf(await reset(stage, acme, owner, owner))).toBe('conflict')
    expect(codeOf(await reset(stage, acme, owner, eve))).toBe('not_found')
    const { token } = linkOf(await reset(stage, acme, owner, member))
    // An owner who could set the password of this person would read the other workspace too.
    await stage.join(globex, 'mia', 'member')
    expect(codeOf(await use(stage, acme, token))).toBe('not_found')
    expect(codeOf(await reset(stage, acme, owner, member))).toBe('forbidden')
    expect(codeOf(await reset(stage, acme, 'operator', member))).toBeUndefined()
    await stage.join(globex, 'olga', 'owner')
    expect(codeOf(await reset(stage, acme, owner, member))).toBeUndefined()
  })

  test('AUT-12 a reset link ends with the role of its maker and with the membership', async () => {
    const { stage, acme, owner, member } = await stageAcme()
    const second = await stage.join(acme, 'otto', 'owner')
    const { token } = linkOf(await reset(stage, acme, second, member))
    const { personId } = second
    await stage.in(acme, (tx, it) => changeRoleIn(tx, it, owner, { personId, role: 'admin', at }))
    expect(codeOf(await use(stage, acme, token))).toBe('not_found')
    const again = linkOf(await reset(stage, acme, owner, member))
    await stage.in(acme, (tx, it) => removeMemberIn(tx, it, owner, { personId: member.personId, at }))
    expect(codeOf(await use(stage, acme, again.token))).toBe('not_found')
  })

  test('AUT-12 expired links are deleted', async () => {
    const { stage, acme, owner, member } = await stageAcme()
    const { token } = linkOf(await invite(stage, acme, owner))
    linkOf(await reset(stage, acme, owner, member))
    await stage.store.write((tx) => purgeAccountLinks(tx, at + day))
    const kinds = ['invitation', 'password_reset'] as const
    const left = await stage.store.read((tx) =>
      Promise.all(kinds.map((kind) => accountLinksOf(tx, acme.id, kind, 0))),
    )
    expect(left.map((links) => links.length)).toEqual([1, 0])
    expect(codeOf(await accept(stage, acme, token))).toBeUndefined()
  })
})
