// Titles whose words are not in the word table yet: a list of its own, so that a search finds them at once.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table search_title add column pending bigint not null default 0`).execute(db)
  await sql
    .raw(`create index search_title_pending on search_title (workspace_id, thing) where pending = 1`)
    .execute(db)
}
