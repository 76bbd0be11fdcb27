// Runs VACUUM ANALYZE after a bulk load, so that the planner has statistics at once.
import { Kysely } from 'kysely'
import { Client } from 'pg'
import { postgresSettings } from './connection.ts'
import { postgresDialect } from './dialect.ts'
import type { Database } from '../schema.ts'
import { tablesOfDatabase } from '../tables.ts'

/** Fewer rows change little of how a server plans. */
const manyRows = 10_000
/** Milliseconds to wait for a connection, and for a table that is being tidied up already. */
const longestWait = 10_000

/**
 * Tidies up and counts what is in the tables of our schema; others may have theirs in the same database. Never throws: what
 * has come is there without it, and a server does it later where this user may not, or has no such thing.
 * @param rows that have come
 */
export async function optimizePostgres(url: string, rows: number): Promise<void> {
  if (rows < manyRows) return
  const client = new Client(postgresSettings(url, longestWait))
  // The waiting statement is told of a broken connection.
  client.on('error', () => {})
  try {
    await client.connect()
    const tables = await tablesOfDatabase(new Kysely<Database>({ dialect: postgresDialect(client) }))
    const names = tables.map(({ name }) => client.escapeIdentifier(name))
    await client.query(`vacuum (analyze) ${names.join(', ')}`)
  } catch {
    // Nothing that came is lost.
  } finally {
    await client.end().catch(() => {})
  }
}
