// Which statements the server keeps prepared, and what becomes of equal ones that are sent in one packet.
import { Kysely, sql } from 'kysely'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPostgres } from '../postgres.ts'
import type { Store } from '../store.ts'
import { postgresSettings } from './connection.ts'
import { ownDatabases } from './databases-testing.ts'
import { postgresDialect } from './dialect.ts'
import { allWorkspaces } from '../../access/workspaces.store.ts'

const database = ownDatabases()
let url: string
let client: Client
let db: Kysely<unknown>
beforeEach(async () => {
  url = await database()
  client = new Client(postgresSettings(url, 10_000))
  await client.connect()
  db = new Kysely({ dialect: postgresDialect(client) })
})
afterEach(() => client.end())

const ask = () => sql`select 1 as counted`.execute(db)
/** Texts that the server has prepared. */
const prepared = async () => {
  const { rows } = await client.query<{ statement: string }>('select statement from pg_prepared_statements')
  return rows.map(({ statement }) => statement)
}

test('GEN-12 a statement is prepared when it comes a second time, and then used', async () => {
  await ask()
  expect(await prepared()).toEqual([])
  for (const _again of [1, 2, 3]) await ask()
  const { rows } = await client.query(
    'select statement, generic_plans + custom_plans as runs from pg_prepared_statements',
  )
  expect(rows).toEqual([{ statement: 'select 1 as counted', runs: 3 }])
})

test('GEN-12 equal statements of one turn are prepared once', async () => {
  await Promise.all([ask(), ask(), ask(), ask()])
  expect(await prepared()).toEqual(['select 1 as counted'])
  expect((await Promise.all([ask(), ask()])).map(({ rows }) => rows)).toEqual(Array(2).fill([{ counted: 1 }]))
})

test('ERR-02 statements sent in one turn with the end of a failed transaction are run', async () => {
  await ask()
  const run = (text: string) => sql.raw(text).execute(db)
  const together = [run('begin'), run('select 1/0'), ask(), ask(), run('rollback'), ask(), ask()]
  const outcomes = await Promise.allSettled(together)
  expect(outcomes.map((each) => (each.status === 'rejected' ? each.reason.code : each.status))).toEqual([
    'fulfilled',
    '22012',
    '25P02',
    '25P02',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ])
})

test('ERR-02 each of several equal questions about a locked table is told that it is locked, and the next ones are answered', async () => {
  const store: Store = await openPostgres(url, { busyWait: 200 })
  const list = () => store.ask((tx) => allWorkspaces(tx))
  const count = (name: string) => store.shared?.count({ name, amount: 1, at: 1, endsAt: 2 })
  await Promise.all([list(), count('warm')])
  await client.query('begin')
  await client.query('lock table workspace, counter')
  const outcomes = await Promise.allSettled([list(), list(), list(), count('one')])
  await client.query('rollback')
  expect(outcomes.map((each) => each.status === 'rejected' && each.reason.storeCode)).toEqual(
    Array(4).fill('database_locked'),
  )
  expect(await Promise.all([list(), list(), list()])).toEqual([[], [], []])
  await store.close()
})
