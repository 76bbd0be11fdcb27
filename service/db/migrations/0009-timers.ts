// Timers of tasks (TIM-01): a task has one by its columns, a person by the index. Seconds are kept beside the minutes, which earlier
// programs go on writing.
import { sql, type Kysely } from 'kysely'

const statements = [
  `alter table task add column seconds_logged bigint not null default 0`,
  `alter table task add column timer_person_id text`,
  `alter table task add column timer_started_at bigint`,
  `create unique index task_timer on task (workspace_id, timer_person_id) where timer_person_id is not null`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
