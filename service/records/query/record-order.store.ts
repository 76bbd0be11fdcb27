// Records in the order of their creation. Active and archived ones have indexes of their own, so that nothing is read past:
// of a million archived records, none stands between two active ones.
import { sql, type Kysely } from 'kysely'
import { compiled, param } from '../../db/compiled.ts'
import type { Direction } from './record-fields.store.ts'
import type { Database, RecordTable } from '../../db/schema.ts'
import { inPipeline } from '../../db/pipeline.ts'
import { storeOf } from '../../db/store.ts'

/** Creation in epoch milliseconds, then id. */
export type CreationPosition = readonly [createdAt: number, id: string]

const states = ['active', 'archived'] as const
type State = (typeof states)[number]
const conditions: Record<State, string> = { active: 'archived = 0', archived: 'archived = 1' }

/** Each kind of question has a statement of its own. */
type Kind = { state: State; direction: Direction; ofObject: boolean; isFurther: boolean }

const byCreation = (direction: Direction) => (a: RecordTable, b: RecordTable) => {
  const order = a.created_at - b.created_at || (a.id < b.id ? -1 : 1)
  return direction === 'asc' ? order : -order
}

export const recordOrderIn = storeOf((db: Kysely<Database>) => {
  const statements = new Map<string, ReturnType<typeof compiled<RecordTable>>>()
  const statementOf = ({ state, direction, ofObject, isFurther }: Kind) =>
    compiled<RecordTable>(
      db,
      // One row comparison, which both engines turn into a range of the index.
      () => sql`select * from record where workspace_id = ${param}
        ${ofObject ? sql`and object_id = ${param}` : sql``} and ${sql.raw(conditions[state])}
        ${isFurther ? sql`and (created_at, id) ${sql.raw(direction === 'asc' ? '>' : '<')} (${param}, ${param})` : sql``}
        order by created_at ${sql.raw(direction)}, id ${sql.raw(direction)} limit ${param}`,
    )
  const statement = (kind: Kind) => {
    const name = JSON.stringify(kind)
    const known = statements.get(name) ?? statementOf(kind)
    statements.set(name, known)
    return known
  }
  const idsOf = (state: State) =>
    compiled<{ id: string }>(
      db,
      // Nobody needs the order. It is that of an index: without it, PostgreSQL reads the table from its beginning.
      () => sql`select id from record
        where workspace_id = ${param} and object_id = ${param} and ${sql.raw(conditions[state])}
        order by created_at desc, id desc limit ${param}`,
    )
  const ids = states.map(idsOf)

  return {
    /** @param options.after the place before the first row; undefined begins at the end @param options.limit the most rows */
    inOrder: async (
      workspaceId: string,
      options: {
        objectId?: string | undefined
        archived: 'included' | 'left out'
        direction: Direction
        after?: CreationPosition | undefined
        limit: number
      },
    ): Promise<RecordTable[]> => {
      const { objectId, archived, direction, after, limit } = options
      const asked = [workspaceId, ...(objectId === undefined ? [] : [objectId]), ...(after ?? []), limit]
      const run = (state: State) =>
        statement({ state, direction, ofObject: objectId !== undefined, isFurther: after !== undefined })(
          ...asked,
        )
      if (archived === 'left out') return run('active')
      const rows = await inPipeline(states.map(run))
      return rows.flat().toSorted(byCreation(direction)).slice(0, limit)
    },

    /** Ids of an object's records, archived ones too, in no particular order; at most `limit`. */
    someOf: async (workspaceId: string, objectId: string, limit: number): Promise<string[]> => {
      const rows = await inPipeline(ids.map((run) => run(workspaceId, objectId, limit)))
      return rows
        .flat()
        .slice(0, limit)
        .map((row) => row.id)
    },
  }
})
