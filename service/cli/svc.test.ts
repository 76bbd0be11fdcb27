import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../test/contract/client.ts'
import { demoPassword, type DemoAnswer } from '../demo/load.ts'
import { expectFailure } from './refusal-testing.ts'
import { hashToken } from '../base/ids.ts'
import { createDatabases, createKey, svc, svcJson, svcServe } from './svc-testing.ts'

const { fresh } = createDatabases()
const database = fresh()
beforeAll(() => svcJson('demo', '--database', database))

describe('svc demo', () => {
  test('CLI-03 prints three workspaces with their members and the address of the settings, and the same again when it is repeated', async () => {
    const first = await svcJson<DemoAnswer>('demo', '--database', database)
    const again = await svc('demo', '--database', database, '--records', '5')
    expect(again).toEqual({ exitCode: 0, stdout: `${JSON.stringify(first)}\n`, stderr: '' })
    const roles = first.workspaces.map(({ slug, plan, members }) => [
      slug,
      plan,
      members.map(({ role }) => role),
    ])
    expect(roles).toEqual([
      ['acme', 'pro', ['owner', 'admin', 'member', 'member']],
      ['globex', 'pro', ['owner']],
      ['initech', 'free', ['owner', 'member']],
    ])
    expect(first.workspaces[0]?.members[0]).toEqual({
      userId: expect.stringMatching(/^usr_/),
      email: 'owner@acme.test',
      password: demoPassword('owner@acme.test'),
      role: 'owner',
    })
    expect(first).toMatchObject({ settingsUrl: 'http://127.0.0.1:4700/settings' })
  })

  test('CLI-03 refuses a workspace of the same name that the demo did not create', async () => {
    const own = fresh()
    await svcJson('workspace', 'create', '--slug', 'acme', '--database', own)
    await expectFailure(['demo', '--database', own], 'already_exists', /acme/)
  })
})

describe('svc workspace, member and key', () => {
  test('CLI-03 a workspace, a member and a key of `svc` work over HTTP', async () => {
    const own = fresh()
    const on = ['--database', own]
    const run = (words: string) => svcJson(...words.split(' '), ...on)
    const made = await run('workspace create --slug tiny --name Tiny --plan pro')
    expect(made).toMatchObject({ slug: 'tiny', name: 'Tiny', plan: 'pro', memberLimit: null })
    const added = await run('member add --workspace tiny --email Ada@Tiny.test --role admin')
    expect(added).toMatchObject({
      email: 'ada@tiny.test',
      role: 'admin',
      password: expect.stringMatching(/^.{12,}$/),
    })
    const known = await run('member add --workspace tiny --email ada@tiny.test --role member')
    expect(known).toEqual({ ...added, password: undefined, role: 'member' })
    const serving = await svcServe(own)
    // Commands work beside a running service, on the same file.
    const words = ['--workspace', 'tiny', '--as', 'ada@tiny.test', '--scopes', 'objects:read', ...on]
    words.push('--expires', '2999-01-01T00:00Z')
    const { stdout, stderr } = await svc('key', 'create', ...words)
    const created = JSON.parse(stdout)
    expect(Object.keys(created)).toEqual(['keyId', 'token'])
    expect(stderr).toBe('')
    const api = createClient(serving.baseUrl, created.token)
    expect((await api.get('/v1/whoami')).body.data).toMatchObject({
      keyId: created.keyId,
      workspace: { slug: 'tiny' },
    })
    await run('workspace set tiny --member-limit 0')
    expect((await api.get('/v1/objects')).status).toBe(423)
    await run('workspace set --slug tiny --member-limit none')
    expect((await api.get('/v1/objects')).status).toBe(200)
    const listed = await run('key list --workspace tiny')
    expect(listed).toMatchObject({ keys: [{ expiresAt: '2999-01-01T00:00:00.000Z' }] })
    expect(JSON.stringify(listed)).not.toContain(created.token)
    await run(`key revoke ${created.keyId}`)
    expect((await api.get('/v1/whoami')).status).toBe(401)
    await run('member remove --workspace tiny --email ada@tiny.test')
    await serving.end('SIGTERM')
  })

  test('CLI-03 AUT-04 a new password keeps the role of a member; without a role a person becomes a member', async () => {
    const own = fresh()
    const on = ['--workspace', 'tiny', '--database', own]
    await svcJson('workspace', 'create', '--slug', 'tiny', '--database', own)
    const add = async (email: string, ...words: string[]) =>
      (await svcJson('member', 'add', '--email', email, ...words, ...on))['role']
    expect(await add('ada@tiny.test', '--role', 'owner')).toBe('owner')
    expect(await add('ada@tiny.test', '--password', 'a new password')).toBe('owner')
    expect(await add('ben@tiny.test')).toBe('member')
    // A membership that ended leaves no role behind.
    await add('ben@tiny.test', '--role', 'owner')
    await svcJson('member', 'remove', '--email', 'ada@tiny.test', ...on)
    expect(await add('ada@tiny.test', '--password', 'a newer password')).toBe('member')
  })

  test('CLI-03 AUT-13 svc member role changes a role and names the keys that it weakens', async () => {
    const own = fresh()
    const on = ['--workspace', 'tiny', '--database', own]
    await svcJson('workspace', 'create', '--slug', 'tiny', '--plan', 'pro', '--database', own)
    await svcJson('member', 'add', '--email', 'ada@tiny.test', '--role', 'admin', ...on)
    const { keyId } = await svcJson('key', 'create', '--as', 'ada@tiny.test', '--scopes', 'env:read', ...on)
    const changed = await svcJson('member', 'role', '--email', 'ada@tiny.test', '--role', 'member', ...on)
    expect(changed).toMatchObject({
      role: 'member',
      previousRole: 'admin',
      weakenedKeys: [{ keyId, lostScopes: ['env:read'] }],
    })
    const words = ['member', 'role', '--email', 'eve@tiny.test', '--role', 'admin', ...on]
    await expectFailure(words, 'not_found', /eve@tiny\.test is not a member of `tiny`\./)
  })

  test('AUT-12 CLI-03 svc member invite and reset-link print a link once; the database holds only its hash', async () => {
    const own = fresh()
    const on = ['--workspace', 'tiny', '--database', own]
    await svcJson('workspace', 'create', '--slug', 'tiny', '--database', own)
    await svcJson('member', 'add', '--email', 'ada@tiny.test', ...on)
    const at = ['--base-url', 'https://data.tiny.test', ...on]
    const invited = await svcJson('member', 'invite', '--email', 'Ben@tiny.test', '--role', 'owner', ...at)
    expect(invited).toMatchObject({ email: 'ben@tiny.test', name: 'Ben', role: 'owner' })
    const reset = await svcJson('member', 'reset-link', '--email', 'ada@tiny.test', ...at)
    const tokens = [invited, reset].map(({ link }) => new URL(String(link)).searchParams.get('token') ?? '')
    expect(String(invited['link'])).toBe(`https://data.tiny.test/settings/tiny/join?token=${tokens[0]}`)
    expect(String(reset['link'])).toBe(
      `https://data.tiny.test/settings/tiny/reset-password?token=${tokens[1]}`,
    )
    const file = readFileSync(own.slice('file:'.length), 'latin1')
    for (const token of tokens) {
      expect(token).toMatch(/^[\w-]{43}$/)
      expect(file).not.toContain(token)
      expect(file).toContain(hashToken(token))
    }
    await expectFailure(['member', 'invite', '--email', 'ada@tiny.test', ...on], 'already_exists', /already/)
  })

  test('AUT-03 AUT-04 plan and role decide who gets which key', async () => {
    const create = (workspace: string, as: string, scopes: string) =>
      `key create --workspace ${workspace} --as ${as} --scopes ${scopes} --database ${database}`.split(' ')
    await expectFailure(create('initech', 'owner@initech.test', 'tasks:read'), 'plan_required', /Pro/)
    await expectFailure(create('acme', 'mira@acme.test', 'tasks:write'), 'forbidden', /tasks:write/)
    expect(await createKey(database, 'tasks:read,objects:read', 'mira@acme.test')).toHaveProperty('token')
  })
})
