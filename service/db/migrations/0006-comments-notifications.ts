// Comments on tasks, mentions, counted notifications, and a person's time zone (NOT-01 to NOT-03).
import { sql, SqliteAdapter, type Kysely } from 'kysely'

const statementsFor = (keyed: '' | ' without rowid') => [
  `alter table record_comment add column mentions text`,
  `create table task_comment (
    workspace_id text not null, id text not null, task_id text not null, content text not null, mentions text,
    created_by text not null, created_at bigint not null, updated_at bigint not null,
    primary key (workspace_id, id))`,
  `create index task_comment_newest on task_comment (workspace_id, task_id, created_at desc, id desc)`,
  `alter table notification add column actor_id text`,
  `alter table notification add column actor_name text`,
  `alter table notification add column subject text`,
  `alter table notification add column change text`,
  `alter table notification add column items text`,
  `alter table notification add column count bigint not null default 1`,
  `alter table notification add column first_at bigint`,
  `create index notification_newest on notification (workspace_id, person_id, created_at desc, id desc)`,
  // Up to when the due tasks of a workspace were looked for.
  `create table due_sweep (
    workspace_id text not null primary key, swept_until bigint not null)${keyed}`,
  `create index task_due on task (due_date) where due_date is not null and archived = 0`,
  `alter table calendar add column is_problem_told bigint not null default 0`,
  `alter table person add column zone text`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  const keyed = db.getExecutor().adapter instanceof SqliteAdapter ? ' without rowid' : ''
  for (const statement of statementsFor(keyed)) await sql.raw(statement).execute(db)
}
