// Lists of tasks (TSK-02, LCH-08, LCH-11): which index leads, and what is asked of the tasks that it leads to.
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { TaskStatus } from '../../shared/api/launcher-tasks.ts'
import type { Priority } from '../../shared/api/primitives.ts'
import { inBriefOrder } from './tasks.rules.ts'
import { seesEveryTask, type Viewer } from './visibility.rules.ts'
import { compiled, param } from '../db/compiled.ts'
import type { Database } from '../db/schema.ts'
import { taskStreamsIn, type Stream, type TaskPage, type TaskPosition } from './task-streams.store.ts'
import type { StoredTask } from './stored-task.ts'

/** Times are epoch milliseconds, and never included themselves. */
export type TaskFilters = {
  archived: 'included' | 'left out'
  status?: string | undefined
  isComplete?: boolean | undefined
  priority?: Priority | undefined
  /** A person's id. */
  assignee?: string | undefined
  parentId?: string | undefined
  linkedRecordId?: string | undefined
  updatedAfter?: number | undefined
  dueAfter?: number | undefined
  dueBefore?: number | undefined
}

type Among = (workspaceId: string, ids: readonly string[]) => Promise<StoredTask[]>
type Statuses = (workspaceId: string) => Promise<TaskStatus[]>
type Condition = RawBuilder<unknown>

/** Up to so many tasks in a stretch of time are all read and sorted; of more, the newest tasks are tried one by one. */
const fewInTime = 2_000
/** Enough to fill a page from where one task in fifty is kept, and still a matter of milliseconds. */
const usuallyLookedAt = 5_000

/** @param lookedAt so many tasks are looked at for a page, at most, where a filter keeps few */
export const taskListsIn = (
  db: Kysely<Database>,
  among: Among,
  statuses: Statuses,
  lookedAt = usuallyLookedAt,
) => {
  const readStreams = taskStreamsIn(db, lookedAt)
  const openOf = compiled<{ task_id: string }>(
    db,
    () => sql`select task_id from task_assignee
      where workspace_id = ${param} and person_id = ${param} and is_open = 1
      order by due_rank, updated_at desc, task_id limit ${param}`,
  )

  const assignedTo = (workspaceId: string, personId: string): Condition => sql`exists (
    select 1 from task_assignee as seen where seen.workspace_id = ${workspaceId}
      and seen.task_id = task.id and seen.person_id = ${personId})`

  const conditionsOf = (filters: TaskFilters, slugs: readonly string[] | undefined) => ({
    archived: filters.archived === 'left out' ? [sql`task.archived = 0`] : [],
    status: slugs ? [sql`task.status in (${sql.join([...slugs])})`] : [],
    priority: filters.priority === undefined ? [] : [sql`task.priority = ${filters.priority}`],
    parent: filters.parentId === undefined ? [] : [sql`task.parent_id = ${filters.parentId}`],
    updated: filters.updatedAfter === undefined ? [] : [sql`task.updated_at > ${filters.updatedAfter}`],
    due: [
      ...(filters.dueAfter === undefined ? [] : [sql`task.due_date > ${filters.dueAfter}`]),
      ...(filters.dueBefore === undefined ? [] : [sql`task.due_date < ${filters.dueBefore}`]),
    ],
  })

  /** The tasks of a range of time, if there are few. */
  const fewIn = async (workspaceId: string, range: readonly Condition[]) => {
    if (range.length === 0) return undefined
    const where = sql.join([sql`task.workspace_id = ${workspaceId}`, ...range], sql` and `)
    const { rows } = await sql<{ count: number }>`select count(*) as count
      from (select 1 as one from task where ${where} limit ${fewInTime + 1}) as changed`.execute(db)
    return Number(rows[0]?.count) > fewInTime
      ? undefined
      : sql`(select * from task where ${where} limit ${fewInTime + 1}) as task`
  }

  const linkedTo =
    (links: Condition, target: Condition) =>
    (workspaceId: string, id: string, rest: readonly Condition[]): Stream => ({
      workspaceId,
      kind: 'links',
      table: links,
      own: [sql`link.workspace_id = ${workspaceId}`, sql`${target} = ${id}`],
      rest,
    })
  const ofAssignee = linkedTo(sql`task_assignee as link`, sql`link.person_id`)
  const ofRecord = linkedTo(sql`task_record as link`, sql`link.record_id`)

  const streamsOf = async (
    workspaceId: string,
    viewer: Viewer,
    filters: TaskFilters,
    slugs: readonly string[] | undefined,
  ): Promise<Stream[]> => {
    const { archived, status, priority, parent, updated, due } = conditionsOf(filters, slugs)
    const here = sql`task.workspace_id = ${workspaceId}`
    const { parentId, linkedRecordId, assignee } = filters
    const seesAll = seesEveryTask(viewer) || assignee === viewer.personId
    const visible = seesAll
      ? []
      : [sql`(task.created_by = ${viewer.personId} or ${assignedTo(workspaceId, viewer.personId)})`]
    const assigned = assignee === undefined ? [] : [assignedTo(workspaceId, assignee)]
    const plain = [...archived, ...status, ...priority, ...updated, ...due]
    const tasks = (own: readonly Condition[], rest: readonly Condition[]): Stream => ({
      workspaceId,
      kind: 'tasks',
      table: sql`task`,
      own: [here, ...own],
      rest,
    })

    if (parentId !== undefined) {
      const linked =
        linkedRecordId === undefined
          ? []
          : [
              sql`exists (select 1 from task_record as held where held.workspace_id = ${workspaceId}
                and held.task_id = task.id and held.record_id = ${linkedRecordId})`,
            ]
      return [tasks(parent, [...plain, ...linked, ...assigned, ...visible])]
    }
    if (linkedRecordId !== undefined)
      return [ofRecord(workspaceId, linkedRecordId, [...plain, ...assigned, ...visible])]
    if (assignee !== undefined) return [ofAssignee(workspaceId, assignee, [...plain, ...visible])]
    const few = (await fewIn(workspaceId, updated)) ?? (await fewIn(workspaceId, due))
    if (few) return [{ workspaceId, kind: 'few', table: few, own: [here], rest: [...plain, ...visible] }]
    // Two ordered reads and a merge: one statement with `or` would sort everything that the person sees.
    if (!seesAll)
      return [
        tasks([sql`task.created_by = ${viewer.personId}`], plain),
        ofAssignee(workspaceId, viewer.personId, plain),
      ]
    if (slugs)
      return slugs.map((slug) =>
        tasks([sql`task.status = ${slug}`], [...archived, ...priority, ...updated, ...due]),
      )
    if (priority.length > 0) return [tasks(priority, [...archived, ...updated, ...due])]
    return [tasks(archived, [...updated, ...due])]
  }

  /** The statuses that the filters leave; undefined when they leave all. */
  const slugsOf = async (workspaceId: string, { status, isComplete }: TaskFilters) => {
    if (isComplete === undefined) return status === undefined ? undefined : [status]
    const fitting = (await statuses(workspaceId)).filter((each) => each.isComplete === isComplete)
    return fitting.map((each) => each.slug).filter((slug) => status === undefined || slug === status)
  }

  return {
    /**
     * The tasks that the viewer sees and the filters keep, newest first (GEN-07, AUT-09), and where the next page
     * starts. A page is short where a filter keeps little of much; the next one goes on from there.
     */
    async list(
      workspaceId: string,
      viewer: Viewer,
      filters: TaskFilters,
      page: TaskPage,
    ): Promise<{ tasks: StoredTask[]; next: TaskPosition | null }> {
      const slugs = await slugsOf(workspaceId, filters)
      if (slugs?.length === 0) return { tasks: [], next: null }
      const streams = await streamsOf(workspaceId, viewer, filters, slugs)
      const { ids, next } = await readStreams(streams, page)
      const tasks = new Map((await among(workspaceId, ids)).map((task) => [task.id, task]))
      return { tasks: ids.flatMap((id) => tasks.get(id) ?? []), next }
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
