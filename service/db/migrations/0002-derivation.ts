// Which derivation wrote the words and keys of a workspace (db/derivation.ts): the first one, until a rebuild.
import { sql, type Kysely } from 'kysely'

const statements = [
  // How far the rebuild is, as a document; null before it begins and when it is done.
  `alter table workspace add column rebuild text`,
  `alter table workspace add column derivation bigint not null default 1`,
  // Titles have their own, because writers update titles that the rebuild has not reached.
  `alter table search_title add column derivation bigint not null default 1`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
