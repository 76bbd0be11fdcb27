// What the rows of a spreadsheet become: records of an object, or tasks, whose columns are read as if they were fields.
import { z } from 'zod'
import type { FieldKind, FieldOptions } from '../../shared/api/objects.ts'
import { priority, writtenTitle } from '../../shared/api/primitives.ts'
import { taskLimits } from '../../shared/api/limits.ts'
import { operatorError } from '../operator/error.ts'
import type { FieldValue } from '../rules/field-types.ts'
import { systemValues, type WritableField } from '../rules/record-values.ts'
import { titleOf } from '../rules/record-title.ts'
import { areDatesInOrder } from '../rules/task-rules.ts'
import type { ObjectType } from '../store/objects.ts'
import type { Tx } from '../store/store.ts'
import type { KeptTask } from '../store/transfer.ts'

export type TargetField = WritableField & { name: string; primary: boolean }
export type Values = Readonly<Record<string, FieldValue>>
/** A row that may be stored, under the id that it would have. */
export type ReadyRow = { id: string; values: Values }
/** Who brings the rows in, and when (epoch milliseconds). */
export type Importer = { personId: string; at: number }

export type CsvTarget = {
  /** An object's id, or `tasks`. */
  id: string
  /** What it is called, in one and in many. */
  names: readonly string[]
  fields: readonly TargetField[]
  /** Which of these ids are stored already. */
  stored(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>>
  /** What is wrong with the values of a row that the rule of each field by itself lets pass. */
  faults(values: Values): { field: string; message: string }[]
  create(tx: Tx, importer: Importer, rows: readonly ReadyRow[]): Promise<void>
}

const recordTarget = async (tx: Tx, workspaceId: string, object: ObjectType): Promise<CsvTarget> => {
  const fields = await tx.objects.fields(workspaceId, object.id)
  return {
    id: object.id,
    names: [object.singularName, object.pluralName, object.slug],
    fields,
    faults: () => [],
    async stored(inner, ids) {
      return new Set((await inner.records.taken(workspaceId, ids)).keys())
    },
    async create(inner, { personId, at }, rows) {
      const records = rows.map(({ id, values }) => {
        const all = { ...systemValues(fields, id), ...values }
        const title = titleOf(fields, all)
        const times = { createdAt: at, updatedAt: at }
        return {
          id,
          objectId: object.id,
          title,
          avatarUrl: null,
          values: all,
          archived: false,
          createdBy: personId,
          ...times,
        }
      })
      await inner.records.createMany(workspaceId, records)
      await inner.search.putMany(
        workspaceId,
        records.map(({ id, title }) => ({ kind: 'record', ref: id, title, rankedAt: at })),
      )
    },
  }
}

const taskField = (slug: string, kind: FieldKind, options: FieldOptions = null): TargetField => ({
  id: slug,
  slug,
  name: slug.replaceAll('_', ' '),
  kind,
  required: slug === 'title',
  primary: slug === 'title',
  readOnly: false,
  options,
})

const time = (value: FieldValue | undefined) => (typeof value === 'string' ? Date.parse(value) : null)
const list = (value: FieldValue | undefined) =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
const text = (value: FieldValue | undefined) => (typeof value === 'string' ? value : null)

const taskTitle = writtenTitle(
  z.string().max(taskLimits.title, { error: `Use at most ${taskLimits.title} characters.`, abort: true }),
)

function taskFaults(values: Values): { field: string; message: string }[] {
  const faults: { field: string; message: string }[] = []
  const estimate = values['estimated_time']
  const isEstimate =
    typeof estimate === 'number' &&
    Number.isInteger(estimate) &&
    estimate >= 1 &&
    estimate <= taskLimits.estimatedMinutes
  if (estimate !== undefined && !isEstimate)
    faults.push({
      field: 'estimated_time',
      message: `Use whole minutes from 1 to ${taskLimits.estimatedMinutes}.`,
    })
  const title = taskTitle.safeParse(values['title'])
  for (const { message } of title.error?.issues ?? []) faults.push({ field: 'title', message })
  if (!areDatesInOrder({ startDate: time(values['start_date']), dueDate: time(values['due_date']) }))
    faults.push({ field: 'start_date', message: 'The start date must not be later than the due date.' })
  if (list(values['assignees']).length > taskLimits.assignees)
    faults.push({ field: 'assignees', message: `Use at most ${taskLimits.assignees}.` })
  if (list(values['linked_records']).length > taskLimits.linkedRecords)
    faults.push({ field: 'linked_records', message: `Use at most ${taskLimits.linkedRecords}.` })
  return faults
}

const priorityNames = priority.options.map((id) => ({ id, name: id.replaceAll('_', ' '), color: '' }))

const taskTarget = async (tx: Tx, workspaceId: string): Promise<CsvTarget> => {
  const statuses = await tx.tasks.statuses(workspaceId)
  const sections = await tx.tasks.sections(workspaceId)
  const usual = (statuses.find((status) => status.isDefault) ?? statuses[0])?.slug
  if (usual === undefined) throw operatorError('conflict', 'The workspace has no task status.')
  return {
    id: 'tasks',
    names: ['Task', 'Tasks'],
    fields: [
      taskField('title', 'text'),
      taskField('description', 'long_text'),
      taskField('status', 'status', {
        choices: statuses.map(({ slug, name, color }) => ({ id: slug, name, color })),
      }),
      taskField('priority', 'select', { choices: priorityNames }),
      taskField('start_date', 'datetime'),
      taskField('due_date', 'datetime'),
      taskField('assignees', 'user_reference', { multiple: true }),
      taskField('estimated_time', 'number'),
      taskField('section', 'select', { choices: sections.map(({ id, name }) => ({ id, name, color: '' })) }),
      taskField('linked_records', 'record_reference', { multiple: true }),
    ],
    faults: taskFaults,
    async stored(inner, ids) {
      return new Set((await inner.tasks.among(workspaceId, ids)).map((task) => task.id))
    },
    create: (inner, { personId, at }, rows) =>
      inner.transfer.putTasks(
        workspaceId,
        rows.map(({ id, values }): KeptTask => ({
          id,
          title: text(values['title']) ?? '',
          description: text(values['description']),
          status: text(values['status']) ?? usual,
          priority: priority.parse(values['priority'] ?? 'no_priority'),
          startDate: time(values['start_date']),
          dueDate: time(values['due_date']),
          parentId: null,
          sectionId: text(values['section']),
          timeLogged: 0,
          estimatedTime: typeof values['estimated_time'] === 'number' ? values['estimated_time'] : null,
          archived: false,
          createdBy: personId,
          createdAt: at,
          updatedAt: at,
          assignees: list(values['assignees']),
          linkedRecordIds: list(values['linked_records']),
          linkedMeetingIds: [],
        })),
      ),
  }
}

/** @param name an object's slug or id; `tasks`, unless an object is called so */
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
