// Migrations on PostgreSQL. Processes that start at once wait for one lock row, which lives and dies with the
// transaction that migrates: after a crash nothing was done, and nothing is locked.
import { Kysely, sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE } from 'kysely/migration'
import { Client } from 'pg'
import { appliesNone, foreignError, isMigrated, migrate, refuseNewer } from '../migrate.ts'
import { postgresSettings } from './connection.ts'
import { postgresDialect } from './dialect.ts'
import { refusePooler } from './error.ts'
import type { Database } from '../schema.ts'
import { storeError } from '../store-error.ts'

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

/** @returns the names of the migrations that were applied */
export async function migratePostgres(url: string, upTo?: string): Promise<string[]> {
  const client = new Client(postgresSettings(url, longestConnecting))
  // What fails is heard of by the statement that was waiting for it.
  client.on('error', () => {})
  const name = client.database ?? ''
  try {
    await client.connect()
    const db = new Kysely<Database>({
      dialect: postgresDialect(client, { rewrite: inByteOrder }),
    })
    await refusePooler(client, url, name)
    // Asked first, because a user who may not create tables may still run a database that is complete.
    await refuseForeign(db, name)
    await refuseNewer(db, name)
    if (await isMigrated(db)) return []
    if (appliesNone(upTo)) return await migrate(db, name, upTo)
    await makeLockRow(db)
    return await db.transaction().execute(async (tx) => {
      await sql`select id from migration_lock where id = 'lock' for update`.execute(tx)
      return migrate(tx, name, upTo)
    })
  } finally {
    await client.end()
  }
}
