import { expect, test } from 'vitest'
import { hashToken } from '../base/ids.ts'
import { findKeysByHashes, noteKeyUse, getKey, useNotedEvery } from '../access/keys.store.ts'
import { createKeyIn, listKeysIn, revokeKeyIn, type ListedKey } from './keys.ts'
import { changeRoleIn, shownName, type Acting, type Actor } from './members.ts'
import { codeOf, monday, onBothEngines, type Stage } from './members-testing.ts'
import type { Workspace } from '../access/workspaces.store.ts'
import { endMembership } from '../access/members.store.ts'

const at = monday

test.each([
  ['of 201 characters', 'x'.repeat(201)],
  ['of 10,000 characters', 'x'.repeat(10_000)],
  ['empty', '  '],
  ['of invisible characters', '\u200b\u2060\u202e'],
  ['of two lines', 'one\ntwo'],
])('AUT-12 a name %s is refused in a sentence', (_what, name) => {
  const { error } = shownName.safeParse(name)
  expect(error?.issues[0]?.message).toMatch(/^(Enter|Use) .*\.$/)
})

onBothEngines((open) => {
  const create = (stage: Stage, acme: Workspace, actor: Actor, name = 'key', when = at) =>
    stage.in(acme, async (tx, it) => {
      const input = { name, scopes: ['tasks:read'] as const, expiresAt: null, at: when }
      const outcome = await createKeyIn(tx, it, actor, input)
      if (!outcome.ok) throw new Error(outcome.message)
      return outcome.value
    })
  const namesOf = (keys: readonly ListedKey[]) => keys.map(({ name }) => name)

  test('AUT-04 AUT-12 a member lists only their own keys, an owner those of everybody with their names', async () => {
    const stage = await open()
    const acme = await stage.workspace('acme')
    const [owner, ada] = [await stage.join(acme, 'boss', 'owner'), await stage.join(acme, 'ada', 'member')]
    const globex = await stage.workspace('globex')
    await create(stage, globex, await stage.join(globex, 'eve', 'owner'), 'elsewhere')
    await create(stage, acme, owner, 'of the owner')
    await create(stage, acme, ada, 'of ada', at + 1)
    const list = (actor: Acting, whose?: 'own') =>
      stage.in(acme, (tx) => listKeysIn(tx, acme.id, actor, { ...(whose && { whose }) }))
    expect(namesOf(await list(ada))).toEqual(['of ada'])
    expect(namesOf(await list(owner, 'own'))).toEqual(['of the owner'])
    const all = await list(owner)
    expect(all.map(({ name, ownerName, ownerEmail }) => [name, ownerName, ownerEmail])).toEqual([
      ['of ada', 'ada', 'ada@people.test'],
      ['of the owner', 'boss', 'boss@people.test'],
    ])
    expect(await list('operator')).toEqual(all)
  })

  test('AUT-12 keys come in pages, newest first, each once', async () => {
    const stage = await open()
    const acme = await stage.workspace('acme')
    const owner = await stage.join(acme, 'boss', 'owner')
    // Pairs of one instant, so that a page can end between two equal ones.
    for (const index of [0, 1, 2, 3, 4]) await create(stage, acme, owner, `${index}`, at + (index >> 1))
    const walked: string[] = []
    for (let after: readonly [number, string] | undefined; ;) {
      const page = await stage.in(acme, (tx) => listKeysIn(tx, acme.id, owner, { after, limit: 2 }))
      const last = page.at(-1)
      if (!last) break
      walked.push(...namesOf(page))
      after = [last.createdAt, last.id]
    }
    expect(walked).toEqual(['4', '3', '2', '1', '0'])
  })

  test('AUT-04 a person has at most 100 keys that work, also when the last ones are created at once', async () => {
    const stage = await open()
    const acme = await stage.workspace('acme')
    const [owner, ada] = [await stage.join(acme, 'boss', 'owner'), await stage.join(acme, 'ada', 'member')]
    await stage.in(acme, async (tx, it) => {
      const input = { name: 'old', scopes: ['tasks:read'] as const, at: at - 2 }
      // Neither an expired key nor one of somebody else counts.
      await createKeyIn(tx, it, owner, { ...input, expiresAt: at })
      await createKeyIn(tx, it, ada, { ...input, expiresAt: null })
      for (let made = 0; made < 98; made += 1) {
        await createKeyIn(tx, it, owner, { ...input, expiresAt: at + 1 })
      }
    })
    const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => create(stage, acme, owner)))
    const reasons = outcomes.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []))
    const words = 'Error: A person has at most 100 keys that work in a workspace. Revoke one first.'
    expect(reasons).toEqual([words, words])
    const [last] = await stage.in(acme, (tx) => listKeysIn(tx, acme.id, owner, { limit: 1 }))
    await stage.in(acme, (tx) => revokeKeyIn(tx, acme.id, owner, { keyId: last?.id ?? '', at }))
    await create(stage, acme, owner)
  })

  test('AUT-13 the list shows the scopes in force by the owner’s current role', async () => {
    const stage = await open()
    const acme = await stage.workspace('acme')
    await stage.join(acme, 'boss', 'owner')
    const admin = await stage.join(acme, 'ben', 'admin')
    const input = { name: 'Sync', scopes: ['records:write', 'env:read'] as const, expiresAt: null, at }
    await stage.in(acme, (tx, it) => createKeyIn(tx, it, admin, input))
    const { personId } = admin
    await stage.in(acme, (tx, it) => changeRoleIn(tx, it, 'operator', { personId, role: 'member', at }))
    const [key] = await stage.in(acme, (tx) => listKeysIn(tx, acme.id, 'operator'))
    expect([key?.scopes, key?.scopesInForce]).toEqual([['records:write', 'env:read'], ['records:read']])
    await stage.store.write((tx) => endMembership(tx, acme.id, personId, at))
    const [left] = await stage.in(acme, (tx) => listKeysIn(tx, acme.id, 'operator'))
    expect([left?.ownerRole, left?.scopesInForce]).toEqual([null, []])
  })

  test('AUT-12 GEN-08 a key of another workspace is not found, and lives on', async () => {
    const stage = await open()
    const [acme, globex] = [await stage.workspace('acme'), await stage.workspace('globex')]
    const owner = await stage.join(acme, 'boss', 'owner')
    const { keyId, token } = await create(stage, globex, await stage.join(globex, 'eve', 'owner'))
    const outcome = await stage.in(acme, (tx) => revokeKeyIn(tx, acme.id, owner, { keyId, at }))
    expect(codeOf(outcome)).toBe('not_found')
    const [found] = await stage.store.read((tx) => findKeysByHashes(tx, [hashToken(token)], at))
    expect(found?.key.id).toBe(keyId)
  })

  test('AUT-12 the last use of a key is stored at most once a minute', async () => {
    const stage = await open()
    const acme = await stage.workspace('acme')
    const { keyId } = await create(stage, acme, await stage.join(acme, 'boss', 'owner'))
    const usedAt = async (...times: number[]) => {
      for (const time of times) await stage.store.write((tx) => noteKeyUse(tx, acme.id, keyId, time))
      return (await stage.store.read((tx) => getKey(tx, keyId)))?.lastUsedAt
    }
    expect(await usedAt()).toBeNull()
    expect(await usedAt(at, at + useNotedEvery - 1)).toBe(at)
    expect(await usedAt(at + useNotedEvery, at)).toBe(at + useNotedEvery)
  })
})
