import { expect, test } from 'vitest'
import { acceptInvitationIn, inviteIn } from './account-links.ts'
import { addMember } from './add-member.ts'
import { valueOf } from '../base/operator-error.ts'
import { removeMemberIn } from './members.ts'
import { monday, onBothEngines, type Stage } from './members-testing.ts'
import type { Workspace } from '../access/workspaces.store.ts'
import { personByEmail, insertPerson } from '../access/people.store.ts'
import { findMembership, putMembership } from '../access/members.store.ts'

const at = monday
const email = 'ceo@people.test'

onBothEngines((open) => {
  const add = (stage: Stage, more: { role?: 'owner' | 'admin'; password?: string; name?: string } = {}) =>
    addMember(stage.store, { workspace: 'acme', email, ...more, at })
  const personOf = (stage: Stage) => stage.store.read((tx) => personByEmail(tx, email))
  const roleIn = (stage: Stage, { id }: Workspace) =>
    stage.store.read(async (tx) => {
      const person = await personByEmail(tx, email)
      return person && (await findMembership(tx, id, person.id))?.role
    })

  /** An owner of another workspace invites the address, opens the link and chooses the password. */
  const prepareAccount = async (stage: Stage) => {
    const other = await stage.workspace('other')
    const mallory = await stage.join(other, 'mallory', 'owner')
    await stage.in(other, async (tx, it) => {
      const { token } = valueOf(await inviteIn(tx, it, mallory, { email, name: 'CEO', role: 'member', at }))
      const by = { kind: 'new', name: 'CEO', passwordHash: 'hash of mallory' } as const
      valueOf(await acceptInvitationIn(tx, it, { token, by, at }))
    })
    return { other, mallory }
  }

  test('AUT-12 an account that somebody else may have prepared becomes no member by its address alone', async () => {
    const stage = await open()
    const acme = await stage.workspace('acme')
    await prepareAccount(stage)
    await expect(add(stage, { role: 'owner' })).rejects.toMatchObject({
      operatorCode: 'conflict',
      message: expect.stringMatching(
        /password may be known.*svc member invite --workspace acme --email ceo@people\.test\..*--password/,
      ),
    })
    expect(await roleIn(stage, acme)).toBeUndefined()
    expect((await personOf(stage))?.passwordHash).toBe('hash of mallory')

    const password = 'a long new password'
    expect(await add(stage, { role: 'owner', password })).toMatchObject({ role: 'owner', password })
    expect((await personOf(stage))?.passwordHash).not.toBe('hash of mallory')
  })

  test('AUT-12 nor does somebody who was removed, because others may have given them a new password since', async () => {
    const stage = await open()
    const acme = await stage.workspace('acme')
    await stage.join(acme, 'ada', 'owner')
    const { personId } = await stage.join(acme, 'ceo', 'owner')
    await stage.in(acme, async (tx, it) =>
      valueOf(await removeMemberIn(tx, it, 'operator', { personId, at })),
    )
    await expect(add(stage)).rejects.toMatchObject({ operatorCode: 'conflict' })
    expect(await roleIn(stage, acme)).toBeUndefined()
  })

  test('AUT-12 a member gets another role by their address, and keeps their password', async () => {
    const stage = await open()
    const acme = await stage.workspace('acme')
    await stage.join(acme, 'ceo', 'admin')
    const added = await add(stage, { role: 'owner' })
    expect(added).toEqual({ userId: (await personOf(stage))?.id, email, name: 'ceo', role: 'owner' })
    expect((await personOf(stage))?.passwordHash).toBe('hash of ceo')
  })

  test.each([
    ['a member', true],
    ['somebody known elsewhere', false],
  ])('AUT-12 %s who never had a password gets one', async (_who, isMember) => {
    const stage = await open()
    const acme = await stage.workspace('acme')
    await stage.store.write(async (tx) => {
      const person = { id: 'usr_ceo', email, name: 'CEO', avatarUrl: null, passwordHash: null, createdAt: at }
      await insertPerson(tx, person)
      if (isMember) await putMembership(tx, acme.id, person.id, 'admin', at)
    })
    const added = await add(stage)
    expect(added).toMatchObject({
      role: isMember ? 'admin' : 'member',
      password: expect.stringMatching(/^[\w-]{16}$/),
    })
    expect((await personOf(stage))?.passwordHash).toMatch(/scrypt/)
  })

  test('CLI-03 a name that is given replaces the one of a known person, and without one it stays', async () => {
    const stage = await open()
    await stage.workspace('acme')
    expect(await add(stage)).toMatchObject({ name: 'ceo' })
    expect(await add(stage, { name: 'Ada Vale' })).toMatchObject({ name: 'Ada Vale' })
    expect(await add(stage, { role: 'admin' })).toMatchObject({ name: 'Ada Vale' })
    expect((await personOf(stage))?.name).toBe('Ada Vale')
  })

  test('APP-08 the address that all local owners have is neither added nor invited', async () => {
    const stage = await open()
    const acme = await stage.workspace('acme')
    const local = 'Owner@local.invalid'
    const refusal = { message: expect.stringMatching(/^owner@local\.invalid stands for/) }
    await expect(
      addMember(stage.store, { workspace: 'acme', email: local, password: 'a long password', at }),
    ).rejects.toMatchObject(refusal)
    const invited = await stage.in(acme, (tx, it) =>
      inviteIn(tx, it, 'operator', { email: local, name: 'Owner', role: 'member', at }),
    )
    expect(invited).toMatchObject({ ok: false, ...refusal })
  })
})
