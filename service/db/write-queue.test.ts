import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inLanguage, languageNow } from '../language/say.ts'
import { createWriteQueue } from './write-queue.ts'

type Options = {
  /** Is waited for before a transaction begins. */
  begun?: () => Promise<void>
  /** Is waited for before a commit. */
  committing?: () => Promise<void>
  isUnsure?: (error: unknown) => boolean
}

const setUp = ({ begun = async () => {}, committing = async () => {}, ...options }: Options = {}) => {
  const database = new DatabaseSync(':memory:')
  database.exec('pragma foreign_keys = on')
  database.exec('create table parent (id integer primary key)')
  database.exec(
    'create table child (id integer primary key, parent integer references parent deferrable initially deferred)',
  )
  let commits = 0
  const queue = createWriteQueue<undefined>({
    ...options,
    async transact(run) {
      await begun()
      database.exec('begin')
      try {
        const value = await run(undefined, async (statement) => database.exec(statement))
        await committing()
        database.exec('commit')
        commits += 1
        return value
      } catch (error) {
        if (database.isTransaction) database.exec('rollback')
        throw error
      }
    },
  })
  const ids = () =>
    database
      .prepare('select id from child order by id')
      .all()
      .map((row) => row['id'])
  return { database, ...queue, ids, commits: () => commits }
}

type Kind = 'good' | 'throws' | 'breaks the commit' | 'undoes everything'

const writing =
  ({ database }: ReturnType<typeof setUp>, id: number, kind: Kind = 'good') =>
  async (): Promise<number> => {
    await nextTurn()
    database.exec(`insert into child values (${id}, ${kind === 'breaks the commit' ? id : 'null'})`)
    await nextTurn()
    // As SQLite does when the disk is full.
    if (kind === 'undoes everything') database.exec('rollback')
    if (kind === 'throws' || kind === 'undoes everything') throw new Error(`writer ${id}`)
    return id
  }

/** Side by side with others, or by itself. */
const sharing = fc.constantFrom<readonly string[] | undefined>([], undefined)

test('OAU-03 writers of one transaction keep the languages of their pages', async () => {
  const queue = setUp({ begun: () => nextTurn() })
  const write = () => queue.write(async () => languageNow())
  const writes = [inLanguage('de', write), write(), inLanguage('de', write)]
  expect(await Promise.all(writes)).toEqual(['de', 'en', 'de'])
})

test('REC-13 writers that come together share commits, and are answered in their order with what they made', async () => {
  for (const touches of [[], undefined]) {
    const store = setUp()
    const answered: number[] = []
    await Promise.all(
      Array.from({ length: 100 }, async (_, id) => {
        answered.push(await store.write(writing(store, id), touches))
      }),
    )
    expect(answered).toEqual(Array.from({ length: 100 }, (_, id) => id))
    expect(store.ids()).toEqual(answered)
    expect(store.commits()).toBeLessThan(5)
    store.database.close()
  }
})

test('REC-13 nobody is answered before the commit', async () => {
  for (const touches of [[], undefined]) {
    const store = setUp()
    const seen: boolean[] = []
    await Promise.all(
      Array.from({ length: 5 }, async (_, id) => {
        await store.write(writing(store, id), touches)
        seen.push(store.commits() > 0 && !store.database.isTransaction)
      }),
    )
    expect(seen).toEqual([true, true, true, true, true])
    store.database.close()
  }
})

test('REC-13 a writer that fails, alone or with the commit, takes nothing of the others with it', async () => {
  const kind = fc.constantFrom<Kind>('good', 'good', 'throws', 'breaks the commit', 'undoes everything')
  const writer = fc.record({ kind, touches: sharing })
  await fc.assert(
    fc.asyncProperty(fc.array(writer, { minLength: 1, maxLength: 40 }), async (writers) => {
      const store = setUp()
      const outcomes = await Promise.allSettled(
        writers.map((each, id) => store.write(writing(store, id, each.kind), each.touches)),
      )
      expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual(
        writers.map((each) => each.kind === 'good'),
      )
      expect(store.ids()).toEqual(writers.flatMap((each, id) => (each.kind === 'good' ? [id] : [])))
      store.database.close()
    }),
    { numRuns: 60 },
  )
})

test('REC-11 two writers of the same thing, or under one Idempotency-Key, never share a transaction', async () => {
  const store = setUp()
  const commitsOf = async (touches: readonly string[]) => {
    let before = 0
    await store.write(async () => {
      before = store.commits()
    }, touches)
    return before
  }
  const [first, , same, other] = await Promise.all([
    commitsOf(['a', 'key']),
    commitsOf([]),
    commitsOf(['key', 'b']),
    commitsOf(['b']),
  ])
  expect([first, same, other]).toEqual([0, 1, 2])
  store.database.close()
})

test('ERR-02 a writer whose failure made SQLite undo everything is told that failure', async () => {
  const store = setUp()
  await expect(store.write(writing(store, 1, 'undoes everything'))).rejects.toThrow('writer 1')
  store.database.close()
})

test('REC-11 where a commit may or may not have been done, all are told and none is written again', async () => {
  let tries = 0
  const store = setUp({
    async committing() {
      tries += 1
      throw new Error('connection lost')
    },
    isUnsure: () => true,
  })
  const outcomes = await Promise.allSettled([1, 2, 3].map((id) => store.write(writing(store, id), [])))
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(tries).toBe(1)
  store.database.close()
})

test('CLI-03 who waits until nobody writes finds everything written', async () => {
  const store = setUp()
  const writes = Array.from({ length: 40 }, (_, id) => store.write(writing(store, id)))
  await store.idle()
  expect(store.ids()).toHaveLength(40)
  await Promise.all(writes)
  await store.idle()
  store.database.close()
})

test('ERR-02 when a transaction cannot begin, the writers in it are told, and later ones are written', async () => {
  let begun = 0
  const store = setUp({
    async begun() {
      begun += 1
      if (begun === 1) throw new Error('locked')
    },
  })
  const first = [store.write(writing(store, 1)), store.write(writing(store, 2))]
  expect((await Promise.allSettled(first)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await store.write(writing(store, 3))
  expect(store.ids()).toEqual([3])
  store.database.close()
})
