// Previews of records for search, browse and recent records (LCH-04, LCH-05).
import type { ObjectSummary, RecordPreview } from '../../shared/api/launcher-search.ts'
import type { FieldKind } from '../../shared/api/objects.ts'
import type { FieldValue } from '../objects/field-types.rules.ts'
import {
  createValueWords,
  isNaming,
  namedIds,
  wordsOfNames,
  type NamingKind,
} from './preview-values.rules.ts'
import type { ObjectType } from '../objects/objects.store.ts'
import type { PreviewedRecord, PreviewField, PreviewObject } from './previews.store.ts'
import type { RecordValues } from './stored-record.ts'
import { sentTogether } from '../db/sent-together.ts'
import type { Tx } from '../db/store.ts'
import type { Plan } from '../workspaces/workspaces.store.ts'
import type { WebUrl } from '../launcher/launcher-task.view.ts'

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

type Workspace = { workspaceId: string; plan: Plan }

type Sources = {
  records: readonly PreviewedRecord[]
  /** By id. */
  objects: ReadonlyMap<string, PreviewObject>
}

export type Previews = {
  /** The active records among `ids`, in that order. */
  ofIds(tx: Tx, workspace: Workspace, ids: readonly string[], webUrl: WebUrl): Promise<RecordPreview[]>
  /** From records and objects that have been read. */
  of(tx: Tx, workspace: Workspace, sources: Sources, webUrl: WebUrl): Promise<RecordPreview[]>
}

/** The part of a preview for one field: text, or ids whose names are read later. */
type Part = { label: string; type: FieldKind } & (
  | { value: string }
  | { type: NamingKind; ids: readonly string[] }
)

/** The ids that parts name, each once. */
const idsIn = (shown: readonly (readonly Part[])[]): Record<NamingKind, string[]> => {
  const ids = { record_reference: new Set<string>(), user_reference: new Set<string>() }
  for (const parts of shown)
    for (const part of parts) if ('ids' in part) for (const id of part.ids) ids[part.type].add(id)
  return { record_reference: [...ids.record_reference], user_reference: [...ids.user_reference] }
}

export const createPreviews = (): Previews => {
  const words = createValueWords()

  const partOf = ({ name: label, kind, options }: PreviewField, value: FieldValue): Part[] => {
    if (isNaming(kind)) return [{ label, type: kind, ids: namedIds(value) }]
    const shown = words(kind, options, value)
    return shown === '' ? [] : [{ label, value: shown, type: kind }]
  }

  const partsOf = (values: RecordValues, object: PreviewObject, plan: Plan): readonly Part[] =>
    object.fields.flatMap((field) => {
      const value = values[field.id]
      // Without the Pro plan enriched attributes are left out (LCH-04).
      if (value === undefined || value === null || (field.proOnly && plan !== 'pro')) return []
      return partOf(field, value)
    })

  const present = async (
    tx: Tx,
    { workspaceId, plan }: Workspace,
    { records, objects }: Sources,
    webUrl: WebUrl,
  ): Promise<RecordPreview[]> => {
    const found = records.flatMap((record) => {
      const object = objects.get(record.objectId)
      return object ? [{ record, object, parts: partsOf(record.values, object, plan) }] : []
    })
    const named = idsIn(found.map(({ parts }) => parts))
    const [titles, names] = await sentTogether([
      tx.search.recordTitles(workspaceId, named.record_reference),
      tx.search.personNames(named.user_reference),
    ])

    return found.map(({ record, object, parts }) => {
      const meta = parts.flatMap((part) => {
        if ('value' in part) return part
        const { label, type } = part
        const value = wordsOfNames(part.ids, type === 'record_reference' ? titles : names)
        return value === '' ? [] : { label, value, type }
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

  return {
    async ofIds(tx, workspace, ids, webUrl) {
      if (ids.length === 0) return []
      const [records, objects] = await sentTogether([
        tx.search.previewed(workspace.workspaceId, ids),
        tx.search.previewObjects(workspace.workspaceId),
      ])
      return present(tx, workspace, { records, objects }, webUrl)
    },
    of: async (tx, workspace, sources, webUrl) =>
      sources.records.length === 0 ? [] : present(tx, workspace, sources, webUrl),
  }
}
