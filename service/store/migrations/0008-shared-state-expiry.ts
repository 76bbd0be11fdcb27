// Counts of requests are replaced all the time. Without an index on a column that changes with them, PostgreSQL replaces a
// row in its place; what has expired is looked for once an hour, in a table that is small.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`drop index shared_state_by_expiry`).execute(db)
}
