// Previews of records for search, browse and recent records (LCH-04, LCH-05).
import type { ObjectSummary, RecordPreview } from '../../shared/api/launcher/search.ts'
import type { Principal } from '../http/app-type.ts'
import type { FieldValue } from '../objects/field-types.rules.ts'
import {
  createValueWords,
  isNaming,
  namedIds,
  wordsOfNames,
  type NamingKind,
} from './preview-values.rules.ts'
import type { ObjectType } from '../objects/objects.store.ts'
import type { PreviewField, PreviewObject } from './previews.store.ts'
import type { PreviewedRecord } from '../search/lookup.store.ts'
import { inPipeline } from '../db/sql.ts'
import type { Tx } from '../db/store.ts'
import { mayWriteRecords, type WebUrl } from '../access/principal.ts'
import type { Plan } from '../base/caller.rules.ts'
import { titlesOfRecords, namesOfPeople, previewedRecords, objectsOfPreviews } from './previews.store.ts'

export const presentObjectSummary = (
  object: ObjectType,
  { role }: Pick<Principal, 'role'>,
): ObjectSummary => ({
  id: object.id,
  name: object.pluralName,
  singularName: object.singularName,
  pluralName: object.pluralName,
  slug: object.slug,
  icon: object.icon,
  color: object.color,
  description: object.description,
  canWrite: mayWriteRecords(role),
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

export const createPreviews = (): Previews => {
  const words = createValueWords()

  const present = async (
    tx: Tx,
    { workspaceId, plan }: Workspace,
    { records, objects }: Sources,
    webUrl: WebUrl,
  ): Promise<RecordPreview[]> => {
    const found = records.flatMap((record) => {
      const object = objects.get(record.objectId)
      // Enriched fields need the Pro plan (LCH-04).
      const fields = object?.fields.filter(({ proOnly }) => !proOnly || plan === 'pro') ?? []
      return object ? [{ record, object, fields }] : []
    })
    const idsOf = (kind: NamingKind) =>
      found.flatMap(({ record, fields }) =>
        fields.flatMap((field) => (field.kind === kind ? namedIds(record.values[field.id]) : [])),
      )
    const [titles, names] = await inPipeline([
      titlesOfRecords(tx, workspaceId, [...new Set(idsOf('record_reference'))]),
      namesOfPeople(tx, [...new Set(idsOf('user_reference'))]),
    ])
    const wordsOf = ({ kind, options }: PreviewField, value: FieldValue): string => {
      if (!isNaming(kind)) return words(kind, options, value)
      return wordsOfNames(namedIds(value), kind === 'record_reference' ? titles : names)
    }

    return found.map(({ record, object, fields }) => {
      const meta = fields.flatMap((field) => {
        const held = record.values[field.id]
        const value = held === undefined || held === null ? '' : wordsOf(field, held)
        return value === '' ? [] : { label: field.name, value, type: field.kind }
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
      const [records, objects] = await inPipeline([
        previewedRecords(tx, workspace.workspaceId, ids),
        objectsOfPreviews(tx, workspace.workspaceId),
      ])
      return present(tx, workspace, { records, objects }, webUrl)
    },
    of: async (tx, workspace, sources, webUrl) =>
      sources.records.length === 0 ? [] : present(tx, workspace, sources, webUrl),
  }
}
