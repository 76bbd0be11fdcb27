// Writes records in a transaction, for single routes and batches. Everything is checked before anything is stored (REC-13).
import type { ErrorCode } from '../../shared/api/errors.ts'
import { allowsWrite, preconditionFailed, type Preconditions } from '../http/entity-tag.ts'
import type { Refusal } from '../http/errors.ts'
import { actorOf } from '../access/principal.ts'
import type { Principal } from '../http/app-type.ts'
import type { EventType } from '../webhooks/event-types.rules.ts'
import type { Actor } from '../base/caller.rules.ts'
import { titleOf, mergeValues, systemValues } from './record-values.rules.ts'
import {
  brokenAmong,
  type CheckedCreation,
  checkValues,
  refuseBroken,
  type Supplied,
  type ValueCode,
} from './record-checks.ts'
import type { Field } from '../objects/objects.store.ts'
import { type StoredRecord, changesText, recordEntryOf, presentRecord, previousOf } from './record.ts'
import type { Tx } from '../db/store.ts'
import { inPipeline } from '../db/sql.ts'
import { putSearchEntries, removeSearchEntry } from '../search/write-index.store.ts'
import { insertEvent, insertEventsOf } from '../webhooks/events.store.ts'
import {
  insertRecords,
  updateRecord,
  getRecord,
  claimRecord,
  addClaimedRecords,
  takenRecordIds,
} from './records.store.ts'
import { findObject, fieldsOfFoundObject, fieldsOfObject } from '../objects/objects.store.ts'

export type Written<Code extends ErrorCode> =
  | { ok: true; record: StoredRecord; created: boolean }
  | Refusal<Code>

/** The author of a write and its time in epoch milliseconds. */
export type RecordAuthor = Pick<Principal, 'workspaceId' | 'personId'> & { actor: Actor; at: number }

export const recordAuthor = (principal: Principal, at: number): RecordAuthor => ({
  workspaceId: principal.workspaceId,
  personId: principal.personId,
  actor: actorOf(principal),
  at,
})

/** The schema requires exactly one of the two. */
export type ObjectName = { object?: string | undefined; object_type_id?: string | undefined }

const unconditional: Preconditions = { ifMatch: undefined, ifNoneMatch: undefined }

export const noRecord = { ok: false, code: 'not_found', message: 'There is no such record.' } as const
export const noObject = { ok: false, code: 'not_found', message: 'There is no such object.' } as const
export const archivedRecord = {
  ok: false,
  code: 'record_archived',
  message: 'The record is archived. Restore it before changing it.',
} as const
const conflict = {
  ok: false,
  code: 'id_conflict',
  message: 'This id belongs to another workspace or object.',
} as const

const nameOf = ({ object, object_type_id: id }: ObjectName): string => object ?? id ?? ''

/** Makes a record findable by its title and contacts, in the transaction that wrote it (LCH-07). */
const index = (
  tx: Tx,
  workspaceId: string,
  record: StoredRecord,
  fields: readonly Field[],
  more: { isTextDue?: boolean } = {},
) => putSearchEntries(tx, workspaceId, [{ ...recordEntryOf(record, fields), ...more }])

const tell = (tx: Tx, author: RecordAuthor, type: EventType, record: StoredRecord, before?: StoredRecord) =>
  insertEvent(tx, author.workspaceId, {
    type,
    actor: author.actor,
    data: presentRecord(record),
    previous: before && previousOf(before, record),
    at: author.at,
  })

/** A record as it is created, not yet stored. */
const createdOf = (
  { personId, at }: Pick<RecordAuthor, 'personId' | 'at'>,
  { id, objectId, fields, change }: CheckedCreation,
): StoredRecord => {
  const values = mergeValues(systemValues(fields, id), change)
  const written = { id, objectId, title: titleOf(fields, values), avatarUrl: null, values, archived: false }
  return { ...written, createdBy: personId, createdAt: at, updatedAt: at, version: 1 }
}

async function newRecord(
  tx: Tx,
  author: RecordAuthor,
  objectId: string,
  fields: readonly Field[],
  id: string,
  supplied: Supplied,
): Promise<Written<ValueCode>> {
  const checked = await checkValues(tx, author.workspaceId, fields, supplied, undefined)
  if (!checked.ok) return checked
  const record = createdOf(author, { id, objectId, fields, change: checked.change })
  return { ok: true, record, created: true }
}

/** Makes a record that is being stored findable, and announces it. */
const insert = (
  tx: Tx,
  author: RecordAuthor,
  record: StoredRecord,
  fields: readonly Field[],
  stored: Promise<void>,
) =>
  inPipeline([
    stored,
    putSearchEntries(tx, author.workspaceId, [{ ...recordEntryOf(record, fields), isNew: true }]),
    tell(tx, author, 'record.created', record),
  ])

/**
 * Stores records that were checked, all in a few statements. They may point at one another.
 * @param now is asked when all has been checked: a program that polls for changes must not have passed this time
 * @returns an outcome for each
 */
export async function createRecords(
  tx: Tx,
  author: Omit<RecordAuthor, 'at'>,
  creations: readonly CheckedCreation[],
  now: () => number,
): Promise<Written<ValueCode>[]> {
  const { workspaceId, personId } = author
  const together = new Map(creations.map(({ id, objectId }) => [id, objectId]))
  const references = creations.flatMap(({ change }) => change.references)
  const isBroken = await brokenAmong(tx, workspaceId, references, together)
  const at = now()
  const made: { record: StoredRecord; fields: readonly Field[] }[] = []
  const outcomes = creations.map((creation): Written<ValueCode> => {
    const { fields, change } = creation
    const refusal = refuseBroken(change.references, isBroken)
    if (refusal) return refusal
    const record = createdOf({ personId, at }, creation)
    made.push({ record, fields })
    return { ok: true, record, created: true }
  })
  const records = made.map(({ record }) => record)
  await inPipeline([
    insertRecords(tx, workspaceId, records),
    putSearchEntries(
      tx,
      workspaceId,
      made.map(({ record, fields }) => ({ ...recordEntryOf(record, fields), isNew: true })),
    ),
    insertEventsOf(
      tx,
      workspaceId,
      { type: 'record.created', actor: author.actor, at },
      records,
      presentRecord,
    ),
  ])
  return outcomes
}

/** Writing the stored values changes neither version nor time, and sends no event. */
export async function mergeRecord(
  tx: Tx,
  author: RecordAuthor,
  held: StoredRecord,
  fields: readonly Field[],
  supplied: Supplied,
): Promise<Written<ValueCode | 'not_found'>> {
  const { workspaceId, at } = author
  const checked = await checkValues(tx, workspaceId, fields, supplied, held.values)
  if (!checked.ok) return checked
  const values = mergeValues(held.values, checked.change)
  const title = titleOf(fields, values)
  // The clock of another process may be behind the one that wrote last.
  const updatedAt = Math.max(at, held.updatedAt)
  if (Object.keys(previousOf(held, { ...held, values, title })).length === 0) {
    return { ok: true, record: held, created: false }
  }
  const record = await updateRecord(tx, workspaceId, held, { values, title, updatedAt })
  const isTextDue = changesText(held, record, fields)
  if (!record.archived) await index(tx, workspaceId, record, fields, { isTextDue })
  await tell(tx, author, 'record.updated', record, held)
  return { ok: true, record, created: false }
}

/** REC-04. */
export async function createRecord(
  tx: Tx,
  author: RecordAuthor,
  id: string,
  name: ObjectName,
  supplied: Supplied,
): Promise<Written<ValueCode | 'not_found'>> {
  const { workspaceId } = author
  const [type, fields] = await inPipeline([
    findObject(tx, workspaceId, nameOf(name)),
    fieldsOfFoundObject(tx, workspaceId, nameOf(name)),
  ])
  if (!type) return noObject
  const made = await newRecord(tx, author, type.id, fields, id, supplied)
  // A new id needs no claim.
  if (made.ok) await insert(tx, author, made.record, fields, insertRecords(tx, workspaceId, [made.record]))
  return made
}

/** REC-05. An archived record is merged into and stays archived (REC-07). */
export async function upsertRecord(
  tx: Tx,
  author: RecordAuthor,
  id: string,
  name: ObjectName,
  supplied: Supplied,
  preconditions = unconditional,
): Promise<Written<ValueCode | 'not_found' | 'id_conflict' | 'precondition_failed'>> {
  const { workspaceId } = author
  const [type, fields, held] = await inPipeline([
    findObject(tx, workspaceId, nameOf(name)),
    fieldsOfFoundObject(tx, workspaceId, nameOf(name)),
    getRecord(tx, workspaceId, id),
  ])
  if (!type) return noObject
  if (held && held.objectId !== type.id) return conflict
  const isAllowed = allowsWrite(preconditions, held?.version)
  if (held) return isAllowed ? mergeRecord(tx, author, held, fields, supplied) : preconditionFailed
  const made = isAllowed ? await newRecord(tx, author, type.id, fields, id, supplied) : preconditionFailed
  if (made.ok) {
    if (!(await claimRecord(tx, workspaceId, made.record))) return conflict
    await insert(tx, author, made.record, fields, addClaimedRecords(tx, workspaceId, [made.record]))
    return made
  }
  // A record that is created claims its id, so only refusals need this look-up.
  const taken = await takenRecordIds(tx, workspaceId, [id])
  return taken.get(id) === 'elsewhere' ? conflict : made
}

/** REC-06. */
export async function patchRecord(
  tx: Tx,
  author: RecordAuthor,
  id: string,
  supplied: Supplied,
  preconditions = unconditional,
): Promise<Written<ValueCode | 'not_found' | 'record_archived' | 'precondition_failed'>> {
  const held = await getRecord(tx, author.workspaceId, id)
  if (!held) return noRecord
  if (held.archived) return archivedRecord
  if (!allowsWrite(preconditions, held.version)) return preconditionFailed
  const fields = await fieldsOfObject(tx, author.workspaceId, held.objectId)
  return mergeRecord(tx, author, held, fields, supplied)
}

/** REC-08, REC-09: archiving and restoring twice changes nothing more. Archived records are not found by search. */
export async function setRecordArchived(
  tx: Tx,
  author: RecordAuthor,
  id: string,
  archived: boolean,
  preconditions = unconditional,
): Promise<Written<'not_found' | 'precondition_failed'>> {
  const { workspaceId, at } = author
  const held = await getRecord(tx, workspaceId, id)
  if (!held) return noRecord
  if (!allowsWrite(preconditions, held.version)) return preconditionFailed
  if (held.archived === archived) return { ok: true, record: held, created: false }
  const updatedAt = Math.max(at, held.updatedAt)
  const record = await updateRecord(tx, workspaceId, held, { archived, updatedAt })
  if (archived) await removeSearchEntry(tx, workspaceId, 'record', id)
  else await index(tx, workspaceId, record, await fieldsOfObject(tx, workspaceId, held.objectId))
  await tell(tx, author, archived ? 'record.archived' : 'record.restored', record, held)
  return { ok: true, record, created: false }
}
