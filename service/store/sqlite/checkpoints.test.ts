import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createCheckpoints } from './checkpoints.ts'
import { openSqlite } from '../sqlite.ts'

let directory: string
let counter = 0
const freshPath = () => join(directory, `${(counter += 1)}.db`)

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'svc-checkpoints-'))
})
afterAll(() => rmSync(directory, { recursive: true }))

/** Pages of the log, and how many of them are in the file. Asking folds nothing. */
const stateOf = (database: DatabaseSync): { log: number; checkpointed: number } => {
  const { log, checkpointed } = database.prepare('pragma wal_checkpoint(noop)').get() ?? {}
  return { log: Number(log), checkpointed: Number(checkpointed) }
}
const leftIn = (database: DatabaseSync): number => stateOf(database).log - stateOf(database).checkpointed
const autocheckpointOf = (database: DatabaseSync) =>
  database.prepare('pragma wal_autocheckpoint').get()?.['wal_autocheckpoint']

function setUp(text?: string) {
  const path = freshPath()
  const writer = new DatabaseSync(path)
  writer.exec('pragma journal_mode = wal; pragma synchronous = off; create table filling (bytes blob)')
  const checkpoints = createCheckpoints(path, writer, text)
  const fill = writer.prepare('insert into filling values (zeroblob(?))')
  /** A commit of about as many pages. */
  const commit = (pages: number) => {
    fill.run(pages * 4096)
    checkpoints.committed()
  }
  onTestFinished(async () => {
    await checkpoints.close()
    if (writer.isOpen) writer.close()
  })
  return { path, writer, checkpoints, commit }
}

test('REC-13 the log is folded while nobody writes, and by nobody who does', async () => {
  const { writer, commit } = setUp()
  commit(1200)
  expect(stateOf(writer)).toEqual({ log: expect.toSatisfy((log) => log > 1200), checkpointed: 0 })
  await expect.poll(() => leftIn(writer)).toBe(0)
})

test('REC-13 a store leaves its log to the thread', async () => {
  const path = freshPath()
  const store = await openSqlite(path)
  const beside = new DatabaseSync(path)
  const before = stateOf(beside)
  const name = 'n'.repeat(1_000_000)
  await store.write(async (tx) => {
    for (const slug of ['a', 'b', 'c', 'd', 'e'])
      await tx.workspaces.create({ id: slug, slug, name, plan: 'pro', memberLimit: null, createdAt: 1 })
  })
  expect(stateOf(beside).log).toBeGreaterThan(1000)
  expect(stateOf(beside).checkpointed).toBe(before.checkpointed)
  await expect.poll(() => leftIn(beside)).toBe(0)
  beside.close()
  await store.close()
  expect(existsSync(`${path}-wal`)).toBe(false)
})

test('REC-13 the log stays bounded while writes never end, because they wait until it can begin anew', async () => {
  const { writer, checkpoints, commit } = setUp()
  let longest = 0
  for (let written = 0; written < 40_000; written += 100) {
    await checkpoints.room()
    commit(100)
    longest = Math.max(longest, stateOf(writer).log)
    await nextTurn()
  }
  expect(longest).toBeLessThan(8192 + 1000 + 2 * 110)
})

test('REC-13 with a long reader in the way writes go on, and the log begins anew behind it', async () => {
  const { path, writer, checkpoints, commit } = setUp()
  const reader = new DatabaseSync(path, { readOnly: true })
  reader.exec('begin; select count(*) from filling')
  const write = async () => {
    await checkpoints.room()
    commit(100)
    await nextTurn()
  }
  for (let written = 0; written < 15_000; written += 100) await write()
  expect(stateOf(writer).log).toBeGreaterThan(15_000)
  expect(leftIn(writer)).toBeGreaterThan(15_000)
  reader.exec('commit')
  reader.close()
  const lengths: number[] = []
  for (let written = 0; written < 3_000; written += 100) {
    await write()
    lengths.push(stateOf(writer).log)
  }
  expect(Math.min(...lengths)).toBeLessThan(8192)
})

test('REC-13 closing waits for the thread, so that the last connection leaves no log', async () => {
  const { path, writer, checkpoints, commit } = setUp()
  commit(1200)
  await checkpoints.close()
  writer.close()
  expect(existsSync(`${path}-wal`)).toBe(false)
})

test('REC-13 the thread ends when there was nothing to fold for a while, and is there again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { writer, commit } = setUp()
  commit(1200)
  await expect.poll(() => leftIn(writer)).toBe(0)
  vi.advanceTimersByTime(10_000)
  vi.useRealTimers()
  // Granted to the only connection.
  const changeJournal = (mode: string) => {
    try {
      return writer.prepare(`pragma journal_mode = ${mode}`).get()?.['journal_mode']
    } catch (error) {
      return String(error)
    }
  }
  await expect.poll(() => changeJournal('delete')).toBe('delete')
  changeJournal('wal')
  await expect
    .poll(() => {
      const { checkpointed } = stateOf(writer)
      commit(1200)
      return checkpointed
    })
    .toBeGreaterThan(0)
})

describe('a thread that fails', () => {
  const deaths = [
    ['cannot start', 'throw new Error()'],
    ['cannot open the file', `new (require('node:sqlite').DatabaseSync)('/nowhere/at/all.db')`],
    ['has no memory', 'const all = []; for (;;) all.push(new Array(10_000).fill(0).map(Math.random))'],
    ['ends', 'process.exit()'],
    [
      'ends when it is asked',
      `require('node:worker_threads').parentPort.on('message', () => process.exit(1))`,
    ],
  ] as const

  test.each(deaths)(
    'REC-13 leaves a store that folds behind its commits: one that %s',
    async (_how, text) => {
      const { writer, checkpoints, commit } = setUp(text)
      for (let written = 0; written < 6000; written += 100) commit(100)
      await expect.poll(() => autocheckpointOf(writer)).toBe(1000)
      await checkpoints.room()
      commit(100)
      expect(leftIn(writer)).toBe(0)
      commit(100)
      expect(stateOf(writer).log).toBeLessThan(1000)
    },
  )

  test('REC-13 and little work starts none', async () => {
    const { writer, checkpoints, commit } = setUp('throw new Error()')
    for (let written = 0; written < 500; written += 10) commit(10)
    await checkpoints.close()
    expect(autocheckpointOf(writer)).toBe(0)
  })

  test('REC-13 a file that has gone is not made anew', async () => {
    const { path, writer, commit } = setUp()
    renameSync(path, `${path}.moved`)
    commit(1200)
    await expect.poll(() => autocheckpointOf(writer)).toBe(1000)
    expect(existsSync(path)).toBe(false)
  })
})

/** Runs a script in a process of its own, as a module. @returns what it said and how it ended */
const inProcess = async (script: string) => {
  const before = `
    import { DatabaseSync } from 'node:sqlite'
    import { setImmediate as nextTurn } from 'node:timers/promises'
    import { createCheckpoints } from ${JSON.stringify(new URL('./checkpoints.ts', import.meta.url).href)}
    const writer = new DatabaseSync(process.argv[1])
    writer.exec('pragma journal_mode = wal; create table filling (bytes blob)')
    const checkpoints = createCheckpoints(process.argv[1], writer)
    const commit = (pages) => {
      writer.prepare('insert into filling values (zeroblob(?))').run(pages * 4096)
      checkpoints.committed()
    }`
  const words = ['--input-type=module', '--eval', `${before}\n${script}`, freshPath()]
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  const said = child.stdout.setEncoding('utf8').toArray()
  const [exitCode] = (await once(child, 'exit')) as [number | null]
  return { exitCode, said: (await said).join('') }
}

test('REC-13 the thread keeps no process alive, and a process lives while its write waits for it', async () => {
  const ending = await inProcess(`
    process.on('worker', (thread) => thread.once('exit', () => {
      throw new Error('the process has outlived the thread')
    }))
    const isKeptAlive = () => process.getActiveResourcesInfo().includes('MessagePort')
    commit(3000)
    while (isKeptAlive()) await nextTurn()
    commit(6000)
    if (!isKeptAlive()) throw new Error('nothing waits for the thread')
    await checkpoints.room()
    commit(3000)
    process.stdout.write('done')`)
  expect(ending).toEqual({ exitCode: 0, said: 'done' })
})

test('REC-13 a process that closes while the thread folds lives until it has closed', async () => {
  const ending = await inProcess(`
    commit(3000)
    await checkpoints.close()
    process.stdout.write('closed')`)
  expect(ending).toEqual({ exitCode: 0, said: 'closed' })
})
