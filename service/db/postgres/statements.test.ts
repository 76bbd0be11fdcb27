// Who asks in one turn of the event loop shares a connection, and what becomes of it.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createStatements } from './statements.ts'
import { asAdministrator, createTestDatabase, dropTestDatabase, nameOf } from './testing.ts'

const usual = 10_000

let url: string
let statements: ReturnType<typeof createStatements>
beforeEach(async () => {
  url = await createTestDatabase()
  statements = createStatements(url, { busyWait: usual })
})
afterEach(async () => {
  await statements.end()
  await dropTestDatabase(url)
})

const count = (name: string) =>
  statements.run(({ shared }) => shared.count([{ name, amount: 1, at: 1, endsAt: 2 }]))
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
  const refused = statements.run(({ tx }) =>
    tx.tables.insert({ name: 'workspace', columns: ['id'] }, [['a', 'b']]),
  )
  const outcomes = await Promise.allSettled([count('name'), refused, count('other')])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})
