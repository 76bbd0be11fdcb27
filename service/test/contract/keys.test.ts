import { beforeAll, describe, expect, test } from 'vitest'
import { hashToken } from '../../base/ids.ts'
import { addMember } from '../../operator/add-member.ts'
import { revokeKey } from '../../operator/keys.ts'
import { setWorkspace } from '../../operator/workspaces.ts'
import type { TestPerson, TestService } from '../testing.ts'
import type { Workspace } from '../../access/workspaces.store.ts'
import { createClient } from './client.ts'
import { expectRefusal } from './companies.ts'
import { stageTeam } from './team.ts'
import { findKeysByHashes, getKey } from '../../access/keys.store.ts'

const team = stageTeam()
let service: TestService
let workspace: Workspace
let owner: TestPerson
beforeAll(() => void ({ service, workspace, owner } = team))

const whoami = (token?: string) => createClient(service.baseUrl, token).get('/v1/whoami')

const expectUnauthorized = async (token?: string) => {
  const answer = await whoami(token)
  expect(answer.status).toBe(401)
  expect(answer.body).toEqual({ error: expect.any(String) })
  expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/)
}

describe('authentication', () => {
  test.each([
    ['missing', undefined],
    ['unknown', 'svc_unknown'],
    ['of another kind', 'something'],
    ['empty', ''],
    ['very long', `svc_${'a'.repeat(5000)}`],
  ])('AUT-01 a token that is %s is 401 with a plain string', async (_name, token) => {
    await expectUnauthorized(token)
  })

  test('AUT-01 other schemes are 401', async () => {
    const { token } = await service.createKey(workspace, owner)
    for (const authorization of [`Basic ${token}`, token, `Bearer ${token} ${token}`, `Bearer`]) {
      const response = await fetch(service.url('/v1/whoami'), { headers: { authorization } })
      expect(response.status).toBe(401)
    }
  })

  test('AUT-01 an expired key is 401', async () => {
    const { token } = await service.createKey(workspace, owner, ['objects:read'], team.clock.at + 60_000)
    expect((await whoami(token)).status).toBe(200)
    team.clock.at += 60_000
    await expectUnauthorized(token)
  })

  test('AUT-02 the token is stored as a hash only', async () => {
    const { token } = await service.createKey(workspace, owner)
    const found = await service.store.read((tx) => findKeysByHashes(tx, [hashToken(token)], team.clock.at))
    expect(JSON.stringify(found)).not.toContain(token)
    expect(await service.store.read((tx) => findKeysByHashes(tx, [token], team.clock.at))).toEqual([
      undefined,
    ])
  })

  test('AUT-07 whoami names the workspace, the scopes and the key, never the token', async () => {
    const { token, keyId } = await service.createKey(workspace, owner, ['webhooks:read'])
    const { status, body } = await whoami(token)
    expect(status).toBe(200)
    expect(body).toEqual({
      data: {
        workspace: { id: workspace.id, name: workspace.name, slug: 'acme' },
        scopes: ['webhooks:read'],
        keyId,
      },
    })
    expect(JSON.stringify(body)).not.toContain(token.slice(8))
  })

  test('AUT-11 a revoked key stops at once, and only that key', async () => {
    const one = await service.createKey(workspace, owner)
    const other = await service.createKey(workspace, owner)
    expect((await whoami(one.token)).status).toBe(200)
    await revokeKey(service.store, { keyId: one.keyId, at: team.clock.at })
    await expectUnauthorized(one.token)
    expect((await whoami(other.token)).status).toBe(200)
  })
})

test('AUT-13 a key does no more than its owner’s current role may create, and a demotion names the keys', async () => {
  const admin = await service.addMember(workspace, { role: 'admin' })
  const { keyId, token } = await service.createKey(workspace, admin, ['records:write', 'env:read'])
  await service.createKey(workspace, admin, ['records:read'])
  const { keyId: revoked } = await service.createKey(workspace, admin, ['records:write'])
  await revokeKey(service.store, { keyId: revoked, at: team.clock.at })
  const api = createClient(service.baseUrl, token)
  const create = () => api.post('/v1/records', { object: 'companies', values: {} })
  const change = (role: 'admin' | 'member') =>
    addMember(service.store, { workspace: 'acme', email: admin.email, role, at: team.clock.at })

  expect(await change('member')).toMatchObject({
    weakenedKeys: [{ keyId, lostScopes: ['records:write', 'env:read'] }],
  })
  expectRefusal(await create(), 403, 'insufficient_scope')
  expect((await api.get('/v1/records?object=companies')).status).toBe(200)
  expect((await whoami(token)).body.data.scopes).toEqual(['records:read'])

  expect(await change('admin')).not.toHaveProperty('weakenedKeys')
  expect((await whoami(token)).body.data.scopes).toEqual(['records:write', 'env:read'])
  expect((await create()).status).not.toBe(403)
})

test('AUT-12 a request stores when its key was used, at most once a minute', async () => {
  const { keyId, token } = await service.createKey(workspace, owner)
  const lastUsedAt = async () => (await service.store.read((tx) => getKey(tx, keyId)))?.lastUsedAt
  expect(await lastUsedAt()).toBeNull()
  const first = team.clock.at
  expect((await whoami(token)).status).toBe(200)
  await expect.poll(lastUsedAt).toBe(first)
  team.clock.at += 59_999
  await whoami(token)
  team.clock.at += 1
  await whoami(token)
  await expect.poll(lastUsedAt).toBe(team.clock.at)
})

test('AUT-04 a member revokes only their own keys, an admin every key', async () => {
  const member = await service.addMember(workspace, { role: 'member' })
  const admin = await service.addMember(workspace, { role: 'admin' })
  const own = await service.createKey(workspace, member, ['tasks:read'])
  const others = await service.createKey(workspace, owner)
  const revoke = (keyId: string, as: TestPerson) =>
    revokeKey(service.store, { keyId, as: as.email, at: team.clock.at })
  await expect(revoke(others.keyId, member)).rejects.toMatchObject({ operatorCode: 'forbidden' })
  await expect(revoke(own.keyId, member)).resolves.toMatchObject({ revoked: true })
  await expect(revoke(others.keyId, admin)).resolves.toMatchObject({ revoked: true })
})

test('ERR-02 a workspace over its member limit answers 423 to everything but whoami, and changes nothing', async () => {
  const small = await service.createWorkspace({ slug: 'small' })
  const person = await service.addMember(small)
  await service.addMember(small, { role: 'member' })
  await service.createObject(small, 'companies')
  const api = createClient(service.baseUrl, (await service.createKey(small, person)).token)
  const launcher = createClient(service.baseUrl, await service.signIn(small, person))
  await setWorkspace(service.store, 'small', { memberLimit: 1 })
  const refused = await api.post('/v1/records', { object: 'companies', values: { name: 'One' } })
  expectRefusal(refused, 423, 'workspace_locked')
  expect((await api.get('/v1/nothing')).status).toBe(404)
  expect((await api.put('/cli/v1/projects/x/env', { variables: {} })).status).toBe(423)
  expect((await launcher.get('/v1/launcher/task-statuses')).status).toBe(423)
  expect((await api.get('/v1/whoami')).status).toBe(200)
  await setWorkspace(service.store, 'small', { memberLimit: 2 })
  expect((await api.get('/v1/records')).body.data).toEqual([])
})
