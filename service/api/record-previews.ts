// Records as previews: what search, browse and recent records show of them (LCH-04, LCH-05).
import type { ObjectSummary, RecordPreview } from '../../shared/api/launcher-search.ts'
import { createValueWords, namedIds } from '../rules/preview-values.ts'
import type { Field, ObjectType } from '../store/objects.ts'
import type { StoredRecord } from '../store/records.ts'
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

const shownFields = (fields: readonly Field[], plan: 'free' | 'pro'): Field[] =>
  fields.filter((field) => field.inPreview && !field.primary && (plan === 'pro' || !field.proOnly))

const idsOf = (kind: Field['kind'], fields: readonly Field[], record: StoredRecord): string[] =>
  fields.filter((field) => field.kind === kind).flatMap((field) => namedIds(record.values[field.id]))

/** The names behind the ids that these records' shown values hold. */
const knownNames = async (
  tx: Tx,
  workspaceId: string,
  records: readonly StoredRecord[],
  fieldsOf: (record: StoredRecord) => readonly Field[],
) => {
  const recordIds = new Set(records.flatMap((record) => idsOf('record_reference', fieldsOf(record), record)))
  const personIds = new Set(records.flatMap((record) => idsOf('user_reference', fieldsOf(record), record)))
  const people = new Map<string, string>()
  for (const id of personIds) {
    const person = await tx.people.get(id)
    if (person) people.set(id, person.name)
  }
  const named = await tx.records.among(workspaceId, [...recordIds])
  return { records: new Map(named.map((record) => [record.id, record.title])), people }
}

/** In the order of `records`. Without the Pro plan enriched attributes are left out (LCH-04). */
export const presentPreviews = async (
  tx: Tx,
  workspace: { workspaceId: string; plan: 'free' | 'pro' },
  records: readonly StoredRecord[],
  webUrl: WebUrl,
): Promise<RecordPreview[]> => {
  if (records.length === 0) return []
  const { workspaceId, plan } = workspace
  const objects = new Map((await tx.objects.list(workspaceId)).map((object) => [object.id, object]))
  const fields = new Map<string, Field[]>()
  for (const id of new Set(records.map((record) => record.objectId)))
    fields.set(id, shownFields(await tx.objects.fields(workspaceId, id), plan))
  const fieldsOf = (record: StoredRecord) => fields.get(record.objectId) ?? []
  const words = createValueWords(await knownNames(tx, workspaceId, records, fieldsOf))

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
