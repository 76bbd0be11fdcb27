// Brings a database to the newest schema: forward only, all pending steps or none.
import { sql, type Kysely } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, Migrator, type Migration } from 'kysely/migration'
import { up as start } from './migrations/0001-start.ts'
import { up as derivation } from './migrations/0002-derivation.ts'
import { up as calendars } from './migrations/0003-calendars.ts'
import { up as retiredFields } from './migrations/0004-retired-fields.ts'
import { up as imports } from './migrations/0005-imports.ts'
import { up as commentsNotifications } from './migrations/0006-comments-notifications.ts'
import { up as changes } from './migrations/0007-changes.ts'
import { up as recurrence } from './migrations/0008-recurrence.ts'
import { up as timers } from './migrations/0009-timers.ts'
import { up as textSearch } from './migrations/0010-text-search.ts'
import type { Database } from './schema.ts'
import { storeError, type StoreError } from '../base/store-error.ts'

/** Every migration of this program, oldest first. Tests add one of their own. */
export const migrations: Record<string, Migration> = {
  '0001-start': { up: start },
  '0002-derivation': { up: derivation },
  '0003-calendars': { up: calendars },
  '0004-retired-fields': { up: retiredFields },
  '0005-imports': { up: imports },
  '0006-comments-notifications': { up: commentsNotifications },
  '0007-changes': { up: changes },
  '0008-recurrence': { up: recurrence },
  '0009-timers': { up: timers },
  '0010-text-search': { up: textSearch },
}

/** In place of the last migration to apply: none, and the database must have had some. */
export const asItIs = 'as it is'
/** In place of the last migration to apply: none, and the database must have had them all. */
export const allApplied = 'all applied'
/** Whether nothing is to be applied, whatever the database has had. */
export const appliesNone = (upTo: string | undefined): boolean => upTo === asItIs || upTo === allApplied

/** Names of the migrations that a database has had, oldest first; none for an empty database. */
async function appliedMigrations(db: Kysely<Database>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === DEFAULT_MIGRATION_TABLE)) return []
  const table = sql.table(DEFAULT_MIGRATION_TABLE)
  const { rows } = await sql<{ name: string }>`select name from ${table} order by name`.execute(db)
  return rows.map((row) => row.name)
}

/** Whether the database has had every migration of this program. A newer program may have applied others since. */
export async function isMigrated(db: Kysely<Database>): Promise<boolean> {
  const applied = new Set(await appliedMigrations(db))
  return Object.keys(migrations).every((name) => applied.has(name))
}

export const foreignError = (name: string): StoreError =>
  storeError(
    'database_foreign',
    `The database ${name} is that of another program. Name one that is empty or of this program.`,
  )

/**
 * @throws StoreError `database_newer` when the database knows a migration that this program does not, `database_foreign`
 * when it knows none that this program does
 */
export async function refuseNewer(db: Kysely<Database>, name: string): Promise<void> {
  const applied = await appliedMigrations(db)
  const isOurs = (migration: string) => Object.hasOwn(migrations, migration)
  if (applied.every(isOurs)) return
  if (!applied.some(isOurs)) throw foreignError(name)
  throw storeError(
    'database_newer',
    `The database ${name} was written by a newer version of this program. Update the program.`,
  )
}

/**
 * Applies what is missing, in one transaction.
 * @param upTo the last one to apply, for a backup that is older than the program, `asItIs` or `allApplied`
 * @returns the names that were applied
 * @throws StoreError `database_newer`, `database_foreign`, `database_empty` or `database_older`
 */
export async function migrate(db: Kysely<Database>, name: string, upTo?: string): Promise<string[]> {
  await refuseNewer(db, name)
  if (await isMigrated(db)) return []
  if (upTo === allApplied)
    throw storeError(
      'database_older',
      `The database ${name} is older than this program, and this command changes nothing. Run \`svc migrate\` first.`,
    )
  const applied = await appliedMigrations(db)
  if (upTo === asItIs && applied.length === 0) {
    throw storeError('database_empty', `There is nothing in the database ${name}.`)
  }
  if (upTo === asItIs || (upTo !== undefined && applied.includes(upTo))) return []
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results } = await (upTo === undefined
    ? migrator.migrateToLatest()
    : migrator.migrateTo(upTo))
  if (error) throw error
  return (results ?? []).map((result) => result.migrationName)
}
