// Checks the values of a write against the fields of the object and the targets of references (REC-04, FLD-03).
import { maxDetails, type ErrorDetail } from '../../shared/api/errors.ts'
import type { Refusal } from '../http/errors.ts'
import type { FieldValue } from '../objects/field-types.rules.ts'
import { newReferences, readValues, type ValueChange, type ValueReference } from './record-values.rules.ts'
import type { Field } from '../objects/objects.store.ts'
import type { Tx } from '../db/store.ts'

/** Codes of faults in values. */
export type ValueCode =
  | 'unknown_field'
  | 'ambiguous_field'
  | 'duplicate_field'
  | 'missing_field'
  | 'invalid_value'
  | 'invalid_target'

/** Field id or slug → value, as it was sent. */
export type Supplied = Readonly<Record<string, unknown>>

const refuse = (details: (ErrorDetail & { code: ValueCode })[]): Refusal<ValueCode> | undefined => {
  const [first] = details
  return first && { ok: false, code: first.code, message: first.message, details }
}

/** Refuses references to missing or archived records, to records of other objects, and to people who are not members. */
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
  const isAllowed = (reference: ValueReference) => {
    if (reference.to === 'member') return members.has(reference.id)
    const record = records.get(reference.id)
    if (!record || record.archived) return false
    return reference.objects === undefined || reference.objects.includes(slugs.get(record.objectId) ?? '')
  }
  const broken = references.filter((reference) => !isAllowed(reference)).slice(0, maxDetails)
  return refuse(
    broken.map(({ key, id, to }) => ({
      code: 'invalid_target',
      path: ['values', key],
      message: `\`${key}\`: ${id} is not a ${to} that this field can point at.`,
    })),
  )
}

/** @param held the stored values; undefined for a new record, which needs its required fields */
export async function checkValues(
  tx: Tx,
  workspaceId: string,
  fields: readonly Field[],
  supplied: Supplied,
  held: Readonly<Record<string, FieldValue>> | undefined,
): Promise<{ ok: true; change: ValueChange } | Refusal<ValueCode>> {
  const read = readValues(fields, supplied, held ? 'merge' : 'create')
  if (!read.ok) return refuse(read.faults) ?? { ok: false, code: 'invalid_value', message: 'Invalid values.' }
  const references = newReferences(read.change.references, held ?? {})
  return (await brokenReferences(tx, workspaceId, references)) ?? read
}
