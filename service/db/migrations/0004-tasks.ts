// What the filters of task lists read (TSK-02), and the answers that an `Idempotency-Key` brings back, and the
// row that shows that writes are written (GEN-12).
import { type Kysely, sql } from 'kysely'

const statements = [
  `create index task_by_priority on task (workspace_id, priority, created_at desc, id desc)`,
  `create index task_by_parent on task (workspace_id, parent_id, created_at desc, id desc)`,
  `create index task_by_due_date on task (workspace_id, due_date)`,
  // A link carries its task's creation, so that the tasks of a record are read in their order.
  `alter table task_record add column created_at bigint not null default 0`,
  `update task_record set created_at = (select task.created_at from task
    where task.workspace_id = task_record.workspace_id and task.id = task_record.task_id)`,
  `create index task_record_newest on task_record (workspace_id, record_id, created_at desc, task_id desc)`,
  `create table idempotency (
    workspace_id text not null, id text not null, fingerprint text not null, created_at bigint not null,
    status bigint not null, headers text not null, body text not null, primary key (workspace_id, id))`,
  `create index idempotency_by_age on idempotency (created_at)`,
  `create table health_check (id text primary key, checked_at bigint not null)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
