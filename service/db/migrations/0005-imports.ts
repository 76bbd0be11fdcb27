// Imports that the service keeps: their files, and what each batch wrote, so that they can be continued and undone (IMP-04).
import { sql, type Kysely } from 'kysely'

const statements = [
  `create table import (
    workspace_id text not null, id text not null, person_id text not null, name text not null, state text not null,
    goal text not null, zone text not null, choices text not null, look text, header text, object text not null,
    repeating bigint not null, total bigint not null, done bigint not null, place text, batches bigint not null,
    counts text not null, faults text, problem text, rate bigint, leased_by text, leased_until bigint not null, started_at bigint,
    ended_at bigint, undo_place text, undone bigint not null, spared bigint not null, created_at bigint not null,
    primary key (workspace_id, id))`,
  `create index import_by_person on import (workspace_id, person_id, created_at, id)`,
  `create index import_by_age on import (created_at)`,
  `create index import_due on import (leased_until) where state in ('running', 'undoing')`,
  // The file, compressed and in base64: parts are deleted when the import ends.
  `create table import_file (
    workspace_id text not null, import_id text not null, part bigint not null, content text not null,
    primary key (workspace_id, import_id, part))`,
  // One transaction of an import: written items, left out rows.
  `create table import_batch (
    workspace_id text not null, import_id text not null, batch bigint not null, items text not null,
    left_out text not null, faults text not null, primary key (workspace_id, import_id, batch))`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
