// A record as the developer surface shows it, in answers and in events (REC-01).
import type { RecordResource } from '../../shared/api/records.ts'
import { iso } from '../base/iso-time.ts'
import type { ListedRecord, StoredRecord } from './stored-record.ts'

type Unvalued = Omit<StoredRecord, 'values'>

const headOf = (record: Unvalued) => ({
  id: record.id,
  objectTypeId: record.objectId,
  title: record.title,
  avatarUrl: record.avatarUrl,
})
const tailOf = (record: Unvalued) => ({
  archived: record.archived,
  createdBy: record.createdBy,
  createdAt: iso(record.createdAt),
  updatedAt: iso(record.updatedAt),
})

export const presentRecord = (record: StoredRecord): RecordResource => ({
  ...headOf(record),
  values: record.values,
  ...tailOf(record),
})

/** The same as JSON text. Stored JSON is not parsed, which would take much of the time of a list. */
export const recordText = (record: ListedRecord): string =>
  `${JSON.stringify(headOf(record)).slice(0, -1)},"values":${record.valuesText},${JSON.stringify(tailOf(record)).slice(1)}`

/** The members that a change has changed, with their old values; null where a field had none. */
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
