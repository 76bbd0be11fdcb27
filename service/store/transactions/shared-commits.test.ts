import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { createSharedCommits } from './shared-commits.ts'
import { sqliteTransactions } from '../sqlite/transaction.ts'

const setUp = () => {
  const database = new DatabaseSync(':memory:')
  database.exec('pragma foreign_keys = on')
  database.exec('create table parent (id integer primary key)')
  database.exec(
    'create table child (id integer primary key, parent integer references parent deferrable initially deferred)',
  )
  let commits = 0
  const exec = database.exec.bind(database)
  database.exec = (statement) => {
    if (statement === 'commit') commits += 1
    exec(statement)
  }
  const view = {
    tx: undefined,
    anticipate: async () => undefined,
    tellVersion() {},
    begun() {},
    marked: () => exec('release savepoint writer; savepoint writer'),
    undo: async () => exec('rollback to savepoint writer'),
    finish: async () => {},
  }
  const { write, idle } = createSharedCommits({
    begin: sqliteTransactions(database, view, async () => exec('begin; savepoint writer')),
  })
  const ids = () =>
    database
      .prepare('select id from child order by id')
      .all()
      .map((row) => row['id'])
  return { database, write, idle, ids, commits: () => commits }
}

type Kind = 'good' | 'throws' | 'breaks the commit'

const writing =
  ({ database }: ReturnType<typeof setUp>, id: number, kind: Kind) =>
  async (): Promise<number> => {
    await Promise.resolve()
    database.exec(`insert into child values (${id}, ${kind === 'breaks the commit' ? id : 'null'})`)
    await Promise.resolve()
    if (kind === 'throws') throw new Error(`writer ${id}`)
    return id
  }

test('REC-13 writers that come together share commits, and are answered in their order with what they made', async () => {
  const store = setUp()
  const answered: number[] = []
  await Promise.all(
    Array.from({ length: 100 }, async (_, id) => {
      answered.push(await store.write(writing(store, id, 'good')))
    }),
  )
  expect(answered).toEqual(Array.from({ length: 100 }, (_, id) => id))
  expect(store.ids()).toEqual(answered)
  expect(store.commits()).toBeLessThan(10)
  store.database.close()
})

test('REC-13 nobody is answered before the commit', async () => {
  const store = setUp()
  const seen: boolean[] = []
  await Promise.all(
    Array.from({ length: 5 }, async (_, id) => {
      await store.write(writing(store, id, 'good'))
      seen.push(store.commits() > 0 && !store.database.isTransaction)
    }),
  )
  expect(seen).toEqual([true, true, true, true, true])
  store.database.close()
})

test('REC-13 whoever fails, alone or with the commit, takes nothing of the others with it', async () => {
  const kind = fc.constantFrom<Kind>('good', 'good', 'throws', 'breaks the commit')
  await fc.assert(
    fc.asyncProperty(fc.array(kind, { minLength: 1, maxLength: 40 }), async (kinds) => {
      const store = setUp()
      const outcomes = await Promise.allSettled(
        kinds.map((each, id) => store.write(writing(store, id, each))),
      )
      expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual(
        kinds.map((each) => each === 'good'),
      )
      expect(store.ids()).toEqual(kinds.flatMap((each, id) => (each === 'good' ? [id] : [])))
      store.database.close()
    }),
    { numRuns: 60 },
  )
})

test('CLI-03 who waits until nobody writes finds everything written', async () => {
  const store = setUp()
  const writes = Array.from({ length: 40 }, (_, id) => store.write(writing(store, id, 'good')))
  await store.idle()
  expect(store.ids()).toHaveLength(40)
  await Promise.all(writes)
  await store.idle()
  store.database.close()
})

/** An engine whose transactions begin, or fail to, when they are told to. */
const setUpSlow = () => {
  const begins = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const log: string[] = []
  let begun = 0
  const { write } = createSharedCommits({
    async begin() {
      await begins[begun++]?.promise
      return {
        tx: log,
        mark() {},
        undo: async () => {},
        commit: async () => log.push('commit'),
        rollback: async () => {},
      }
    },
  })
  const writes = (name: string) => write(async (tx) => tx.push(name))
  return { begins, log, writes, begun: () => begun }
}

test('REC-13 who comes while a transaction of many begins is in it', async () => {
  const { begins, log, writes, begun } = setUpSlow()
  const writing = [writes('a'), writes('b')]
  await expect.poll(begun).toBe(1)
  writing.push(writes('c'))
  begins[0]?.resolve()
  await Promise.all(writing)
  expect(log).toEqual(['a', 'b', 'c', 'commit'])
})

test('REC-13 who comes while a transaction fails to begin has not waited as long as the others, and is written', async () => {
  const { begins, log, writes, begun } = setUpSlow()
  const writing = [writes('a'), writes('b')]
  await expect.poll(begun).toBe(1)
  writing.push(writes('c'))
  begins[0]?.reject(new Error('locked'))
  begins[1]?.resolve()
  const outcomes = await Promise.allSettled(writing)
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
  expect(log).toEqual(['c', 'commit'])
})

/** More than go together. */
const many = Array.from({ length: 40 }, (_, at) => String(at))

test('REC-13 all who wait when a transaction fails to begin have waited as long, and are told at once', async () => {
  const { begins, log, writes, begun } = setUpSlow()
  const writing = many.map(writes)
  await expect.poll(begun).toBe(1)
  begins[0]?.reject(new Error('locked'))
  begins[1]?.resolve()
  const outcomes = await Promise.allSettled(writing)
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['rejected']))
  expect(log).toEqual([])
})

test('REC-13 all who wait when an optimistic transaction has waited too long are told at once', async () => {
  const nothing = async () => {}
  const commit = vi.fn(() => Promise.reject(new Error('locked')))
  const { write } = createSharedCommits({
    beginOptimistic: async () => ({ tx: undefined, mark() {}, undo: nothing, commit, rollback: nothing }),
    begin: () => Promise.reject(new Error('begun')),
    hasWaited: () => true,
  })
  const outcomes = await Promise.allSettled(many.map(() => write(nothing)))
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['rejected']))
  expect(commit).toHaveBeenCalledTimes(1)
})

test('REC-13 writers whose optimistic transaction cannot begin are written by one that begins', async () => {
  const nothing = async () => {}
  const { write } = createSharedCommits({
    beginOptimistic: () => Promise.reject(new Error('no connection')),
    begin: async () => ({ tx: 'begun', mark() {}, undo: nothing, commit: nothing, rollback: nothing }),
  })
  const seen = () => write(async (tx) => tx)
  expect(await Promise.all([seen(), seen()])).toEqual(['begun', 'begun'])
})

test.each([
  { writers: 3, atATime: 3 },
  { writers: 8, atATime: 4 },
  { writers: 20, atATime: 10 },
  { writers: 100, atATime: 32 },
])(
  'REC-13 beside an engine that works elsewhere, of $writers writers $atATime go at a time',
  async ({ writers, atATime }) => {
    const sizes: number[] = []
    const { write } = createSharedCommits({
      isElsewhere: true,
      async begin() {
        await nextTurn()
        sizes.push(0)
        const nothing = async () => {}
        return { tx: undefined, mark() {}, undo: nothing, commit: nextTurn, rollback: nothing }
      },
    })
    const writing = async () => {
      for (let turn = 0; turn < 10; turn += 1)
        await write(async () => {
          sizes[sizes.length - 1] = (sizes.at(-1) ?? 0) + 1
        })
    }
    await Promise.all(Array.from({ length: writers }, writing))
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(10 * writers)
    expect(Math.max(...sizes)).toBe(atATime)
  },
)
