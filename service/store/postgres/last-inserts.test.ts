// What is kept back at a transaction's end is written as if it had been sent one by one.
import fc from 'fast-check'
import { Kysely, sql, type CompiledQuery } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postgresDialect, valueTypes } from './dialect.ts'
import { createLastInserts } from './last-inserts.ts'
import { listedRows, listsOf } from './lists.ts'
import { createSend, type Send } from './send.ts'
import { createTestDatabase, dropTestDatabase } from './testing.ts'

type Counted = { word: string; uses: number }
type Tables = { alpha: Counted; beta: Counted; gamma: Counted }
const tables = ['alpha', 'beta', 'gamma'] as const
type Step = { does: 'count' | 'remove'; table: (typeof tables)[number]; words: string[] }

let url: string
let client: Client
/** One for all tests: the names that it gives to statements are the connection's. */
let sendTo: Send
beforeAll(async () => {
  url = await createTestDatabase()
  client = new Client({ connectionString: url, types: valueTypes, pipeline: true })
  await client.connect()
  sendTo = createSend(client)
  for (const table of tables) await client.query(`create table ${table} (word text primary key, uses bigint)`)
})
afterAll(async () => {
  await client.end()
  await dropTestDatabase(url)
})

/** A transaction's end on the connection, and what it sends. */
const opened = () => {
  const sent: string[] = []
  const send: Send = (text, values) => {
    sent.push(text)
    return sendTo(text, values)
  }
  const inserts = createLastInserts(send)
  const db = new Kysely<Tables>({ dialect: postgresDialect(send, { inserts }) })
  const countIn = (table: Step['table']) =>
    listedRows(
      db
        .insertInto(table)
        .values({ word: '', uses: 0 })
        .onConflict((conflict) =>
          conflict.column('word').doUpdateSet((each) => ({
            uses: each(sql<number>`${sql.ref(`${table}.uses`)}`, '+', each.ref('excluded.uses')),
          })),
        )
        .compile(),
    )
  const statementOf = ({ does, table, words }: Step): CompiledQuery =>
    does === 'count'
      ? { ...countIn(table), parameters: listsOf(words.map((word) => [word, 1])) }
      : db
          .deleteFrom(table)
          .where('word', '=', words[0] ?? '')
          .compile()
  const run = (step: Step) => db.executeQuery(statementOf(step))
  return { sent, inserts, run }
}

const contents = async () => {
  const found = await Promise.all(
    tables.map((table) => client.query(`select word, uses from ${table} order by word`)),
  )
  return found.map(({ rows }) => rows)
}
const empty = () => client.query(`truncate ${tables.join()}`)

const words = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1 })
const step: fc.Arbitrary<Step> = fc.record({
  does: fc.constantFrom('count', 'count', 'count', 'remove'),
  table: fc.constantFrom(...tables),
  words,
})

test('REC-13 what is kept back leaves the same as what is sent one by one, whatever comes between', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      await empty()
      const { inserts, run } = opened()
      for (const each of steps) await run(each)
      const oneByOne = await contents()
      await empty()
      inserts.begin()
      for (const each of steps) await run(each)
      inserts.flush()
      await Promise.all(inserts.answers())
      expect(await contents()).toEqual(oneByOne)
    }),
    { numRuns: 60 },
  )
})

test('REC-13 inserts into several tables are one statement, and a table that comes again begins another one', async () => {
  await empty()
  const { sent, inserts, run } = opened()
  inserts.begin()
  for (const table of [...tables, 'alpha'] as const) await run({ does: 'count', table, words: ['a'] })
  inserts.flush()
  await Promise.all(inserts.answers())
  expect(sent.map((text) => tables.filter((table) => text.includes(`"${table}"`)))).toEqual([
    [...tables],
    ['alpha'],
  ])
})

test('REC-13 what was kept back and never sent is not written by the next transaction', async () => {
  await empty()
  const { inserts, run } = opened()
  inserts.begin()
  await run({ does: 'count', table: 'alpha', words: ['a'] })
  inserts.forget()
  inserts.begin()
  await run({ does: 'count', table: 'beta', words: ['b'] })
  inserts.flush()
  await Promise.all(inserts.answers())
  expect(await contents()).toEqual([[], [{ word: 'b', uses: 1 }], []])
})
