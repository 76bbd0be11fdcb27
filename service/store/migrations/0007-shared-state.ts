// What several processes of one service count together, outside any transaction: rate limits and sign-in attempts.
import { sql, type Kysely } from 'kysely'

const statements = [
  `create table shared_state (
    name text primary key, body text not null, version bigint not null, expires_at bigint not null)`,
  `create index shared_state_by_expiry on shared_state (expires_at)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
