// A record as the store holds it.
import type { z } from 'zod'
import { contactsOf, type ContactField } from '../search/search-words.rules.ts'
import type { SearchEntry } from '../search/write-index.store.ts'
import type { RecordResource } from '../../shared/api/records.ts'
import { iso } from '../base/time.ts'

export type RecordValue = z.core.util.JSONType
export type RecordValues = Record<string, RecordValue>

/** A record to be created. */
export type NewRecord = Omit<StoredRecord, 'version'>

export type StoredRecord = {
  id: string
  objectId: string
  title: string
  avatarUrl: string | null
  /** Field id → value. */
  values: RecordValues
  archived: boolean
  createdBy: string
  createdAt: number
  updatedAt: number
  version: number
}

/** A record with its values as the stored JSON text. */
export type ListedRecord = Omit<StoredRecord, 'values'> & { valuesText: string }

const hasLongText = (fields: readonly ContactField[], values: RecordValues): boolean =>
  fields.some(({ id, kind, proOnly }) => kind === 'long_text' && !proOnly && (values[id] ?? '') !== '')

/** Whether a change of a record alters the text that search looks into. */
export const changesText = (
  before: Pick<StoredRecord, 'title' | 'values'>,
  after: Pick<StoredRecord, 'title' | 'values'>,
  fields: readonly ContactField[],
): boolean =>
  fields.some(({ id, kind }) => kind === 'long_text' && before.values[id] !== after.values[id]) ||
  (before.title !== after.title && hasLongText(fields, after.values))

/** The search entry of an active record. @param fields of its object, in their order */
export const recordEntryOf = (
  { id, title, values, updatedAt }: Pick<StoredRecord, 'id' | 'title' | 'values' | 'updatedAt'>,
  fields: readonly ContactField[],
): SearchEntry => ({
  kind: 'record',
  ref: id,
  title,
  rankedAt: updatedAt,
  contacts: contactsOf(fields, values),
  isTextDue: hasLongText(fields, values),
})

// A record as the developer surface shows it, in answers and in events (REC-01).

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
