// The index that records are queried by: a row for every value, written by the transaction that writes the record.
import { sql } from 'kysely'
import { cutKeyBytes, lastKey, recordKeys, recordKeys1 } from './record-keys.rules.ts'
import type { KeyRange } from './record-query-ranges.rules.ts'
import {
  chunksOf,
  statement,
  insertRows,
  listStatement,
  changeRows,
  param,
  inPipeline,
} from '../../db/sql.ts'
import type { RecordFieldTable } from '../../db/schema.ts'
import type { StoredRecord } from '../record.ts'
import type { Tx } from '../../db/store.ts'

/** A place in the order of a field: its key, then the record's creation in epoch milliseconds, then its id. */
export type FieldPosition = { key: string; createdAt: number; id: string }
/** A place in the order of creation, in epoch milliseconds. */
export type RecordPlace = { createdAt: number; id: string }
export type Direction = 'asc' | 'desc'

const keysAtOnce = 500

const likeAnywhere = (text: string): string => `%${text.replaceAll(/[!%_]/g, '!$&')}%`

type Indexed = Omit<StoredRecord, 'version'>

type Rows = Map<string, RecordFieldTable>
type Difference = { removed: Rows; added: Rows }

const rowOf = (
  workspaceId: string,
  { id, createdAt }: Indexed,
  fieldId: string,
  key: string,
): RecordFieldTable => ({
  workspace_id: workspaceId,
  field_id: fieldId,
  sort_key: key,
  created_at: createdAt,
  record_id: id,
})

const rowsOf = (workspaceId: string, record: Indexed, keysOf = recordKeys): Rows =>
  new Map(
    keysOf(record).map(({ fieldId, key }) => [`${fieldId} ${key}`, rowOf(workspaceId, record, fieldId, key)]),
  )

/** A record with those of its values that another state of it does not have. */
const differingFrom = (record: Indexed, other: Indexed): Indexed => ({
  ...record,
  values: Object.fromEntries(
    Object.entries(record.values).filter(([id, value]) => value !== other.values[id]),
  ),
})

/** The rows that must go and those that may be missing, whichever derivation wrote those of `before`. */
function difference(workspaceId: string, before: Indexed, after: Indexed): Difference {
  const [old, old1] = [rowsOf(workspaceId, before), rowsOf(workspaceId, before, recordKeys1)]
  const wanted = rowsOf(workspaceId, after)
  return {
    removed: new Map([...old, ...old1].filter(([name]) => !wanted.has(name))),
    added: new Map([...wanted].filter(([name]) => !(old.has(name) && old1.has(name)))),
  }
}

const columns = {
  text: ['workspace_id', 'field_id', 'sort_key', 'record_id'],
  number: ['created_at'],
} as const
const insert = insertRows('record_field', columns)
const insertMissing = insertRows('record_field', columns, sql`on conflict do nothing`)
const remove = changeRows(
  columns,
  ({ field_id, sort_key, created_at, record_id, workspaceId }, rows) =>
    sql`delete from record_field ${rows('using')} where record_field.field_id = ${field_id}
      and record_field.sort_key = ${sort_key} and record_field.created_at = ${created_at}
      and record_field.record_id = ${record_id} and record_field.workspace_id = ${workspaceId}`,
)
const inRange = statement<{ id: string }>(
  () => sql`select record_id as id from record_field
    where workspace_id = ${param} and field_id = ${param} and sort_key >= ${param} and sort_key <= ${param}
    limit ${param}`,
)
const underKeys = listStatement<{ id: string }>(
  (keys) => sql`select record_id as id from record_field
    where sort_key ${keys} and workspace_id = ${param} and field_id = ${param}`,
)
const upwards = statement<FieldPosition>(
  () => sql`select sort_key as key, created_at as "createdAt", record_id as id from record_field
    where workspace_id = ${param} and field_id = ${param}
      and (sort_key, created_at, record_id) > (${param}, ${param}, ${param}) and sort_key <= ${param}
    order by sort_key, created_at, record_id limit ${param}`,
)
const downwards = statement<FieldPosition>(
  () => sql`select sort_key as key, created_at as "createdAt", record_id as id from record_field
    where workspace_id = ${param} and field_id = ${param}
      and (sort_key, created_at, record_id) < (${param}, ${param}, ${param}) and sort_key >= ${param}
    order by sort_key desc, created_at desc, record_id desc limit ${param}`,
)

/** A statement of its own for the first page, which has no place to compare each row with. */
const containingIn = (direction: Direction, page: 'first' | 'further') =>
  statement<RecordPlace>(
    () => sql`select record_id as id, created_at as "createdAt" from record_field
      where workspace_id = ${param} and field_id = ${param} and (sort_key like ${param} escape '!'
        or octet_length(sort_key) >= ${sql.lit(cutKeyBytes)})
      ${page === 'first' ? sql`` : sql`and (created_at, record_id) ${sql.raw(direction === 'asc' ? '>' : '<')} (${param}, ${param})`}
      order by created_at ${sql.raw(direction)}, record_id ${sql.raw(direction)} limit ${param}`,
  )
const containing = {
  asc: { first: containingIn('asc', 'first'), further: containingIn('asc', 'further') },
  desc: { first: containingIn('desc', 'first'), further: containingIn('desc', 'further') },
}

const apply = async (tx: Tx, workspaceId: string, differences: readonly Difference[]): Promise<void> => {
  const removed = differences.flatMap((one) => [...one.removed.values()])
  await inPipeline([
    remove(tx, workspaceId, removed),
    insertMissing(
      tx,
      differences.flatMap((one) => [...one.added.values()]),
    ),
  ])
}

/** Indexes many new records. */
export async function indexRecordFields(
  tx: Tx,
  workspaceId: string,
  records: readonly Indexed[],
): Promise<void> {
  const byField = new Map<string, RecordFieldTable[]>()
  for (const record of records)
    for (const { fieldId, key } of recordKeys(record)) {
      const row = rowOf(workspaceId, record, fieldId, key)
      const beside = byField.get(fieldId)
      if (beside) beside.push(row)
      else byField.set(fieldId, [row])
    }
  // In the order of the table: neighbours share pages, which is what makes a bulk load fast.
  const fieldIds = [...byField.keys()].toSorted()
  const byKey = (a: RecordFieldTable, b: RecordFieldTable) =>
    a.sort_key < b.sort_key ? -1 : a.sort_key > b.sort_key ? 1 : 0
  await insert(
    tx,
    fieldIds.flatMap((fieldId) => byField.get(fieldId)?.toSorted(byKey) ?? []),
  )
}

/** Writes only the rows that differ. */
export const replaceRecordFields = (
  tx: Tx,
  workspaceId: string,
  before: Indexed,
  after: Indexed,
): Promise<void> =>
  apply(tx, workspaceId, [
    difference(workspaceId, differingFrom(before, after), differingFrom(after, before)),
  ])

/** Brings the rows of records to the current derivation. */
export const reindexRecordFields = (
  tx: Tx,
  workspaceId: string,
  records: readonly Indexed[],
): Promise<void> =>
  apply(
    tx,
    workspaceId,
    records.map((record) => difference(workspaceId, record, record)),
  )

/** Ids of records with a key from `from` to `to`, both included, in any order; at most `limit` rows. */
export async function recordIdsInRange(
  tx: Tx,
  workspaceId: string,
  range: KeyRange,
  limit: number,
): Promise<string[]> {
  const { fieldId, from, to, containing } = range
  if (containing === undefined)
    return (await inRange(tx, workspaceId, fieldId, from, to, limit)).map((row) => row.id)
  // Both engines know LIKE and octet_length. The text may be in the part of a long value that its key lacks.
  const { rows } = await sql<{ id: string }>`select record_id as id from record_field
    where workspace_id = ${workspaceId} and field_id = ${fieldId} and sort_key >= ${from} and sort_key <= ${to}
      and (sort_key like ${likeAnywhere(containing)} escape '!' or octet_length(sort_key) >= ${cutKeyBytes})
    limit ${limit}`.execute(tx)
  return rows.map((row) => row.id)
}

/**
 * Records with a key that contains a folded text, or that was cut and may contain it in what it lacks, by creation, then id. Reads
 * all keys of the field.
 * @param after undefined begins at the end
 */
export const recordsContaining = (
  tx: Tx,
  workspaceId: string,
  { fieldId, text }: { fieldId: string; text: string },
  direction: Direction,
  after: RecordPlace | undefined,
  limit: number,
): Promise<RecordPlace[]> => {
  const { first, further } = containing[direction]
  const asked = [workspaceId, fieldId, likeAnywhere(text)]
  return after ? further(tx, ...asked, after.createdAt, after.id, limit) : first(tx, ...asked, limit)
}

/**
 * The records whose value in a field has one of these keys, archived ones too. Long values share a key: the caller
 * compares the value itself.
 * @param fieldId a field, or one of the system values of `record-keys.rules.ts`
 */
export async function recordIdsUnderKeys(
  tx: Tx,
  workspaceId: string,
  fieldId: string,
  keys: readonly string[],
): Promise<string[]> {
  const ids = new Set<string>()
  for (const some of chunksOf([...new Set(keys)], keysAtOnce))
    for (const { id } of await underKeys(tx, some, workspaceId, fieldId)) ids.add(id)
  return [...ids]
}

/**
 * The records that hold a value of the field, in its order.
 * @param after undefined begins at the end
 * @param only the one key to walk along; undefined walks along all of them
 */
export const walkRecordField = (
  tx: Tx,
  workspaceId: string,
  fieldId: string,
  direction: Direction,
  after: FieldPosition | undefined,
  limit: number,
  only?: string,
): Promise<FieldPosition[]> => {
  const first = outermost[direction]
  const { key, createdAt, id } = after ?? (only === undefined ? first : { ...first, key: only })
  const run = direction === 'asc' ? upwards : downwards
  const last = only ?? outermost[direction === 'asc' ? 'desc' : 'asc'].key
  return run(tx, workspaceId, fieldId, key, createdAt, id, last, limit)
}

/** Before every row of a walk in that direction. */
const outermost: Record<Direction, FieldPosition> = {
  asc: { key: '', createdAt: Number.MIN_SAFE_INTEGER, id: '' },
  desc: { key: lastKey, createdAt: Number.MAX_SAFE_INTEGER, id: '' },
}
