import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { svcJson } from '../cli/svc-testing.ts'
import { ownDatabases } from '../db/postgres/databases-testing.ts'

const directory = mkdtempSync(join(tmpdir(), 'svc-keys-'))
afterAll(() => rmSync(directory, { recursive: true }))
const postgres = ownDatabases()

test.each([
  ['SQLite', async () => `file:${join(directory, 'keys.db')}`],
  ['PostgreSQL', () => postgres()],
])(
  'AUT-04 on %s a member lists only their own keys, and an owner those of everybody',
  async (_engine, url) => {
    const on = ['--workspace', 'tiny', '--database', await url()]
    await svcJson('workspace', 'create', '--slug', 'tiny', '--plan', 'pro', ...on.slice(2))
    const created = new Map<string, unknown>()
    for (const [email, role] of [
      ['owner@tiny.test', 'owner'],
      ['ada@tiny.test', 'member'],
      ['ben@tiny.test', 'member'],
    ] as const) {
      await svcJson('member', 'add', '--email', email, '--role', role, ...on)
      const key = await svcJson('key', 'create', '--as', email, '--scopes', 'tasks:read', ...on)
      created.set(email, key['keyId'])
    }
    const listed = async (...words: string[]) => {
      const { keys } = await svcJson<{ keys: { keyId: string }[] }>('key', 'list', ...words, ...on)
      return new Set(keys.map(({ keyId }) => keyId))
    }
    expect(await listed('--as', 'ada@tiny.test')).toEqual(new Set([created.get('ada@tiny.test')]))
    const all = new Set(created.values())
    expect([await listed('--as', 'owner@tiny.test'), await listed()]).toEqual([all, all])
  },
)
