// Projects and their environment variables. A variable carries the version in which it last changed, so that a stale
// push can be told what it would undo.
import { sql, type Kysely } from 'kysely'

const statements = [
  `create table project (
    workspace_id text not null, id text not null, slug text not null, name text not null, created_at bigint not null,
    primary key (workspace_id, id), unique (workspace_id, slug))`,
  `create table environment (
    workspace_id text not null, project_id text not null, name text not null, version bigint not null,
    updated_at bigint not null, primary key (workspace_id, project_id, name))`,
  `create table environment_variable (
    workspace_id text not null, project_id text not null, environment text not null, name text not null,
    sealed text not null, version bigint not null, updated_by text not null, updated_at bigint not null,
    primary key (workspace_id, project_id, environment, name))`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
