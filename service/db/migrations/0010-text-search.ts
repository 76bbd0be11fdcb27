// The words inside descriptions, notes and comments (decision 022). What is there already waits to be indexed.
import { sql, SqliteAdapter, type Kysely } from 'kysely'

const statementsFor = (keyed: '' | ' without rowid') => [
  `create table search_text_due (
    workspace_id text not null, kind text not null, ref text not null,
    primary key (workspace_id, kind, ref))${keyed}`,
  `create table search_text_part (
    workspace_id text not null, part bigint not null, kind text not null, used bigint not null, live bigint not null,
    primary key (workspace_id, part))${keyed}`,
  `create table search_text (
    workspace_id text not null, number bigint not null, kind text not null, ref text not null,
    primary key (workspace_id, number))${keyed}`,
  `create unique index search_text_of on search_text (workspace_id, kind, ref)`,
  `create table search_text_word (
    workspace_id text not null, part bigint not null, word text not null, texts text not null,
    primary key (workspace_id, part, word))${keyed}`,
  `insert into search_text_due (workspace_id, kind, ref) select id, 'workspace', '' from workspace`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  const keyed = db.getExecutor().adapter instanceof SqliteAdapter ? ' without rowid' : ''
  for (const statement of statementsFor(keyed)) await sql.raw(statement).execute(db)
}
