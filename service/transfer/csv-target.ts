// What the rows of a CSV file become: records of an object, or tasks, whose members are read as if they were fields.
import type { FieldKind, FieldOptions } from '../../shared/api/objects.ts'
import { priority } from '../../shared/api/primitives.ts'
import { taskCreate } from '../../shared/api/tasks.ts'
import { operatorError } from '../operator/error.ts'
import type { FieldValue } from '../rules/field-types.ts'
import { titleOf } from '../rules/record-title.ts'
import { systemValues, type WritableField } from '../rules/record-values.ts'
import { areDatesInOrder } from '../rules/task-rules.ts'
import type { ObjectType } from '../store/objects.ts'
import type { Tx } from '../store/store.ts'
import type { KeptTask } from '../store/transfer.ts'

export type TargetField = WritableField & { name: string; primary: boolean }
export type Values = Readonly<Record<string, FieldValue>>
/** A row that may be stored, under the id that it would have. */
export type ReadyRow = { id: string; values: Values }
/** Who imports, and when (epoch milliseconds). */
export type Importer = { personId: string; at: number }

/** It is valid inside the transaction that it was made in. */
export type CsvTarget = {
  /** An object's id, or `tasks`. */
  id: string
  fields: readonly TargetField[]
  /** Which of these ids are stored already. */
  stored(ids: readonly string[]): Promise<ReadonlySet<string>>
  /** Faults of a row whose values are each valid. */
  faults(values: Values): { field: string; message: string }[]
  create(importer: Importer, rows: readonly ReadyRow[]): Promise<void>
}

async function recordTarget(tx: Tx, workspaceId: string, { id: objectId }: ObjectType): Promise<CsvTarget> {
  const fields = await tx.objects.fields(workspaceId, objectId)
  return {
    id: objectId,
    fields,
    faults: () => [],
    stored: async (ids) => new Set((await tx.records.taken(workspaceId, ids)).keys()),
    async create({ personId, at }, rows) {
      const records = rows.map((row) => {
        const values = { ...systemValues(fields, row.id), ...row.values }
        const created = { createdBy: personId, createdAt: at, updatedAt: at }
        return {
          id: row.id,
          objectId,
          title: titleOf(fields, values),
          avatarUrl: null,
          values,
          archived: false,
          ...created,
        }
      })
      await tx.records.createMany(workspaceId, records)
      await tx.search.putMany(
        workspaceId,
        records.map(({ id, title }) => ({ kind: 'record', ref: id, title, rankedAt: at })),
      )
    },
  }
}

const taskField = (slug: string, kind: FieldKind, options: FieldOptions = null): TargetField => ({
  id: slug,
  slug,
  name: slug.replace(/_ids$/, 's').replaceAll('_', ' '),
  kind,
  required: slug === 'title',
  primary: slug === 'title',
  readOnly: false,
  options,
})

const choicesOf = (choices: readonly { id: string; name: string }[]): FieldOptions => ({
  choices: choices.map(({ id, name }) => ({ id, name, color: '' })),
})

const instant = (value: FieldValue | undefined) => (typeof value === 'string' ? Date.parse(value) : undefined)

/** Reads a row as the body of `POST /v1/tasks`; a body has no section. */
function readTask({ section, start_date: start, due_date: due, ...rest }: Values) {
  const read = taskCreate.safeParse({ ...rest, start_date: instant(start), due_date: instant(due) })
  return { read, sectionId: typeof section === 'string' ? section : null }
}

function taskFaults(values: Values): { field: string; message: string }[] {
  const { data, error } = readTask(values).read
  if (error) return error.issues.map(({ path, message }) => ({ field: String(path[0]), message }))
  if (areDatesInOrder({ startDate: data.start_date ?? null, dueDate: data.due_date ?? null })) return []
  return [{ field: 'start_date', message: 'The start date must not be later than the due date.' }]
}

function taskOf({ id, values }: ReadyRow, usualStatus: string, { personId, at }: Importer): KeptTask {
  const { read, sectionId } = readTask(values)
  if (!read.data) throw new Error('A task with faults was to be stored.')
  const task = read.data
  return {
    id,
    title: task.title,
    description: task.description ?? null,
    status: task.status ?? usualStatus,
    priority: task.priority ?? 'no_priority',
    startDate: task.start_date ?? null,
    dueDate: task.due_date ?? null,
    parentId: null,
    sectionId,
    timeLogged: 0,
    estimatedTime: task.estimated_time ?? null,
    archived: false,
    createdBy: personId,
    createdAt: at,
    updatedAt: at,
    assignees: task.assignees ?? [],
    linkedRecordIds: task.linked_record_ids ?? [],
    linkedMeetingIds: [],
  }
}

async function taskTarget(tx: Tx, workspaceId: string): Promise<CsvTarget> {
  const statuses = await tx.tasks.statuses(workspaceId)
  const usual = (statuses.find((status) => status.isDefault) ?? statuses[0])?.slug
  if (usual === undefined) throw operatorError('conflict', 'The workspace has no task status.')
  const priorities = priority.options.map((id) => ({ id, name: id.replaceAll('_', ' ') }))
  return {
    id: 'tasks',
    fields: [
      taskField('title', 'text'),
      taskField('description', 'long_text'),
      taskField('status', 'status', choicesOf(statuses.map(({ slug, name }) => ({ id: slug, name })))),
      taskField('priority', 'select', choicesOf(priorities)),
      taskField('start_date', 'datetime'),
      taskField('due_date', 'datetime'),
      taskField('assignees', 'user_reference', { multiple: true }),
      taskField('estimated_time', 'number'),
      taskField('section', 'select', choicesOf(await tx.tasks.sections(workspaceId))),
      taskField('linked_record_ids', 'record_reference', { multiple: true }),
    ],
    faults: taskFaults,
    stored: async (ids) => new Set((await tx.tasks.among(workspaceId, ids)).map(({ id }) => id)),
    create: (importer, rows) =>
      tx.transfer.putTasks(
        workspaceId,
        rows.map((row) => taskOf(row, usual, importer)),
      ),
  }
}

/** @param name an object's slug or id; `tasks`, unless an object has that slug */
export async function targetOf(tx: Tx, workspaceId: string, name: string): Promise<CsvTarget> {
  const object = await tx.objects.find(workspaceId, name)
  if (object) return recordTarget(tx, workspaceId, object)
  if (name === 'tasks') return taskTarget(tx, workspaceId)
  const slugs = (await tx.objects.list(workspaceId)).map(({ slug }) => slug)
  throw operatorError(
    'not_found',
    `There is no object \`${name}\`. There are: ${[...slugs, 'tasks'].join(', ')}.`,
  )
}
