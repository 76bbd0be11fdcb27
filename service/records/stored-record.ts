// A record as the store holds it.
import type { z } from 'zod'

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
