// Tasks, and their links to people, records and meetings in their given order.
import { sql } from 'kysely'
import { priority as priorityNames, recurrence as recurrenceShape } from '../../shared/api/primitives.ts'
import { inPipeline, insertRows, listStatement, param, statement } from '../db/sql.ts'
import type { TaskTable } from '../db/schema.ts'
import { putSearchEntries, removeSearchEntry, type SearchEntry } from '../search/write-index.store.ts'
import { dueRank } from './tasks.rules.ts'
import { everyone } from '../search/lookup.store.ts'
import {
  changedTask,
  newTask,
  taskRow,
  type NewTask,
  type StoredTask,
  type TaskChange,
} from './stored-task.ts'
import { noteCommentsOfTask } from '../search/text-index.store.ts'
import { completeStatuses } from './task-settings.store.ts'
import type { Tx } from '../db/store.ts'

export const searchEntryOf = (task: StoredTask): SearchEntry => ({
  kind: 'task',
  ref: task.id,
  title: task.title,
  rankedAt: task.updatedAt,
  audiences: [everyone, task.createdBy, ...task.assignees],
  isTextDue: hasText(task),
})

const hasText = ({ description }: StoredTask): boolean => (description ?? '') !== ''

const peopleOf = ({ createdBy, assignees }: StoredTask): string =>
  JSON.stringify([...new Set([createdBy, ...assignees])].toSorted())

/** Makes a changed task findable as it is: its text too, if that changed or others see it. */
async function putChanged(tx: Tx, workspaceId: string, before: StoredTask, after: StoredTask): Promise<void> {
  const areOthers = peopleOf(before) !== peopleOf(after)
  const isOther = areOthers || before.title !== after.title || before.archived !== after.archived
  const isTextDue = before.description !== after.description || (hasText(after) && isOther)
  await inPipeline([
    putSearchEntries(tx, workspaceId, [{ ...searchEntryOf(after), isTextDue }]),
    areOthers ? noteCommentsOfTask(tx, workspaceId, after.id) : Promise.resolve(),
  ])
}

const linkColumns = {
  task_assignee: 'person_id',
  task_record: 'record_id',
  task_meeting: 'meeting_id',
} as const
type LinkTable = keyof typeof linkColumns

type Links = Pick<StoredTask, 'assignees' | 'linkedRecordIds' | 'linkedMeetingIds'>

const addAssignees = insertRows('task_assignee', {
  text: ['workspace_id', 'task_id', 'person_id'],
  number: ['position', 'created_at', 'is_open', 'due_rank', 'updated_at'],
})
const addRecordLinks = insertRows('task_record', {
  text: ['workspace_id', 'task_id', 'record_id'],
  number: ['position', 'created_at'],
})
const addMeetingLinks = insertRows('task_meeting', {
  text: ['workspace_id', 'task_id', 'meeting_id'],
  number: ['position'],
})

const linked = (table: LinkTable) => {
  const rowsOf = listStatement<{ task_id: string; ref: string }>(
    (ids) => sql`select task_id, ${sql.ref(linkColumns[table])} as ref from ${sql.table(table)}
      where task_id ${ids} and workspace_id = ${param} order by task_id, position`,
  )
  return async (tx: Tx, workspaceId: string, taskIds: readonly string[]) =>
    Map.groupBy(await rowsOf(tx, taskIds, workspaceId), (row) => row.task_id)
}
const assigneesOf = linked('task_assignee')
const recordsOf = linked('task_record')
const meetingsOf = linked('task_meeting')

/** The links of each of these tasks. */
async function linksOfTasks(
  tx: Tx,
  workspaceId: string,
  taskIds: readonly string[],
): Promise<(taskId: string) => Links> {
  const assignees = await assigneesOf(tx, workspaceId, taskIds)
  const records = await recordsOf(tx, workspaceId, taskIds)
  const meetings = await meetingsOf(tx, workspaceId, taskIds)
  return (taskId) => ({
    assignees: (assignees.get(taskId) ?? []).map((row) => row.ref),
    linkedRecordIds: (records.get(taskId) ?? []).map((row) => row.ref),
    linkedMeetingIds: (meetings.get(taskId) ?? []).map((row) => row.ref),
  })
}

/** Assignments carry what orders a person's own tasks, so they follow every change of a task. */
export async function putTaskAssignees(
  tx: Tx,
  workspaceId: string,
  tasks: readonly StoredTask[],
  completeStatuses: ReadonlySet<string>,
): Promise<void> {
  await addAssignees(
    tx,
    tasks.flatMap((task) => {
      const isOpen = !task.archived && !completeStatuses.has(task.status)
      return task.assignees.map((personId, position) => ({
        workspace_id: workspaceId,
        task_id: task.id,
        person_id: personId,
        position,
        created_at: task.createdAt,
        is_open: isOpen ? (1 as const) : (0 as const),
        due_rank: dueRank(task.dueDate),
        updated_at: task.updatedAt,
      }))
    }),
  )
}

export async function putTaskRecords(
  tx: Tx,
  workspaceId: string,
  tasks: readonly StoredTask[],
): Promise<void> {
  await addRecordLinks(
    tx,
    tasks.flatMap((task) =>
      task.linkedRecordIds.map((recordId, position) => ({
        workspace_id: workspaceId,
        task_id: task.id,
        record_id: recordId,
        position,
        created_at: task.createdAt,
      })),
    ),
  )
}

export async function putTaskMeetings(
  tx: Tx,
  workspaceId: string,
  tasks: readonly StoredTask[],
): Promise<void> {
  await addMeetingLinks(
    tx,
    tasks.flatMap((task) =>
      task.linkedMeetingIds.map((meetingId, position) => ({
        workspace_id: workspaceId,
        task_id: task.id,
        meeting_id: meetingId,
        position,
      })),
    ),
  )
}

async function clearTaskLinks(tx: Tx, workspaceId: string, table: LinkTable, taskId: string): Promise<void> {
  await tx.deleteFrom(table).where('workspace_id', '=', workspaceId).where('task_id', '=', taskId).execute()
}

const recurrenceOf = ({ recurrence_rule: rule, recurrence_after: after }: TaskTable) =>
  rule === null ? null : { rule, after: recurrenceShape.shape.after.parse(after) }

const present = async (tx: Tx, workspaceId: string, rows: readonly TaskTable[]): Promise<StoredTask[]> => {
  if (rows.length === 0) return []
  const linksOf = await linksOfTasks(
    tx,
    workspaceId,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    description: row.description,
    status: row.status,
    priority: priorityNames.parse(row.priority),
    startDate: row.start_date,
    dueDate: row.due_date,
    parentId: row.parent_id,
    sectionId: row.section_id,
    secondsLogged: row.time_logged * 60 + row.seconds_logged,
    timer:
      row.timer_person_id === null || row.timer_started_at === null
        ? null
        : { personId: row.timer_person_id, startedAt: row.timer_started_at },
    estimatedTime: row.estimated_time,
    archived: row.archived === 1,
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
    recurrence: recurrenceOf(row),
    nextTaskId: row.next_task_id,
    ...linksOf(row.id),
  }))
}

const rowsOf = listStatement<TaskTable>(
  (ids) => sql`select * from task where id ${ids} and workspace_id = ${param}`,
)

/** Tasks of the workspace among `ids`, archived ones too, in no particular order. */
export const tasksAmong = async (
  tx: Tx,
  workspaceId: string,
  ids: readonly string[],
): Promise<StoredTask[]> => present(tx, workspaceId, await rowsOf(tx, ids, workspaceId))

/** Archived ones too; whether a person may see it is the caller's question. */
export const getTask = async (tx: Tx, workspaceId: string, id: string): Promise<StoredTask | undefined> =>
  (await tasksAmong(tx, workspaceId, [id]))[0]

const timerRows = statement<{ id: string }>(
  () => sql`select id from task where workspace_id = ${param} and timer_person_id = ${param}`,
)

/** The task on which a timer of the person runs. */
export async function taskWithTimerOf(
  tx: Tx,
  workspaceId: string,
  personId: string,
): Promise<StoredTask | undefined> {
  const [row] = await timerRows(tx, workspaceId, personId)
  return row && getTask(tx, workspaceId, row.id)
}

const addTaskRows = insertRows('task', {
  text: [
    'workspace_id',
    'id',
    'title',
    'description',
    'status',
    'priority',
    'parent_id',
    'section_id',
    'created_by',
    'recurrence_rule',
    'recurrence_after',
  ],
  number: [
    'start_date',
    'due_date',
    'time_logged',
    'seconds_logged',
    'estimated_time',
    'archived',
    'created_at',
    'updated_at',
    'version',
  ],
})

/** Stores new tasks with their links and makes them findable. Targets have been checked by the caller. */
export const insertTasks = async (tx: Tx, workspaceId: string, tasks: readonly NewTask[]): Promise<void> => {
  const complete = await completeStatuses(tx, workspaceId)
  const stored = tasks.map(newTask)
  await inPipeline([
    addTaskRows(
      tx,
      stored.map((task) => taskRow(workspaceId, task)),
    ),
    putTaskAssignees(tx, workspaceId, stored, complete),
    putTaskRecords(tx, workspaceId, stored),
    putTaskMeetings(tx, workspaceId, stored),
    putSearchEntries(
      tx,
      workspaceId,
      stored.map((task) => ({ ...searchEntryOf(task), isNew: true })),
    ),
  ])
}

export const insertTask = (tx: Tx, workspaceId: string, task: NewTask): Promise<void> =>
  insertTasks(tx, workspaceId, [task])

/** Changes what is given of a task that was read in this very transaction. @returns the task as it is now */
export async function updateTask(
  tx: Tx,
  workspaceId: string,
  task: StoredTask,
  change: TaskChange,
  at: number,
): Promise<StoredTask> {
  const next = { ...changedTask(task, change), updatedAt: at, version: task.version + 1 }
  const { workspace_id: _workspace, id: _id, ...row } = taskRow(workspaceId, next)
  const complete = await completeStatuses(tx, workspaceId)
  await inPipeline([
    tx
      .updateTable('task')
      .set(row)
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', task.id)
      .execute(),
    clearTaskLinks(tx, workspaceId, 'task_assignee', task.id),
    ...(change.linkedRecordIds ? [clearTaskLinks(tx, workspaceId, 'task_record', task.id)] : []),
    ...(change.linkedMeetingIds ? [clearTaskLinks(tx, workspaceId, 'task_meeting', task.id)] : []),
    next.archived
      ? removeSearchEntry(tx, workspaceId, 'task', task.id)
      : putChanged(tx, workspaceId, task, next),
  ])
  await inPipeline([
    putTaskAssignees(tx, workspaceId, [next], complete),
    ...(change.linkedRecordIds ? [putTaskRecords(tx, workspaceId, [next])] : []),
    ...(change.linkedMeetingIds ? [putTaskMeetings(tx, workspaceId, [next])] : []),
  ])
  return next
}

/** Whether a task has a comment or a subtask. */
export async function isBuiltUpon(tx: Tx, workspaceId: string, taskId: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from task_comment where workspace_id = ${workspaceId} and task_id = ${taskId}
    union all select 1 from task where workspace_id = ${workspaceId} and parent_id = ${taskId} limit 1`.execute(
      tx,
    )
  return rows.length > 0
}

/** Whether `ancestorId` stands somewhere above `taskId`, or is it (TSK-07). */
export async function isTaskBelow(
  tx: Tx,
  workspaceId: string,
  taskId: string,
  ancestorId: string,
): Promise<boolean> {
  if (taskId === ancestorId) return true
  // `union` drops what was seen, so the walk ends even on a loop that an import brought in.
  const { rows } = await sql`
    with recursive up(id) as (
      select task.parent_id from task
      where task.workspace_id = ${workspaceId} and task.id = ${taskId} and task.parent_id is not null
      union
      select task.parent_id from task join up on task.id = up.id
      where task.workspace_id = ${workspaceId} and task.parent_id is not null)
    select 1 from up where id = ${ancestorId} limit 1`.execute(tx)
  return rows.length > 0
}
