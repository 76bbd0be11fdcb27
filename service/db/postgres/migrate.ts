// Migrations on PostgreSQL. Processes that start at once wait for one lock row. A connection of its own holds the row, so the
// lock goes with the process, and stays where an engine commits before it changes a table.
import { Kysely, sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE } from 'kysely/migration'
import { Client } from 'pg'
import { appliesNone, foreignError, isMigrated, migrate, refuseNewer } from '../migrate.ts'
import { postgresSettings, unlessUnknown } from './connection.ts'
import { postgresDialect } from './dialect.ts'
import { isDistributed, oneByOne, placeNew, readLayout } from './placement.ts'
import type { Database } from '../schema.ts'
import { storeError } from '../../base/store-error.ts'

/** Milliseconds. Once there is a connection, it waits as long as another process migrates. */
const longestConnecting = 10_000

/**
 * Text is compared by its bytes, as SQLite does, whatever the language of the database: pages follow the order of ids,
 * and search asks for ranges of words.
 */
const inByteOrder = (statement: string): string =>
  /^\s*(create|alter) table\b/i.test(statement)
    ? statement.replaceAll(/\b(text|varchar\(\d+\))(?=[\s,)]|$)(?! collate\b)/gi, '$1 collate "C"')
    : statement

/**
 * A schema that another program keeps its tables in gets none of ours, also where this user may not read them. Those of an
 * extension of the server are no other program's.
 */
async function refuseForeign(db: Kysely<Database>, name: string): Promise<void> {
  const current = await sql<{ schema: string | null }>`
    select current_schema() as ${sql.ref('schema')}`.execute(db)
  if (current.rows[0]?.schema === null)
    throw storeError(
      'database_refused',
      `The search_path of this user leads to no schema of the database ${name} that it may use. Set it to one that is there.`,
    )
  const { rows } = await sql<{ table: string }>`
    select c.relname as ${sql.ref('table')} from pg_catalog.pg_class as c
    join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
    where n.nspname = current_schema() and c.relkind in ('r', 'p') and not exists (
      select 1 from pg_catalog.pg_depend as d where d.objid = c.oid and d.deptype = 'e')`.execute(db)
  // A first migration that was cut off has left its lock and nothing else.
  const isOurs = rows.some(({ table }) => table === DEFAULT_MIGRATION_TABLE)
  if (!isOurs && rows.some(({ table }) => table !== 'migration_lock')) throw foreignError(name)
}

const makeLockRow = async (db: Kysely<Database>): Promise<void> => {
  // `if not exists` looks first and creates then, so two of them can meet.
  for (let attempt = 0; ; attempt += 1) {
    try {
      await sql`create table if not exists migration_lock (id text primary key)`.execute(db)
      await sql`insert into migration_lock (id) values ('lock') on conflict (id) do nothing`.execute(db)
      return
    } catch (error) {
      if (attempt >= 5) throw error
    }
  }
}

/**
 * Runs what changes the tables, alone among all processes that do.
 * @param as the name of the connection that holds the lock
 * @param run calls `confirm` before it commits: that fails where the lock is lost
 */
export async function runAlone<T>(
  url: string,
  as: string,
  run: (confirm: () => Promise<unknown>) => Promise<T>,
): Promise<T> {
  const holder = new Client({ ...postgresSettings(url, longestConnecting), application_name: as })
  holder.on('error', () => {})
  try {
    await holder.connect()
    // A database that is distributed has a limit of its own, and a large table takes its time.
    for (const limit of ['lock_timeout', 'idle_in_transaction_session_timeout'])
      await holder.query(`set ${limit} = 0`).catch(unlessUnknown)
    await makeLockRow(new Kysely<Database>({ dialect: postgresDialect(holder, { rewrite: inByteOrder }) }))
    await holder.query('begin isolation level read committed')
    await holder.query(`select id from migration_lock where id = 'lock' for update`)
    return await run(() => holder.query('select 1'))
  } finally {
    await holder.end()
  }
}

/** @returns the names of the migrations that were applied, and whether the tables are distributed */
export async function migratePostgres(
  url: string,
  upTo?: string,
): Promise<{ applied: string[]; distributed: boolean }> {
  const client = new Client(postgresSettings(url, longestConnecting))
  // The statement that was waiting receives the failure.
  client.on('error', () => {})
  const name = client.database ?? ''
  const distributed = async () => isDistributed(await readLayout(client), name)
  try {
    await client.connect()
    const db = new Kysely<Database>({
      dialect: postgresDialect(client, { rewrite: inByteOrder }),
    })
    // Asked first, because a user who may not create tables may still run a database that is complete.
    await refuseForeign(db, name)
    await refuseNewer(db, name)
    if (await isMigrated(db)) return { applied: [], distributed: await distributed() }
    if (appliesNone(upTo)) return { applied: await migrate(db, name, upTo), distributed: await distributed() }
    const applied = await runAlone(url, 'svc', async (confirm) => {
      const before = await distributed()
      return db.transaction().execute(async (tx) => {
        if (before) await client.query(oneByOne)
        const names = await migrate(tx, name, upTo)
        if (before) await placeNew(client)
        await confirm()
        return names
      })
    })
    return { applied, distributed: await distributed() }
  } finally {
    await client.end()
  }
}
