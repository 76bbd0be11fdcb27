// Numbers of changes, on each engine and with the statements for Citus.
import { Kysely } from 'kysely'
import { Client } from 'pg'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '../db/migrate.ts'
import { postgresDialect, valueTypes } from '../db/postgres/dialect.ts'
import { ownDatabases } from '../db/postgres/databases-testing.ts'
import { openStore } from '../db/open.ts'
import { sqliteDialect } from '../db/sqlite/dialect.ts'
import type { Database } from '../db/schema.ts'
import type { Tx } from '../db/store.ts'
import { addChanges, changesFrom, newestPosition, purgeChanges, type NewChange } from './changes.store.ts'

const postgres = ownDatabases()

const onSqlite = async (): Promise<Tx> => {
  const db = new Kysely<Database>({ dialect: sqliteDialect(new DatabaseSync(':memory:')) })
  await migrate(db, 'memory')
  return db
}
const onPostgres = (distributed: boolean) => async (): Promise<Tx> => {
  const url = await postgres()
  await (await openStore(url)).close()
  const client = new Client({ connectionString: url, types: valueTypes })
  await client.connect()
  onTestFinished(() => client.end())
  return new Kysely<Database>({ dialect: postgresDialect(client, { distributed }) })
}

const actor = { type: 'key', id: 'key_1', ownerId: 'usr_1', requestId: 'request' } as const
const changeOf = (id: string, at = 1): NewChange => ({ kind: 'record', id, action: 'updated', actor, at })

test.each([
  ['SQLite', onSqlite],
  ['PostgreSQL', onPostgres(false)],
  ['the statements for Citus', onPostgres(true)],
])(
  'FED-01 on %s changes get numbers without gaps, those of one turn together, and each workspace its own',
  async (_, open) => {
    const tx = await open()
    const ids = Array.from({ length: 1_500 }, (_, place) => `r${place}`)
    await addChanges(tx, 'w', [changeOf('first')])
    await Promise.all([
      addChanges(tx, 'w', [changeOf('second')]),
      addChanges(tx, 'other', [changeOf('of another')]),
      addChanges(
        tx,
        'w',
        ids.map((id) => changeOf(id)),
      ),
    ])
    await addChanges(tx, 'w', [])
    const found = await changesFrom(tx, 'w', 0, 10_000)
    expect(found.map(({ number, id }) => [number, id])).toEqual(
      ['first', 'second', ...ids].map((id, place) => [place + 1, id]),
    )
    expect(await newestPosition(tx, 'w')).toEqual({ number: 1_502, at: 1 })
    expect(await newestPosition(tx, 'other')).toEqual({ number: 1, at: 1 })
    expect(await newestPosition(tx, 'none')).toEqual({ number: 0, at: 0 })
    expect(found[0]).toEqual({
      number: 1,
      ...changeOf('first'),
      actor: { type: 'key', id: 'key_1' },
      personId: 'usr_1',
      requestId: 'request',
    })
  },
)

test('FED-01 the sweep deletes the oldest in small batches up to the first that is young, and never the newest', async () => {
  const tx = await onSqlite()
  const numbers = async () => (await changesFrom(tx, 'w', 0, 10_000)).map(({ number }) => number)
  expect(await purgeChanges(tx, 'w', 100)).toBe(false)
  await addChanges(
    tx,
    'w',
    Array.from({ length: 1_200 }, (_, place) => changeOf(`r${place}`, place < 900 ? 1 : 200)),
  )
  expect(await purgeChanges(tx, 'w', 100)).toBe(true)
  expect((await numbers())[0]).toBe(501)
  expect(await purgeChanges(tx, 'w', 100)).toBe(false)
  expect((await numbers())[0]).toBe(901)
  for (let more = true; more;) more = await purgeChanges(tx, 'w', 300)
  expect(await numbers()).toEqual([1_200])
  await addChanges(tx, 'w', [changeOf('next', 5)])
  expect(await numbers()).toEqual([1_200, 1_201])
})
