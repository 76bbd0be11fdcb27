// Statements of one turn of the event loop share a connection; several processes share counts.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Client } from 'pg'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { addCounts, purgeCounts } from './shared-state.ts'
import { createStatements } from './statements.ts'
import { ownDatabases } from './databases-testing.ts'
import { asAdministrator, nameOf } from './testing.ts'
import { insertIntoTable } from '../tables.ts'

const usual = 10_000

const database = ownDatabases()
let url: string
let statements: ReturnType<typeof createStatements>
beforeAll(async () => {
  url = await database()
})
beforeEach(() => {
  statements = createStatements(url, { busyWait: usual })
})
afterEach(async () => {
  await statements.end()
  await asAdministrator('delete from counter', nameOf(url))
})

const count = (name: string) => statements.run((tx) => addCounts(tx, [{ name, amount: 1, at: 1, endsAt: 2 }]))
const countOf = (counted: number) => [{ count: counted, endsAt: 2 }]

const connections = async (): Promise<number> =>
  (await asAdministrator(`select pid from pg_stat_activity where datname = '${nameOf(url)}'`)).length

const ofWaiting = () => `from pg_stat_activity where datname = '${nameOf(url)}' and wait_event_type = 'Lock'`
const waiting = () => asAdministrator(`select pid ${ofWaiting()}`)

test('LIM-01 who asks or counts in one turn of the loop shares a connection, and who comes in another one need not wait for it', async () => {
  const names = Array.from({ length: 8 }, (_, index) => `${index}`)
  expect(await Promise.all(names.map(count))).toEqual(names.map(() => countOf(1)))
  expect(await connections()).toBe(1)
  const holder = new Client({ connectionString: url })
  await holder.connect()
  await holder.query('begin; lock table counter')
  const first = count('first')
  await nextTurn()
  const second = count('second')
  await expect.poll(waiting).toHaveLength(2)
  await holder.query('commit')
  expect(await Promise.all([first, second])).toEqual([countOf(1), countOf(1)])
  await holder.end()
})

test('ERR-02 who shares a connection that is lost meanwhile is answered over another one', async () => {
  await count('name')
  const holder = new Client({ connectionString: url })
  await holder.connect()
  await holder.query(`begin; select * from counter for update`)
  const sharing = [count('name'), count('other')]
  await expect.poll(waiting).toHaveLength(1)
  await asAdministrator(`select pg_terminate_backend(pid) ${ofWaiting()}`)
  await holder.query('commit')
  expect(await Promise.all(sharing)).toEqual([countOf(2), countOf(1)])
  await holder.end()
})

test('ERR-02 what the server refuses is told to its sender alone', async () => {
  const refused = statements.run((tx) =>
    insertIntoTable(tx, { name: 'workspace', columns: ['id'] }, [['a', 'b']]),
  )
  const outcomes = await Promise.allSettled([count('name'), refused, count('other')])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

const minute = 60_000
/** Counts names together, each in a window of a minute. */
const countAll = (names: readonly string[], at: number, amount = 1) =>
  statements.run((tx) =>
    addCounts(
      tx,
      names.map((name) => ({ name, amount, at, endsAt: at + minute })),
    ),
  )
const counted = async (name: string, at: number) => (await countAll([name], at))[0]

test('LIM-01 counts that come together are numbered as if they came one after the other', async () => {
  expect(await countAll(['b', 'a', 'b'], 1_000)).toEqual([
    { count: 1, endsAt: 61_000 },
    { count: 1, endsAt: 61_000 },
    { count: 2, endsAt: 61_000 },
  ])
  expect(await countAll(['b', 'b'], 2_000)).toEqual([
    { count: 3, endsAt: 61_000 },
    { count: 4, endsAt: 61_000 },
  ])
})

test('LIM-01 a window ends when it said it would, and the next count begins another', async () => {
  await countAll(['key'], 1_000)
  expect(await counted('key', 60_999)).toEqual({ count: 2, endsAt: 61_000 })
  expect(await counted('key', 61_000)).toEqual({ count: 1, endsAt: 121_000 })
})

test('OAU-03 what is given back is not counted', async () => {
  await countAll(['key'], 1_000)
  await countAll(['key'], 2_000, -1)
  expect(await counted('key', 3_000)).toEqual({ count: 1, endsAt: 61_000 })
})

test('LIM-01 a window of a clock that is hours ahead does not count', async () => {
  await countAll(['key'], 120 * minute)
  expect(await counted('key', minute)).toEqual({ count: 1, endsAt: 2 * minute })
})

test('LIM-01 counts are changed in the order of their names, so that no two processes wait for one another', async () => {
  const names = ['d', 'c', 'b', 'a']
  // One by one, so that they stand in the table the other way round.
  for (const name of names) await countAll([name], 1)
  const holder = new Client({ connectionString: url })
  await holder.connect()
  await holder.query(`begin; select * from counter where name = 'a' for update`)
  const changed = countAll(names, 1)
  await expect.poll(waiting).toHaveLength(1)
  const { rows: free } = await holder.query('select name from counter for update skip locked')
  await holder.query('commit')
  await holder.end()
  expect(free).toHaveLength(names.length)
  expect((await changed).map((window) => window.count)).toEqual([2, 2, 2, 2])
})

test('LIM-01 OAU-03 windows that have ended are deleted, open ones stay', async () => {
  for (const [name, at] of [
    ['ended', 0],
    ['ending', 1],
    ['open', 2],
  ] as const)
    await countAll([name], at)
  await statements.run((tx) => purgeCounts(tx, minute + 1))
  const left = await Promise.all(['ended', 'ending', 'open'].map((name) => counted(name, 3)))
  expect(left.map((window) => window?.count)).toEqual([1, 1, 2])
})
