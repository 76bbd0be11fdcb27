// Lists of tasks (TSK-02, LCH-08, LCH-11): which index leads, and what is asked of the tasks that it leads to. Positions are read in
// the order of an index and merged, so that a page costs what it shows. Filters that no index knows look at a bounded stretch of
// it: a page can be short and still have a next one.
import { sql, type RawBuilder } from 'kysely'
import type { Priority } from '../../shared/api/primitives.ts'
import { inBriefOrder } from './tasks.rules.ts'
import { seesEveryTask, type Viewer } from './visibility.rules.ts'
import { param, statement } from '../db/sql.ts'
import type { Tx } from '../db/store.ts'
import { statusesOfTasks } from './task-settings.store.ts'
import { tasksAmong } from './tasks.store.ts'
import type { StoredTask } from './stored-task.ts'

/** Times are epoch milliseconds, and never included themselves. */
export type TaskFilters = {
  archived: 'included' | 'left out' | 'only'
  status?: string | undefined
  isComplete?: boolean | undefined
  priority?: Priority | undefined
  /** A person's id. Null: tasks without an assignee. */
  assignee?: string | null | undefined
  parentId?: string | undefined
  /** Null: tasks without a section. */
  sectionId?: string | null | undefined
  linkedRecordId?: string | undefined
  updatedAfter?: number | undefined
  dueAfter?: number | undefined
  dueBefore?: number | undefined
}

type Condition = RawBuilder<unknown>

/** Up to so many tasks in a stretch of time are all read and sorted; of more, the newest tasks are tried one by one. */
const fewInTime = 2_000
/**
 * So many tasks are looked at for one page of one stream: enough to fill it from where one task in fifty is kept, and still a
 * matter of milliseconds.
 */
const usuallyLookedAt = 5_000

const openOf = statement<{ task_id: string }>(
  () => sql`select task_id from task_assignee
    where workspace_id = ${param} and person_id = ${param} and is_open = 1
    order by due_rank, updated_at desc, task_id limit ${param}`,
)

export const assignedTo = (workspaceId: string, personId: string): Condition => sql`exists (
  select 1 from task_assignee as seen where seen.workspace_id = ${workspaceId}
    and seen.task_id = task.id and seen.person_id = ${personId})`

const archivedOf = (archived: TaskFilters['archived']): Condition[] => {
  if (archived === 'included') return []
  return [archived === 'only' ? sql`task.archived = 1` : sql`task.archived = 0`]
}

const isUnassigned = (workspaceId: string): Condition => sql`not exists (
  select 1 from task_assignee as held where held.workspace_id = ${workspaceId} and held.task_id = task.id)`

const sectionOf = (id: string | null | undefined): Condition[] => {
  if (id === undefined) return []
  return [id === null ? sql`task.section_id is null` : sql`task.section_id = ${id}`]
}

export const conditionsOf = (
  workspaceId: string,
  filters: TaskFilters,
  slugs: readonly string[] | undefined,
) => ({
  archived: archivedOf(filters.archived),
  unassigned: filters.assignee === null ? [isUnassigned(workspaceId)] : [],
  section: sectionOf(filters.sectionId),
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
const fewIn = async (tx: Tx, workspaceId: string, range: readonly Condition[]) => {
  if (range.length === 0) return undefined
  const where = sql.join([sql`task.workspace_id = ${workspaceId}`, ...range], sql` and `)
  const { rows } = await sql<{ count: number }>`select count(*) as count
    from (select 1 as one from task where ${where} limit ${fewInTime + 1}) as changed`.execute(tx)
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
  tx: Tx,
  workspaceId: string,
  viewer: Viewer,
  filters: TaskFilters,
  slugs: readonly string[] | undefined,
): Promise<Stream[]> => {
  const { archived, unassigned, section, status, priority, parent, updated, due } = conditionsOf(
    workspaceId,
    filters,
    slugs,
  )
  const here = sql`task.workspace_id = ${workspaceId}`
  const { parentId, linkedRecordId, assignee } = { ...filters, assignee: filters.assignee ?? undefined }
  const loose = [...unassigned, ...section]
  const seesAll = seesEveryTask(viewer) || assignee === viewer.personId
  const visible = seesAll
    ? []
    : [sql`(task.created_by = ${viewer.personId} or ${assignedTo(workspaceId, viewer.personId)})`]
  const assigned = assignee === undefined ? [] : [assignedTo(workspaceId, assignee)]
  const plain = [...archived, ...loose, ...status, ...priority, ...updated, ...due]
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
  const few = (await fewIn(tx, workspaceId, updated)) ?? (await fewIn(tx, workspaceId, due))
  if (few) return [{ workspaceId, kind: 'few', table: few, own: [here], rest: [...plain, ...visible] }]
  // Two ordered reads and a merge: one statement with `or` would sort everything that the person sees.
  if (!seesAll)
    return [
      tasks([sql`task.created_by = ${viewer.personId}`], plain),
      ofAssignee(workspaceId, viewer.personId, plain),
    ]
  if (slugs)
    return slugs.map((slug) =>
      tasks([sql`task.status = ${slug}`], [...archived, ...loose, ...priority, ...updated, ...due]),
    )
  if (priority.length > 0) return [tasks(priority, [...archived, ...loose, ...updated, ...due])]
  // No index leads to archived tasks alone.
  const [own, asked] = filters.archived === 'only' ? [[], archived] : [archived, []]
  return [tasks(own, [...asked, ...loose, ...updated, ...due])]
}

/** The statuses that the filters leave; undefined when they leave all. */
export const slugsOf = async (tx: Tx, workspaceId: string, { status, isComplete }: TaskFilters) => {
  if (isComplete === undefined) return status === undefined ? undefined : [status]
  const fitting = (await statusesOfTasks(tx, workspaceId)).filter((each) => each.isComplete === isComplete)
  return fitting.map((each) => each.slug).filter((slug) => status === undefined || slug === status)
}

/** Creation time in epoch milliseconds, then id. */
export type TaskPosition = readonly [createdAt: number, id: string]

export type TaskPage = {
  /** End of the previous page. */
  after?: TaskPosition | undefined
  limit: number
}

/** Rows of one table that lie in an index newest first. */
export type Stream = {
  workspaceId: string
  /** Tasks, so few of them that they need no bound, or links (as `link`) whose tasks are looked up. */
  kind: 'tasks' | 'few' | 'links'
  table: RawBuilder<unknown>
  /** Conditions on the index. */
  own: readonly RawBuilder<unknown>[]
  /** Further conditions on each task. */
  rest: readonly RawBuilder<unknown>[]
}

const isOlder = (a: TaskPosition, b: TaskPosition): boolean => a[0] < b[0] || (a[0] === b[0] && a[1] < b[1])
const newestFirst = (a: TaskPosition, b: TaskPosition): number => (isOlder(a, b) ? 1 : isOlder(b, a) ? -1 : 0)

const positionOf = (row: { created_at: number; id: string }): TaskPosition => [row.created_at, row.id]

/** So many tasks are looked at first, which is enough where most are kept, then so many more, and then the rest. */
const firstStretches = [50, 250, 750]

const stretchesOf = (lookedAt: number): number[] => {
  const sizes: number[] = []
  let left = lookedAt
  for (const size of [...firstStretches, lookedAt]) {
    if (left > 0) sizes.push(Math.min(size, left))
    left -= size
  }
  return sizes
}

/** @returns what was found, and how far everything has been found; nowhere further is undefined */
const walk = async (
  tx: Tx,
  { workspaceId, kind, table, own, rest }: Stream,
  { after, limit }: TaskPage,
  lookedAt: number,
): Promise<{ found: TaskPosition[]; end: TaskPosition | undefined }> => {
  const linked = kind === 'links'
  const at = linked ? sql`link.created_at` : sql`task.created_at`
  const id = linked ? sql`link.task_id` : sql`task.id`
  const ordered = (from: RawBuilder<unknown>, where: readonly RawBuilder<unknown>[]) => sql`
    from ${from} where ${sql.join([...where], sql` and `)} order by ${at} desc, ${id} desc`
  const startAt = (place: TaskPosition | undefined) =>
    place ? [...own, sql`(${at}, ${id}) < (${place[0]}, ${place[1]})`] : own
  const positions = async (of: RawBuilder<unknown>, count: RawBuilder<unknown>) => {
    const { rows } = await sql<{ created_at: number; id: string }>`
      select ${at} as created_at, ${id} as id ${of} limit ${count}`.execute(tx)
    return rows.map(positionOf)
  }
  // `cross join`: the links lead, in their order.
  const withTasks = (from: RawBuilder<unknown>) => (linked ? sql`${from} cross join task` : from)
  const asked = [
    ...(linked ? [sql`task.workspace_id = ${workspaceId}`, sql`task.id = link.task_id`] : []),
    ...rest,
  ]

  if (kind === 'few' || rest.length === 0) {
    const found = await positions(ordered(withTasks(table), [...startAt(after), ...asked]), sql`${limit + 1}`)
    return { found, end: found.length > limit ? found.at(-1) : undefined }
  }
  const found: TaskPosition[] = []
  let place = after
  for (const size of stretchesOf(lookedAt)) {
    const ahead = ordered(table, startAt(place))
    // Capped inside, so that what is asked of a task leads to no other index: by that one, the engine could read
    // through everything in the time of the stretch.
    const stretch = sql`(select * ${ahead} limit ${size}) as ${linked ? sql`link` : sql`task`}`
    const wanted = limit + 1 - found.length
    found.push(...(await positions(ordered(withTasks(stretch), asked), sql`${wanted}`)))
    if (found.length > limit) return { found, end: found.at(-1) }
    const [last] = await positions(ahead, sql`1 offset ${size - 1}`)
    if (!last) return { found, end: undefined }
    place = last
  }
  return { found, end: place }
}

/** A page of what is in any of the streams, newest first, and where the next page starts. */
const readStreams = async (
  tx: Tx,
  streams: readonly Stream[],
  page: TaskPage,
  lookedAt: number,
): Promise<{ ids: string[]; next: TaskPosition | null }> => {
  const found = new Map<string, TaskPosition>()
  let end: TaskPosition | undefined
  for (const stream of streams) {
    const walked = await walk(tx, stream, page, lookedAt)
    for (const position of walked.found) found.set(position[1], position)
    if (walked.end && (!end || isOlder(end, walked.end))) end = walked.end
  }
  const all = [...found.values()].toSorted(newestFirst)
  const complete = end ? all.filter((position) => !isOlder(position, end)) : all
  const shown = complete.slice(0, page.limit)
  const next = complete.length > page.limit ? shown.at(-1) : end
  return { ids: shown.map(([, id]) => id), next: next ?? null }
}

/**
 * The tasks that the viewer sees and the filters keep, newest first (GEN-07, AUT-09), and where the next page
 * starts. A page is short where a filter keeps little of much; the next one goes on from there.
 */
export async function tasksByCreation(
  tx: Tx,
  workspaceId: string,
  viewer: Viewer,
  filters: TaskFilters,
  page: TaskPage,
  lookedAt = usuallyLookedAt,
): Promise<{ tasks: StoredTask[]; next: TaskPosition | null }> {
  const slugs = await slugsOf(tx, workspaceId, filters)
  if (slugs?.length === 0) return { tasks: [], next: null }
  const streams = await streamsOf(tx, workspaceId, viewer, filters, slugs)
  const { ids, next } = await readStreams(tx, streams, page, lookedAt)
  const tasks = new Map((await tasksAmong(tx, workspaceId, ids)).map((task) => [task.id, task]))
  return { tasks: ids.flatMap((id) => tasks.get(id) ?? []), next }
}

/** A person's assigned tasks that are neither complete nor archived, in the order of the brief (LCH-08). */
export async function openAssignedTasks(
  tx: Tx,
  workspaceId: string,
  personId: string,
  limit: number,
): Promise<StoredTask[]> {
  const rows = await openOf(tx, workspaceId, personId, limit)
  const tasks = await tasksAmong(
    tx,
    workspaceId,
    rows.map((row) => row.task_id),
  )
  return tasks.toSorted(inBriefOrder)
}
