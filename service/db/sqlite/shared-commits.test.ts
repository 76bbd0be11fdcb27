import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSharedCommits } from './shared-commits.ts'

/** @param begun is waited for before a transaction begins */
const setUp = (begun: () => Promise<void> = async () => {}) => {
  const database = new DatabaseSync(':memory:')
  database.exec('pragma foreign_keys = on')
  database.exec('create table parent (id integer primary key)')
  database.exec(
    'create table child (id integer primary key, parent integer references parent deferrable initially deferred)',
  )
  let commits = 0
  const { write, idle } = createSharedCommits({
    database,
    tx: undefined,
    async begin() {
      await begun()
      database.exec('begin')
    },
    committed: () => void (commits += 1),
  })
  const ids = () =>
    database
      .prepare('select id from child order by id')
      .all()
      .map((row) => row['id'])
  return { database, write, idle, ids, commits: () => commits }
}

type Kind = 'good' | 'throws' | 'breaks the commit' | 'undoes everything'

const writing =
  ({ database }: ReturnType<typeof setUp>, id: number, kind: Kind) =>
  async (): Promise<number> => {
    await Promise.resolve()
    database.exec(`insert into child values (${id}, ${kind === 'breaks the commit' ? id : 'null'})`)
    await Promise.resolve()
    // As SQLite does when the disk is full.
    if (kind === 'undoes everything') database.exec('rollback')
    if (kind === 'throws' || kind === 'undoes everything') throw new Error(`writer ${id}`)
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

test('REC-13 a writer that fails, alone or with the commit, takes nothing of the others with it', async () => {
  const kind = fc.constantFrom<Kind>('good', 'good', 'throws', 'breaks the commit', 'undoes everything')
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

test('ERR-02 a writer whose failure made SQLite undo everything is told that failure', async () => {
  const store = setUp()
  await expect(store.write(writing(store, 1, 'undoes everything'))).rejects.toThrow('writer 1')
  store.database.close()
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

test('ERR-02 when a transaction cannot begin, the writers in it are told, and later ones are written', async () => {
  let begun = 0
  const store = setUp(async () => {
    begun += 1
    if (begun === 1) throw new Error('locked')
  })
  const first = [store.write(writing(store, 1, 'good')), store.write(writing(store, 2, 'good'))]
  expect((await Promise.allSettled(first)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await store.write(writing(store, 3, 'good'))
  expect(store.ids()).toEqual([3])
  store.database.close()
})
