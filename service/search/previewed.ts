// A record as results and previews are made of it.
import type { z } from 'zod'

export type PreviewedRecord = {
  id: string
  objectId: string
  title: string
  avatarUrl: string | null
  /** Field id → value. */
  values: Readonly<Record<string, z.core.util.JSONType>>
}

export type RecordRow = {
  id: string
  object_id: string
  title: string
  avatar_url: string | null
  field_values: string
}
export const previewedOf = (row: RecordRow): PreviewedRecord => ({
  id: row.id,
  objectId: row.object_id,
  title: row.title,
  avatarUrl: row.avatar_url,
  // Written by the record store only.
  values: JSON.parse(row.field_values) as PreviewedRecord['values'],
})
