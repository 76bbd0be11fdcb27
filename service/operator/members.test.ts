import { expect, test } from 'vitest'
import type { Role } from '../base/caller.rules.ts'
import { createKeyIn } from './keys.ts'
import { codeOf, monday, onBothEngines, type Stage } from './members-testing.ts'
import { addMember } from './add-member.ts'
import { changeRoleIn, previewRole, removeMemberIn } from './members.ts'
import type { Workspace } from '../access/workspaces.store.ts'
import { findMembership } from '../access/members.store.ts'
import { personByEmail } from '../access/people.store.ts'

const at = monday
const roles: readonly Role[] = ['owner', 'admin', 'member']

onBothEngines((open) => {
  const roleOf = (stage: Stage, { id }: Workspace, personId: string) =>
    stage.store.read(async (tx) => (await findMembership(tx, id, personId))?.role)

  test('AUT-12 owners give every role, admins every one but owner, and members none', async () => {
    const stage = await open()
    const acme = await stage.workspace('acme')
    await stage.join(acme, 'first', 'owner')
    const outcomes: Record<string, string> = {}
    for (const actorRole of roles) {
      const actor = await stage.join(acme, `${actorRole} acting`, actorRole)
      for (const from of roles)
        for (const to of roles) {
          const { personId } = await stage.join(acme, 'target', from)
          const outcome = await stage.in(acme, (tx, it) =>
            changeRoleIn(tx, it, actor, { personId, role: to, at }),
          )
          const now = await roleOf(stage, acme, personId)
          expect(now).toBe(outcome.ok ? to : from)
          outcomes[`${actorRole}: ${from} to ${to}`] = codeOf(outcome) ?? 'done'
        }
    }
    const refused = Object.entries(outcomes).filter(([, outcome]) => outcome !== 'done')
    expect(refused.every(([, outcome]) => outcome === 'forbidden')).toBe(true)
    const ofAdmins = refused.map(([name]) => name).filter((name) => name.startsWith('admin'))
    expect(ofAdmins).toEqual(
      ['owner', 'admin', 'member'].flatMap((from) =>
        roles.filter((to) => from === 'owner' || to === 'owner').map((to) => `admin: ${from} to ${to}`),
      ),
    )
    expect(refused.filter(([name]) => name.startsWith('member'))).toHaveLength(9)
    expect(refused.filter(([name]) => name.startsWith('owner'))).toEqual([])
  })

  test('AUT-12 the last owner is neither demoted nor removed, by an owner or by the operator', async () => {
    const stage = await open()
    const acme = await stage.workspace('acme')
    const owner = await stage.join(acme, 'ada', 'owner')
    const { personId } = owner
    for (const actor of [owner, 'operator'] as const) {
      const demoted = await stage.in(acme, (tx, it) =>
        changeRoleIn(tx, it, actor, { personId, role: 'admin', at }),
      )
      const removed = await stage.in(acme, (tx, it) => removeMemberIn(tx, it, actor, { personId, at }))
      const message = 'ada is the last owner of `acme`. Make another member an owner first.'
      expect([demoted, removed]).toEqual(Array(2).fill({ ok: false, code: 'conflict', message }))
    }
    const kept = await stage.in(acme, (tx, it) =>
      changeRoleIn(tx, it, owner, { personId, role: 'owner', at }),
    )
    expect(kept.ok).toBe(true)
    await stage.join(acme, 'ben', 'owner')
    expect(
      codeOf(await stage.in(acme, (tx, it) => removeMemberIn(tx, it, owner, { personId, at }))),
    ).toBeUndefined()
    expect(await roleOf(stage, acme, personId)).toBeUndefined()
  })

  test('AUT-12 of two owners who demote each other at the same time, one stays', async () => {
    const stage = await open()
    const acme = await stage.workspace('acme')
    const [ada, ben] = [await stage.join(acme, 'ada', 'owner'), await stage.join(acme, 'ben', 'owner')]
    const demote = (actor: typeof ada, { personId }: typeof ada) =>
      stage.in(acme, (tx, it) => changeRoleIn(tx, it, actor, { personId, role: 'member', at }))
    const outcomes = await Promise.all([demote(ada, ben), demote(ben, ada)])
    expect(new Set(outcomes.map(codeOf))).toEqual(new Set(['conflict', undefined]))
  })

  test('AUT-12 AUT-13 a preview names the keys that a role weakens and changes nothing', async () => {
    const stage = await open()
    const acme = await stage.workspace('acme')
    const owner = await stage.join(acme, 'ada', 'owner')
    const admin = await stage.join(acme, 'ben', 'admin')
    const scopes = ['records:write', 'tasks:read'] as const
    const input = { name: 'Sync', scopes, expiresAt: null, at }
    const created = await stage.in(acme, (tx, it) => createKeyIn(tx, it, admin, input))
    const keyId = created.ok ? created.value.keyId : ''
    const wish = { personId: admin.personId, role: 'member', at } as const
    const preview = await stage.in(acme, (tx, it) => previewRole(tx, it, owner, wish))
    expect(preview).toMatchObject({
      ok: true,
      value: {
        previousRole: 'admin',
        weakenedKeys: [{ keyId, name: 'Sync', lostScopes: ['records:write'] }],
      },
    })
    expect(await roleOf(stage, acme, admin.personId)).toBe('admin')
    expect(await stage.in(acme, (tx, it) => changeRoleIn(tx, it, owner, wish))).toEqual(preview)
  })

  test('OAU-03 CLI-03 a password of `svc member add` that is common or the email is refused, and nobody is added', async () => {
    const stage = await open()
    await stage.workspace('acme')
    const email = 'grace.hopper@people.test'
    for (const password of ['password123', email, 'grace.hopper']) {
      const adding = addMember(stage.store, { workspace: 'acme', email, password, at })
      await expect(adding).rejects.toMatchObject({ operatorCode: 'validation_error' })
    }
    expect(await stage.store.read((tx) => personByEmail(tx, email))).toBeUndefined()
  })

  test('AUT-12 GEN-08 a person of another workspace is not found, and stays what they are', async () => {
    const stage = await open()
    const [acme, globex] = [await stage.workspace('acme'), await stage.workspace('globex')]
    const owner = await stage.join(acme, 'ada', 'owner')
    const { personId } = await stage.join(globex, 'eve', 'admin')
    const attempts = [
      await stage.in(acme, (tx, it) => changeRoleIn(tx, it, owner, { personId, role: 'member', at })),
      await stage.in(acme, (tx, it) => removeMemberIn(tx, it, owner, { personId, at })),
    ]
    expect(attempts.map(codeOf)).toEqual(['not_found', 'not_found'])
    expect(await roleOf(stage, globex, personId)).toBe('admin')
  })

  test('AUT-12 an admin removes members and admins, no owner; a member removes nobody', async () => {
    const stage = await open()
    const acme = await stage.workspace('acme')
    const owner = await stage.join(acme, 'ada', 'owner')
    await stage.join(acme, 'second', 'owner')
    const admin = await stage.join(acme, 'ben', 'admin')
    const member = await stage.join(acme, 'cat', 'member')
    const remove = async (actor: typeof owner, { personId }: typeof owner) =>
      codeOf(await stage.in(acme, (tx, it) => removeMemberIn(tx, it, actor, { personId, at })))
    expect(await remove(member, admin)).toBe('forbidden')
    expect(await remove(admin, owner)).toBe('forbidden')
    expect(await remove(admin, member)).toBeUndefined()
    expect(await remove(owner, admin)).toBeUndefined()
  })
})
