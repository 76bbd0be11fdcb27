// Statements of the hot paths, compiled once a connection: building a query anew costs more than SQLite's answer.
import { sql, SqliteAdapter, type Compilable, type CompiledQuery, type Kysely, type RawBuilder } from 'kysely'
import {
  givenRows,
  listedRows,
  listOf,
  listsOf,
  listedValues,
  rowsOfLists,
  spread,
  spreadRows,
} from './postgres/lists.ts'
import { DistributedAdapter } from './postgres/dialect.ts'
import { batched, batchedByWorkspace, batchedRows } from './batched.ts'
import type { Database } from './schema.ts'

/** Some rows at a time. */
export function* chunksOf<T>(rows: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size)
}

/** A placeholder for a bound value. */
export const param = null

/** Whether the engine is PostgreSQL, or speaks its protocol. */
const isPostgres = (db: Kysely<Database>): boolean => !(db.getExecutor().adapter instanceof SqliteAdapter)

/** Whether the tables are on the workers of Citus. */
export const isDistributed = (db: Kysely<Database>): boolean =>
  db.getExecutor().adapter instanceof DistributedAdapter

const listsRows = (db: Kysely<Database>): boolean => isPostgres(db) && !isDistributed(db)

/** Runs a statement again and again; the parameters go in the order of their places. */
export const compiled = <Row>(
  db: Kysely<Database>,
  query: () => RawBuilder<Row>,
): ((...parameters: readonly unknown[]) => Promise<Row[]>) => {
  let once: CompiledQuery<Row> | undefined
  return async (...parameters) => {
    once ??= query().compile(db)
    return (await db.executeQuery<Row>({ ...once, parameters })).rows
  }
}

/** Batches of up to this many rows use one statement per batch size. */
const fewRows = 32
const manyRows = 64

const insertedLists = (db: Kysely<Database>, compile: () => CompiledQuery) => {
  let text: CompiledQuery | undefined
  return async (rows: readonly (readonly unknown[])[]): Promise<void> => {
    for (let from = 0; from < rows.length; from += rowsOfLists) {
      text ??= compile()
      await db.executeQuery({ ...text, parameters: listsOf(rows.slice(from, from + rowsOfLists)) })
    }
  }
}

/** Inserts rows whose values stand one behind the other: a bulk load spends a tenth of its time in `Array.flat` otherwise. */
const insertedValues = (db: Kysely<Database>, query: (rows: number) => Compilable) => {
  const once = new Map<number, CompiledQuery>()
  return async (values: readonly unknown[], columns: number): Promise<void> => {
    for (let from = 0; from < values.length;) {
      const left = (values.length - from) / columns
      const size = left >= manyRows ? manyRows : Math.min(left, fewRows)
      const text = once.get(size) ?? query(size).compile()
      once.set(size, text)
      await db.executeQuery({ ...text, parameters: values.slice(from, from + size * columns) })
      from += size * columns
    }
  }
}

/**
 * Inserts many rows in chunks of a few fixed sizes, so that few texts are prepared; on PostgreSQL by one text.
 * @param query the statement for this many rows; its parameters are the rows' values in order
 */
export const compiledChunks = (
  db: Kysely<Database>,
  query: (rows: number) => Compilable,
): ((rows: readonly (readonly unknown[])[]) => Promise<void>) => {
  if (listsRows(db)) return batchedRows(insertedLists(db, () => listedRows(query(1).compile())))
  const insert = insertedValues(db, query)
  return batchedRows((rows) => {
    const values: unknown[] = []
    for (const row of rows) for (const value of row) values.push(value)
    return insert(values, rows[0]?.length ?? 0)
  })
}

/** A row for each of the texts in one of its columns. */
export type SpreadRow = readonly (string | number | readonly string[])[]

/**
 * Inserts rows of which several differ in one column only, in the order of their columns up to that one: neighbours share
 * pages, which is what makes a bulk load fast. On PostgreSQL, what those rows share is sent once.
 * @param query the statement for this many rows; its parameters are the rows' values in order
 * @param place of the column that differs; its texts hold no control characters but line feeds
 */
export const compiledSpread = (
  db: Kysely<Database>,
  query: (rows: number) => Compilable,
  place: number,
): ((rows: readonly SpreadRow[]) => Promise<void>) => {
  const textsOf = (row: SpreadRow) => row[place] as readonly string[]
  if (listsRows(db)) {
    const insert = batchedRows(insertedLists(db, () => spreadRows(query(1).compile(), place)))
    return (rows) => insert(rows.map((row) => row.with(place, spread(textsOf(row)))))
  }
  const insert = insertedValues(db, query)
  return (rows) => {
    const values: unknown[] = []
    const byStart = Map.groupBy(rows, (row) => JSON.stringify(row.slice(0, place)))
    for (const start of [...byStart.keys()].toSorted()) {
      // Many rows share their texts, so there are far fewer texts to sort than rows.
      const byText = new Map<string, SpreadRow[]>()
      for (const row of byStart.get(start) ?? [])
        for (const text of textsOf(row)) {
          const some = byText.get(text)
          if (some) some.push(row)
          else byText.set(text, [row])
        }
      for (const text of [...byText.keys()].toSorted())
        for (const row of byText.get(text) ?? [])
          // Not `entries`, whose iterator costs more than the row.
          for (let at = 0; at < row.length; at += 1) values.push(at === place ? text : row[at])
    }
    return insert(values, rows[0]?.length ?? 0)
  }
}

/** Names the rows inside a statement; nothing on SQLite, which runs the statement for one row after the other. */
type RowsOf = (keyword: 'from' | 'using') => RawBuilder<unknown>

/**
 * Runs a statement that changes rows of a workspace, for many of them; on PostgreSQL by one text.
 * @param sample of a row: numbers for 64-bit integers, else texts
 * @param query of one row, each value of which is in it once, and in the order of `sample`; the place of the workspace comes
 * last, as a parameter of its own, so that a distributed engine sees which shard it is for
 */
export const compiledRows = (
  db: Kysely<Database>,
  sample: readonly (string | number)[],
  query: (values: readonly RawBuilder<unknown>[], rows: RowsOf) => RawBuilder<unknown>,
): ((workspaceId: string, rows: readonly (readonly unknown[])[]) => Promise<void>) => {
  if (!isPostgres(db)) {
    const values = sample.map(() => sql`${param}`)
    const run = compiled(db, () => query(values, () => sql``))
    return async (workspaceId, rows) => {
      for (const row of rows) await run(...row, workspaceId)
    }
  }
  const columns = sample.map((_, at) => sql.ref(`c${at}`))
  const rowsOf: RowsOf = (keyword) => sql`${sql.raw(keyword)} ${givenRows(sample)}`
  const run = compiled(db, () => query(columns, rowsOf))
  return batchedByWorkspace(async (workspaceId, rows) => {
    for (let from = 0; from < rows.length; from += rowsOfLists)
      await run(...listsOf(rows.slice(from, from + rowsOfLists)), workspaceId)
  })
}

/**
 * Runs a statement once a row, and for all rows of a turn by one text on PostgreSQL.
 * @param sample of a row: numbers for 64-bit integers, else texts; its first value is never null
 * @param idAt the place of the row's id, which is unique, and which the statement returns as `id`
 * @param query each value is in it once, and in the order of `sample`; `rows` is where they come from, undefined for one row. The
 * place of the workspace comes last, where the statement has one
 * @returns whether the statement returned the row
 */
export const compiledEach = (
  db: Kysely<Database>,
  sample: readonly (string | number)[],
  idAt: number,
  query: (
    values: readonly RawBuilder<unknown>[],
    rows: RawBuilder<unknown> | undefined,
  ) => RawBuilder<{ id: string }>,
): ((row: readonly (string | number)[], ...workspaceId: [] | [string]) => Promise<boolean>) => {
  if (!listsRows(db)) {
    const values = sample.map(() => sql`${param}`)
    const run = compiled(db, () => query(values, undefined))
    return async (row, ...workspaceId) => (await run(...row, ...workspaceId)).length > 0
  }
  const columns = sample.map((_, at) => sql.ref(`c${at}`))
  const run = compiled(db, () => query(columns, sql`from ${givenRows(sample)}`))
  type Call = { row: readonly (string | number)[]; workspaceId: [] | [string] }
  const each = batched(async (calls: readonly Call[]) => {
    const returned = new Set<unknown>()
    for (const some of Map.groupBy(calls, (call) => call.workspaceId[0]).values()) {
      const [{ workspaceId } = { workspaceId: [] as const }] = some
      for (const { id } of await run(...listsOf(some.map(({ row }) => row)), ...workspaceId)) returned.add(id)
    }
    return calls.map(({ row }) => returned.has(row[idAt]))
  })
  return (row, ...workspaceId) => each({ row, workspaceId })
}

/**
 * Runs a statement with one list of varying length in it, compiled once for each of a few lengths; on PostgreSQL for
 * one value and for many.
 * The places of the list come before every other place of the statement.
 */
export const compiledList = <Row>(
  db: Kysely<Database>,
  query: (list: RawBuilder<unknown>) => RawBuilder<Row>,
): ((list: readonly (string | number)[], others: readonly unknown[]) => Promise<Row[]>) => {
  const once = new Map<number, CompiledQuery<Row>>()
  const compile = (places: number) => query(sql.join(Array.from({ length: places }, () => param))).compile(db)
  if (isPostgres(db)) {
    let ofOne: CompiledQuery<Row> | undefined
    let ofMany: CompiledQuery<Row> | undefined
    return async (list, others) => {
      if (list.length === 0) return []
      ofOne ??= compile(1)
      ofMany ??= listedValues(ofOne, list)
      // By itself, one value lets the server see that it leads to few rows.
      const [text, value] = list.length === 1 ? [ofOne, list[0]] : [ofMany, listOf(list)]
      return (await db.executeQuery<Row>({ ...text, parameters: [value, ...others] })).rows
    }
  }
  return async (list, others) => {
    const values = padded(list)
    if (values.length === 0) return []
    const text = once.get(values.length) ?? compile(values.length)
    once.set(values.length, text)
    return (await db.executeQuery<Row>({ ...text, parameters: [...values, ...others] })).rows
  }
}

/** Few lengths, so that few texts are prepared; close ones, because SQLite looks at what fills a list up as well. */
const roundedUp = (length: number): number => {
  if (length <= 4) return length
  const step = length <= 96 ? 8 : 64
  return Math.ceil(length / step) * step
}

/** Fills a list up with its last value to one of a few lengths, for `in (…)`; the empty list stays empty. */
const padded = <T extends string | number>(values: readonly T[]): T[] => {
  const last = values.at(-1)
  if (last === undefined) return []
  const filled = [...values]
  for (let missing = roundedUp(values.length) - values.length; missing > 0; missing -= 1) filled.push(last)
  return filled
}

/**
 * Runs a statement that inserts rows of a workspace by their place in it: `given.c0` counts the rows of one turn from 1, and
 * `given.c1` and so on are their values. One statement for all rows of a turn, in their order.
 * @param sample of a row: numbers for 64-bit integers, else texts
 * @param query `rows` is where they come from; two places for the workspace are before it
 */
export const compiledNumbered = (
  db: Kysely<Database>,
  sample: readonly (string | number)[],
  query: (rows: RawBuilder<unknown>) => RawBuilder<unknown>,
): ((workspaceId: string, rows: readonly (readonly unknown[])[]) => Promise<void>) => {
  const numbered = (rows: readonly (readonly unknown[])[]) => rows.map((row, place) => [place + 1, ...row])
  if (isPostgres(db)) {
    const run = compiled(db, () => query(givenRows([0, ...sample])))
    return batchedByWorkspace(async (workspaceId, rows) => {
      for (const some of chunksOf(rows, rowsOfLists))
        await run(workspaceId, workspaceId, ...listsOf(numbered(some)))
    })
  }
  const places = sql`(${sql.join([0, ...sample].map(() => sql`${param}`))})`
  const named = sql.join([0, ...sample].map((_, at) => sql.raw(`column${at + 1} as c${at}`)))
  const once = new Map<number, ReturnType<typeof compiled>>()
  const runOf = (size: number) => {
    const known = once.get(size)
    if (known) return known
    const values = sql.join(Array.from({ length: size }, () => places))
    const run = compiled(db, () => query(sql`(select ${named} from (values ${values})) as given`))
    once.set(size, run)
    return run
  }
  return batchedByWorkspace(async (workspaceId, rows) => {
    for (const some of chunksOf(rows, manyRows))
      await runOf(some.length)(workspaceId, workspaceId, ...numbered(some).flat())
  })
}
