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

const ask = () => statements.run(({ shared }) => shared.read('nobody'))
const nothing = { body: '', version: 0 }

const connections = async (): Promise<number> =>
  (await asAdministrator(`select pid from pg_stat_activity where datname = '${nameOf(url)}'`)).length

const ofWaiting = () => `from pg_stat_activity where datname = '${nameOf(url)}' and wait_event_type = 'Lock'`
const waiting = () => asAdministrator(`select pid ${ofWaiting()}`)

test('LIM-01 who asks or counts in one turn of the loop shares a connection, and who comes in another one need not wait for it', async () => {
  expect(await Promise.all(Array.from({ length: 8 }, () => ask()))).toEqual(Array(8).fill(nothing))
  expect(await connections()).toBe(1)
  const holder = new Client({ connectionString: url })
  await holder.connect()
  await holder.query('begin; lock table shared_state')
  const first = ask()
  await nextTurn()
  const second = ask()
  await expect.poll(waiting).toHaveLength(2)
  await holder.query('commit')
  expect(await Promise.all([first, second])).toEqual([nothing, nothing])
  await holder.end()
})

test('ERR-02 who shares a connection that is lost meanwhile is answered over another one', async () => {
  const next = { body: 'one', at: 1, expiresAt: 2 }
  const version = await statements.run(({ shared }) => shared.replace('name', 0, next))
  const holder = new Client({ connectionString: url })
  await holder.connect()
  await holder.query(`begin; select * from shared_state for update`)
  const sharing = [statements.run(({ shared }) => shared.replace('name', version, next)), ask()]
  await expect.poll(waiting).toHaveLength(1)
  await asAdministrator(`select pg_terminate_backend(pid) ${ofWaiting()}`)
  await holder.query('commit')
  expect(await Promise.all(sharing)).toEqual([version + 1, nothing])
  await holder.end()
})

test('ERR-02 what the server refuses is told to its sender alone', async () => {
  const refused = statements.run(({ tx }) =>
    tx.tables.insert({ name: 'workspace', columns: ['id'] }, [['a', 'b']]),
  )
  const outcomes = await Promise.allSettled([ask(), refused, ask()])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})
