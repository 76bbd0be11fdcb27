import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrations } from './migrate.ts'
import { openStore } from './open.ts'
import { openSqlite } from './sqlite.ts'
import { insertWorkspace, allWorkspaces } from '../access/workspaces.store.ts'
import { fieldsOfObject } from '../objects/objects.store.ts'

let directory: string
let counter = 0
const freshPath = () => join(directory, `${(counter += 1)}.db`)

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'svc-store-'))
})
afterAll(() => rmSync(directory, { recursive: true }))

const workspace = (slug: string) =>
  ({ id: `wsp_${slug}`, slug, name: slug, plan: 'pro', memberLimit: null, createdAt: 1 }) as const

/** A database that has been used and closed. */
async function usedPath(slugs = ['one']) {
  const path = freshPath()
  const store = await openSqlite(path)
  for (const slug of slugs) await store.write((tx) => insertWorkspace(tx, workspace(slug)))
  await store.close()
  return path
}

describe('transactions', () => {
  test.each(['file', 'memory'])('REC-13 a write that fails leaves nothing behind (%s)', async (kind) => {
    const store = await openSqlite(kind === 'memory' ? ':memory:' : freshPath())
    const failing = store.write(async (tx) => {
      await insertWorkspace(tx, workspace('gone'))
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await store.read((tx) => allWorkspaces(tx))).toEqual([])
    await store.write((tx) => insertWorkspace(tx, workspace('kept')))
    expect(await store.read((tx) => allWorkspaces(tx))).toHaveLength(1)
    await store.close()
  })

  test('REC-13 a read neither waits for an open write nor sees into it', async () => {
    const store = await openSqlite(freshPath())
    const seen: number[] = []
    await store.write(async (tx) => {
      await insertWorkspace(tx, workspace('one'))
      seen.push((await store.read((reading) => allWorkspaces(reading))).length)
    })
    seen.push((await store.read((tx) => allWorkspaces(tx))).length)
    expect(seen).toEqual([0, 1])
    await store.close()
  })

  test('REC-13 a reader cannot write', async () => {
    const store = await openSqlite(freshPath())
    await expect(store.read((tx) => insertWorkspace(tx, workspace('one')))).rejects.toThrow()
    await store.close()
  })

  test('REC-13 the journal is a log, which readers do not wait for', async () => {
    const path = await usedPath()
    const database = new DatabaseSync(path)
    expect(database.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'wal' })
    database.close()
  })

  test('REC-13 the log is folded into the file once nobody writes', async () => {
    const path = freshPath()
    const store = await openSqlite(path)
    const beside = new DatabaseSync(path)
    const pagesLeft = () => {
      const state = beside.prepare('pragma wal_checkpoint(noop)').get() ?? {}
      return Number(state['log']) - Number(state['checkpointed'])
    }
    await store.write((tx) => insertWorkspace(tx, workspace('one')))
    expect(pagesLeft()).toBeGreaterThan(0)
    await expect.poll(pagesLeft, { timeout: 30_000 }).toBe(0)
    beside.close()
    await store.close()
  })

  test('CLI-03 two processes share a file: each sees the other’s commits', async () => {
    const path = freshPath()
    const [one, other] = [await openSqlite(path), await openSqlite(path)]
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 ? one : other).write((tx) => insertWorkspace(tx, workspace(`w${index}`))),
      ),
    )
    expect(await one.read((tx) => allWorkspaces(tx))).toHaveLength(20)
    await one.close()
    await other.close()
  })
})

test('CLI-03 processes that start at once on a new file make it together', async () => {
  const opener = `
    import { openStore } from ${JSON.stringify(new URL('./open.ts', import.meta.url).href)}
    import { allWorkspaces } from ${JSON.stringify(new URL('../access/workspaces.store.ts', import.meta.url).href)}
    process.stdout.write('ready\\n')
    process.stdin.once('data', async () => {
      try {
        const store = await openStore(process.argv[1])
        const workspaces = await store.read((tx) => allWorkspaces(tx))
        await store.close()
        process.stdout.write('opened ' + workspaces.length)
      } catch (error) {
        process.stdout.write(String(error.storeCode ?? error))
      }
      process.exit()
    })`
  const start = async (url: string) => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', opener, url], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    return async () => {
      let said = ''
      child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
      child.stdin.write('go')
      await once(child, 'close')
      return said
    }
  }
  const url = `file:${freshPath()}`
  const starts = await Promise.all([start(url), start(url), start(url)])
  const said = await Promise.all(starts.map((go) => go()))
  expect(said).toEqual(['opened 0', 'opened 0', 'opened 0'])
}, 60_000)

test('CLI-03 stores that are opened at once on a new file wait for the one that makes it', async () => {
  const url = `file:${freshPath()}`
  const stores = await Promise.all([openStore(url), openStore(url), openStore(url)])
  expect(stores.flatMap((store) => store.applied)).toEqual(Object.keys(migrations))
  for (const store of stores) await store.close()
})

describe('a database that cannot be used', () => {
  const refusal = async (url: string) => {
    try {
      await (await openStore(url)).close()
      return 'opened'
    } catch (error) {
      expect(error).toMatchObject({ message: expect.stringMatching(/^[A-Z].*\.$/) })
      return (error as { storeCode?: string }).storeCode
    }
  }

  test('CLI-03 a file that is no database is refused and left as it is', async () => {
    const path = freshPath()
    writeFileSync(path, 'These are my notes, not a database.'.repeat(200))
    expect(await refusal(`file:${path}`)).toBe('database_corrupt')
    expect(readFileSync(path, 'utf8')).toContain('my notes')
  })

  test('CLI-03 a truncated database is refused', async () => {
    const path = await usedPath()
    truncateSync(path, Math.floor(statSync(path).size / 2))
    expect(await refusal(`file:${path}`)).toBe('database_corrupt')
  })

  test('CLI-03 a database with damaged pages is refused', async () => {
    const path = await usedPath(Array.from({ length: 200 }, (_, index) => `w${index}`))
    const bytes = readFileSync(path)
    bytes.fill(0xa5, 4096 * 3, 4096 * 12)
    writeFileSync(path, bytes)
    expect(await refusal(`file:${path}`)).toBe('database_corrupt')
  })

  test('CLI-03 a database of a newer program is refused and left as it is', async () => {
    const path = await usedPath()
    const database = new DatabaseSync(path)
    database.exec(`insert into kysely_migration values ('9999-from-the-future', '2030-01-01')`)
    database.close()
    expect(await refusal(`file:${path}`)).toBe('database_newer')
  })

  test('CLI-03 RCL-03 an older database keeps its fields, none of them retired', async () => {
    const path = freshPath()
    await (await openSqlite(path, { upTo: '0003-calendars' })).close()
    const database = new DatabaseSync(path)
    database.exec(
      `insert into field values ('wsp', 'obj', 'fld', 'name', 'Name', 'text', 1, 1, 0, 0, 1, null, 0)`,
    )
    database.close()
    const store = await openSqlite(path)
    expect(store.applied).toEqual(Object.keys(migrations).slice(3))
    expect(await store.read((tx) => fieldsOfObject(tx, 'wsp', 'obj'))).toMatchObject([
      { id: 'fld', required: true, retired: false },
    ])
    await store.close()
  })

  test('CLI-03 a database of another program with the same migrator is no newer one', async () => {
    const path = freshPath()
    const database = new DatabaseSync(path)
    database.exec(`create table kysely_migration (name text primary key, timestamp text not null);
      insert into kysely_migration values ('2020-theirs', '2020-01-01')`)
    database.close()
    expect(await refusal(`file:${path}`)).toBe('database_foreign')
  })

  test.each([
    ['mysql://localhost/x', 'database_unsupported'],
    ['workspace.db', 'database_unsupported'],
    ['file:', 'database_unsupported'],
    ['file:/dev/null/nested/x.db', 'database_unreadable'],
    ['file:/proc/x.db', 'database_unreadable'],
    [`file:${tmpdir()}`, 'database_unreadable'],
  ])('CLI-03 %s is refused as %s', async (url, code) => {
    expect(await refusal(url)).toBe(code)
  })

  test('CLI-03 a new database can be read by its owner only', async () => {
    const path = join(directory, 'made', 'for', 'me.db')
    await (await openStore(`file:${path}`)).close()
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(join(directory, 'made')).mode & 0o777).toBe(0o700)
  })
})

describe('a database that another process has locked', () => {
  const locked = async () => {
    const path = await usedPath()
    const store = await openSqlite(path, { busyWait: 300 })
    const other = new DatabaseSync(path)
    other.exec('begin immediate')
    return { store, other }
  }

  test('ERR-02 a write waits a bounded time, then says who is in the way, and reads go on meanwhile', async () => {
    const { store, other } = await locked()
    const write = store.write((tx) => insertWorkspace(tx, workspace('two')))
    expect(await store.read((tx) => allWorkspaces(tx))).toHaveLength(1)
    const message = expect.stringContaining('is locked by another process. Stop that process or try again.')
    await expect(write).rejects.toMatchObject({ storeCode: 'database_locked', message })
    other.exec('rollback')
    await store.write((tx) => insertWorkspace(tx, workspace('two')))
    other.close()
    await store.close()
  })

  test('ERR-02 a write goes through when the lock goes in time', async () => {
    const { store, other } = await locked()
    const write = store.write((tx) => insertWorkspace(tx, workspace('two')))
    other.exec('commit')
    await write
    expect(await store.read((tx) => allWorkspaces(tx))).toHaveLength(2)
    other.close()
    await store.close()
  })

  test('CAL-03 the event loop gets turns during a long write, so that other requests are answered', async () => {
    const store = await openSqlite(freshPath())
    let hasTurned = false
    await store.write(async (tx) => {
      setImmediate(() => {
        hasTurned = true
      })
      for (let asked = 0; asked < 100_000 && !hasTurned; asked += 1) await allWorkspaces(tx)
    })
    expect(hasTurned).toBe(true)
    await store.close()
  })

  test('IMP-04 a long operation that gives way lets a waiting write of another process in', async () => {
    const path = freshPath()
    const [long, other] = [await openSqlite(path), await openSqlite(path)]
    const done: string[] = []
    let waiting: Promise<unknown> = Promise.resolve()
    await long.write(async (tx) => {
      await insertWorkspace(tx, workspace('part-1'))
      waiting = other
        .write((beside) => insertWorkspace(beside, workspace('beside')))
        .then(() => done.push('beside'))
      // Until the other one has met the lock.
      await new Promise(setImmediate)
    })
    await long.giveWay?.()
    await long.write((tx) => insertWorkspace(tx, workspace('part-2')))
    done.push('part-2')
    await waiting
    expect(done).toEqual(['beside', 'part-2'])
    await long.close()
    await other.close()
  })
})
