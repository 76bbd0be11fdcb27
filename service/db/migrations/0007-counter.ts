// Counts that several processes of one service share, outside any transaction. No index on a column that changes, so
// that PostgreSQL updates a row in its page; the table is small.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw('create table counter (name text primary key, count bigint not null, ends_at bigint not null)')
    .execute(db)
}
