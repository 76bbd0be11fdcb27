// Stores the records of a batch: existing ones are found by their key or their title, and missing references are created.
// New rows are stored together; rows that exist are changed record by record.
import { englishOf, reason, type KnownReason } from '../../../shared/api/import-reasons.ts'
import type { Tx } from '../../db/store.ts'
import { newUuid } from '../../base/ids.ts'
import type { FieldValue } from '../../objects/field-types.rules.ts'
import type { Field } from '../../objects/objects.store.ts'
import {
  equalBy,
  foldedText,
  storedKeys,
  textKeys,
  titleField,
} from '../../records/query/record-keys.rules.ts'
import { checkCreation, type CheckedCreation } from '../../records/record-checks.ts'
import { createRecords, mergeRecord, type RecordAuthor } from '../../records/record-write.ts'
import type { StoredRecord } from '../../records/record.ts'
import type { ImportCounts, ImportItem, LeftOutRow } from '../stored-import.ts'
import {
  faultOf,
  type ImportFault,
  type RecordDraft,
  type Reference,
  type TargetObject,
} from '../reading/plan.ts'
import { fieldsOfWorkspace, objectsOfWorkspace } from '../../objects/objects.store.ts'
import { recordIdsUnderKeys } from '../../records/query/record-fields.store.ts'
import { recordsAmong } from '../../records/records.store.ts'
import { raiseVersionOfImported } from '../imports.store.ts'

/** A batch's written items and refused rows. */
export type Written = {
  counts: ImportCounts
  items: ImportItem[]
  leftOut: LeftOutRow[]
  faults: ImportFault[]
  /** Values of the key that its rows have. */
  keys: string[]
}

export const nothingWritten = (): Written => ({
  counts: { created: 0, updated: 0, unchanged: 0, leftOut: 0, alsoCreated: {} },
  items: [],
  leftOut: [],
  faults: [],
  keys: [],
})

/** Notes that nothing of a row was stored. */
export function leaveOut(written: Written, line: number, text: string, why: KnownReason): void {
  const fault = faultOf(line, '', text, why)
  written.counts.leftOut += 1
  written.faults.push(fault)
  written.leftOut.push({ line, text: fault.text, why: fault.why, reasons: [{ column: '', ...why }] })
}

/** A row that the rules of records or tasks refuse. */
export const refusedRow = (message: string): KnownReason =>
  reason('row_refused', { message: message.replace(/\.$/, '') })

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
  const emails = (await fieldsOfWorkspace(tx, workspaceId)).filter(({ kind }) => kind === 'email')
  for (const [objectId, names] of wanted) {
    const keys = [...new Set([...names].flatMap(textKeys))]
    const ids = await recordIdsUnderKeys(tx, workspaceId, titleField(objectId), keys)
    const found = (await recordsAmong(tx, workspaceId, [...new Set(ids)])).filter(({ archived }) => !archived)
    for (const { id, title } of found.toSorted((a, b) => a.createdAt - b.createdAt)) {
      const key = titleKey(objectId, title)
      if (!titles.has(key)) titles.set(key, id)
    }
    const unnamed = [...names].filter((name) => !titles.has(titleKey(objectId, name)))
    const byId = unnamed.filter((name) => uuid.test(name)).map((name) => name.toLowerCase())
    for (const { id, archived, objectId: own } of await recordsAmong(tx, workspaceId, byId))
      if (!archived && own === objectId) titles.set(titleKey(objectId, id), id)
    const addresses = unnamed.filter((name) => name.includes('@'))
    const ofObject = addresses.length === 0 ? [] : emails.filter((field) => field.objectId === objectId)
    for (const field of ofObject) {
      const ids = await recordIdsUnderKeys(tx, workspaceId, field.id, addresses.flatMap(storedKeys))
      const people = (await recordsAmong(tx, workspaceId, ids)).filter(({ archived }) => !archived)
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
function namesIn(batch: readonly RecordDraft[]): Map<string, Set<string>> {
  const wanted = new Map<string, Set<string>>()
  const add = ({ type }: TargetObject, names: readonly string[]) => {
    const known = wanted.get(type.id) ?? new Set<string>()
    wanted.set(type.id, known)
    for (const name of names) known.add(name)
  }
  for (const draft of batch) {
    if (draft.byTitle) add(draft.object, [nameIn(draft)])
    for (const { objects, names } of draft.references) for (const object of objects) add(object, names)
  }
  return wanted
}

/** Active records by the values of a field, which `equalBy` compares; the oldest of several. `shared` are values of several. */
async function keyedIn(
  tx: Tx,
  workspaceId: string,
  field: Field | null,
  values: readonly FieldValue[],
): Promise<{ keyed: Map<string, string>; shared: Set<string>; found: readonly StoredRecord[] }> {
  const keyed = new Map<string, string>()
  const shared = new Set<string>()
  if (field === null || values.length === 0) return { keyed, shared, found: [] }
  const ids = await recordIdsUnderKeys(tx, workspaceId, field.id, [...new Set(values.flatMap(storedKeys))])
  const found = (await recordsAmong(tx, workspaceId, [...new Set(ids)])).filter(({ archived }) => !archived)
  for (const { id, values: held } of found.toSorted((a, b) => a.createdAt - b.createdAt)) {
    const key = keyText(field, held[field.id])
    if (key === null) continue
    if (keyed.has(key)) shared.add(key)
    else keyed.set(key, id)
  }
  return { keyed, shared, found }
}

const keyText = (field: Field, value: FieldValue | undefined): string | null =>
  value === undefined || value === null || value === '' ? null : JSON.stringify(equalBy(field.kind, value))

/** Fields of a record that have no value. */
const emptyOnly = (values: Readonly<Record<string, FieldValue>>, held: StoredRecord) =>
  Object.fromEntries(Object.entries(values).filter(([id]) => (held.values[id] ?? null) === null))

/** Each field that differs between two states of a record. */
const changedBetween = (before: StoredRecord, after: StoredRecord): NonNullable<ImportItem['changed']> =>
  Object.fromEntries(
    [...new Set([...Object.keys(before.values), ...Object.keys(after.values)])].flatMap((id) => {
      const [old, fresh] = [before.values[id] ?? null, after.values[id] ?? null]
      return JSON.stringify(old) === JSON.stringify(fresh) ? [] : [[id, [old, fresh]] as const]
    }),
  )

/** The import cannot go on: what it writes into is no longer there. */
export class ImportStopped extends Error {
  readonly reason: KnownReason
  constructor(why: KnownReason) {
    super(englishOf(why))
    this.reason = why
  }
}

/** Fields of the objects that a batch writes into, as they are now. */
async function fieldsNow(tx: Tx, workspaceId: string, batch: readonly RecordDraft[]) {
  const all = Map.groupBy(await fieldsOfWorkspace(tx, workspaceId), ({ objectId }) => objectId)
  const there = new Set((await objectsOfWorkspace(tx, workspaceId)).map(({ id }) => id))
  const named = new Map<string, { type: TargetObject['type']; ids: Set<string> }>()
  for (const { object, values, references } of batch) {
    const { type } = object
    const ids = named.get(type.id)?.ids ?? new Set<string>()
    named.set(type.id, { type, ids })
    for (const id of Object.keys(values)) ids.add(id)
    for (const { field } of references) ids.add(field.id)
  }
  for (const [objectId, { type, ids }] of named) {
    if (!there.has(objectId)) throw new ImportStopped(reason('object_gone', { object: type.slug }))
    const known = new Set(all.get(objectId)?.map(({ id }) => id))
    if ([...ids].some((id) => !known.has(id)))
      throw new ImportStopped(reason('field_gone', { object: type.slug }))
  }
  return (objectId: string): readonly Field[] => all.get(objectId) ?? []
}

export type WriteOptions = {
  key: Field | null
  /** The column of the file that fills it. */
  keyColumn: string
  /** Values of the key that rows of earlier batches have. */
  earlierKeys: ReadonlySet<string>
  /** Epoch milliseconds. */
  now: () => number
  importId: string
  /** When the import began: it has made no record before. */
  since: number
}

/** Nothing is kept beyond the transaction, which may run twice. */
export async function writeRecords(
  tx: Tx,
  author: Omit<RecordAuthor, 'at'>,
  batch: readonly RecordDraft[],
  { key, keyColumn, earlierKeys, now, importId, since }: WriteOptions,
): Promise<Written> {
  const { workspaceId } = author
  const written = nothingWritten()
  const { counts, items, faults, keys } = written
  const fieldsOf = await fieldsNow(tx, workspaceId, batch)
  const titles = await titlesIn(tx, workspaceId, namesIn(batch))
  const keyOf = (draft: RecordDraft) =>
    key === null || key.objectId !== draft.object.type.id ? null : keyText(key, draft.values[key.id])
  const given = batch.flatMap((draft) =>
    key !== null && keyOf(draft) !== null ? [draft.values[key.id] ?? null] : [],
  )
  const { keyed, shared, found } = await keyedIn(tx, workspaceId, key, given)
  const rowKeys = new Set<string>()
  /** Why a row that has changed a record by its key may not be meant so. */
  const warningOf = (wanted: string): KnownReason | null => {
    if (earlierKeys.has(wanted) || rowKeys.has(wanted)) return reason('earlier_row')
    return shared.has(wanted) ? reason('several_records') : null
  }

  const creations: { checked: CheckedCreation; draft: RecordDraft | null }[] = []
  const changes: { id: string; draft: RecordDraft; values: Record<string, FieldValue> }[] = []

  /** The record that a name means; a missing one is created. */
  const referenceTo = ({ objects }: Reference, name: string): string | undefined => {
    for (const { type } of objects) {
      const known = titles.get(titleKey(type.id, name))
      if (known !== undefined) return known
    }
    const [object] = objects
    const fields = object ? fieldsOf(object.type.id) : []
    const primary = fields.find((field) => field.primary)
    if (!object || !primary) return undefined
    const { id: objectId, slug } = object.type
    const made = checkCreation({ id: newUuid(), objectId, fields, supplied: { [primary.id]: name } })
    if (!made.ok) return undefined
    creations.push({ checked: made.checked, draft: null })
    titles.set(titleKey(objectId, name), made.checked.id)
    counts.alsoCreated[slug] = (counts.alsoCreated[slug] ?? 0) + 1
    return made.checked.id
  }

  const valuesOf = (draft: RecordDraft): Record<string, FieldValue> => {
    const values: Record<string, FieldValue> = { ...draft.values }
    for (const reference of draft.references) {
      const ids: string[] = []
      for (const name of reference.names) {
        const id = referenceTo(reference, name)
        if (id === undefined) faults.push(faultOf(draft.line, reference.column, name, reason('no_reference')))
        else if (!ids.includes(id)) ids.push(id)
      }
      if (ids.length > 0)
        values[reference.field.id] = reference.field.options?.multiple === true ? ids : (ids[0] ?? null)
    }
    return values
  }

  for (const draft of batch) {
    const objectId = draft.object.type.id
    const wanted = keyOf(draft)
    const ownTitle = titleKey(objectId, nameIn(draft))
    const existing =
      (wanted === null ? undefined : keyed.get(wanted)) ?? (draft.byTitle ? titles.get(ownTitle) : undefined)
    const values = valuesOf(draft)
    let id = existing
    if (id === undefined) {
      const creation = { id: newUuid(), objectId, fields: fieldsOf(objectId), supplied: values }
      const made = checkCreation(creation)
      if (!made.ok) {
        leaveOut(written, draft.line, nameIn(draft), refusedRow(made.message))
        continue
      }
      id = creation.id
      creations.push({ checked: made.checked, draft })
    } else changes.push({ id, draft, values })
    if (wanted !== null) keyed.set(wanted, id)
    if (draft.byTitle) titles.set(ownTitle, id)
  }

  const outcomes = await createRecords(
    tx,
    author,
    creations.map(({ checked }) => checked),
    now,
  )
  const held = new Map(found.map((record) => [record.id, record]))
  for (const [place, outcome] of outcomes.entries()) {
    const draft = creations[place]?.draft ?? null
    if (outcome.ok) {
      const { id, version } = outcome.record
      items.push({ kind: 'record', id, version })
      held.set(id, outcome.record)
      if (!draft) continue
      counts.created += 1
      const wanted = keyOf(draft)
      if (wanted !== null) rowKeys.add(wanted)
    } else if (draft) leaveOut(written, draft.line, nameIn(draft), refusedRow(outcome.message))
  }

  const unread = changes.map(({ id }) => id).filter((id) => !held.has(id))
  for (const record of await recordsAmong(tx, workspaceId, [...new Set(unread)])) held.set(record.id, record)
  for (const { id, draft, values } of changes) {
    const before = held.get(id)
    if (!before) {
      leaveOut(written, draft.line, nameIn(draft), reason('earlier_refused'))
      continue
    }
    const outcome = await mergeRecord(
      tx,
      { ...author, at: now() },
      before,
      fieldsOf(before.objectId),
      draft.byTitle ? emptyOnly(values, before) : values,
    )
    if (!outcome.ok) {
      leaveOut(written, draft.line, nameIn(draft), refusedRow(outcome.message))
      continue
    }
    const wanted = keyOf(draft)
    const warning = wanted === null ? null : warningOf(wanted)
    if (wanted !== null) rowKeys.add(wanted)
    if (outcome.record.version === before.version) counts.unchanged += 1
    else {
      counts.updated += 1
      if (warning !== null && key !== null) {
        const value = draft.values[key.id] ?? ''
        const text = typeof value === 'string' ? value : JSON.stringify(value)
        faults.push(faultOf(draft.line, keyColumn, text, warning))
      }
      held.set(id, outcome.record)
      const mayBeOwn = before.createdBy === author.personId && before.createdAt >= since
      const owner = mayBeOwn ? { workspaceId, id: importId } : null
      await noteUpdate(tx, owner, items, before, outcome.record)
    }
  }
  for (const wanted of rowKeys) keys.push(wanted)
  return written
}

/** A record that the import made stays one item; its undo compares with the latest version. */
async function noteUpdate(
  tx: Tx,
  key: { workspaceId: string; id: string } | null,
  items: ImportItem[],
  before: StoredRecord,
  { id, ...after }: StoredRecord,
): Promise<void> {
  const { version } = after
  const own = items.findIndex((item) => item.id === id && item.changed === undefined)
  const made = items[own]
  if (made !== undefined) items[own] = { ...made, version }
  else if (key === null || !(await raiseVersionOfImported(tx, key, { id, version })))
    items.push({ kind: 'record', id, version, changed: changedBetween(before, { id, ...after }) })
}
