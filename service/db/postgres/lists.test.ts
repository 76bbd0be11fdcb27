// Lists that PostgreSQL reads as they were meant.
import fc from 'fast-check'
import { Kysely } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postgresDialect, valueTypes } from './dialect.ts'
import { listOf } from '../sql.ts'
import { ownDatabases } from './databases-testing.ts'
import { insertRecords, recordsAmong } from '../../records/records.store.ts'
import type { Database } from '../schema.ts'

const database = ownDatabases()
let client: Client
beforeAll(async () => {
  client = new Client({ connectionString: await database(), types: valueTypes, pipeline: true })
  await client.connect()
})
afterAll(() => client.end())

test('GEN-08 any text, number and nothing arrives in a list as it was sent', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }).map((some) => some.replaceAll('\0', '')),
    fc.constantFrom('', 'null', 'NULL', '{}', '"', '\\', ',', ' ', '\n', '\\"', "'", '$1'),
  )
  const row = fc.tuple(fc.option(text), fc.option(fc.maxSafeInteger()))
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 20 }), async (rows) => {
      const { rows: read } = await client.query<{ a: unknown; b: unknown }>(
        'select * from unnest(cast($1 as text[]), cast($2 as bigint[])) as given (a, b)',
        [listOf(rows.map(([a]) => a)), listOf(rows.map(([, b]) => b))],
      )
      expect(read.map(({ a, b }) => [a, b])).toEqual(rows)
    }),
  )
})

test('GEN-08 more rows than one statement takes are all written', async () => {
  const ids = Array.from({ length: 1_001 }, (_, number) => `r${number}`)
  const common = { objectId: 'o', title: '', avatarUrl: null, values: {}, archived: false, createdBy: 'p' }
  await insertRecords(
    new Kysely<Database>({ dialect: postgresDialect(client) }),
    'w',
    ids.map((id) => ({ ...common, id, createdAt: 1, updatedAt: 1 })),
  )
  expect(
    await recordsAmong(new Kysely<Database>({ dialect: postgresDialect(client) }), 'w', ids),
  ).toHaveLength(ids.length)
})
