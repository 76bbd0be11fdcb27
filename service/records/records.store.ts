// Records: values as one JSON document each, keyed by field id. Record ids are global (REC-05), so a row of
// `record_id` claims the id before the record itself is written.
import { sql, type Kysely } from 'kysely'
import { inPipeline } from '../db/pipeline.ts'
import { chunksOf, compiledChunks, compiledEach, compiledList, param } from '../db/compiled.ts'
import { recordFieldsIn, type Direction } from './query/record-fields.store.ts'
import { recordOrderIn, type CreationPosition } from './query/record-order.store.ts'
import type { Database, RecordTable } from '../db/schema.ts'
import type { ListedRecord, NewRecord, RecordValues, StoredRecord } from './record.ts'
import { storeOf } from '../db/store.ts'

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

export const recordsIn = storeOf((db: Kysely<Database>) => {
  const claim = compiledEach(db, ['', '', ''], 0, (values, rows) => {
    const source = rows ? sql`select ${sql.join(values)} ${rows}` : sql`values (${sql.join(values)})`
    return sql`insert into record_id (id, workspace_id, object_id) ${source}
      on conflict (id) do nothing returning id`
  })
  const claimMany = compiledChunks(db, (rows) =>
    db
      .insertInto('record_id')
      .values(Array.from({ length: rows }, () => ({ id: '', workspace_id: '', object_id: '' }))),
  )
  const insertMany = compiledChunks(db, (rows) =>
    db.insertInto('record').values(Array.from({ length: rows }, () => rowOf('', blank))),
  )
  const put = compiledEach(
    db,
    ['', '', 0, 0, '', 0],
    4,
    ([title, values, archived, updatedAt, id, version], rows = sql``) =>
      sql`update record set title = ${title}, field_values = ${values}, archived = ${archived},
        updated_at = ${updatedAt}, version = version + 1 ${rows}
      where id = ${id} and version = ${version} and workspace_id = ${param} returning id`,
  )
  const fields = recordFieldsIn(db)
  const allOf = compiledList<RecordTable>(
    db,
    (ids) => sql`select * from record where id in (${ids}) and workspace_id = ${param}`,
  )
  const order = recordOrderIn(db)
  const takenIds = compiledList<{ id: string; workspace_id: string }>(
    db,
    (ids) => sql`select id, workspace_id from record_id where id in (${ids})`,
  )

  return {
    /** Archived ones too (REC-03). */
    async get(workspaceId: string, id: string): Promise<StoredRecord | undefined> {
      return (await this.among(workspaceId, [id]))[0]
    },

    /** Records of the workspace among `ids`, archived ones too, in no particular order. */
    async among(workspaceId: string, ids: readonly string[]): Promise<StoredRecord[]> {
      return (await allOf(ids, [workspaceId])).map(present)
    },

    /**
     * Newest first (GEN-07), at most `limit` rows.
     * @param options.after the position of the last row of the page before
     */
    async list(
      workspaceId: string,
      options: {
        objectId?: string | undefined
        archived: 'included' | 'left out'
        after?: CreationPosition | undefined
        limit: number
      },
    ): Promise<ListedRecord[]> {
      return (await order.inOrder(workspaceId, { ...options, direction: 'desc' })).map(listed)
    },

    someOf: order.someOf,

    /** An object's records by creation, then id, from after a place. @param after undefined begins at the end */
    async walk(
      workspaceId: string,
      objectId: string,
      options: {
        archived: 'included' | 'left out'
        direction: Direction
        after: { createdAt: number; id: string } | undefined
        limit: number
      },
    ): Promise<StoredRecord[]> {
      const { after, ...asked } = options
      const place = after && ([after.createdAt, after.id] as const)
      return (await order.inOrder(workspaceId, { ...asked, objectId, after: place })).map(present)
    },

    /** Which of these ids are taken, here or in another workspace (REC-05). */
    async taken(workspaceId: string, ids: readonly string[]): Promise<Map<string, 'here' | 'elsewhere'>> {
      const taken = new Map<string, 'here' | 'elsewhere'>()
      for (const some of chunksOf(ids, idsAtOnce))
        for (const row of await takenIds(some, []))
          taken.set(row.id, row.workspace_id === workspaceId ? 'here' : 'elsewhere')
      return taken
    },

    /** Takes an id for a record. @returns false when it is taken, in this workspace or in another (REC-05) */
    async claim(workspaceId: string, { id, objectId }: Pick<NewRecord, 'id' | 'objectId'>): Promise<boolean> {
      return claim([id, workspaceId, objectId])
    },

    /** Stores records whose ids were claimed. */
    async addClaimed(workspaceId: string, records: readonly NewRecord[]): Promise<void> {
      await inPipeline([
        insertMany(records.map((record) => Object.values(rowOf(workspaceId, record)))),
        fields.addMany(workspaceId, records),
      ])
    },

    /** Stores a new record. @returns false when the id is taken, in this workspace or in another (REC-05) */
    async create(workspaceId: string, record: NewRecord): Promise<boolean> {
      const isFree = await this.claim(workspaceId, record)
      if (isFree) await this.addClaimed(workspaceId, [record])
      return isFree
    },

    /** Stores new records under ids that are known to be free. Fails whole when one of them is taken. */
    async createMany(workspaceId: string, records: readonly NewRecord[]): Promise<void> {
      await inPipeline([
        claimMany(records.map((record) => [record.id, workspaceId, record.objectId])),
        this.addClaimed(workspaceId, records),
      ])
    },

    /**
     * Replaces what a write can change.
     * @param before the record as it was read in this very transaction, so that what it is indexed by can go with it
     */
    async update(
      workspaceId: string,
      before: StoredRecord,
      change: { title?: string; values?: RecordValues; archived?: boolean; updatedAt: number },
    ): Promise<StoredRecord> {
      const after = { ...before, ...change, version: before.version + 1 }
      const row = rowOf(workspaceId, after)
      const [isChanged] = await inPipeline([
        put(
          [row.title, row.field_values, row.archived, row.updated_at, after.id, before.version],
          workspaceId,
        ),
        fields.replace(workspaceId, before, after),
      ])
      if (!isChanged) throw new Error('A record is no longer what this transaction has read.')
      return after
    },

    /** Brings what records are indexed by to the current derivation. */
    reindex: (workspaceId: string, records: readonly StoredRecord[]): Promise<void> =>
      fields.reindex(workspaceId, records),

    /** Remembers that a person has opened a record: the order of their recent records (LCH-11). The oldest views go. */
    async markViewed(workspaceId: string, personId: string, recordId: string, at: number): Promise<void> {
      await db
        .insertInto('record_view')
        .values({ workspace_id: workspaceId, person_id: personId, record_id: recordId, viewed_at: at })
        .onConflict((conflict) =>
          conflict.columns(['workspace_id', 'person_id', 'record_id']).doUpdateSet({ viewed_at: at }),
        )
        .execute()
      await sql`delete from record_view where workspace_id = ${workspaceId} and person_id = ${personId}
        and viewed_at < (select viewed_at from record_view
          where workspace_id = ${workspaceId} and person_id = ${personId}
          order by viewed_at desc limit 1 offset ${viewsKept - 1})`.execute(db)
    },

    /** Active records that the person opened, the latest first. */
    async recentlyViewed(workspaceId: string, personId: string, limit: number): Promise<StoredRecord[]> {
      const rows = await db
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
    },
  }
})

const blank: NewRecord = {
  id: '',
  objectId: '',
  title: '',
  avatarUrl: null,
  values: {},
  archived: false,
  createdBy: '',
  createdAt: 0,
  updatedAt: 0,
}
