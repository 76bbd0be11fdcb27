// Changing what a workspace is made of: objects, fields, statuses, sections. Operator commands and the settings pages do, by
// the rules of `import-schema.ts`, so that no record or task is left behind.
import type { Kysely } from 'kysely'
import type { TaskStatus } from '../../shared/api/launcher-tasks.ts'
import { fieldColumns, objectColumns, type Field, type ObjectType } from './objects.store.ts'
import type { Database } from '../db/schema.ts'
import type { Section } from '../tasks/task-settings.store.ts'
import { storeOf } from '../db/store.ts'

const flag = (value: boolean) => (value ? 1 : 0)

export const definitionsIn = storeOf((db: Kysely<Database>) => {
  return {
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

    /** Everything but the id and the creation. */
    async changeObject(workspaceId: string, object: ObjectType): Promise<void> {
      await db
        .updateTable('object_type')
        .set(objectColumns(object))
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', object.id)
        .execute()
    },

    /** Everything but the id and the object. Neither values nor titles of records are touched: see `import-schema.ts`. */
    async changeField(workspaceId: string, field: Field): Promise<void> {
      await db
        .updateTable('field')
        .set(fieldColumns(field))
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', field.id)
        .execute()
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
          is_complete: flag(status.isComplete),
          is_default: flag(status.isDefault),
        })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', status.id)
        .execute()
    },

    async changeSection(workspaceId: string, section: Section): Promise<void> {
      await db
        .updateTable('section')
        .set({ name: section.name, record_id: section.recordId, position: section.position })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', section.id)
        .execute()
    },
  }
})

export type Definitions = ReturnType<typeof definitionsIn>
