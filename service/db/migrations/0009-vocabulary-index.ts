// Uses of words are counted all the time. Without an index on the count, a count changes one row in its place, and no
// index with it.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`drop index search_vocabulary_reversed`).execute(db)
  await sql
    .raw(`create index search_vocabulary_by_end on search_vocabulary (workspace_id, reversed, word)`)
    .execute(db)
}
