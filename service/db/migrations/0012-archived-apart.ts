// Archived records stand apart from active ones in every order: a list of the ones reads past none of the others, and a new
// record is written to one index less.
import { type Kysely, sql } from 'kysely'

const statements = [
  `drop index record_newest`,
  `drop index record_newest_of_object`,
  `create index record_active on record (workspace_id, created_at desc, id desc) where archived = 0`,
  `create index record_archived on record (workspace_id, created_at desc, id desc) where archived = 1`,
  `create index record_archived_of_object on record (workspace_id, object_id, created_at desc, id desc)
    where archived = 1`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
