// Tasks. Their links are in `task-links.store.ts`, their lists in `task-lists.store.ts`, and statuses and sections, which
// only operator commands write, in `task-settings.store.ts`.
import { sql, type Kysely } from 'kysely'
import { priority as priorityNames } from '../../shared/api/primitives.ts'
import { inPipeline } from '../db/pipeline.ts'
import { compiledChunks, compiledList, param } from '../db/compiled.ts'
import type { Database, TaskTable } from '../db/schema.ts'
import { searchIndexIn, type SearchEntry } from '../search/write-index.store.ts'
import { everyone } from '../search/scope.ts'
import type { NewTask, StoredTask, TaskChange } from './stored-task.ts'
import { taskLinksIn } from './task-links.store.ts'
import { taskListsIn } from './task-lists.store.ts'
import { taskSettingsIn } from './task-settings.store.ts'
import { storeOf } from '../db/store.ts'

export const taskRow = (workspaceId: string, task: StoredTask): TaskTable => ({
  workspace_id: workspaceId,
  id: task.id,
  title: task.title,
  description: task.description,
  status: task.status,
  priority: task.priority,
  start_date: task.startDate,
  due_date: task.dueDate,
  parent_id: task.parentId,
  section_id: task.sectionId,
  time_logged: task.timeLogged,
  estimated_time: task.estimatedTime,
  archived: task.archived ? 1 : 0,
  created_by: task.createdBy,
  created_at: task.createdAt,
  updated_at: task.updatedAt,
  version: task.version,
})

export const searchEntryOf = (task: StoredTask): SearchEntry => ({
  kind: 'task',
  ref: task.id,
  title: task.title,
  rankedAt: task.updatedAt,
  audiences: [everyone, task.createdBy, ...task.assignees],
})

export const tasksIn = storeOf((db: Kysely<Database>) => {
  const search = searchIndexIn(db)
  const settings = taskSettingsIn(db)
  const links = taskLinksIn(db)

  const present = async (workspaceId: string, rows: readonly TaskTable[]): Promise<StoredTask[]> => {
    if (rows.length === 0) return []
    const linksOf = await links.of(
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
      timeLogged: row.time_logged,
      estimatedTime: row.estimated_time,
      archived: row.archived === 1,
      createdBy: row.created_by,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      version: row.version,
      ...linksOf(row.id),
    }))
  }

  const rowsOf = compiledList<TaskTable>(
    db,
    (ids) => sql`select * from task where id in (${ids}) and workspace_id = ${param}`,
  )
  const among = async (workspaceId: string, ids: readonly string[]): Promise<StoredTask[]> =>
    present(workspaceId, await rowsOf(ids, [workspaceId]))

  const get = async (workspaceId: string, id: string): Promise<StoredTask | undefined> =>
    (await among(workspaceId, [id]))[0]

  const insertTasks = compiledChunks(db, (rows) =>
    db.insertInto('task').values(Array.from({ length: rows }, () => taskRow('', blankTask))),
  )
  const createMany = async (workspaceId: string, tasks: readonly NewTask[]): Promise<void> => {
    const complete = await settings.completeStatuses(workspaceId)
    const stored = tasks.map((task): StoredTask => ({ ...task, version: 1, archived: false, timeLogged: 0 }))
    await inPipeline([
      insertTasks(stored.map((task) => Object.values(taskRow(workspaceId, task)))),
      links.putAssignees(workspaceId, stored, complete),
      links.putRecords(workspaceId, stored),
      links.putMeetings(workspaceId, stored),
      search.putMany(
        workspaceId,
        stored.map((task) => ({ ...searchEntryOf(task), isNew: true })),
      ),
    ])
  }

  return {
    ...settings,
    ...taskListsIn(db, among, (workspaceId) => settings.statuses(workspaceId)),

    /** Archived ones too; whether a person may see it is the caller's question. */
    get,

    /** Tasks of the workspace among `ids`, archived ones too, in no particular order. */
    among,

    /** Stores new tasks with their links and makes them findable. Targets have been checked by the caller. */
    createMany,

    create: (workspaceId: string, task: NewTask): Promise<void> => createMany(workspaceId, [task]),

    /** Changes what is given of a task that was read in this very transaction. @returns the task as it is now */
    async change(workspaceId: string, task: StoredTask, change: TaskChange, at: number): Promise<StoredTask> {
      const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
      const next: StoredTask = { ...task, ...given, updatedAt: at, version: task.version + 1 }
      const { workspace_id: _workspace, id: _id, ...row } = taskRow(workspaceId, next)
      const complete = await settings.completeStatuses(workspaceId)
      await inPipeline([
        db
          .updateTable('task')
          .set(row)
          .where('workspace_id', '=', workspaceId)
          .where('id', '=', task.id)
          .execute(),
        links.clear(workspaceId, 'task_assignee', task.id),
        ...(change.linkedRecordIds ? [links.clear(workspaceId, 'task_record', task.id)] : []),
        ...(change.linkedMeetingIds ? [links.clear(workspaceId, 'task_meeting', task.id)] : []),
        next.archived
          ? search.remove(workspaceId, 'task', task.id)
          : search.putMany(workspaceId, [searchEntryOf(next)]),
      ])
      await inPipeline([
        links.putAssignees(workspaceId, [next], complete),
        ...(change.linkedRecordIds ? [links.putRecords(workspaceId, [next])] : []),
        ...(change.linkedMeetingIds ? [links.putMeetings(workspaceId, [next])] : []),
      ])
      return next
    },

    /** Whether `ancestorId` stands somewhere above `taskId`, or is it (TSK-07). */
    async isBelow(workspaceId: string, taskId: string, ancestorId: string): Promise<boolean> {
      if (taskId === ancestorId) return true
      // `union` drops what was seen, so the walk ends even on a loop that an import brought in.
      const { rows } = await sql`
        with recursive up(id) as (
          select task.parent_id from task
          where task.workspace_id = ${workspaceId} and task.id = ${taskId} and task.parent_id is not null
          union
          select task.parent_id from task join up on task.id = up.id
          where task.workspace_id = ${workspaceId} and task.parent_id is not null)
        select 1 from up where id = ${ancestorId} limit 1`.execute(db)
      return rows.length > 0
    },
  }
})

/** Numbers in its numeric columns: what a statement of many rows takes them for. */
const blankTask: StoredTask = {
  id: '',
  title: '',
  description: null,
  status: '',
  priority: 'no_priority',
  startDate: 0,
  dueDate: 0,
  parentId: null,
  sectionId: null,
  timeLogged: 0,
  estimatedTime: 0,
  archived: false,
  createdBy: '',
  createdAt: 0,
  updatedAt: 0,
  version: 1,
  assignees: [],
  linkedRecordIds: [],
  linkedMeetingIds: [],
}
