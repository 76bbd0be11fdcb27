// The tables as they are, for backups: whatever a migration makes is found here, so that nothing can be forgotten. Only
// the operator's commands ask.
import { sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE } from 'kysely/migration'
import { engineOf } from './sql.ts'
import { lockTable, oneConnection, pauseWriters } from './postgres/placement.ts'
import type { Tx } from './store.ts'

/** Stored by all engines: numbers are 64-bit integers, documents are text. */
export type Cell = string | number | null
export type Table = { name: string; columns: readonly string[]; key: readonly string[] }

/** Tables that the running of a database needs, not its content. */
const own = new Set([
  DEFAULT_MIGRATION_TABLE,
  'kysely_migration_lock',
  'migration_lock',
  lockTable,
  // Counts of the processes that serve it.
  'counter',
])

type Column = { table: string; name: string; place: number | null }

const onSqlite = sql<Column>`
  select m.name as ${sql.ref('table')}, p.name, nullif(p.pk, 0) as place
  from sqlite_master as m, pragma_table_info(m.name) as p where m.type = 'table' order by m.name, p.cid`

/** Asked of the catalog: information_schema hides keys from a user who may only read. */
const onPostgres = sql<Column>`
  select c.relname as ${sql.ref('table')}, a.attname as name, array_position(k.conkey, a.attnum) as place
  from pg_catalog.pg_class as c
  join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
  join pg_catalog.pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_catalog.pg_constraint as k on k.conrelid = c.oid and k.contype = 'p'
  where n.nspname = current_schema() and c.relkind in ('r', 'p') order by c.relname, a.attnum`

const listed = (cells: readonly Cell[]) => sql`(${sql.join(cells)})`

/**
 * Comes first in a transaction that reads everything. On Citus it then reads one snapshot of each worker, and so of each
 * workspace; of the whole database where it keeps writers away until it ends.
 */
export async function beginSnapshot(tx: Tx, writers: 'go on' | 'wait'): Promise<void> {
  if (engineOf(tx) !== 'citus') return
  await sql.raw(oneConnection).execute(tx)
  if (writers === 'wait') await sql.raw(pauseWriters).execute(tx)
}

/** In the order of their names. */
export async function tablesOfDatabase(tx: Tx): Promise<Table[]> {
  const question = engineOf(tx) === 'sqlite' ? onSqlite : onPostgres
  const { rows } = await question.execute(tx)
  const found = Map.groupBy(rows, (row) => row.table)
  return [...found]
    .filter(([name]) => !own.has(name) && !name.startsWith('sqlite_'))
    .map(([name, columns]) => ({
      name,
      columns: columns.map((column) => column.name),
      key: columns
        .filter((column) => column.place !== null)
        .toSorted((one, other) => (one.place ?? 0) - (other.place ?? 0))
        .map((column) => column.name),
    }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

/** Names of the migrations that the database has had, oldest first. */
export async function migrationsOfDatabase(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(tx)
  return rows.map(({ name }) => name)
}

/**
 * Rows in the order of their key.
 * @param after the key of the row before; undefined begins
 */
export async function rowsOfTable(
  tx: Tx,
  table: Table,
  after: readonly Cell[] | undefined,
  limit: number,
): Promise<Record<string, Cell>[]> {
  const key = sql.join(table.key.map((name) => sql.ref(name)))
  const from = after === undefined ? sql`` : sql`where (${key}) > ${listed(after)}`
  const { rows } = await sql<Record<string, Cell>>`
    select ${sql.join(table.columns.map((name) => sql.ref(name)))} from ${sql.table(table.name)} ${from}
    order by ${key} limit ${limit}`.execute(tx)
  return rows
}

/** @param rows cells in the order of the columns */
export async function insertIntoTable(
  tx: Tx,
  table: Pick<Table, 'name' | 'columns'>,
  rows: readonly (readonly Cell[])[],
): Promise<void> {
  await sql`insert into ${sql.table(table.name)} (${sql.join(table.columns.map((name) => sql.ref(name)))})
    values ${sql.join(rows.map(listed))}`.execute(tx)
}
