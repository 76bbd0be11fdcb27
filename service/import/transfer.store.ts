// Moves a whole workspace: reads its rows in a stable order, and writes rows back as they were, with their times and
// archived states. Nothing here is an event: a transfer is not a change that people or programs made.
import { sql } from 'kysely'
import { calendarOfRow, type StoredCalendar } from '../calendars/stored-calendar.ts'
import type { Copy } from '../calendars/copies.store.ts'
import { chunksOf } from '../db/sql.ts'
import type { Role } from '../base/caller.rules.ts'
import { putSearchEntries } from '../search/write-index.store.ts'
import { putTaskAssignees, putTaskRecords, putTaskMeetings, searchEntryOf } from '../tasks/tasks.store.ts'
import { completeStatuses } from '../tasks/task-settings.store.ts'
import { taskRow, type StoredTask } from '../tasks/stored-task.ts'
import type { Tx } from '../db/store.ts'

/** A person and their place in one workspace, present or past. Times are epoch milliseconds. */
export type KeptMember = {
  id: string
  email: string
  name: string
  avatarUrl: string | null
  createdAt: number
  role: Role
  memberSince: number
  removedAt: number | null
}

/** Versions begin anew where a thing is brought to. */
export type KeptTask = Omit<StoredTask, 'version'>

/** Tables that are read page by page, by their ids. */
export type PagedTable = 'record' | 'record_comment' | 'task' | 'task_comment' | 'meeting'

const rowsAtOnce = 100

/** Ids after `after` in their order, which is that of their bytes. */
export async function idsAfter(
  tx: Tx,
  workspaceId: string,
  table: PagedTable,
  after: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)}
    where workspace_id = ${workspaceId} and id > ${after} order by id limit ${limit}`.execute(tx)
  return rows.map((row) => row.id)
}

/** Everyone who is or was a member, by id. */
export const keptMembers = (tx: Tx, workspaceId: string): Promise<(KeptMember & { zone: string | null })[]> =>
  tx
    .selectFrom('member')
    .innerJoin('person', 'person.id', 'member.person_id')
    .select([
      'person.id',
      'person.email',
      'person.name',
      'person.avatar_url as avatarUrl',
      'person.created_at as createdAt',
      'person.zone',
      'member.role',
      'member.created_at as memberSince',
      'member.removed_at as removedAt',
    ])
    .where('member.workspace_id', '=', workspaceId)
    .orderBy('person.id')
    .execute()

/** The calendars of all people, by id. */
export async function calendarsOfWorkspace(tx: Tx, workspaceId: string): Promise<StoredCalendar[]> {
  const rows = await tx
    .selectFrom('calendar')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('id')
    .execute()
  return rows.map(calendarOfRow)
}

/** Copies of a calendar's meetings, by meeting, after the one that is named. */
export async function copiesAfter(
  tx: Tx,
  workspaceId: string,
  calendarId: string,
  after: string,
  limit: number,
): Promise<Copy[]> {
  const rows = await tx
    .selectFrom('calendar_meeting')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('calendar_id', '=', calendarId)
    .where('meeting_id', '>', after)
    .orderBy('meeting_id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    meetingId: row.meeting_id,
    digest: row.digest,
    endAt: row.end_at,
    response: row.response,
    details: row.details,
  }))
}

/** A membership as it was; one that is there stays as it is. */
export async function putKeptMember(tx: Tx, workspaceId: string, member: KeptMember): Promise<void> {
  await tx
    .insertInto('member')
    .values({
      workspace_id: workspaceId,
      person_id: member.id,
      role: member.role,
      created_at: member.memberSince,
      removed_at: member.removedAt,
    })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'person_id']).doNothing())
    .execute()
}

/** Stores tasks as they were, with their links, and makes the active ones findable. Their statuses are there. */
export async function putKeptTasks(tx: Tx, workspaceId: string, kept: readonly KeptTask[]): Promise<void> {
  const tasks = kept.map((task): StoredTask => ({ ...task, version: 1 }))
  for (const some of chunksOf(tasks, rowsAtOnce))
    await tx
      .insertInto('task')
      .values(some.map((task) => taskRow(workspaceId, task)))
      .execute()
  await putTaskAssignees(tx, workspaceId, tasks, await completeStatuses(tx, workspaceId))
  await putTaskRecords(tx, workspaceId, tasks)
  await putTaskMeetings(tx, workspaceId, tasks)
  await putSearchEntries(tx, workspaceId, tasks.filter((task) => !task.archived).map(searchEntryOf))
}
