// The building blocks of stores, on both engines.
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { Kysely, sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import { ownDatabases } from './postgres/databases-testing.ts'
import { postgresDialect, valueTypes } from './postgres/dialect.ts'
import type { Database } from './schema.ts'
import {
  askedTogether,
  changeRows,
  insertRows,
  listStatement,
  param,
  replacing,
  statement,
  together,
} from './sql.ts'
import { askedOnce, batched } from './loader.ts'
import { sqliteDialect } from './sqlite/dialect.ts'
import type { Tx } from './store.ts'

const database = ownDatabases()
let client: Client
let sent: string[] = []
const txs = {} as Record<'SQLite' | 'PostgreSQL', Tx>
beforeAll(async () => {
  client = new Client({ connectionString: await database(), types: valueTypes, pipeline: true })
  await client.connect()
  const log = ({ query }: { query: { sql: string } }) => void sent.push(query.sql)
  txs.SQLite = new Kysely<Database>({ dialect: sqliteDialect(new DatabaseSync(':memory:')), log })
  txs.PostgreSQL = new Kysely<Database>({ dialect: postgresDialect(client), log })
  await migrate(txs.SQLite, 'memory')
})
afterAll(() => client.end())

const columns = { text: ['word', 'workspace_id', 'reversed'], number: ['uses'] } as const
const insert = insertRows('search_vocabulary', columns)
const put = insertRows(
  'search_vocabulary',
  columns,
  replacing(['workspace_id', 'word'], ['reversed', 'uses']),
)
const keep = insertRows(
  'search_vocabulary',
  columns,
  sql`on conflict (workspace_id, word) do nothing returning word as id`,
)
const change = changeRows(
  { text: ['word'], number: ['uses', 'by'] },
  ({ word, uses, by, workspaceId }, rows) =>
    sql`update search_vocabulary set uses = search_vocabulary.uses + ${by} ${rows('from')}
      where search_vocabulary.uses = ${uses} and search_vocabulary.word = ${word}
        and search_vocabulary.workspace_id = ${workspaceId}
      returning search_vocabulary.word as id`,
)
const among = listStatement<{ word: string; uses: number }>(
  (words) => sql`select word, uses from search_vocabulary where word ${words} and workspace_id = ${param}
    order by word`,
)
const usedAmong = listStatement<{ word: string }>(
  (uses) =>
    sql`select word from search_vocabulary where uses ${uses} and workspace_id = ${param} order by word`,
  'bigint',
)
const rowOf = (word: string, uses: number, workspace_id = 'w') => ({ word, uses, workspace_id, reversed: '' })
const wordsOf = (count: number) => Array.from({ length: count }, (_, number) => `w${1000 + number}`)

describe.each(['SQLite', 'PostgreSQL'] as const)('on %s', (engine) => {
  let tx: Tx
  beforeEach(async () => {
    tx = txs[engine]
    await tx.deleteFrom('search_vocabulary').execute()
    sent = []
  })

  test.each([0, 1, 2, 31, 33, 64, 65, 1_000, 1_001])('GEN-08 %i rows are all written', async (count) => {
    const words = wordsOf(count)
    await insert(
      tx,
      words.map((word, uses) => rowOf(word, uses)),
    )
    if (count === 0) expect(sent).toEqual([])
    expect((await among(tx, words, 'w')).map(({ word }) => word)).toEqual(words)
  })

  test('GEN-08 any text is found in a list of one and of many, and nothing else is', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 30 }).map((some) => some.replaceAll('\0', '')),
      fc.constantFrom(
        '',
        'null',
        'NULL',
        '{}',
        '[]',
        '"',
        '\\',
        ',',
        ' ',
        '\n',
        '\\"',
        "'",
        '$1',
        '\u{fffd}',
      ),
    )
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(text, { minLength: 2, maxLength: 12 }), async (words) => {
        await tx.deleteFrom('search_vocabulary').execute()
        await insert(
          tx,
          words.map((word, uses) => rowOf(word, uses)),
        )
        const [first = '', ...others] = words
        expect((await among(tx, [first], 'w')).map(({ word }) => word)).toEqual([first])
        const found = (await among(tx, others, 'w')).map(({ word }) => word)
        expect(new Set(found)).toEqual(new Set(others))
      }),
      { numRuns: 40 },
    )
    expect(await among(tx, [], 'w')).toEqual([])
  })

  test('GEN-08 a NUL in a list asks for what its replacement stands for', async () => {
    await insert(tx, [rowOf('a\u{fffd}b', 1), rowOf('c', 2)])
    expect((await among(tx, ['a\0b', 'c'], 'w')).map(({ word }) => word)).toEqual(['a\u{fffd}b', 'c'])
  })

  test('GEN-08 numbers are found in a list, up to the largest', async () => {
    await insert(tx, [rowOf('a', Number.MAX_SAFE_INTEGER), rowOf('b', 0), rowOf('c', -1)])
    expect(await usedAmong(tx, [Number.MAX_SAFE_INTEGER, -1], 'w')).toEqual([{ word: 'a' }, { word: 'c' }])
  })

  test('REC-11 rows of one turn are inserted together, whatever their workspaces', async () => {
    await Promise.all([insert(tx, [rowOf('a', 1)]), insert(tx, []), insert(tx, [rowOf('b', 2, 'other')])])
    expect(sent).toHaveLength(1)
    await insert(tx, [rowOf('c', 3)])
    expect(sent).toHaveLength(2)
  })

  test('REC-11 an insert tells which rows it has inserted, and replaces where it is to', async () => {
    expect(await keep(tx, [rowOf('a', 1), rowOf('b', 2)])).toEqual([{ id: 'a' }, { id: 'b' }])
    expect(await keep(tx, [rowOf('b', 9), rowOf('c', 3)])).toEqual([{ id: 'c' }])
    await put(tx, [rowOf('a', 5)])
    expect(await among(tx, ['a', 'b', 'c'], 'w')).toEqual([
      { word: 'a', uses: 5 },
      { word: 'b', uses: 2 },
      { word: 'c', uses: 3 },
    ])
  })

  test('REC-13 rows of a workspace are changed by given ones, and those that are not as given are not', async () => {
    await insert(tx, [rowOf('a', 1), rowOf('b', 2), rowOf('a', 1, 'other')])
    const [one, other] = await Promise.all([
      change(tx, 'w', [{ word: 'a', uses: 1, by: 10 }]),
      change(tx, 'w', [{ word: 'b', uses: 9, by: 10 }]),
    ])
    expect([one.has('a'), other.has('b')]).toEqual([true, false])
    expect(await change(tx, 'w', [])).toEqual(new Set())
    expect(await among(tx, ['a', 'b'], 'w')).toEqual([
      { word: 'a', uses: 11 },
      { word: 'b', uses: 2 },
    ])
    expect(await among(tx, ['a'], 'other')).toEqual([{ word: 'a', uses: 1 }])
  })

  test('LCH-06 several questions are one statement, and each gets its own answer', async () => {
    await insert(
      tx,
      ['a', 'b', 'c'].map((word, uses) => rowOf(word, uses)),
    )
    const from = sql<{ word: string }>`select word from search_vocabulary
      where workspace_id = ${param} and word >= ${param} order by word limit ${param}`
    const used = sql<{ word: string }>`select word from search_vocabulary
      where workspace_id = ${param} and uses = ${param}`
    sent = []
    const asked = [
      ['w', 'a', 2],
      ['w', 'x', 2],
      ['w', 'c', 1],
    ]
    const wordsIn = (answers: readonly { word: string }[][]) =>
      answers.map((rows) => rows.map(({ word }) => word))
    expect(wordsIn(await askedTogether(from)(tx, asked))).toEqual([['a', 'b'], [], ['c']])
    expect(await askedTogether(from)(tx, [])).toEqual([])
    expect(wordsIn(await together([from, used])(tx, ['w', 'b', 1, 'w', 2]))).toEqual([['b'], ['c']])
    expect(sent).toHaveLength(2)
  })
})

test('GEN-08 a statement has a text for each engine, and keeps it', async () => {
  let built = 0
  const run = statement((engine) => {
    built += 1
    return sql<{ engine: string }>`select ${sql.lit(engine)} as engine, ${param} as given`
  })
  for (const _ of [1, 2]) {
    expect(await run(txs.SQLite, 1)).toEqual([{ engine: 'sqlite', given: 1 }])
    expect(await run(txs.PostgreSQL, 'a')).toEqual([{ engine: 'postgres', given: 'a' }])
  }
  expect(built).toBe(2)
})

test('REC-11 calls of one turn are one call, apart for each key and each transaction', async () => {
  const calls: unknown[] = []
  const { SQLite, PostgreSQL } = txs
  const run = batched(async (tx, key, rows: readonly number[]) => {
    calls.push([tx === SQLite ? 'one' : 'other', key, rows])
    return calls.length
  })
  // As writers that have waited for the same answer go on.
  const answer = Promise.resolve()
  const writer = async (row: number) => {
    await answer
    return run(SQLite, 'a', [row])
  }
  const given = await Promise.all([
    writer(1),
    run(SQLite, 'a', [2, 3]),
    run(SQLite, 'b', [4]),
    run(PostgreSQL, 'a', [5]),
    writer(6),
  ])
  expect(calls).toEqual([
    ['one', 'a', [2, 3, 1, 6]],
    ['one', 'b', [4]],
    ['other', 'a', [5]],
  ])
  expect(given).toEqual([1, 1, 2, 3, 1])
  expect(await run(SQLite, 'a', [7])).toBe(4)
})

test('REC-13 where the one call fails, each caller is told', async () => {
  const fail = batched(async (): Promise<number> => {
    throw new Error('no')
  })
  const outcomes = await Promise.allSettled([fail(txs.SQLite, 'a', [1]), fail(txs.SQLite, 'a', [2])])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

test('REC-11 a question is asked once a turn of a transaction, and anew in the next', async () => {
  let asked = 0
  const ask = askedOnce(
    async (_tx, workspaceId: string, name: string) => `${workspaceId} ${name} ${(asked += 1)}`,
  )
  const { SQLite, PostgreSQL } = txs
  expect(
    await Promise.all([
      ask(SQLite, 'one', 'a'),
      ask(SQLite, 'one', 'a'),
      ask(SQLite, 'two', 'a'),
      ask(PostgreSQL, 'one', 'a'),
    ]),
  ).toEqual(['one a 1', 'one a 1', 'two a 2', 'one a 3'])
  expect(await ask(SQLite, 'one', 'a')).toBe('one a 4')
})
