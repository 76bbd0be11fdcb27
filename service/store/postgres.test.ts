import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Client } from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { openStore, type OpenedStore } from './open-store.ts'
import { openPostgres } from './postgres.ts'
import {
  asAdministrator,
  createTestDatabase,
  dropTestDatabase,
  startTestPostgres,
} from './postgres-testing.ts'

const urls: string[] = []
const database = async (contents: 'migrated' | 'empty' = 'migrated') => {
  const url = await createTestDatabase(contents)
  urls.push(url)
  return url
}
afterAll(async () => {
  for (const url of urls) await dropTestDatabase(url)
})

const nameOf = (url: string) => new URL(url).pathname.slice(1)
const workspace = (slug: string) =>
  ({ id: `wsp_${slug}`, slug, name: slug, plan: 'pro', memberLimit: null, createdAt: 1 }) as const
const record = (id: string) => ({
  id,
  objectId: 'obj',
  title: 'One',
  avatarUrl: null,
  values: {},
  archived: false,
  createdBy: 'usr',
  createdAt: 1,
  updatedAt: 1,
})

/** Two stores on one database, as two processes have them. */
const openTwo = async (): Promise<[OpenedStore, OpenedStore]> => {
  const url = await database()
  return [await openStore(url), await openStore(url)]
}

describe('transactions', () => {
  test('REC-13 a write that fails leaves nothing behind', async () => {
    const store = await openStore(await database())
    const failing = store.write(async (tx) => {
      await tx.workspaces.create(workspace('gone'))
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await store.read((tx) => tx.workspaces.list())).toEqual([])
    await store.close()
  })

  test('REC-13 a failure that is passed over in silence commits nothing', async () => {
    const store = await openStore(await database())
    const silent = store.write(async (tx) => {
      await tx.workspaces.create(workspace('one'))
      await tx.workspaces.create({ ...workspace('two'), slug: 'one' }).catch(() => undefined)
    })
    await expect(silent).rejects.toThrow('failed before')
    expect(await store.read((tx) => tx.workspaces.list())).toEqual([])
    await store.close()
  })

  test('REC-13 a read neither waits for an open write nor sees into it, and sees one moment', async () => {
    const store = await openStore(await database())
    const count = async () => (await store.read((tx) => tx.workspaces.list())).length
    const seen: number[] = []
    await store.write(async (tx) => {
      await tx.workspaces.create(workspace('one'))
      seen.push(await count())
    })
    await store.read(async (tx) => {
      seen.push((await tx.workspaces.list()).length)
      await store.write((other) => other.workspaces.create(workspace('two')))
      seen.push((await tx.workspaces.list()).length)
    })
    seen.push(await count())
    expect(seen).toEqual([0, 1, 1, 2])
    await store.close()
  })

  test('REC-13 a read is over though nobody asks anything after it', async () => {
    const url = await database()
    const store = await openStore(url)
    await store.read((tx) => tx.workspaces.list())
    await expect
      .poll(() =>
        asAdministrator(`select distinct state from pg_stat_activity where datname = '${nameOf(url)}'`),
      )
      .toEqual([{ state: 'idle' }])
    await store.close()
  })

  test('REC-13 a reader cannot write', async () => {
    const store = await openStore(await database())
    await expect(store.read((tx) => tx.workspaces.create(workspace('one')))).rejects.toThrow()
    await store.close()
  })

  test('REC-11 what two processes read and then write in one workspace happens one after the other', async () => {
    const stores = await openTwo()
    const [one] = stores
    await one.write(async (tx) => {
      await tx.workspaces.create(workspace('w'))
      await tx.records.create('wsp_w', record('r'))
    })
    const addOne = (store: OpenedStore) =>
      store.write(async (tx) => {
        const before = await tx.records.get('wsp_w', 'r')
        if (!before) throw new Error('The record is gone.')
        const count = typeof before.values['count'] === 'number' ? before.values['count'] : 0
        await tx.records.update('wsp_w', before, { values: { count: count + 1 }, updatedAt: 2 })
      })
    await Promise.all(Array.from({ length: 60 }, (_, index) => addOne(stores[index % 2] ?? one)))
    const after = await one.read((tx) => tx.records.get('wsp_w', 'r'))
    expect(after).toMatchObject({ values: { count: 60 }, version: 61 })
    for (const store of stores) await store.close()
  })

  test('REC-11 writers of one new id in different workspaces and processes: one of them has it', async () => {
    const stores = await openTwo()
    const [one] = stores
    const slugs = ['a', 'b', 'c', 'd']
    for (const slug of slugs) await one.write((tx) => tx.workspaces.create(workspace(slug)))
    const created = await Promise.all(
      slugs.map((slug, index) =>
        (stores[index % 2] ?? one).write((tx) => tx.records.create(`wsp_${slug}`, record('same'))),
      ),
    )
    expect(created.filter(Boolean)).toHaveLength(1)
    for (const store of stores) await store.close()
  })

  test('REC-11 who finds that another process has just written what was not there looks again', async () => {
    const stores = await openTwo()
    const person = { email: 'ada@acme.test', name: 'Ada', avatarUrl: null, passwordHash: null, createdAt: 1 }
    const put = (store: OpenedStore, id: string) =>
      store.write(async (tx) => {
        const known = await tx.people.byEmail(person.email)
        if (!known) await tx.people.create({ id, ...person })
        return known?.id ?? id
      })
    const ids = await Promise.all(stores.flatMap((store) => ['p', 'q', 'r'].map((id) => put(store, id))))
    expect(new Set(ids).size).toBe(1)
    for (const store of stores) await store.close()
  })

  test('OAU-01 one refresh token, or one code, is used by one of many who try at once', async () => {
    const stores = await openTwo()
    const [one] = stores
    await one.write(async (tx) => {
      await tx.oauth.savePayload({
        model: 'RefreshToken',
        id: 't',
        payload: {},
        grantId: 'g',
        uid: null,
        expiresAt: 99,
      })
      await tx.oauth.addSignInCode({ hash: 'h', personId: 'p', expiresAt: 99 })
    })
    const eight = Array.from({ length: 8 }, (_, index) => stores[index % 2] ?? one)
    const consumed = eight.map((store) =>
      store.write((tx) => tx.oauth.consumePayload('RefreshToken', 't', 1)),
    )
    const taken = eight.map((store) => store.write((tx) => tx.oauth.takeSignInCode('h', 1)))
    expect((await Promise.all(consumed)).filter(Boolean)).toHaveLength(1)
    expect((await Promise.all(taken)).filter((person) => person === 'p')).toHaveLength(1)
    for (const store of stores) await store.close()
  })

  test('CLI-03 a table that a newer program has changed is read on, through connections that knew the old one', async () => {
    const url = await database()
    const store = await openStore(url)
    const list = () => store.read((tx) => tx.keys.list('wsp_none'))
    // Twice prepares it.
    for (const _each of [1, 2, 3]) await list()
    await asAdministrator('alter table access_key add column later text', nameOf(url))
    expect(await list()).toEqual([])
    await store.close()
  })

  test('REC-13 a NUL asks for something that nobody has', async () => {
    const store = await openStore(await database())
    expect(await store.read((tx) => tx.workspaces.bySlug('a\0b'))).toBe(undefined)
    await store.close()
  })
})

describe('migrations', () => {
  test('CLI-03 processes that start at once on a new database make it together', async () => {
    const url = await database('empty')
    const stores = await Promise.all([openStore(url), openStore(url), openStore(url)])
    const applied = stores.map((store) => store.applied).toSorted((a, b) => b.length - a.length)
    expect(applied[0]?.[0]).toBe('0001-start')
    expect(applied.slice(1)).toEqual([[], []])
    for (const store of stores) await store.close()
  })

  test('CLI-03 a migration whose process dies half-way has done nothing, and the next one does it all', async () => {
    const url = await database('empty')
    // A table of a later step, half made by someone else: the migration waits for it with the first steps done.
    const other = new Client({ connectionString: url })
    await other.connect()
    await other.query('begin; create table webhook (id text)')
    const opener = `import { openStore } from ${JSON.stringify(new URL('./open-store.ts', import.meta.url).href)}
      await openStore(process.argv[1])`
    const child = spawn(process.execPath, ['--input-type=module', '--eval', opener, url], { stdio: 'ignore' })
    const waiting = `select 1 from pg_stat_activity where datname = '${nameOf(url)}' and wait_event_type = 'Lock'`
    await expect.poll(() => asAdministrator(waiting), { timeout: 20_000 }).toHaveLength(1)
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    await other.query('rollback')
    await other.end()
    const tables = `select 1 from information_schema.tables where table_name in ('workspace', 'record')`
    await expect.poll(() => asAdministrator(tables, nameOf(url))).toHaveLength(0)
    const store = await openStore(url)
    expect(store.applied[0]).toBe('0001-start')
    await store.close()
  })

  test('CLI-03 a database of a newer program is refused', async () => {
    const url = await database()
    await asAdministrator(
      `insert into kysely_migration values ('9999-from-the-future', '2030-01-01')`,
      nameOf(url),
    )
    await expect(openStore(url)).rejects.toMatchObject({ storeCode: 'database_newer' })
  })

  test('GEN-07 text of every table is in the order of its bytes, whatever the database’s language', async () => {
    const others = await asAdministrator(
      `select table_name, column_name from information_schema.columns
       where table_schema = 'public' and data_type in ('text', 'character varying')
         and collation_name is distinct from 'C'`,
      nameOf(await database()),
    )
    expect(others).toEqual([])
  })
})

describe('a database that cannot be used', () => {
  const refusal = async (url: string) => {
    const error: unknown = await openStore(url).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ message: expect.stringMatching(/^[A-Z][^\n]*\.$/) })
    expect(String((error as Error).message)).not.toContain('secret')
    return (error as { storeCode?: string }).storeCode
  }
  const changed = (url: string, change: Partial<Pick<URL, 'username' | 'password' | 'pathname' | 'port'>>) =>
    Object.assign(new URL(url), change).href

  test.each([
    ['a server that is not there', { port: '1', password: 'secret' }, 'database_unreachable'],
    ['a database that is not there', { pathname: '/ghost' }, 'database_missing'],
    ['a user who may not come in', { username: 'refused' }, 'database_refused'],
    ['a wrong password', { username: 'guarded', password: 'secret' }, 'database_refused'],
  ])('CLI-03 %s is told in one sentence, and no password in it', async (_what, change, code) => {
    expect(await refusal(changed(await database(), change))).toBe(code)
  })

  test('ERR-02 a server that goes away takes the store with it, and brings it back when it returns', async () => {
    const server = await startTestPostgres()
    const store = await openStore(server.url('postgres'))
    const list = () => store.read((tx) => tx.workspaces.list())
    const add = (slug: string) => store.write((tx) => tx.workspaces.create(workspace(slug)))
    await Promise.all([add('one'), list(), list()])
    // Restarted behind the store's back: its connections are dead, and it does not know.
    await server.kill()
    await server.restart()
    expect(await list()).toHaveLength(1)
    // Gone in the middle of a write, then gone.
    const cut = store.write(async (tx) => {
      await tx.workspaces.create(workspace('two'))
      await server.kill()
      await tx.workspaces.list()
    })
    await expect(cut).rejects.toMatchObject({ storeCode: 'database_unreachable' })
    await expect(list()).rejects.toMatchObject({ storeCode: 'database_unreachable' })
    await expect(add('two')).rejects.toMatchObject({ storeCode: 'database_unreachable' })
    await server.restart()
    await add('three')
    expect((await list()).map((each) => each.slug)).toEqual(['one', 'three'])
    await store.close()
    await server.stop()
  })

  test('ERR-02 a write waits a bounded time for another process, then says so', async () => {
    const url = await database()
    const store = await openPostgres(url, { busyWait: 300 })
    await store.write((tx) => tx.workspaces.create(workspace('one')))
    const other = new Client({ connectionString: url })
    await other.connect()
    await other.query(`begin; select * from workspace for update`)
    const write = store.write((tx) => tx.members.put('wsp_one', 'p', 'owner', 1))
    expect(await store.read((tx) => tx.members.list('wsp_one'))).toEqual([])
    await expect(write).rejects.toMatchObject({ storeCode: 'database_locked' })
    await other.end()
    await store.write((tx) => tx.members.put('wsp_one', 'p', 'owner', 1))
    await store.close()
  })
})
