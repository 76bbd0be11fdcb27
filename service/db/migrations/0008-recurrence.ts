// Tasks that repeat: their rule, and the instance that followed a completed one (LCH-01, LCH-02).
import { sql, type Kysely } from 'kysely'

const statements = [
  `alter table task add column recurrence_rule text`,
  `alter table task add column recurrence_after text`,
  `alter table task add column next_task_id text`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
