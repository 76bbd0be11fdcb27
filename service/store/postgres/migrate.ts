// Migrations on PostgreSQL. Processes that start at once wait for one lock row, which lives and dies with the
// transaction that migrates: after a crash nothing was done, and nothing is locked.
import { Kysely, sql } from 'kysely'
import { Client } from 'pg'
import { appliesNone, isMigrated, migrate, refuseNewer } from '../migrate.ts'
import { postgresSettings } from './connection.ts'
import { postgresDialect } from './dialect.ts'
import { createSend } from './send.ts'
import type { Database } from '../schema.ts'

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
  try {
    await client.connect()
    const db = new Kysely<Database>({
      dialect: postgresDialect(createSend(client), { rewrite: inByteOrder }),
    })
    // Asked first, because a user who may not create tables may still run a database that is complete.
    await refuseNewer(db, client.database ?? '')
    if (await isMigrated(db)) return []
    if (appliesNone(upTo)) return await migrate(db, client.database ?? '', upTo)
    await makeLockRow(db)
    return await db.transaction().execute(async (tx) => {
      await sql`select id from migration_lock where id = 'lock' for update`.execute(tx)
      return migrate(tx, client.database ?? '', upTo)
    })
  } finally {
    await client.end()
  }
}
