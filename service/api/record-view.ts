// A record as the developer surface shows it, in answers and in events (REC-01).
import type { RecordResource } from '../../shared/api/records.ts'
import type { StoredRecord } from '../store/records.ts'

export const presentRecord = (record: StoredRecord): RecordResource => ({
  id: record.id,
  objectTypeId: record.objectId,
  title: record.title,
  avatarUrl: record.avatarUrl,
  values: record.values,
  archived: record.archived,
  createdBy: record.createdBy,
  createdAt: new Date(record.createdAt).toISOString(),
  updatedAt: new Date(record.updatedAt).toISOString(),
})

/** Only the members that differ, with what they were; null where a field held nothing. */
export function previousOf(before: StoredRecord, after: StoredRecord): Record<string, unknown> {
  const fieldIds = new Set([...Object.keys(before.values), ...Object.keys(after.values)])
  const values = Object.fromEntries(
    [...fieldIds]
      .filter((id) => JSON.stringify(before.values[id]) !== JSON.stringify(after.values[id]))
      .map((id) => [id, before.values[id] ?? null]),
  )
  return {
    ...(Object.keys(values).length > 0 && { values }),
    ...(before.title !== after.title && { title: before.title }),
    ...(before.archived !== after.archived && { archived: before.archived }),
  }
}
