// Checks what a record is written with: the values themselves, and what they point at. Nothing is stored here.
import { maxDetails, type ErrorDetail } from '../../shared/api/errors.ts'
import type { Tx } from '../db/store.ts'
import type { Refusal } from '../http/errors.ts'
import type { FieldValue } from '../objects/field-types.rules.ts'
import type { Field } from '../objects/objects.store.ts'
import { newReferences, readValues, type ValueChange, type ValueReference } from './record-values.rules.ts'
import { recordsAmong } from './records.store.ts'
import { activeMembersAmong } from '../access/members.store.ts'
import { objectsOfWorkspace } from '../objects/objects.store.ts'

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

const refuseFaults = (faults: Parameters<typeof refuse>[0]): Refusal<ValueCode> =>
  refuse(faults) ?? { ok: false, code: 'invalid_value', message: 'Invalid values.' }

/** A reference to a missing or archived record, to a record of another object, or to a person who is not a member. */
type IsBroken = (reference: ValueReference) => boolean

/** @param together records that are stored with these values, id → object id */
export async function brokenAmong(
  tx: Tx,
  workspaceId: string,
  references: readonly ValueReference[],
  together: ReadonlyMap<string, string> = new Map(),
): Promise<IsBroken> {
  const ids = (to: ValueReference['to']) => [
    ...new Set(references.filter((reference) => reference.to === to).map((reference) => reference.id)),
  ]
  if (references.length === 0) return () => false
  const asked = ids('record').filter((id) => !together.has(id))
  const stored = await recordsAmong(tx, workspaceId, asked)
  const objects = new Map([
    ...together,
    ...stored.filter(({ archived }) => !archived).map(({ id, objectId }) => [id, objectId] as const),
  ])
  const members = await activeMembersAmong(tx, workspaceId, ids('member'))
  const slugs = new Map((await objectsOfWorkspace(tx, workspaceId)).map((object) => [object.id, object.slug]))
  return (reference) => {
    if (reference.to === 'member') return !members.has(reference.id)
    const objectId = objects.get(reference.id)
    if (objectId === undefined) return true
    return reference.objects !== undefined && !reference.objects.includes(slugs.get(objectId) ?? '')
  }
}

export const refuseBroken = (references: readonly ValueReference[], isBroken: IsBroken) =>
  refuse(
    references
      .filter(isBroken)
      .slice(0, maxDetails)
      .map((reference) => {
        const { key, id, to } = reference
        const objects = reference.to === 'record' ? (reference.objects ?? []) : []
        const kind = [`an active ${to}`, ...(objects.length > 0 ? [objects.join(' or ')] : [])].join(' of ')
        const message = `\`${key}\`: ${id} is not a ${to} that this field can point at. Send the id of ${kind}.`
        return { code: 'invalid_target', path: ['values', key], message }
      }),
  )

/** @param held the stored values; undefined for a new record, which needs its required fields */
export async function checkValues(
  tx: Tx,
  workspaceId: string,
  fields: readonly Field[],
  supplied: Supplied,
  held: Readonly<Record<string, FieldValue>> | undefined,
): Promise<{ ok: true; change: ValueChange } | Refusal<ValueCode>> {
  const read = readValues(fields, supplied, held ? 'merge' : 'create')
  if (!read.ok) return refuseFaults(read.faults)
  const references = newReferences(read.change.references, held ?? {})
  return refuseBroken(references, await brokenAmong(tx, workspaceId, references)) ?? read
}

/** A record that is to be created, and the fields of its object as this transaction has read them. */
export type Creation = { id: string; objectId: string; fields: readonly Field[]; supplied: Supplied }
/** A creation that was checked, but for what its values point at. */
export type CheckedCreation = Omit<Creation, 'supplied'> & { change: ValueChange }

export function checkCreation({
  supplied,
  ...creation
}: Creation): { ok: true; checked: CheckedCreation } | Refusal<ValueCode> {
  const read = readValues(creation.fields, supplied, 'create')
  return read.ok ? { ok: true, checked: { ...creation, change: read.change } } : refuseFaults(read.faults)
}
