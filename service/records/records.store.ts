// Records: values as one JSON document each, keyed by field id. Record ids are global (REC-05), so a row of
// `record_id` claims the id before the record itself is written.
import { sql } from 'kysely'
import { changeRows, chunksOf, inPipeline, insertRows, listStatement, param, statement } from '../db/sql.ts'
import { indexRecordFields, replaceRecordFields, type Direction } from './query/record-fields.store.ts'
import type { RecordTable } from '../db/schema.ts'
import type { ListedRecord, NewRecord, RecordValues, StoredRecord } from './record.ts'
import type { Tx } from '../db/store.ts'

/** Per person and workspace. Ten times what is shown at once, because archived records are passed over. */
const viewsKept = 500
const idsAtOnce = 500

const withoutValues = (row: RecordTable): Omit<StoredRecord, 'values'> => ({
  id: row.id,
  objectId: row.object_id,
  title: row.title,
  avatarUrl: row.avatar_url,
  archived: row.archived === 1,
  createdBy: row.created_by,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  version: row.version,
})
// Written by this file only, so it is not checked again on the way out.
const listed = (row: RecordTable): ListedRecord => ({ ...withoutValues(row), valuesText: row.field_values })
const present = (row: RecordTable): StoredRecord => ({
  ...withoutValues(row),
  values: JSON.parse(row.field_values) as RecordValues,
})

const rowOf = (workspaceId: string, record: NewRecord): RecordTable => ({
  workspace_id: workspaceId,
  id: record.id,
  object_id: record.objectId,
  title: record.title,
  avatar_url: record.avatarUrl,
  field_values: JSON.stringify(record.values),
  archived: record.archived ? 1 : 0,
  created_by: record.createdBy,
  created_at: record.createdAt,
  updated_at: record.updatedAt,
  version: 1,
})

const claim = insertRows(
  'record_id',
  { text: ['id', 'workspace_id', 'object_id'] },
  sql`on conflict (id) do nothing returning id`,
)
const claimFree = insertRows('record_id', { text: ['id', 'workspace_id', 'object_id'] })
const insertRecordRows = insertRows('record', {
  text: ['workspace_id', 'id', 'object_id', 'title', 'avatar_url', 'field_values', 'created_by'],
  number: ['archived', 'created_at', 'updated_at', 'version'],
})
const changeRecordRows = changeRows(
  { text: ['id', 'title', 'field_values'], number: ['archived', 'updated_at', 'version'] },
  ({ id, title, field_values, archived, updated_at, version, workspaceId }, rows) =>
    sql`update record set title = ${title}, field_values = ${field_values}, archived = ${archived},
        updated_at = ${updated_at}, version = record.version + 1 ${rows('from')}
      where record.id = ${id} and record.version = ${version} and record.workspace_id = ${workspaceId}
      returning record.id`,
)
const recordRowsAmong = listStatement<RecordTable>(
  (ids) => sql`select * from record where id ${ids} and workspace_id = ${param}`,
)
const takenIds = listStatement<{ id: string; workspace_id: string }>(
  (ids) => sql`select id, workspace_id from record_id where id ${ids}`,
)

// Active and archived records have indexes of their own, so that nothing is read past: of a million archived records, none
// stands between two active ones.
const states = ['active', 'archived'] as const
type State = (typeof states)[number]
const isOfState: Record<State, string> = { active: 'archived = 0', archived: 'archived = 1' }

/** Each kind of question about the order of creation has a statement of its own. */
type Kind = { state: State; direction: Direction; ofObject: boolean; isFurther: boolean }
const orderStatements = new Map<string, ReturnType<typeof orderStatement>>()
const orderStatement = ({ state, direction, ofObject, isFurther }: Kind) =>
  statement<RecordTable>(
    // One row comparison, which both engines turn into a range of the index.
    () => sql`select * from record where workspace_id = ${param}
      ${ofObject ? sql`and object_id = ${param}` : sql``} and ${sql.raw(isOfState[state])}
      ${isFurther ? sql`and (created_at, id) ${sql.raw(direction === 'asc' ? '>' : '<')} (${param}, ${param})` : sql``}
      order by created_at ${sql.raw(direction)}, id ${sql.raw(direction)} limit ${param}`,
  )
const orderStatementFor = (kind: Kind) => {
  const name = JSON.stringify(kind)
  const known = orderStatements.get(name) ?? orderStatement(kind)
  orderStatements.set(name, known)
  return known
}
const idStatement = (state: State) =>
  statement<{ id: string }>(
    // Nobody needs the order. It is that of an index: without it, PostgreSQL reads the table from its beginning.
    () => sql`select id from record
      where workspace_id = ${param} and object_id = ${param} and ${sql.raw(isOfState[state])}
      order by created_at desc, id desc limit ${param}`,
  )
const idStatements = { active: idStatement('active'), archived: idStatement('archived') }

/** Creation in epoch milliseconds, then id. */
export type CreationPosition = readonly [createdAt: number, id: string]

type Archived = 'included' | 'left out' | 'only'

const statesOf = (archived: Archived): readonly State[] => {
  if (archived === 'included') return states
  return archived === 'only' ? ['archived'] : ['active']
}

type InOrder = {
  objectId?: string | undefined
  archived: Archived
  direction: Direction
  /** The place before the first row; undefined begins at the end. */
  after?: CreationPosition | undefined
  limit: number
}

const byCreation = (direction: Direction) => (a: RecordTable, b: RecordTable) => {
  const order = a.created_at - b.created_at || (a.id < b.id ? -1 : 1)
  return direction === 'asc' ? order : -order
}

const rowsInOrder = async (
  tx: Tx,
  workspaceId: string,
  { objectId, archived, direction, after, limit }: InOrder,
): Promise<RecordTable[]> => {
  const asked = [workspaceId, ...(objectId === undefined ? [] : [objectId]), ...(after ?? []), limit]
  const kind = { direction, ofObject: objectId !== undefined, isFurther: after !== undefined }
  const run = (state: State) => orderStatementFor({ ...kind, state })(tx, ...asked)
  const [state, another] = statesOf(archived)
  if (state !== undefined && another === undefined) return run(state)
  const rows = await inPipeline(states.map(run))
  return rows.flat().toSorted(byCreation(direction)).slice(0, limit)
}

/** Archived ones too (REC-03). */
export async function getRecord(tx: Tx, workspaceId: string, id: string): Promise<StoredRecord | undefined> {
  return (await recordsAmong(tx, workspaceId, [id]))[0]
}

/** Records of the workspace among `ids`, archived ones too, in no particular order. */
export async function recordsAmong(
  tx: Tx,
  workspaceId: string,
  ids: readonly string[],
): Promise<StoredRecord[]> {
  return (await recordRowsAmong(tx, ids, workspaceId)).map(present)
}

/**
 * Newest first (GEN-07), at most `limit` rows.
 * @param options.after the position of the last row of the page before
 */
export async function recordsByCreation(
  tx: Tx,
  workspaceId: string,
  options: Omit<InOrder, 'direction'>,
): Promise<ListedRecord[]> {
  return (await rowsInOrder(tx, workspaceId, { ...options, direction: 'desc' })).map(listed)
}

/** Ids of an object's records in no particular order; at most `limit`. */
export const someRecordIds = async (
  tx: Tx,
  workspaceId: string,
  objectId: string,
  limit: number,
  archived: Archived = 'included',
): Promise<string[]> => {
  const asked = statesOf(archived).map((state) => idStatements[state](tx, workspaceId, objectId, limit))
  const rows = await inPipeline(asked)
  return rows
    .flat()
    .slice(0, limit)
    .map((row) => row.id)
}

/** An object's records by creation, then id, from after a place. @param after undefined begins at the end */
export async function walkRecords(
  tx: Tx,
  workspaceId: string,
  objectId: string,
  options: {
    archived: Archived
    direction: Direction
    after: { createdAt: number; id: string } | undefined
    limit: number
  },
): Promise<StoredRecord[]> {
  const { after, ...asked } = options
  const place = after && ([after.createdAt, after.id] as const)
  return (await rowsInOrder(tx, workspaceId, { ...asked, objectId, after: place })).map(present)
}

/** Which of these ids are taken, here or in another workspace (REC-05). */
export async function takenRecordIds(
  tx: Tx,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, 'here' | 'elsewhere'>> {
  const taken = new Map<string, 'here' | 'elsewhere'>()
  for (const some of chunksOf(ids, idsAtOnce))
    for (const row of await takenIds(tx, some))
      taken.set(row.id, row.workspace_id === workspaceId ? 'here' : 'elsewhere')
  return taken
}

/** Takes an id for a record. @returns false when it is taken, in this workspace or in another (REC-05) */
export async function claimRecord(
  tx: Tx,
  workspaceId: string,
  { id, objectId }: Pick<NewRecord, 'id' | 'objectId'>,
): Promise<boolean> {
  const claimed = await claim(tx, [{ id, workspace_id: workspaceId, object_id: objectId }])
  return claimed.some((row) => row.id === id)
}

/** Stores records whose ids were claimed. */
export async function addClaimedRecords(
  tx: Tx,
  workspaceId: string,
  records: readonly NewRecord[],
): Promise<void> {
  await inPipeline([
    insertRecordRows(
      tx,
      records.map((record) => rowOf(workspaceId, record)),
    ),
    indexRecordFields(tx, workspaceId, records),
  ])
}

/** Stores a new record. @returns false when the id is taken, in this workspace or in another (REC-05) */
export async function insertRecord(tx: Tx, workspaceId: string, record: NewRecord): Promise<boolean> {
  const isFree = await claimRecord(tx, workspaceId, record)
  if (isFree) await addClaimedRecords(tx, workspaceId, [record])
  return isFree
}

/** Stores new records under ids that are known to be free. Fails whole when one of them is taken. */
export async function insertRecords(
  tx: Tx,
  workspaceId: string,
  records: readonly NewRecord[],
): Promise<void> {
  await inPipeline([
    claimFree(
      tx,
      records.map(({ id, objectId }) => ({ id, workspace_id: workspaceId, object_id: objectId })),
    ),
    addClaimedRecords(tx, workspaceId, records),
  ])
}

/**
 * Replaces what a write can change.
 * @param before the record as it was read in this very transaction, so that what it is indexed by can go with it
 */
export async function updateRecord(
  tx: Tx,
  workspaceId: string,
  before: StoredRecord,
  change: { title?: string; values?: RecordValues; archived?: boolean; updatedAt: number },
): Promise<StoredRecord> {
  const after = { ...before, ...change, version: before.version + 1 }
  const row = rowOf(workspaceId, after)
  const [changed] = await inPipeline([
    changeRecordRows(tx, workspaceId, [{ ...row, version: before.version }]),
    replaceRecordFields(tx, workspaceId, before, after),
  ])
  if (!changed.has(after.id)) throw new Error('A record is no longer what this transaction has read.')
  return after
}

/** Remembers that a person has opened a record: the order of their recent records (LCH-11). The oldest views go. */
export async function markRecordViewed(
  tx: Tx,
  workspaceId: string,
  personId: string,
  recordId: string,
  at: number,
): Promise<void> {
  await tx
    .insertInto('record_view')
    .values({ workspace_id: workspaceId, person_id: personId, record_id: recordId, viewed_at: at })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'person_id', 'record_id']).doUpdateSet({ viewed_at: at }),
    )
    .execute()
  await sql`delete from record_view where workspace_id = ${workspaceId} and person_id = ${personId}
    and viewed_at < (select viewed_at from record_view
      where workspace_id = ${workspaceId} and person_id = ${personId}
      order by viewed_at desc limit 1 offset ${viewsKept - 1})`.execute(tx)
}

/** Active records that the person opened, the latest first. */
export async function recentlyViewedRecords(
  tx: Tx,
  workspaceId: string,
  personId: string,
  limit: number,
): Promise<StoredRecord[]> {
  const rows = await tx
    .selectFrom('record_view')
    .innerJoin('record', (join) =>
      join
        .onRef('record.workspace_id', '=', 'record_view.workspace_id')
        .onRef('record.id', '=', 'record_view.record_id'),
    )
    .selectAll('record')
    .where('record_view.workspace_id', '=', workspaceId)
    .where('record_view.person_id', '=', personId)
    .where('record.archived', '=', 0)
    .orderBy('record_view.viewed_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(present)
}
