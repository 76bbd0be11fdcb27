// A record as the store holds it.
import type { z } from 'zod'
import { contactsOf, type ContactField } from '../search/search-contacts.rules.ts'
import type { SearchEntry } from '../search/write-index.store.ts'

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
})
