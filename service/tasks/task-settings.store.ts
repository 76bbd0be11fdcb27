// A workspace's task statuses and sections. No route of the API writes them.
import { sql } from 'kysely'
import type { TaskStatus } from '../../shared/api/launcher/tasks.ts'
import { statement, param } from '../db/sql.ts'
import { askedOnce } from '../db/loader.ts'
import type { TaskStatusTable } from '../db/schema.ts'
import type { Tx } from '../db/store.ts'

export type Section = { id: string; name: string; recordId: string | null; position: number }

const statusRows = statement<TaskStatusTable>(
  () => sql`select * from task_status where workspace_id = ${param} order by position, id`,
)
const statusesOf = askedOnce((tx: Tx, workspaceId: string) => statusRows(tx, workspaceId))

/** In their order. */
export async function statusesOfTasks(tx: Tx, workspaceId: string): Promise<TaskStatus[]> {
  const rows = await statusesOf(tx, workspaceId)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    slug: row.slug,
    color: row.color,
    icon: row.icon,
    position: row.position,
    isComplete: row.is_complete === 1,
    isDefault: row.is_default === 1,
  }))
}

/** Slugs of the statuses that mean completion. */
export async function completeStatuses(tx: Tx, workspaceId: string): Promise<Set<string>> {
  const rows = await statusesOf(tx, workspaceId)
  return new Set(rows.filter((row) => row.is_complete === 1).map((row) => row.slug))
}

/** The slug of the status of new tasks. */
export async function defaultStatus(tx: Tx, workspaceId: string): Promise<string> {
  const rows = await statusesOf(tx, workspaceId)
  const status = (rows.find((row) => row.is_default === 1) ?? rows[0])?.slug
  if (status === undefined) throw new Error(`The workspace ${workspaceId} has no task status.`)
  return status
}

/** Whether a status means completion is decided before its first task: assignments remember it. */
export async function insertTaskStatus(tx: Tx, workspaceId: string, status: TaskStatus): Promise<void> {
  const { isComplete, isDefault, ...rest } = status
  await tx
    .insertInto('task_status')
    .values({
      ...rest,
      workspace_id: workspaceId,
      is_complete: isComplete ? 1 : 0,
      is_default: isDefault ? 1 : 0,
    })
    .execute()
}

/** Slugs of the statuses that tasks have, archived ones too. */
export async function usedTaskStatuses(tx: Tx, workspaceId: string): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('task')
    .select('status')
    .distinct()
    .where('workspace_id', '=', workspaceId)
    .execute()
  return new Set(rows.map((row) => row.status))
}

/** Everything but the id and the slug, which tasks name. */
export async function putTaskStatus(tx: Tx, workspaceId: string, status: TaskStatus): Promise<void> {
  await tx
    .updateTable('task_status')
    .set({
      name: status.name,
      color: status.color,
      icon: status.icon,
      position: status.position,
      is_complete: status.isComplete ? 1 : 0,
      is_default: status.isDefault ? 1 : 0,
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', status.id)
    .execute()
}

/** In their order. */
export const sectionsOfWorkspace = (tx: Tx, workspaceId: string): Promise<Section[]> =>
  tx
    .selectFrom('section')
    .select(['id', 'name', 'record_id as recordId', 'position'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('position')
    .orderBy('id')
    .execute()

export const getSection = (tx: Tx, workspaceId: string, id: string): Promise<Section | undefined> =>
  tx
    .selectFrom('section')
    .select(['id', 'name', 'record_id as recordId', 'position'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()

export async function putSection(tx: Tx, workspaceId: string, section: Section): Promise<void> {
  await tx
    .updateTable('section')
    .set({ name: section.name, record_id: section.recordId, position: section.position })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', section.id)
    .execute()
}

export async function insertSection(tx: Tx, workspaceId: string, section: Section): Promise<void> {
  const { recordId, ...rest } = section
  await tx
    .insertInto('section')
    .values({ ...rest, workspace_id: workspaceId, record_id: recordId })
    .execute()
}
