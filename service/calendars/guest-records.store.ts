// Records with the email address of a guest (CAL-05): looked up when meetings are read, so that a record that is made later counts.
import { chunksOf } from '../db/sql.ts'
import { textKey } from '../records/query/record-keys.rules.ts'
import type { Tx } from '../db/store.ts'

const keysAtOnce = 200

/** The oldest active record with each address, by folded address. */
export async function recordsByEmail(
  tx: Tx,
  workspaceId: string,
  emails: readonly string[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  if (emails.length === 0) return found
  const fields = await tx
    .selectFrom('field')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', 'email')
    .where('retired', '=', 0)
    .execute()
  if (fields.length === 0) return found
  const keys = new Map(emails.map((email) => [textKey(email), email]))
  for (const some of chunksOf([...keys.keys()], keysAtOnce)) {
    const rows = await tx
      .selectFrom('record_field')
      .innerJoin('record', (join) =>
        join
          .onRef('record.workspace_id', '=', 'record_field.workspace_id')
          .onRef('record.id', '=', 'record_field.record_id'),
      )
      .select(['record_field.sort_key as key', 'record.id'])
      .where('record_field.workspace_id', '=', workspaceId)
      .where('record.workspace_id', '=', workspaceId)
      .where('record.archived', '=', 0)
      .where(
        'record_field.field_id',
        'in',
        fields.map(({ id }) => id),
      )
      .where('record_field.sort_key', 'in', some)
      .orderBy('record.created_at')
      .orderBy('record.id')
      .execute()
    for (const { key, id } of rows) {
      const email = keys.get(key)
      if (email !== undefined && !found.has(email)) found.set(email, id)
    }
  }
  return found
}
