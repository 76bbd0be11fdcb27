// Counts that several processes share.
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createStatements } from './statements.ts'
import { asAdministrator, createTestDatabase, dropTestDatabase, nameOf } from './testing.ts'

let url: string
let statements: ReturnType<typeof createStatements>
beforeEach(async () => {
  url = await createTestDatabase()
  statements = createStatements(url, { busyWait: 10_000 })
})
afterEach(async () => {
  await statements.end()
  await dropTestDatabase(url)
})

const minute = 60_000
/** Counts names together, each in a window of a minute. */
const count = (names: readonly string[], at: number, amount = 1) =>
  statements.run(({ shared }) =>
    shared.count(names.map((name) => ({ name, amount, at, endsAt: at + minute }))),
  )
const counted = async (name: string, at: number) => (await count([name], at))[0]

const waiting = () =>
  asAdministrator(
    `select pid from pg_stat_activity where datname = '${nameOf(url)}' and wait_event_type = 'Lock'`,
  )

test('LIM-01 counts that come together are numbered as if they came one after the other', async () => {
  expect(await count(['b', 'a', 'b'], 1_000)).toEqual([
    { count: 1, endsAt: 61_000 },
    { count: 1, endsAt: 61_000 },
    { count: 2, endsAt: 61_000 },
  ])
  expect(await count(['b', 'b'], 2_000)).toEqual([
    { count: 3, endsAt: 61_000 },
    { count: 4, endsAt: 61_000 },
  ])
})

test('LIM-01 a window ends when it said it would, and the next count begins another', async () => {
  await count(['key'], 1_000)
  expect(await counted('key', 60_999)).toEqual({ count: 2, endsAt: 61_000 })
  expect(await counted('key', 61_000)).toEqual({ count: 1, endsAt: 121_000 })
})

test('OAU-03 what is given back is not counted', async () => {
  await count(['key'], 1_000)
  await count(['key'], 2_000, -1)
  expect(await counted('key', 3_000)).toEqual({ count: 1, endsAt: 61_000 })
})

test('LIM-01 a window of a clock that is hours ahead does not count', async () => {
  await count(['key'], 120 * minute)
  expect(await counted('key', minute)).toEqual({ count: 1, endsAt: 2 * minute })
})

test('LIM-01 counts are changed in the order of their names, so that no two processes wait for one another', async () => {
  const names = ['d', 'c', 'b', 'a']
  // One by one, so that they stand in the table the other way round.
  for (const name of names) await count([name], 1)
  const holder = new Client({ connectionString: url })
  await holder.connect()
  await holder.query(`begin; select * from counter where name = 'a' for update`)
  const changed = count(names, 1)
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
    await count([name], at)
  await statements.run(({ shared }) => shared.purge(minute + 1))
  const left = await Promise.all(['ended', 'ending', 'open'].map((name) => counted(name, 3)))
  expect(left.map((window) => window?.count)).toEqual([1, 1, 2])
})
