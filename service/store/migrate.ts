// Brings a database to the newest schema: forward only, all pending steps or none.
import { sql, type Kysely } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, Migrator, type Migration } from 'kysely/migration'
import * as start from './migrations/0001-start.ts'
import * as searchPairs from './migrations/0002-search-pairs.ts'
import type { Database } from './schema.ts'
import { storeError } from './store-error.ts'

const migrations: Record<string, Migration> = { '0001-start': start, '0002-search-pairs': searchPairs }

/** Names of the migrations that a database has had, oldest first; none for an empty database. */
async function appliedMigrations(db: Kysely<Database>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === DEFAULT_MIGRATION_TABLE)) return []
  const table = sql.table(DEFAULT_MIGRATION_TABLE)
  const { rows } = await sql<{ name: string }>`select name from ${table} order by name`.execute(db)
  return rows.map((row) => row.name)
}

/**
 * Applies what is missing, in one transaction.
 * @returns the names that were applied
 * @throws StoreError `database_newer` when the database knows a migration that this program does not
 */
export async function migrate(db: Kysely<Database>, name: string): Promise<string[]> {
  const applied = await appliedMigrations(db)
  if (applied.some((migration) => !Object.hasOwn(migrations, migration))) {
    throw storeError(
      'database_newer',
      `The database ${name} was written by a newer version of this program. Update the program.`,
    )
  }
  if (applied.length === Object.keys(migrations).length) return []
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw error
  return (results ?? []).map((result) => result.migrationName)
}
