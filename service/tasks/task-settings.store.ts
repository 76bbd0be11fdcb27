// A workspace's task statuses and sections. No route of the API writes them.
import { sql, type Kysely } from 'kysely'
import type { TaskStatus } from '../../shared/api/launcher-tasks.ts'
import { askedOnce } from '../db/batched.ts'
import { compiled, param } from '../db/compiled.ts'
import type { Database, TaskStatusTable } from '../db/schema.ts'
import { storeOf } from '../db/store.ts'

export type Section = { id: string; name: string; recordId: string | null; position: number }

export const taskSettingsIn = storeOf((db: Kysely<Database>) => {
  const statusRows = compiled<TaskStatusTable>(
    db,
    () => sql`select * from task_status where workspace_id = ${param} order by position, id`,
  )
  const statusesOf = askedOnce((workspaceId: string) => statusRows(workspaceId))

  return {
    /** In their order. */
    async statuses(workspaceId: string): Promise<TaskStatus[]> {
      const rows = await statusesOf(workspaceId)
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
    },

    /** Slugs of the statuses that mean completion. */
    async completeStatuses(workspaceId: string): Promise<Set<string>> {
      const rows = await statusesOf(workspaceId)
      return new Set(rows.filter((row) => row.is_complete === 1).map((row) => row.slug))
    },

    /** Whether a status means completion is decided before its first task: assignments remember it. */
    async createStatus(workspaceId: string, status: TaskStatus): Promise<void> {
      const { isComplete, isDefault, ...rest } = status
      await db
        .insertInto('task_status')
        .values({
          ...rest,
          workspace_id: workspaceId,
          is_complete: isComplete ? 1 : 0,
          is_default: isDefault ? 1 : 0,
        })
        .execute()
    },

    /** Slugs of the statuses that tasks have, archived ones too. */
    async usedStatuses(workspaceId: string): Promise<Set<string>> {
      const rows = await db
        .selectFrom('task')
        .select('status')
        .distinct()
        .where('workspace_id', '=', workspaceId)
        .execute()
      return new Set(rows.map((row) => row.status))
    },

    /** Everything but the id and the slug, which tasks name. */
    async changeStatus(workspaceId: string, status: TaskStatus): Promise<void> {
      await db
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
    },

    /** In their order. */
    sections: (workspaceId: string): Promise<Section[]> =>
      db
        .selectFrom('section')
        .select(['id', 'name', 'record_id as recordId', 'position'])
        .where('workspace_id', '=', workspaceId)
        .orderBy('position')
        .orderBy('id')
        .execute(),

    section: (workspaceId: string, id: string): Promise<Section | undefined> =>
      db
        .selectFrom('section')
        .select(['id', 'name', 'record_id as recordId', 'position'])
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .executeTakeFirst(),

    async changeSection(workspaceId: string, section: Section): Promise<void> {
      await db
        .updateTable('section')
        .set({ name: section.name, record_id: section.recordId, position: section.position })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', section.id)
        .execute()
    },

    async createSection(workspaceId: string, section: Section): Promise<void> {
      const { recordId, ...rest } = section
      await db
        .insertInto('section')
        .values({ ...rest, workspace_id: workspaceId, record_id: recordId })
        .execute()
    },
  }
})
