// Another text with every change of a workspace's objects and fields, so that processes can keep what they read of them.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table workspace add column definitions_version text not null default ''`).execute(db)
}
