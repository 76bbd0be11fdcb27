// A record as the store holds it.
import type { z } from 'zod'

export type RecordValue = z.core.util.JSONType
export type RecordValues = Record<string, RecordValue>

/** What is stored of a record that was not there before. */
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

/** A record as a list shows it: its values stay the JSON text that they are stored as. */
export type ListedRecord = Omit<StoredRecord, 'values'> & { valuesText: string }
