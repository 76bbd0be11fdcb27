// Lists of tasks, each read in the order of an index, so that a page costs what it shows (TSK-02, LCH-08, LCH-11).
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { inBriefOrder } from '../rules/task-rules.ts'
import { seesEveryTask, type Viewer } from '../rules/visibility.ts'
import { compiled, given } from './compiled.ts'
import type { Database } from './schema.ts'
import type { StoredTask } from './tasks.ts'

export type TaskFilters = {
  archived: 'included' | 'left out'
  status?: string | undefined
  /** A person's id. */
  assignee?: string | undefined
  /** Changed later than this, epoch milliseconds. */
  updatedAfter?: number | undefined
}

export type TaskPage = {
  /** The position of the last task of the page before. */
  after?: readonly [createdAt: number, id: string] | undefined
  limit: number
}

type Position = { id: string; created_at: number }
type Among = (workspaceId: string, ids: readonly string[]) => Promise<StoredTask[]>

/** Up to so many recent changes are sorted; where there are more, the newest tasks are asked one by one. */
const fewChanges = 2_000

const newestFirst = (a: Position, b: Position): number =>
  b.created_at - a.created_at || (a.id < b.id ? 1 : -1)

export const taskListsIn = (db: Kysely<Database>, among: Among) => {
  const openOf = compiled<{ task_id: string }>(
    db,
    () => sql`select task_id from task_assignee
      where workspace_id = ${given} and person_id = ${given} and is_open = 1
      order by due_rank, updated_at desc, task_id limit ${given}`,
  )

  /** What is read: the table or, where little has changed since, what has changed. */
  const sourceOf = async (workspaceId: string, updatedAfter: number | undefined) => {
    if (updatedAfter === undefined) return sql`task`
    const changed = sql`select * from task
      where workspace_id = ${workspaceId} and updated_at > ${updatedAfter} limit ${fewChanges + 1}`
    const { rows } = await sql<{
      count: number
    }>`select count(*) as count from (${changed}) as changed`.execute(db)
    return Number(rows[0]?.count) <= fewChanges ? sql`(${changed}) as task` : sql`task`
  }

  const conditions = (workspaceId: string, filters: TaskFilters): RawBuilder<unknown>[] => [
    sql`task.workspace_id = ${workspaceId}`,
    // Written out: a parameter would keep the index of active tasks from being used.
    ...(filters.archived === 'left out' ? [sql`task.archived = 0`] : []),
    ...(filters.status === undefined ? [] : [sql`task.status = ${filters.status}`]),
    ...(filters.updatedAfter === undefined ? [] : [sql`task.updated_at > ${filters.updatedAfter}`]),
  ]

  const fromTasks = async (
    source: RawBuilder<unknown>,
    where: readonly RawBuilder<unknown>[],
    { after, limit }: TaskPage,
  ): Promise<Position[]> => {
    const all = after ? [...where, sql`(task.created_at, task.id) < (${after[0]}, ${after[1]})`] : where
    const { rows } = await sql<Position>`
      select task.id, task.created_at from ${source} where ${sql.join([...all], sql` and `)}
      order by task.created_at desc, task.id desc limit ${limit}`.execute(db)
    return rows
  }

  const fromAssignments = async (
    workspaceId: string,
    personId: string,
    where: readonly RawBuilder<unknown>[],
    { after, limit }: TaskPage,
  ): Promise<Position[]> => {
    const own = [sql`mine.workspace_id = ${workspaceId}`, sql`mine.person_id = ${personId}`]
    if (after) own.push(sql`(mine.created_at, mine.task_id) < (${after[0]}, ${after[1]})`)
    const { rows } = await sql<Position>`
      select task.id, task.created_at from task_assignee as mine cross join task
      where ${sql.join([...own, ...where], sql` and `)} and task.id = mine.task_id
      order by mine.created_at desc, mine.task_id desc limit ${limit}`.execute(db)
    return rows
  }

  const inOrder = async (workspaceId: string, positions: readonly Position[], limit: number) => {
    const ids = [...new Set(positions.toSorted(newestFirst).map((position) => position.id))].slice(0, limit)
    const tasks = new Map((await among(workspaceId, ids)).map((task) => [task.id, task]))
    return ids.flatMap((id) => tasks.get(id) ?? [])
  }

  return {
    /** The tasks that the viewer sees and the filters keep, newest first (GEN-07, AUT-09). */
    async list(
      workspaceId: string,
      viewer: Viewer,
      filters: TaskFilters,
      page: TaskPage,
    ): Promise<StoredTask[]> {
      const where = conditions(workspaceId, filters)
      const { assignee } = filters
      if (assignee !== undefined) {
        if (!seesEveryTask(viewer) && assignee !== viewer.personId)
          where.push(sql`(task.created_by = ${viewer.personId} or exists (
            select 1 from task_assignee as seen where seen.workspace_id = ${workspaceId}
              and seen.task_id = task.id and seen.person_id = ${viewer.personId}))`)
        return inOrder(workspaceId, await fromAssignments(workspaceId, assignee, where, page), page.limit)
      }
      const source = await sourceOf(workspaceId, filters.updatedAfter)
      if (seesEveryTask(viewer)) return inOrder(workspaceId, await fromTasks(source, where, page), page.limit)
      // Two ordered reads and a merge: one statement with `or` would sort everything that the person sees.
      const created = await fromTasks(source, [...where, sql`task.created_by = ${viewer.personId}`], page)
      const assigned = await fromAssignments(workspaceId, viewer.personId, where, page)
      return inOrder(workspaceId, [...created, ...assigned], page.limit)
    },

    /** A person's assigned tasks that are neither complete nor archived, in the order of the brief (LCH-08). */
    async openAssigned(workspaceId: string, personId: string, limit: number): Promise<StoredTask[]> {
      const rows = await openOf(workspaceId, personId, limit)
      const tasks = await among(
        workspaceId,
        rows.map((row) => row.task_id),
      )
      return tasks.toSorted(inBriefOrder)
    },
  }
}
