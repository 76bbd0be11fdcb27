// Reads the data of results and previews, all of an answer at once (LCH-05, LCH-06): a search shows up to fifty of
// them at every keystroke, so each question here is one statement.
import { sql } from 'kysely'
import type { FieldKind, FieldOptions } from '../../shared/api/objects.ts'
import type { Priority } from '../../shared/api/primitives.ts'
import { statement, listStatement, param, inPipeline } from '../db/sql.ts'
import type { Tx } from '../db/store.ts'
import { previewedOf, type PreviewedRecord, type RecordRow } from '../search/lookup.store.ts'

export type PreviewField = {
  id: string
  name: string
  kind: FieldKind
  options: FieldOptions
  proOnly: boolean
}
export type PreviewObject = {
  slug: string
  singularName: string
  icon: string | null
  color: string | null
  /** Shown beside the title, in this order. */
  fields: readonly PreviewField[]
}

/** A field of an object, or an object without one. */
type DefinitionRow = {
  object_id: string
  slug: string
  singular_name: string
  icon: string | null
  color: string | null
  id: string | null
  name: string
  kind: FieldKind
  options: string | null
  pro_only: number
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

const presentObject = (rows: readonly [DefinitionRow, ...DefinitionRow[]]): PreviewObject => ({
  slug: rows[0].slug,
  singularName: rows[0].singular_name,
  icon: rows[0].icon,
  color: rows[0].color,
  fields: rows.flatMap(({ id, name, kind, options, pro_only: proOnly }) =>
    id === null
      ? []
      : {
          id,
          name,
          kind,
          // Written by the object store only.
          options: options === null ? null : (JSON.parse(options) as FieldOptions),
          proOnly: proOnly === 1,
        },
  ),
})

const objectsOf = (rows: readonly DefinitionRow[]): ReadonlyMap<string, PreviewObject> => {
  const objects = new Map<string, PreviewObject>()
  for (const [id, [first, ...others]] of Map.groupBy(rows, (row) => row.object_id))
    if (first) objects.set(id, presentObject([first, ...others]))
  return objects
}

const namesById = (rows: readonly NameRow[]) => new Map(rows.map((row) => [row.id, row.name]))

const records = listStatement<RecordRow>(
  (ids) => sql`select id, object_id, title, avatar_url, field_values from record
    where id ${ids} and workspace_id = ${param} and archived = 0`,
)
const definitions = statement<DefinitionRow>(
  () => sql`select object_type.id as object_id, object_type.slug, object_type.singular_name, object_type.icon,
      object_type.color, field.id, field.name, field.kind, field.options, field.pro_only
    from object_type left join field on field.workspace_id = object_type.workspace_id
      and field.object_id = object_type.id and field.in_preview = 1 and field.is_primary = 0
      and field.retired = 0
    where object_type.workspace_id = ${param} order by object_type.id, field.position, field.id`,
)
const tasks = listStatement<TaskRow>(
  (ids) => sql`select id, title, status, priority, due_date, created_by from task
    where id ${ids} and workspace_id = ${param} and archived = 0`,
)
const assignees = listStatement<{ task_id: string; person_id: string }>(
  (ids) => sql`select task_id, person_id from task_assignee
    where task_id ${ids} and workspace_id = ${param} order by task_id, position`,
)
const titles = listStatement<NameRow>(
  (ids) => sql`select id, title as name from record where id ${ids} and workspace_id = ${param}`,
)
const names = listStatement<NameRow>((ids) => sql`select id, name from person where id ${ids}`)

/** Active records in the order of `ids`. */
export async function previewedRecords(
  tx: Tx,
  workspaceId: string,
  ids: readonly string[],
): Promise<PreviewedRecord[]> {
  const rows = new Map((await records(tx, ids, workspaceId)).map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = rows.get(id)
    return row ? previewedOf(row) : []
  })
}

/** By id, every object of the workspace. */
export const objectsOfPreviews = async (
  tx: Tx,
  workspaceId: string,
): Promise<ReadonlyMap<string, PreviewObject>> => objectsOf(await definitions(tx, workspaceId))

/** Active tasks with as much as a result shows of them, in no particular order. */
export async function tasksOfResults(
  tx: Tx,
  workspaceId: string,
  ids: readonly string[],
): Promise<FoundTask[]> {
  const [rows, assigned] = await inPipeline([tasks(tx, ids, workspaceId), assignees(tx, ids, workspaceId)])
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
}

/** Titles of records by id, archived ones too. */
export const titlesOfRecords = async (
  tx: Tx,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, string>> => namesById(await titles(tx, ids, workspaceId))

/** Names by person id, of people who have left too. */
export const namesOfPeople = async (tx: Tx, ids: readonly string[]): Promise<Map<string, string>> =>
  namesById(await names(tx, ids))
