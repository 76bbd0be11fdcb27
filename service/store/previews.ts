// What results and previews are made of, read at once for all of an answer (LCH-05, LCH-06): a search shows up to fifty
// of them at every keystroke, so each question here is one compiled statement.
import { sql, type Kysely } from 'kysely'
import type { FieldKind, FieldOptions } from '../../shared/api/objects.ts'
import type { Priority } from '../../shared/api/primitives.ts'
import { compiled, compiledList, given } from './compiled.ts'
import type { RecordValues } from './records.ts'
import type { Database } from './schema.ts'
import { sentTogether } from './sent-together.ts'

export type PreviewedRecord = {
  id: string
  objectId: string
  title: string
  avatarUrl: string | null
  values: RecordValues
}
export type PreviewField = {
  id: string
  objectId: string
  name: string
  kind: FieldKind
  options: FieldOptions
  proOnly: boolean
}

type RecordRow = {
  id: string
  object_id: string
  title: string
  avatar_url: string | null
  field_values: string
}
type FieldRow = {
  id: string
  object_id: string
  name: string
  kind: FieldKind
  options: string | null
  pro_only: number
}
export type PreviewObject = {
  id: string
  slug: string
  singularName: string
  icon: string | null
  color: string | null
}
export type FoundTask = {
  id: string
  title: string
  status: string
  priority: Priority
  dueDate: number | null
  createdBy: string
  assignees: readonly string[]
}
type TaskRow = {
  id: string
  title: string
  status: string
  priority: Priority
  due_date: number | null
  created_by: string
}
type NameRow = { id: string; name: string }

const namesById = (rows: readonly NameRow[]) => new Map(rows.map((row) => [row.id, row.name]))

export const previewsIn = (db: Kysely<Database>) => {
  const records = compiledList<RecordRow>(
    db,
    (ids) => sql`select id, object_id, title, avatar_url, field_values from record
      where id in (${ids}) and workspace_id = ${given} and archived = 0`,
  )
  const fields = compiled<FieldRow>(
    db,
    () => sql`select id, object_id, name, kind, options, pro_only from field
      where workspace_id = ${given} and in_preview = 1 and is_primary = 0 order by object_id, position, id`,
  )
  const objects = compiled<PreviewObject>(
    db,
    () => sql`select id, slug, singular_name as ${sql.ref('singularName')}, icon, color from object_type
      where workspace_id = ${given}`,
  )
  const tasks = compiledList<TaskRow>(
    db,
    (ids) => sql`select id, title, status, priority, due_date, created_by from task
      where id in (${ids}) and workspace_id = ${given} and archived = 0`,
  )
  const assignees = compiledList<{ task_id: string; person_id: string }>(
    db,
    (ids) => sql`select task_id, person_id from task_assignee
      where task_id in (${ids}) and workspace_id = ${given} order by task_id, position`,
  )
  const titles = compiledList<NameRow>(
    db,
    (ids) => sql`select id, title as name from record where id in (${ids}) and workspace_id = ${given}`,
  )
  const names = compiledList<NameRow>(db, (ids) => sql`select id, name from person where id in (${ids})`)

  return {
    /** Active records in the order of `ids`. */
    async previewed(workspaceId: string, ids: readonly string[]): Promise<PreviewedRecord[]> {
      const rows = new Map((await records(ids, [workspaceId])).map((row) => [row.id, row]))
      return ids.flatMap((id) => {
        const row = rows.get(id)
        if (!row) return []
        // Written by the record store only.
        const values = JSON.parse(row.field_values) as RecordValues
        return [{ id, objectId: row.object_id, title: row.title, avatarUrl: row.avatar_url, values }]
      })
    },

    /** The fields that previews show beside the title, of every object, in their order. */
    async previewFields(workspaceId: string): Promise<PreviewField[]> {
      const rows = await fields(workspaceId)
      return rows.map((row) => ({
        id: row.id,
        objectId: row.object_id,
        name: row.name,
        kind: row.kind,
        options: row.options === null ? null : (JSON.parse(row.options) as FieldOptions),
        proOnly: row.pro_only === 1,
      }))
    },

    previewObjects: (workspaceId: string): Promise<PreviewObject[]> => objects(workspaceId),

    /** Active tasks with as much as a result shows of them, in no particular order. */
    async foundTasks(workspaceId: string, ids: readonly string[]): Promise<FoundTask[]> {
      const [rows, assigned] = await sentTogether([tasks(ids, [workspaceId]), assignees(ids, [workspaceId])])
      const people = Map.groupBy(assigned, (row) => row.task_id)
      return rows.map((row) => ({
        id: row.id,
        title: row.title,
        status: row.status,
        priority: row.priority,
        dueDate: row.due_date,
        createdBy: row.created_by,
        assignees: (people.get(row.id) ?? []).map((each) => each.person_id),
      }))
    },

    /** Titles of records by id, archived ones too. */
    recordTitles: async (workspaceId: string, ids: readonly string[]): Promise<Map<string, string>> =>
      namesById(await titles(ids, [workspaceId])),

    /** Names by person id, of people who have left too. */
    personNames: async (ids: readonly string[]): Promise<Map<string, string>> =>
      namesById(await names(ids, [])),
  }
}
