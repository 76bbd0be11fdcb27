// Changes of each workspace, numbered in the order of the commits (FED-01).
import { sql, SqliteAdapter, type Kysely } from 'kysely'

const statementFor = (keyed: '' | ' without rowid') => `create table change (
  workspace_id text not null, number bigint not null, at bigint not null, kind text not null, ref text not null,
  action text not null, on_kind text, on_ref text, actor_type text not null, actor_id text not null,
  person_id text, request_id text, lost_to text, primary key (workspace_id, number))${keyed}`

export async function up(db: Kysely<unknown>): Promise<void> {
  const keyed = db.getExecutor().adapter instanceof SqliteAdapter ? ' without rowid' : ''
  await sql.raw(statementFor(keyed)).execute(db)
}
