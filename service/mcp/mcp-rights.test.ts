// The matrices of scopes, roles, visibility and tenancy, by tool and resource (AGT-01, AUT-05…10, GEN-08).
import { afterAll, describe, expect, test } from 'vitest'
import type { Scope } from '../../shared/api/primitives.ts'
import { keyScopes } from '../access/principal.ts'
import { newUuid } from '../base/ids.ts'
import { endMembership, putMembership } from '../access/members.store.ts'
import { createKey, revokeKey } from '../operator/keys.ts'
import { startTeam, type Colleague } from '../test/contract/team.ts'
import { call, connect, post, rowsOf } from './mcp-testing.ts'
import type { tools } from './server.ts'

const team = await startTeam()
afterAll(() => team.service.close())
const { service, owner, admin, ada, bob, stranger, workspace } = team
const { baseUrl } = service

const task = await team.addTask({
  title: 'Shared crane',
  createdBy: owner.personId,
  assignees: [ada.personId],
})
const hidden = await team.addTask({ title: 'Hidden crane' })
const record = await team.addRecord('companies', { name: 'Nordwind' })
const foreignTask = await team.addTask({ title: 'Foreign crane' }, team.otherWorkspace)
const foreignRecord = await team.addRecord('companies', { name: 'Foreign works' }, stranger)

type Name = keyof typeof tools
/** Arguments of a call, and the scopes that it needs. `any`: one of them is enough. */
const samples: Record<Name, { args: () => Record<string, unknown>; needs: readonly Scope[]; any?: true }> = {
  find: { args: () => ({ text: 'crane' }), needs: ['tasks:read', 'records:read'], any: true },
  list_tasks: { args: () => ({}), needs: ['tasks:read'] },
  list_records: { args: () => ({ object: 'companies' }), needs: ['records:read'] },
  read: {
    args: () => ({
      items: [
        { kind: 'task', id: task },
        { kind: 'record', id: record },
      ],
    }),
    needs: ['tasks:read', 'records:read'],
  },
  brief: { args: () => ({}), needs: ['tasks:read'] },
  capture_task: { args: () => ({ title: 'Another one' }), needs: ['tasks:write'] },
  change_tasks: { args: () => ({ changes: [{ id: task, priority: 'low' }] }), needs: ['tasks:write'] },
  upsert_records: {
    args: () => ({ records: [{ object: 'companies', id: newUuid(), values: { name: 'New' } }] }),
    needs: ['records:write'],
  },
  archive: {
    args: () => ({ items: [{ kind: 'record', id: record }], restore: true }),
    needs: ['records:write'],
  },
  comment: { args: () => ({ on: { kind: 'task', id: task }, text: 'Hello' }), needs: ['comments:write'] },
  list_changes: { args: () => ({}), needs: ['tasks:read', 'records:read'], any: true },
  describe_workspace: { args: () => ({}), needs: ['objects:read'] },
}
const resources: Record<string, Scope> = {
  'svc://brief': 'tasks:read',
  'svc://objects': 'objects:read',
  'svc://objects/companies': 'objects:read',
}

const allows = (held: readonly string[], wanted: string) =>
  held.includes(wanted) || (wanted.endsWith(':read') && held.includes(wanted.replace(':read', ':write')))

const sets: readonly (readonly Scope[])[] = keyScopes.flatMap((scope) => [
  [scope],
  keyScopes.filter((other) => other !== scope),
])
const keys = await Promise.all(
  sets.map(async (scopes) => ({ scopes, token: (await service.createKey(workspace, owner, scopes)).token })),
)

const outcomeOf = async (response: Response): Promise<string> => {
  const text = await response.text()
  if (response.status === 403)
    return `403 ${response.headers.get('www-authenticate')?.match(/scope="([^"]*)"/)?.[1]}`
  const { result, error } = JSON.parse(text) as { result?: { isError?: boolean }; error?: { code: number } }
  return error ? `error ${error.code}` : result?.isError === true ? `refused ${text}` : 'done'
}

describe.each(Object.entries(samples))('the tool %s', (name, { args, needs, any }) => {
  test('AGT-01 AUT-05 works for exactly its scopes, and names all that are needed', async () => {
    const outcomes: Record<string, string> = {}
    const expected: Record<string, string> = {}
    for (const { scopes, token } of keys) {
      const held = scopes.join(' ')
      const isAllowed =
        any === true
          ? needs.some((scope) => allows(scopes, scope))
          : needs.every((scope) => allows(scopes, scope))
      outcomes[held] = await outcomeOf(await post(baseUrl, token, 'tools/call', { name, arguments: args() }))
      expected[held] = isAllowed ? 'done' : `403 ${needs.join(' ')}`
    }
    expect(outcomes).toEqual(expected)
  })

  test('GEN-08 shows another workspace nothing', async () => {
    const client = await connect(baseUrl, stranger.token)
    const text = await call(client, name, args())
    expect(text).not.toMatch(/Shared crane|Hidden crane|Nordwind|acme/)
    await client.close()
  })
})

test.each(Object.entries(resources))('AGT-01 AUT-05 the resource %s needs %s', async (uri, needed) => {
  for (const { scopes, token } of keys) {
    const outcome = await outcomeOf(await post(baseUrl, token, 'resources/read', { uri }))
    expect([scopes.join(' '), outcome]).toEqual([
      scopes.join(' '),
      allows(scopes, needed) ? 'done' : `403 ${needed}`,
    ])
  }
})

const withKey = async (person: Colleague, scopes?: readonly Scope[]) =>
  connect(baseUrl, (await service.createKey(workspace, person, scopes)).token)

test('AGT-01 AUT-09 AUT-10 members see and change their own tasks, owners and admins all', async () => {
  const seen = async (person: Colleague) => {
    const client = await connect(baseUrl, person.token)
    const ids = [task, hidden]
    const texts = {
      list: await call(client, 'list_tasks'),
      find: await call(client, 'find', { text: 'crane' }),
      read: await call(client, 'read', { items: ids.map((id) => ({ kind: 'task', id })) }),
      changes: await call(client, 'list_changes', { kinds: ['task'] }),
    }
    await client.close()
    return Object.values(texts).map((text) => [text.includes('Shared crane'), text.includes('Hidden crane')])
  }
  const [all, own, none] = [
    [true, true],
    [true, false],
    [false, false],
  ]
  // The tasks were stored without the feed.
  expect(await seen(owner)).toEqual([all, all, all, [expect.any(Boolean), false]])
  expect(await seen(admin)).toEqual([all, all, all, [expect.any(Boolean), false]])
  expect(await seen(ada)).toEqual([own, own, own, [expect.any(Boolean), false]])
  expect(await seen(bob)).toEqual([none, none, none, none])
})

test('AGT-01 AUT-13 a key of somebody who became a member writes nothing', async () => {
  const made = await createKey(service.store, {
    workspace: 'acme',
    as: admin.email,
    name: 'test',
    scopes: ['tasks:write', 'records:write'],
    expiresAt: null,
    at: service.now(),
  })
  const ask = (name: string, args: object) =>
    post(baseUrl, made.token, 'tools/call', { name, arguments: args })
  expect((await ask('capture_task', { title: 'By an admin' })).status).toBe(200)
  const setRole = (role: 'admin' | 'member') =>
    service.store.write((tx) => putMembership(tx, workspace.id, admin.personId, role, 0))
  await setRole('member')
  expect((await ask('capture_task', { title: 'By a member' })).status).toBe(403)
  expect((await ask('upsert_records', { records: [] })).status).toBe(403)
  await setRole('admin')
})

test('GEN-08 ids of another workspace are answered as absent ones, and nothing is written there', async () => {
  const client = await withKey(owner)
  for (const [kind, id] of [
    ['task', foreignTask],
    ['record', foreignRecord],
  ] as const) {
    const absent = newUuid()
    const said = async (name: string, argsOf: (id: string) => Record<string, unknown>) => {
      const [foreign, none] = [await call(client, name, argsOf(id)), await call(client, name, argsOf(absent))]
      expect(foreign.replaceAll(id, '<id>')).toBe(none.replaceAll(absent, '<id>'))
      expect(foreign).toMatch(/^refused: /)
    }
    await said('read', (one) => ({ items: [{ kind, id: one }] }))
    await said('archive', (one) => ({ items: [{ kind, id: one }] }))
    await said('comment', (one) => ({ on: { kind, id: one }, text: 'Hello' }))
    if (kind === 'task') await said('change_tasks', (one) => ({ changes: [{ id: one, title: 'Mine' }] }))
  }
  const taken = { records: [{ object: 'companies', id: foreignRecord, values: { name: 'Mine' } }] }
  expect(await call(client, 'upsert_records', taken)).toContain('belongs to another workspace or object')
  const theirs = await connect(baseUrl, stranger.token)
  const rows = rowsOf(await call(theirs, 'read', { items: [{ kind: 'record', id: foreignRecord }] }))
  expect(rows[0]).toMatchObject({ values: { name: 'Foreign works' } })
  await Promise.all([client.close(), theirs.close()])
})

test('AGT-01 CAL-06 a private meeting shows its times alone, and keys read no meetings', async () => {
  const meeting = await team.addMeeting({ title: 'Secret talk', isPrivate: true, createdBy: owner.personId })
  const client = await withKey(bob, ['tasks:read', 'records:read'])
  const response = await post(baseUrl, bob.token, 'tools/call', {
    name: 'read',
    arguments: { items: [{ kind: 'meeting', id: meeting }] },
  })
  expect(response.status).toBe(403)
  expect(await call(client, 'brief')).not.toContain('Secret')
  expect(await call(client, 'find', { text: 'secret' })).not.toContain('Secret')
  await client.close()
})

test('AGT-01 a revoked key, a removed member and a locked workspace are refused at once', async () => {
  const key = await service.createKey(workspace, bob, ['tasks:read'])
  expect((await post(baseUrl, key.token, 'tools/list')).status).toBe(200)
  await revokeKey(service.store, { keyId: key.keyId, at: service.now() })
  expect((await post(baseUrl, key.token, 'tools/list')).status).toBe(401)
  const guest = await service.addMember(workspace, { role: 'member' })
  const { token: theirs } = await service.createKey(workspace, guest, ['tasks:read'])
  await service.store.write((tx) => endMembership(tx, workspace.id, guest.personId, service.now()))
  expect((await post(baseUrl, theirs, 'tools/list')).status).toBe(401)
  const full = await service.createWorkspace({ slug: 'full', memberLimit: 0 })
  const lone = await service.addMember(full)
  const { token } = await service.createKey(full, lone)
  expect((await post(baseUrl, token, 'tools/list')).status).toBe(423)
})

test('LIM-01 AGT-01 calls count as requests of their key do', async () => {
  const limited = await startTeam({ rateLimit: 2 })
  try {
    const ask = () => post(limited.service.baseUrl, limited.owner.token, 'tools/list')
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 200])
    const third = await ask()
    expect([third.status, third.headers.has('retry-after')]).toEqual([429, true])
  } finally {
    await limited.service.close()
  }
})
