// Records as previews: what search, browse and recent records show of them (LCH-04, LCH-05).
import type { ObjectSummary, RecordPreview } from '../../shared/api/launcher-search.ts'
import { createFormats, createValueWords, namedIds } from '../rules/preview-values.ts'
import type { ObjectType } from '../store/objects.ts'
import type { PreviewedRecord, PreviewField } from '../store/previews.ts'
import { sentTogether } from '../store/sent-together.ts'
import type { Tx } from '../store/store.ts'
import type { WebUrl } from './launcher-task-view.ts'

export const presentObjectSummary = (object: ObjectType): ObjectSummary => ({
  id: object.id,
  name: object.pluralName,
  singularName: object.singularName,
  pluralName: object.pluralName,
  slug: object.slug,
  icon: object.icon,
  color: object.color,
  description: object.description,
})

/** The active records among `ids`, in that order. */
export type PresentPreviews = (
  tx: Tx,
  workspace: { workspaceId: string; plan: 'free' | 'pro' },
  ids: readonly string[],
  webUrl: WebUrl,
) => Promise<RecordPreview[]>

const idsIn = (
  kind: PreviewField['kind'],
  records: readonly PreviewedRecord[],
  fieldsOf: (record: PreviewedRecord) => readonly PreviewField[],
): string[] => [
  ...new Set(
    records.flatMap((record) =>
      fieldsOf(record)
        .filter((field) => field.kind === kind)
        .flatMap((field) => namedIds(record.values[field.id])),
    ),
  ),
]

export const createPreviews = (): PresentPreviews => {
  const formats = createFormats()

  return async (tx, { workspaceId, plan }, ids, webUrl) => {
    if (ids.length === 0) return []
    const [records, allObjects, allFields] = await sentTogether([
      tx.search.previewed(workspaceId, ids),
      tx.search.previewObjects(workspaceId),
      tx.search.previewFields(workspaceId),
    ])
    const objects = new Map(allObjects.map((object) => [object.id, object]))
    // Without the Pro plan enriched attributes are left out (LCH-04).
    const fields = allFields.filter((field) => plan === 'pro' || !field.proOnly)
    const fieldsByObject = Map.groupBy(fields, (field) => field.objectId)
    const fieldsOf = (record: PreviewedRecord) => fieldsByObject.get(record.objectId) ?? []
    const [titles, names] = await sentTogether([
      tx.search.recordTitles(workspaceId, idsIn('record_reference', records, fieldsOf)),
      tx.search.personNames(idsIn('user_reference', records, fieldsOf)),
    ])
    const words = createValueWords(formats, { records: titles, people: names })

    return records.flatMap((record) => {
      const object = objects.get(record.objectId)
      if (!object) return []
      const meta = fieldsOf(record).flatMap((field) => {
        const value = record.values[field.id]
        const shown = value === undefined || value === null ? '' : words(field, value)
        return shown === '' ? [] : [{ label: field.name, value: shown, type: field.kind }]
      })
      return {
        kind: 'record' as const,
        id: record.id,
        title: record.title,
        subtitle: meta[0]?.value ?? object.singularName,
        badge: object.singularName,
        avatarUrl: record.avatarUrl,
        webUrl: webUrl('record', record.id),
        record: {
          objectTypeSlug: object.slug,
          objectTypeName: object.singularName,
          icon: object.icon,
          color: object.color,
          meta,
        },
      }
    })
  }
}
