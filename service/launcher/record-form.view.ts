// A record with what its form needs (RCL-01).
import type { LauncherRecord } from '../../shared/api/launcher-records.ts'
import { detailTag } from '../http/entity-tag.ts'
import { iso } from '../base/iso-time.ts'
import { inPipeline } from '../db/sql.ts'
import type { Tx } from '../db/store.ts'
import { namedIds } from '../records/preview-values.rules.ts'
import { fieldKey } from '../records/record-values.rules.ts'
import type { StoredRecord } from '../records/stored-record.ts'
import type { WebUrl } from '../meetings/web-url.ts'
import { objectsOfWorkspace, fieldsOfObject } from '../objects/objects.store.ts'
import { recordsAmong } from '../records/records.store.ts'

/** @returns the record and its entity tag, which changes with the titles of linked records too */
export async function presentRecordForm(
  tx: Tx,
  workspaceId: string,
  record: StoredRecord,
  webUrl: WebUrl,
): Promise<{ data: LauncherRecord; tag: string }> {
  const [objects, fields] = await inPipeline([
    objectsOfWorkspace(tx, workspaceId),
    fieldsOfObject(tx, workspaceId, record.objectId),
  ])
  const slugs = new Map(objects.map((object) => [object.id, object.slug]))
  const linkedIds = fields.flatMap(({ id, kind }) =>
    kind === 'record_reference' ? namedIds(record.values[id]) : [],
  )
  const linked = new Map((await recordsAmong(tx, workspaceId, linkedIds)).map((one) => [one.id, one]))
  const data: LauncherRecord = {
    id: record.id,
    objectSlug: slugs.get(record.objectId) ?? '',
    title: record.title,
    avatarUrl: record.avatarUrl,
    values: Object.fromEntries(
      fields.flatMap((field) => {
        const value = record.values[field.id]
        return value === undefined ? [] : [[fieldKey(fields, field), value]]
      }),
    ),
    archived: record.archived,
    linkedRecords: [...new Set(linkedIds)].flatMap((id) => {
      const one = linked.get(id)
      return one ? [{ id, title: one.title, objectSlug: slugs.get(one.objectId) ?? '' }] : []
    }),
    createdBy: record.createdBy,
    createdAt: iso(record.createdAt),
    updatedAt: iso(record.updatedAt),
    webUrl: webUrl('record', record.id),
  }
  return { data, tag: detailTag(record.version, data) }
}
