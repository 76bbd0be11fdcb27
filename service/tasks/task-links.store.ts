// Links of tasks to people, records and meetings, in their given order.
import { sql, type Kysely } from 'kysely'
import { dueRank } from './tasks.rules.ts'
import { compiledChunks, compiledList, param } from '../db/compiled.ts'
import type { Database } from '../db/schema.ts'
import type { StoredTask } from './stored-task.ts'
import { storeOf } from '../db/store.ts'

const columns = { task_assignee: 'person_id', task_record: 'record_id', task_meeting: 'meeting_id' } as const
type LinkTable = keyof typeof columns

export type Links = Pick<StoredTask, 'assignees' | 'linkedRecordIds' | 'linkedMeetingIds'>

export const taskLinksIn = storeOf((db: Kysely<Database>) => {
  const insertAssignees = compiledChunks(db, (rows) =>
    db.insertInto('task_assignee').values(
      Array.from({ length: rows }, () => ({
        workspace_id: '',
        task_id: '',
        person_id: '',
        position: 0,
        created_at: 0,
        is_open: 0 as const,
        due_rank: 0,
        updated_at: 0,
      })),
    ),
  )
  const insertRecords = compiledChunks(db, (rows) =>
    db.insertInto('task_record').values(
      Array.from({ length: rows }, () => ({
        workspace_id: '',
        task_id: '',
        record_id: '',
        position: 0,
        created_at: 0,
      })),
    ),
  )
  const insertMeetings = compiledChunks(db, (rows) =>
    db
      .insertInto('task_meeting')
      .values(
        Array.from({ length: rows }, () => ({ workspace_id: '', task_id: '', meeting_id: '', position: 0 })),
      ),
  )

  const linked = (table: LinkTable) => {
    const rowsOf = compiledList<{ task_id: string; ref: string }>(
      db,
      (ids) => sql`select task_id, ${sql.ref(columns[table])} as ref from ${sql.table(table)}
        where task_id in (${ids}) and workspace_id = ${param} order by task_id, position`,
    )
    return async (workspaceId: string, taskIds: readonly string[]) =>
      Map.groupBy(await rowsOf(taskIds, [workspaceId]), (row) => row.task_id)
  }
  const assigneesOf = linked('task_assignee')
  const recordsOf = linked('task_record')
  const meetingsOf = linked('task_meeting')

  const linkRows = (workspaceId: string, taskId: string, refs: readonly string[]): unknown[][] =>
    refs.map((ref, position) => [workspaceId, taskId, ref, position])

  return {
    /** The links of each of these tasks. */
    async of(workspaceId: string, taskIds: readonly string[]): Promise<(taskId: string) => Links> {
      const assignees = await assigneesOf(workspaceId, taskIds)
      const records = await recordsOf(workspaceId, taskIds)
      const meetings = await meetingsOf(workspaceId, taskIds)
      return (taskId) => ({
        assignees: (assignees.get(taskId) ?? []).map((row) => row.ref),
        linkedRecordIds: (records.get(taskId) ?? []).map((row) => row.ref),
        linkedMeetingIds: (meetings.get(taskId) ?? []).map((row) => row.ref),
      })
    },

    /** Assignments carry what orders a person's own tasks, so they follow every change of a task. */
    async putAssignees(
      workspaceId: string,
      tasks: readonly StoredTask[],
      completeStatuses: ReadonlySet<string>,
    ): Promise<void> {
      await insertAssignees(
        tasks.flatMap((task) => {
          const isOpen = !task.archived && !completeStatuses.has(task.status) ? 1 : 0
          const order = [task.createdAt, isOpen, dueRank(task.dueDate), task.updatedAt]
          return linkRows(workspaceId, task.id, task.assignees).map((row) => [...row, ...order])
        }),
      )
    },

    async putRecords(workspaceId: string, tasks: readonly StoredTask[]): Promise<void> {
      await insertRecords(
        tasks.flatMap((task) =>
          linkRows(workspaceId, task.id, task.linkedRecordIds).map((row) => [...row, task.createdAt]),
        ),
      )
    },

    async putMeetings(workspaceId: string, tasks: readonly StoredTask[]): Promise<void> {
      await insertMeetings(tasks.flatMap((task) => linkRows(workspaceId, task.id, task.linkedMeetingIds)))
    },

    async clear(workspaceId: string, table: LinkTable, taskId: string): Promise<void> {
      await db
        .deleteFrom(table)
        .where('workspace_id', '=', workspaceId)
        .where('task_id', '=', taskId)
        .execute()
    },
  }
})
