// Stores the records of a batch: existing ones are found by their key or their title, and missing references are created.
import type { Tx } from '../db/store.ts'
import { newUuid } from '../ids.ts'
import type { FieldValue } from '../objects/field-types.rules.ts'
import type { Field } from '../objects/objects.store.ts'
import { equalBy, foldedText, storedKeys, textKeys, titleField } from '../records/query/record-keys.rules.ts'
import { createRecord, patchRecord, type RecordAuthor } from '../records/record-write.ts'
import type { StoredRecord } from '../records/stored-record.ts'
import { faultOf, type ImportFault, type RecordDraft, type Reference, type TargetObject } from './plan.ts'

export type Counts = {
  created: number
  updated: number
  unchanged: number
  leftOut: number
  alsoCreated: Record<string, number>
  faults: ImportFault[]
}

type Placed = { draft: RecordDraft; id: string }

/** Ids of records by object and folded title. */
type Titles = Map<string, string>
const titleKey = (objectId: string, title: string): string => `${objectId} ${foldedText(title)}`

const nameIn = ({ object, values }: RecordDraft): string => {
  const primary = object.fields.find((field) => field.primary)
  const value = primary && values[primary.id]
  return typeof value === 'string' ? value : ''
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Active records of an object by these titles, else by their id or an address; the oldest of several. */
async function titlesIn(
  tx: Tx,
  workspaceId: string,
  wanted: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<Titles> {
  const titles: Titles = new Map()
  const emails = (await tx.objects.allFields(workspaceId)).filter(({ kind }) => kind === 'email')
  for (const [objectId, names] of wanted) {
    const keys = [...new Set([...names].flatMap(textKeys))]
    const ids = await tx.recordFields.underKeys(workspaceId, titleField(objectId), keys)
    const found = (await tx.records.among(workspaceId, [...new Set(ids)])).filter(({ archived }) => !archived)
    for (const { id, title } of found.toSorted((a, b) => a.createdAt - b.createdAt)) {
      const key = titleKey(objectId, title)
      if (!titles.has(key)) titles.set(key, id)
    }
    const unnamed = [...names].filter((name) => !titles.has(titleKey(objectId, name)))
    const byId = unnamed.filter((name) => uuid.test(name)).map((name) => name.toLowerCase())
    for (const { id, archived, objectId: own } of await tx.records.among(workspaceId, byId))
      if (!archived && own === objectId) titles.set(titleKey(objectId, id), id)
    const addresses = unnamed.filter((name) => name.includes('@'))
    const ofObject = addresses.length === 0 ? [] : emails.filter((field) => field.objectId === objectId)
    for (const field of ofObject) {
      const ids = await tx.recordFields.underKeys(workspaceId, field.id, addresses.flatMap(storedKeys))
      const people = (await tx.records.among(workspaceId, ids)).filter(({ archived }) => !archived)
      for (const { id, values } of people.toSorted((a, b) => a.createdAt - b.createdAt)) {
        const address = values[field.id]
        const key = typeof address === 'string' ? titleKey(objectId, address) : undefined
        if (key !== undefined && !titles.has(key)) titles.set(key, id)
      }
    }
  }
  return titles
}

/** The names that a batch looks up, by object. */
function namesIn(batch: readonly Placed[]): Map<string, Set<string>> {
  const wanted = new Map<string, Set<string>>()
  const add = (object: TargetObject, names: readonly string[]) =>
    wanted.set(object.type.id, new Set([...(wanted.get(object.type.id) ?? []), ...names]))
  for (const { draft } of batch) {
    if (draft.byTitle) add(draft.object, [nameIn(draft)])
    for (const { objects, names } of draft.references) for (const object of objects) add(object, names)
  }
  return wanted
}

/** Active records by the values of a field, which `equalBy` compares; the oldest of several. */
async function keyedIn(tx: Tx, workspaceId: string, field: Field, values: readonly FieldValue[]) {
  const ids = await tx.recordFields.underKeys(workspaceId, field.id, [...new Set(values.flatMap(storedKeys))])
  const found = (await tx.records.among(workspaceId, [...new Set(ids)])).filter(({ archived }) => !archived)
  const keyed = new Map<string, string>()
  for (const { id, values: held } of found.toSorted((a, b) => a.createdAt - b.createdAt)) {
    const key = keyText(field, held[field.id])
    if (key !== null && !keyed.has(key)) keyed.set(key, id)
  }
  return keyed
}

const keyText = (field: Field, value: FieldValue | undefined): string | null =>
  value === undefined || value === null || value === '' ? null : JSON.stringify(equalBy(field.kind, value))

/** Fields of a record that have no value. */
const emptyOnly = (values: Readonly<Record<string, FieldValue>>, held: StoredRecord | undefined) =>
  Object.fromEntries(Object.entries(values).filter(([id]) => (held?.values[id] ?? null) === null))

/** Writes records one after the other. Nothing is kept beyond the transaction, which may run twice. */
export async function writeRecords(
  tx: Tx,
  author: RecordAuthor,
  batch: readonly Placed[],
  { key, now }: { key: Field | null; now: () => number },
): Promise<Counts> {
  const { workspaceId } = author
  const counts: Counts = { created: 0, updated: 0, unchanged: 0, leftOut: 0, alsoCreated: {}, faults: [] }
  const titles = await titlesIn(tx, workspaceId, namesIn(batch))
  const keyOf = (draft: RecordDraft) =>
    key === null || key.objectId !== draft.object.type.id ? null : keyText(key, draft.values[key.id])
  const given = batch.flatMap(({ draft }) =>
    key !== null && keyOf(draft) !== null ? [draft.values[key.id] ?? null] : [],
  )
  const keyed =
    key === null || given.length === 0
      ? new Map<string, string>()
      : await keyedIn(tx, workspaceId, key, given)
  const written = () => ({ ...author, at: now() })

  /** The record that a name means; a missing one is created. */
  const referenceTo = async ({ objects }: Reference, name: string): Promise<string | undefined> => {
    for (const { type } of objects) {
      const known = titles.get(titleKey(type.id, name))
      if (known !== undefined) return known
    }
    const [object] = objects
    const primary = object?.fields.find((field) => field.primary)
    if (!object || !primary) return undefined
    const id = newUuid()
    const outcome = await createRecord(
      tx,
      written(),
      id,
      { object_type_id: object.type.id },
      { [primary.id]: name },
    )
    if (!outcome.ok) return undefined
    titles.set(titleKey(object.type.id, name), id)
    counts.alsoCreated[object.type.slug] = (counts.alsoCreated[object.type.slug] ?? 0) + 1
    return id
  }

  for (const { draft, id } of batch) {
    const values: Record<string, FieldValue> = { ...draft.values }
    for (const reference of draft.references) {
      const ids: string[] = []
      for (const name of reference.names) {
        const found = await referenceTo(reference, name)
        if (found === undefined)
          counts.faults.push(
            faultOf(draft.line, reference.column, name, 'there is no such record, and it cannot be created'),
          )
        else if (!ids.includes(found)) ids.push(found)
      }
      if (ids.length > 0)
        values[reference.field.id] = reference.field.options?.multiple === true ? ids : (ids[0] ?? null)
    }
    const wanted = keyOf(draft)
    const ownTitle = titleKey(draft.object.type.id, nameIn(draft))
    const existing =
      (wanted === null ? undefined : keyed.get(wanted)) ?? (draft.byTitle ? titles.get(ownTitle) : undefined)
    const held = existing === undefined ? undefined : await tx.records.get(workspaceId, existing)
    const outcome = held
      ? await patchRecord(tx, written(), held.id, draft.byTitle ? emptyOnly(values, held) : values)
      : await createRecord(tx, written(), id, { object_type_id: draft.object.type.id }, values)
    if (!outcome.ok) {
      counts.leftOut += 1
      counts.faults.push(faultOf(draft.line, '', nameIn(draft), outcome.message.replace(/\.$/, '')))
      continue
    }
    if (!held) counts.created += 1
    else if (outcome.record.version === held.version) counts.unchanged += 1
    else counts.updated += 1
    if (wanted !== null) keyed.set(wanted, outcome.record.id)
    if (draft.byTitle) titles.set(ownTitle, outcome.record.id)
  }
  return counts
}
