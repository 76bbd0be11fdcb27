// Building blocks of stores: statements whose text is compiled once an engine, and many rows by one text.
import { PostgresAdapter, sql, SqliteAdapter, type CompiledQuery, type RawBuilder } from 'kysely'
import { batched } from './loader.ts'
import type { Database } from './schema.ts'
import type { Tx } from './store.ts'

/** For PostgreSQL. */
export class RowLockAdapter extends PostgresAdapter {
  // `migrate` holds a lock row instead: advisory locks are missing on other engines that speak this protocol.
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

/** For tables on the workers of Citus. */
export class DistributedAdapter extends RowLockAdapter {}

type Engine = 'sqlite' | 'postgres' | 'citus'

export const engineOf = (tx: Tx): Engine => {
  const { adapter } = tx.getExecutor()
  if (adapter instanceof SqliteAdapter) return 'sqlite'
  return adapter instanceof DistributedAdapter ? 'citus' : 'postgres'
}

/** A placeholder for a bound value. */
export const param = null

type Statement<Row> = (tx: Tx, ...parameters: readonly unknown[]) => Promise<Row[]>

/**
 * A statement that runs again and again: building a query anew costs more than SQLite's answer.
 * @param build is called once an engine; `param` stands for each value
 * @returns runs it; the parameters go in the order of their places
 */
export const statement = <Row>(build: (engine: Engine) => RawBuilder<Row>): Statement<Row> => {
  const texts: Partial<Record<Engine, CompiledQuery<Row>>> = {}
  return async (tx, ...parameters) => {
    const engine = engineOf(tx)
    const text = (texts[engine] ??= build(engine).compile(tx))
    return (await tx.executeQuery<Row>({ ...text, parameters })).rows
  }
}

/** One statement for each number of something. */
const statementFor = <Row>(build: (many: number) => RawBuilder<Row>) => {
  const known = new Map<number, Statement<Row>>()
  return (many: number): Statement<Row> => {
    const run = known.get(many) ?? statement(() => build(many))
    known.set(many, run)
    return run
  }
}

const holdsNul = (value: unknown): value is string => typeof value === 'string' && value.includes('\0')

/**
 * PostgreSQL's text holds no NUL, and SQLite's functions stop at one. Bodies with a NUL are refused before they get
 * here; what is left are addresses, headers and forms, in which it asks for something that nobody has.
 */
export function withoutNul(parameters: readonly unknown[]): readonly unknown[] {
  // A loop: a bulk load comes here with millions of values.
  for (const value of parameters)
    if (holdsNul(value))
      return parameters.map((each) => (holdsNul(each) ? each.replaceAll('\0', '\u{fffd}') : each))
  return parameters
}

const item = (value: unknown): string => {
  if (typeof value === 'string') {
    // Most texts hold neither, and looking costs less than replacing.
    const isPlain = !value.includes('"') && !value.includes('\\')
    return `"${isPlain ? value : value.replaceAll(/["\\]/g, '\\$&')}"`
  }
  return typeof value === 'number' ? String(value) : 'null'
}

/** Values as PostgreSQL reads a list: one parameter, and so one text and one plan, for any number of values. */
export const listOf = (values: readonly unknown[]): string => `{${values.map(item).join(',')}}`

/**
 * A statement that asks for values of a list.
 * @param build gets a condition for a column, `= …` or `in …`, whose place comes before every other place of the statement
 */
export const listStatement = <Row>(
  build: (among: RawBuilder<unknown>) => RawBuilder<Row>,
  type: 'text' | 'bigint' = 'text',
): ((tx: Tx, list: readonly (string | number)[], ...others: readonly unknown[]) => Promise<Row[]>) => {
  // By itself, one value lets PostgreSQL see that it leads to few rows.
  const one = statement(() => build(sql`= ${param}`))
  const many = statement((engine) =>
    build(
      engine === 'sqlite'
        ? sql`in (select value from json_each(${param}))`
        : sql`= any(cast(${param} as ${sql.raw(type)}[]))`,
    ),
  )
  return async (tx, list, ...others) => {
    if (list.length <= 1) return list.length === 0 ? [] : one(tx, list[0], ...others)
    return many(tx, engineOf(tx) === 'sqlite' ? JSON.stringify(withoutNul(list)) : listOf(list), ...others)
  }
}

/**
 * Several questions in one statement: in a search, most of the cost is that of each statement, whatever it answers.
 * @returns runs it with the parameters of all questions, and answers with the rows of each
 */
export const together = <Row extends object>(
  questions: readonly RawBuilder<Row>[],
): ((tx: Tx, parameters: readonly unknown[]) => Promise<Row[][]>) => {
  const run = statement(() => union(questions))
  return async (tx, parameters) => apart(await run(tx, ...parameters), questions.length)
}

/** One question, asked by one statement as often as there are lists of parameters. */
export const askedTogether = <Row extends object>(
  question: RawBuilder<Row>,
): ((tx: Tx, asked: readonly (readonly unknown[])[]) => Promise<Row[][]>) => {
  const times = statementFor((many) => union(Array.from({ length: many }, () => question)))
  return async (tx, asked) =>
    asked.length === 0 ? [] : apart(await times(asked.length)(tx, ...asked.flat()), asked.length)
}

type Placed<Row> = Row & { place: number }

const union = <Row>(questions: readonly RawBuilder<Row>[]): RawBuilder<Placed<Row>> => {
  const each = questions.map((question, place) => {
    const name = sql.ref(`at${place}`)
    return sql`select ${sql.lit(place)} as place, ${name}.* from (${question}) as ${name}`
  })
  return sql<Placed<Row>>`${sql.join(each, sql` union all `)}`
}

const apart = <Row>(rows: readonly Placed<Row>[], questions: number): Row[][] => {
  const answers = Array.from({ length: questions }, (): Row[] => [])
  for (const row of rows) answers[row.place]?.push(row)
  return answers
}

type ColumnOf<Table, Value> = {
  [C in keyof Table & string]: Table[C] extends Value ? C : never
}[keyof Table & string]
type Columns<Text, Numeric> = { text?: readonly Text[]; number?: readonly Numeric[] }

const refs = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)))

/** Rows from lists, a list for each column. */
const unnest = (
  { text = [], number = [] }: Columns<string, string>,
  place: (column: string) => RawBuilder<unknown> = () => sql`${param}`,
): RawBuilder<unknown> =>
  sql`unnest(${sql.join([
    ...text.map((name) => sql`cast(${place(name)} as text[])`),
    ...number.map((name) => sql`cast(${place(name)} as bigint[])`),
  ])})`

/** The most rows of one statement with lists. */
const mostRows = 1_000
/** Rows of a statement without: up to `few` as many as there are, of more `many` at a time, so that few texts are prepared. */
const few = 32
const many = 64

/** Some rows at a time. */
export function* chunksOf<T>(rows: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size)
}

/**
 * Inserts any number of rows: on PostgreSQL by one text, else by one for each of a few numbers of rows. Rows that are inserted in
 * one turn of a transaction go together.
 * @param columns by what they hold
 * @param then what follows the rows: `on conflict …`, `returning id`
 * @returns inserts them, and answers with what was returned of all rows of the turn
 */
export const insertRows = <
  Name extends keyof Database,
  Text extends ColumnOf<Database[Name], string | null>,
  Numeric extends ColumnOf<Database[Name], number | null> = never,
>(
  table: Name,
  columns: Columns<Text, Numeric>,
  then: RawBuilder<unknown> = sql``,
) => {
  type Row = Pick<Database[Name], Text | Numeric>
  const names = [...(columns.text ?? []), ...(columns.number ?? [])]
  const into = sql`insert into ${sql.table(table)} (${refs(names)})`
  const fromLists = statement(
    () => sql<{ id: string }>`${into} select * from ${unnest(columns)} as given ${then}`,
  )
  const values = sql`(${sql.join(names.map(() => param))})`
  const ofSize = statementFor(
    (size) =>
      sql<{ id: string }>`${into} values ${sql.join(Array.from({ length: size }, () => values))} ${then}`,
  )
  const insert = batched(async (tx, _key, rows: readonly Row[]) => {
    const returned: { id: string }[] = []
    const keep = (some: readonly { id: string }[]) => {
      for (const one of some) returned.push(one)
    }
    if (engineOf(tx) === 'postgres') {
      for (const some of chunksOf(rows, mostRows))
        keep(await fromLists(tx, ...names.map((name) => listOf(some.map((row) => row[name])))))
      return returned
    }
    for (let from = 0; from < rows.length;) {
      const left = rows.length - from
      const size = left >= many ? many : Math.min(left, few)
      const cells: unknown[] = []
      for (const row of rows.slice(from, from + size)) for (const name of names) cells.push(row[name])
      keep(await ofSize(size)(tx, ...cells))
      from += size
    }
    return returned
  })
  return async (tx: Tx, rows: readonly Row[]): Promise<{ id: string }[]> =>
    rows.length === 0 ? [] : insert(tx, '', rows)
}

/**
 * Inserts rows of a workspace behind those that are there: `number` follows the highest one. On PostgreSQL by one text, without a
 * round trip for the highest number.
 * @returns inserts rows, together with those of the same turn
 */
export const insertNumbered = <
  Name extends {
    [N in keyof Database]: Database[N] extends { workspace_id: string; number: number } ? N : never
  }[keyof Database],
  Text extends Exclude<ColumnOf<Database[Name], string | null>, 'workspace_id'>,
  Numeric extends Exclude<ColumnOf<Database[Name], number | null>, 'number'>,
>(
  table: Name,
  columns: { text: readonly Text[]; number: readonly Numeric[] },
) => {
  type Row = Pick<Database[Name], Text | Numeric>
  const names = [...columns.text, ...columns.number]
  const newest = sql`select coalesce(max(number), 0) as number from ${sql.table(table)} where workspace_id = ${param}`
  const fromLists = statement(
    () => sql`insert into ${sql.table(table)} (workspace_id, number, ${refs(names)})
      select cast(${param} as text), newest.number + given.place, ${refs(names)}
      from (${newest}) as newest, ${unnest(columns)} with ordinality as given (${refs(names)}, place)`,
  )
  const newestNumber = statement<{ number: number }>(() => newest as RawBuilder<{ number: number }>)
  const insert = insertRows(table, {
    text: ['workspace_id', ...columns.text],
    number: ['number', ...columns.number],
  } as never) as (tx: Tx, rows: readonly object[]) => Promise<unknown>
  return batched(async (tx, workspaceId, rows: readonly Row[]): Promise<void> => {
    if (engineOf(tx) === 'postgres') {
      for (const some of chunksOf(rows, mostRows))
        await fromLists(
          tx,
          workspaceId,
          workspaceId,
          ...names.map((name) => listOf(some.map((row) => row[name]))),
        )
      return
    }
    // SQLite answers at once, and Citus would fetch the rows of an `insert … select` to the coordinator first.
    const [last] = await newestNumber(tx, workspaceId)
    const number = last?.number ?? 0
    await insert(
      tx,
      rows.map((row, place) => ({
        ...row,
        workspace_id: workspaceId,
        number: number + place + 1,
      })),
    )
  })
}

/** Makes an insert replace the row under its key. */
export const replacing = (key: readonly string[], columns: readonly string[]): RawBuilder<unknown> =>
  sql`on conflict (${refs(key)}) do update set ${sql.join(
    columns.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`),
  )}`

/** Stands for a value until the text is compiled, which says where it goes. */
type Place = { of: string }

/**
 * Changes rows of a workspace by given ones: on PostgreSQL those of a turn by one text, else one after the other.
 * @param columns of a given row, by what they hold
 * @param build of a given row, or of its values; `rows` says where they come from. The workspace is a parameter of its own, so that
 * a distributed engine sees which shard it is for
 * @returns changes them, and answers with what was returned of all rows of the turn
 */
export const changeRows = <Text extends string, Numeric extends string>(
  columns: Columns<Text, Numeric>,
  build: (
    given: Record<Text | Numeric | 'workspaceId', RawBuilder<unknown>>,
    rows: (keyword: 'from' | 'using') => RawBuilder<unknown>,
  ) => RawBuilder<unknown>,
) => {
  type Name = Text | Numeric
  type Row = Readonly<Record<Name, string | number | null>>
  const names: Name[] = [...(columns.text ?? []), ...(columns.number ?? [])]
  const texts: Partial<Record<Engine, CompiledQuery<{ id: string }>>> = {}

  const textFor = (tx: Tx, engine: Engine): CompiledQuery<{ id: string }> => {
    const place = (of: string) => sql`${{ of } satisfies Place}`
    const isByRow = engine === 'sqlite'
    const valueOf = (name: string) => (isByRow ? place(name) : sql.ref(`given.${name}`))
    const first = sql.ref(names[0] ?? '')
    const rows = (keyword: string) =>
      isByRow
        ? sql``
        : // Always so, and the server takes it for rare: any number of rows then looks like one, and is planned once. Else each is
          // planned anew, at a multiple of its price, because a list of three looks cheaper than a list of unknown length.
          sql`${sql.raw(keyword)} (select * from ${unnest(columns, place)} as list (${refs(names)})
            where ${first} = least(${first}, ${first})) as given`
    const given = Object.fromEntries([
      ...names.map((name) => [name, valueOf(name)]),
      ['workspaceId', place('workspaceId')],
    ])
    return build(given as Parameters<typeof build>[0], rows).compile(tx) as CompiledQuery<{ id: string }>
  }

  const change = batched(async (tx, workspaceId, rows: readonly Row[]) => {
    const engine = engineOf(tx)
    const text = (texts[engine] ??= textFor(tx, engine))
    const returned = new Set<string>()
    for (const some of chunksOf(rows, engine === 'sqlite' ? 1 : mostRows)) {
      const valueOf = (name: Name) => {
        const values = some.map((row) => row[name])
        return engine === 'sqlite' ? values[0] : listOf(values)
      }
      const parameters = (text.parameters as readonly Place[]).map(({ of }) =>
        of === 'workspaceId' ? workspaceId : valueOf(of as Name),
      )
      const answer = await tx.executeQuery<{ id: string }>({ ...text, parameters })
      for (const { id } of answer.rows) returned.add(id)
    }
    return returned
  })
  return async (tx: Tx, workspaceId: string, rows: readonly Row[]): Promise<ReadonlySet<string>> =>
    rows.length === 0 ? new Set() : change(tx, workspaceId, rows)
}

/**
 * Waits until all have settled, so that nothing is still being sent when a failure is handled.
 * @param work in the order in which it is sent; nothing waits for the answer to another
 * @throws the first failure in that order: later statements of the connection fail because of it
 */
export async function inPipeline<T extends readonly unknown[]>(
  work: readonly [...{ [K in keyof T]: Promise<T[K]> }],
): Promise<T> {
  const outcomes = await Promise.allSettled(work.map((each: Promise<unknown>) => each))
  const values = outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  })
  // Nothing failed, so each is what its promise promised.
  return values as unknown as T
}
