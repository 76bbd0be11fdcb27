// Creating and merging a record inside a write transaction. Everything is checked before anything is stored, so a
// refusal leaves nothing behind (REC-13).
import type { ErrorCode, ErrorDetail } from '../../shared/api/errors.ts'
import type { Principal } from '../http/principal.ts'
import { titleOf } from '../rules/record-title.ts'
import {
  mergeValues,
  readValues,
  systemValues,
  type ValueChange,
  type ValueReference,
} from '../rules/record-values.ts'
import type { Field } from '../store/objects.ts'
import type { StoredRecord } from '../store/records.ts'
import type { Tx } from '../store/store.ts'

type RefusalCode = Extract<
  ErrorCode,
  | 'not_found'
  | 'record_archived'
  | 'id_conflict'
  | 'unknown_field'
  | 'ambiguous_field'
  | 'duplicate_field'
  | 'missing_field'
  | 'invalid_value'
  | 'invalid_target'
>
type Refusal = { ok: false; code: RefusalCode; message: string; details?: ErrorDetail[] }
type Outcome = { ok: true; record: StoredRecord; created: boolean } | Refusal

/** Who writes, and when (epoch milliseconds). */
export type Author = Pick<Principal, 'workspaceId' | 'personId'> & { at: number }
type Supplied = Readonly<Record<string, unknown>>

const refuse = (details: (ErrorDetail & { code: RefusalCode })[]): Refusal | undefined => {
  const [first] = details
  return first && { ok: false, code: first.code, message: first.message, details }
}

/** Which references lead nowhere: to nothing, to an archived record, to another object, to no active member. */
async function brokenReferences(tx: Tx, workspaceId: string, references: readonly ValueReference[]) {
  const ids = (to: ValueReference['to']) => [
    ...new Set(references.filter((reference) => reference.to === to).map((reference) => reference.id)),
  ]
  if (references.length === 0) return undefined
  const records = new Map(
    (await tx.records.among(workspaceId, ids('record'))).map((record) => [record.id, record]),
  )
  const members = await tx.members.activeAmong(workspaceId, ids('member'))
  const slugs = new Map((await tx.objects.list(workspaceId)).map((object) => [object.id, object.slug]))
  const leadsSomewhere = (reference: ValueReference) => {
    if (reference.to === 'member') return members.has(reference.id)
    const record = records.get(reference.id)
    if (!record || record.archived) return false
    return reference.objects === undefined || reference.objects.includes(slugs.get(record.objectId) ?? '')
  }
  const broken = references.filter((reference) => !leadsSomewhere(reference))
  return refuse(
    broken.map(({ key, id, to }) => ({
      code: 'invalid_target',
      path: ['values', key],
      message: `\`${key}\`: ${id} is no ${to} that this field can point at.`,
    })),
  )
}

async function checkValues(
  tx: Tx,
  workspaceId: string,
  fields: readonly Field[],
  supplied: Supplied,
  mode: 'create' | 'merge',
): Promise<{ ok: true; change: ValueChange } | Refusal> {
  const read = readValues(fields, supplied, mode)
  if (!read.ok) return refuse(read.faults) ?? { ok: false, code: 'invalid_value', message: 'Invalid values.' }
  return (await brokenReferences(tx, workspaceId, read.change.references)) ?? read
}

/** Makes a record findable under its title, in the transaction that wrote it (LCH-07). */
const index = (tx: Tx, workspaceId: string, record: StoredRecord) =>
  tx.search.put(workspaceId, 'record', record.id, record.title, record.updatedAt)

/** REC-04. An id that is taken anywhere is refused (REC-05). */
export async function createRecord(
  tx: Tx,
  author: Author,
  objectId: string,
  id: string,
  supplied: Supplied,
): Promise<Outcome> {
  const { workspaceId, personId, at } = author
  const fields = await tx.objects.fields(workspaceId, objectId)
  const checked = await checkValues(tx, workspaceId, fields, supplied, 'create')
  if (!checked.ok) return checked
  const values = mergeValues(systemValues(fields, id), checked.change)
  const title = titleOf(fields, values)
  const written = { id, objectId, title, avatarUrl: null, values, archived: false }
  const record = { ...written, createdBy: personId, createdAt: at, updatedAt: at, version: 1 }
  if (!(await tx.records.create(workspaceId, record))) {
    return { ok: false, code: 'id_conflict', message: 'This id belongs to another workspace or object.' }
  }
  await index(tx, workspaceId, record)
  return { ok: true, record, created: true }
}

/** REC-06, and what an upsert does to a record that is there: the archived state stays (REC-07). */
export async function mergeRecord(
  tx: Tx,
  author: Author,
  record: StoredRecord,
  supplied: Supplied,
): Promise<Outcome> {
  const { workspaceId, at } = author
  const fields = await tx.objects.fields(workspaceId, record.objectId)
  const checked = await checkValues(tx, workspaceId, fields, supplied, 'merge')
  if (!checked.ok) return checked
  const values = mergeValues(record.values, checked.change)
  const updatedAt = Math.max(at, record.updatedAt)
  const merged = await tx.records.update(workspaceId, record.id, {
    values,
    title: titleOf(fields, values),
    updatedAt,
  })
  if (!merged) return { ok: false, code: 'not_found', message: 'There is no such record.' }
  if (!merged.archived) await index(tx, workspaceId, merged)
  return { ok: true, record: merged, created: false }
}

/** REC-08, REC-09: archiving and restoring twice changes nothing more. Archived records are not found by search. */
export async function setArchived(
  tx: Tx,
  author: Author,
  record: StoredRecord,
  archived: boolean,
): Promise<StoredRecord> {
  const { workspaceId, at } = author
  if (record.archived === archived) return record
  const updatedAt = Math.max(at, record.updatedAt)
  const changed = (await tx.records.update(workspaceId, record.id, { archived, updatedAt })) ?? record
  if (archived) await tx.search.remove(workspaceId, 'record', record.id)
  else await index(tx, workspaceId, changed)
  return changed
}
