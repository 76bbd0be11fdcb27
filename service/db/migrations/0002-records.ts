// Comments on records, and the index that records are queried by (GEN-12).
import { type Kysely, sql, SqliteAdapter } from 'kysely'
import type { FieldValue } from '../../objects/field-types.rules.ts'
import { recordKeys } from '../../records/query/record-keys.rules.ts'

type Engine = { keyed: string; exact: string }

const statementsFor = ({ keyed, exact }: Engine) => [
  `create table record_comment (
    workspace_id text not null, id text not null, record_id text not null, content text not null,
    created_by text not null, created_at bigint not null, updated_at bigint not null,
    primary key (workspace_id, id))`,
  `create index record_comment_newest on record_comment (workspace_id, record_id, created_at desc, id desc)`,
  // The key is the order of the question: a field's records by their values. A field belongs to one object.
  `create table record_field (
    workspace_id text not null, field_id text not null, sort_key text${exact} not null, created_at bigint not null,
    record_id text${exact} not null,
    primary key (workspace_id, field_id, sort_key, created_at, record_id))${keyed}`,
]

type Held = {
  workspace_id: string
  id: string
  object_id: string
  title: string
  field_values: string
  created_at: number | string
  updated_at: number | string
}

const recordsAtOnce = 500
const rowsAtOnce = 100

/** Records that are there already are indexed in steps, so that a large workspace does not have to fit into memory. */
async function indexHeldRecords(db: Kysely<unknown>): Promise<void> {
  let after = { workspaceId: '', id: '' }
  for (;;) {
    const { rows } = await sql<Held>`
      select workspace_id, id, object_id, title, field_values, created_at, updated_at from record
      where (workspace_id, id) > (${after.workspaceId}, ${after.id})
      order by workspace_id, id limit ${recordsAtOnce}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    after = { workspaceId: last.workspace_id, id: last.id }
    const keys = rows.flatMap((row) =>
      recordKeys({
        objectId: row.object_id,
        title: row.title,
        values: JSON.parse(row.field_values) as Record<string, FieldValue>,
        updatedAt: Number(row.updated_at),
      }).map(
        ({ fieldId, key }) =>
          sql`(${row.workspace_id}, ${fieldId}, ${key}, ${Number(row.created_at)}, ${row.id})`,
      ),
    )
    for (let from = 0; from < keys.length; from += rowsAtOnce) {
      await sql`insert into record_field (workspace_id, field_id, sort_key, created_at, record_id)
        values ${sql.join(keys.slice(from, from + rowsAtOnce))}`.execute(db)
    }
  }
}

export async function up(db: Kysely<unknown>): Promise<void> {
  const engine =
    db.getExecutor().adapter instanceof SqliteAdapter
      ? { keyed: ' without rowid', exact: '' }
      : // By code points, whatever language the database was made for.
        { keyed: '', exact: ' collate "C"' }
  for (const statement of statementsFor(engine)) await sql.raw(statement).execute(db)
  await indexHeldRecords(db)
}
