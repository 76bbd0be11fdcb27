// Fields that are retired: hidden, and kept with their values (RCL-03).
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table field add column retired bigint not null default 0`.execute(db)
}
