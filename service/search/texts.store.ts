// The texts that search looks into: descriptions of tasks, long texts of records, and comments (LCH-06).
import { sql } from 'kysely'
import { listStatement, param, statement } from '../db/sql.ts'
import type { Tx } from '../db/store.ts'

/** The table of a text. */
export type TextKind = 'task' | 'task_comment' | 'record' | 'record_comment'
export const textKinds: readonly TextKind[] = ['task', 'task_comment', 'record', 'record_comment']

/** A text is found as one of these. */
export type ItemKind = 'task' | 'record'
export const itemKindOf = (kind: TextKind): ItemKind => (kind.startsWith('task') ? 'task' : 'record')

/** `item` is the id of the task or record. A comment has no title. */
export type Text = { ref: string; item: string; title: string; text: string }

type TaskRow = { id: string; title: string; description: string | null }
type CommentRow = { id: string; item: string; content: string }
type RecordRow = { id: string; object_id: string; title: string; field_values: string }
type FieldRow = { object_id: string; id: string; position: number }

const taskRows = listStatement<TaskRow>(
  (ids) => sql`select id, title, description from task where id ${ids} and workspace_id = ${param}`,
)
const recordRows = listStatement<RecordRow>(
  (ids) =>
    sql`select id, object_id, title, field_values from record where id ${ids} and workspace_id = ${param}`,
)
const commentRows = {
  task_comment: listStatement<CommentRow>(
    (ids) =>
      sql`select id, task_id as item, content from task_comment where id ${ids} and workspace_id = ${param}`,
  ),
  record_comment: listStatement<CommentRow>(
    (ids) =>
      sql`select id, record_id as item, content from record_comment where id ${ids} and workspace_id = ${param}`,
  ),
}
/** Fields that only some plans show are left out, as their contacts are. */
const longTextFields = statement<FieldRow>(
  () => sql`select object_id, id, position from field
    where workspace_id = ${param} and kind = 'long_text' and retired = 0 and pro_only = 0`,
)
const taskPeople = listStatement<{ task_id: string; person_id: string }>(
  (ids) =>
    sql`select id as task_id, created_by as person_id from task where id ${ids} and workspace_id = ${param}`,
)
const taskAssignees = listStatement<{ task_id: string; person_id: string }>(
  (ids) => sql`select task_id, person_id from task_assignee where task_id ${ids} and workspace_id = ${param}`,
)

async function recordTexts(tx: Tx, workspaceId: string, ids: readonly string[]): Promise<Text[]> {
  const fields = Map.groupBy(await longTextFields(tx, workspaceId), (field) => field.object_id)
  if (fields.size === 0) return []
  return (await recordRows(tx, ids, workspaceId)).map(({ id, object_id, title, field_values }) => {
    const ordered = (fields.get(object_id) ?? []).toSorted((a, b) => a.position - b.position)
    // Written by the record store only.
    const values = JSON.parse(field_values) as Record<string, unknown>
    const texts = ordered.flatMap((field) => (typeof values[field.id] === 'string' ? [values[field.id]] : []))
    return { ref: id, item: id, title, text: texts.join('\n') }
  })
}

/** Texts as they are, of archived items too, in no particular order. Those that are gone are left out. */
export async function textsAmong(
  tx: Tx,
  workspaceId: string,
  kind: TextKind,
  refs: readonly string[],
): Promise<Text[]> {
  if (refs.length === 0) return []
  switch (kind) {
    case 'task': {
      const rows = await taskRows(tx, refs, workspaceId)
      return rows.map(({ id, title, description }) => ({ ref: id, item: id, title, text: description ?? '' }))
    }
    case 'record':
      return recordTexts(tx, workspaceId, refs)
    case 'task_comment':
    case 'record_comment': {
      const rows = await commentRows[kind](tx, refs, workspaceId)
      return rows.map(({ id, item, content }) => ({ ref: id, item, title: '', text: content }))
    }
  }
}

/** The members who see each of these tasks, whatever their role: those who made it or have it (AUT-09). */
export async function peopleOfTasks(
  tx: Tx,
  workspaceId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const rows = [...(await taskPeople(tx, ids, workspaceId)), ...(await taskAssignees(tx, ids, workspaceId))]
  const people = new Map<string, Set<string>>()
  for (const { task_id, person_id } of rows)
    people.set(task_id, (people.get(task_id) ?? new Set()).add(person_id))
  return people
}
