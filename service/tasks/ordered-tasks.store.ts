// Lists tasks in an order that no index has: a few are read and sorted.
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../db/store.ts'
import type { StoredTask } from './stored-task.ts'
import { assignedTo, conditionsOf, slugsOf, type TaskFilters } from './task-lists.store.ts'
import { tasksAmong } from './tasks.store.ts'
import { dueRank } from './tasks.rules.ts'
import { seesEveryTask, type Viewer } from './visibility.rules.ts'

/** By due date with undated tasks last, by priority with the most urgent first, or by change with the latest first. */
export type TaskOrder = 'due' | 'priority' | 'updated'

/** These lists never have a parent or a record. */
type Filters = Omit<TaskFilters, 'parentId' | 'linkedRecordId'>

/** The keys of the last task of a page, and its id. */
export type OrderedPosition = readonly [first: number, second: number, id: string]

/** Longer lists are not sorted. */
const mostSorted = 2_000

const due = sql`coalesce(task.due_date, ${sql.lit(dueRank(null))})`
const latest = sql`-task.updated_at`
const rank = sql`case task.priority when 'urgent' then 0 when 'high' then 1 when 'medium' then 2
  when 'low' then 3 else 4 end`
const keysOf: Record<TaskOrder, readonly [RawBuilder<unknown>, RawBuilder<unknown>]> = {
  due: [due, latest],
  priority: [rank, due],
  updated: [latest, due],
}

/** Ids of the tasks to sort, by the index that leads to the fewest. */
const idsOf = (
  workspaceId: string,
  viewer: Viewer,
  { assignee, isComplete, archived }: Filters,
  slugs: readonly string[] | undefined,
): RawBuilder<unknown> => {
  const ofPerson = (personId: string) => sql`select task_id as id from task_assignee
    where workspace_id = ${workspaceId} and person_id = ${personId}
    ${isComplete === false && archived === 'left out' ? sql`and is_open = 1` : sql``}`
  if (typeof assignee === 'string') return ofPerson(assignee)
  if (!seesEveryTask(viewer))
    return sql`select id from task where workspace_id = ${workspaceId} and created_by = ${viewer.personId}
      union ${ofPerson(viewer.personId)}`
  const status = slugs ? sql`and status in (${sql.join([...slugs])})` : sql``
  const active = archived === 'left out' ? sql`and archived = 0` : sql``
  return sql`select id from task where workspace_id = ${workspaceId} ${status} ${active}`
}

/**
 * The tasks that the viewer sees (AUT-09) and the filters keep, in an order.
 * @returns undefined where there are too many to sort
 */
export async function tasksInOrder(
  tx: Tx,
  workspaceId: string,
  viewer: Viewer,
  filters: Filters,
  { order, after, limit }: { order: TaskOrder; after: OrderedPosition | undefined; limit: number },
): Promise<{ tasks: StoredTask[]; next: OrderedPosition | null } | undefined> {
  const slugs = await slugsOf(tx, workspaceId, filters)
  if (slugs?.length === 0) return { tasks: [], next: null }
  const ids = sql`select id from (${idsOf(workspaceId, viewer, filters, slugs)}) as found
    limit ${mostSorted + 1}`
  const counted = await sql<{ count: number }>`select count(*) as count from (${ids}) as few`.execute(tx)
  if (Number(counted.rows[0]?.count) > mostSorted) return undefined
  const {
    archived,
    unassigned,
    section,
    status,
    priority,
    updated,
    due: inTime,
  } = conditionsOf(workspaceId, filters, slugs)
  const isOthers = typeof filters.assignee === 'string' && filters.assignee !== viewer.personId
  const visible =
    isOthers && !seesEveryTask(viewer)
      ? [sql`(task.created_by = ${viewer.personId} or ${assignedTo(workspaceId, viewer.personId)})`]
      : []
  const where = [
    sql`task.workspace_id = ${workspaceId}`,
    ...[archived, unassigned, section, status, priority, updated, inTime, visible].flat(),
  ]
  const [first, second] = keysOf[order]
  const onward = after ? sql`where (first, second, id) > (${after[0]}, ${after[1]}, ${after[2]})` : sql``
  const { rows } = await sql<{ first: number; second: number; id: string }>`
    select first, second, id from (
      select ${first} as first, ${second} as second, task.id as id
      from (${ids}) as few join task on task.id = few.id
      where ${sql.join(where, sql` and `)}) as sorted
    ${onward} order by first, second, id limit ${limit + 1}`.execute(tx)
  const shown = rows.slice(0, limit)
  const found = await tasksAmong(
    tx,
    workspaceId,
    shown.map(({ id }) => id),
  )
  const tasks = new Map(found.map((task) => [task.id, task]))
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    tasks: shown.flatMap(({ id }) => tasks.get(id) ?? []),
    next: last ? [Number(last.first), Number(last.second), last.id] : null,
  }
}
