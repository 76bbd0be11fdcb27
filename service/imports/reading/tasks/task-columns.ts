// The columns of a table of tasks: by their headers, or as a person chose them.
import { reason } from '../../../../shared/api/import-reasons.ts'
import type { ImportChoices } from '../../../../shared/api/launcher/imports.ts'
import { done, refuseFor, type Outcome } from '../../../base/operator-error.ts'
import { headerKey, taskColumns, taskConcept, type TaskConcept } from '../columns.ts'
import type { TableFormat } from '../formats.ts'
import type { Drafts, Mapping } from '../plan.ts'
import type { Table } from '../table.ts'

/** Columns of a format that the dictionary does not know, or knows as something else. */
const ownColumns: Partial<Record<TableFormat, Partial<Record<TaskConcept, string>>>> = {
  todoist: { title: 'content', description: 'description', assignee: 'responsible', parent: 'indent' },
  ticktick: { description: 'content', id: 'taskid', parent: 'parentid', completed: 'completed time' },
  asana: { title: 'name', description: 'notes', completed: 'completed at' },
  linear: { title: 'title', assignee: 'assignee', parent: 'parent issue' },
  trello: {
    title: 'card name',
    description: 'card description',
    section: 'list name',
    id: 'card id',
    assignee: 'members',
  },
  clickup: { title: 'task name', description: 'task content', due: 'due date', section: 'list name' },
  jira: { title: 'summary', id: 'issue id' },
}

/** Programs whose rows mean other things than their columns say. */
const programs: Partial<Record<TableFormat, string>> = { todoist: 'Todoist', ticktick: 'TickTick' }
export const hasOwnReader = (format: TableFormat): boolean => format in programs

export type TaskColumn = {
  index: number
  name: string
  concept: TaskConcept | undefined
  isLeftOut: boolean
}

/** Meanings of which a task can have several columns. */
const joined: readonly (TaskConcept | undefined)[] = ['description', 'labels']

/**
 * Linear counts a project and its dates beside those of the issue. The first column of a meaning has it, and descriptions and
 * labels are joined.
 */
export function suggestedTaskColumns({ names }: Pick<Table, 'names'>, format: TableFormat): TaskColumn[] {
  const keys = names.map(headerKey)
  const places = taskColumns(names)
  for (const [concept, key] of Object.entries(ownColumns[format] ?? {}) as [TaskConcept, string][]) {
    const index = keys.indexOf(key)
    if (index !== -1) places[concept] = index
  }
  const concepts = new Map(
    (Object.entries(places) as [TaskConcept, number][]).map(([concept, index]) => [index, concept]),
  )
  return names.map((name, index) => {
    const own = taskConcept(name)
    const isJoined = joined.includes(own) && !hasOwnReader(format)
    return { index, name, concept: concepts.get(index) ?? (isJoined ? own : undefined), isLeftOut: false }
  })
}

export const taskFieldOf: Partial<Record<TaskConcept, string>> = {
  title: 'title',
  description: 'description',
  due: 'due',
  start: 'start',
  end: 'due',
  priority: 'priority',
  status: 'status',
  progress: 'status',
  completed: 'status',
  canceled: 'status',
  archived: 'status',
  assignee: 'assignee',
  assigneeEmail: 'assignee',
  section: 'section',
  labels: 'description',
  repeat: 'description',
  parent: 'parent',
}

/** Targets for columns of tasks. */
export const taskFields: NonNullable<Drafts['goesTo']> = [
  { field: 'title', name: 'Title', required: true },
  { field: 'description', name: 'Description', required: false },
  { field: 'due', name: 'Due', required: false },
  { field: 'start', name: 'Start', required: false },
  { field: 'priority', name: 'Priority', required: false },
  { field: 'status', name: 'Status', required: false },
  { field: 'assignee', name: 'Assignee', required: false },
  { field: 'section', name: 'Section', required: false },
  { field: 'parent', name: 'Parent task', required: false },
]

/** Sends columns where a person chose. Programs with columns of their own are read by those, which can be left out. */
export function steeredTaskColumns(
  suggested: readonly TaskColumn[],
  chosen: ImportChoices['columns'],
  format: TableFormat,
): Outcome<TaskColumn[]> {
  const columns = [...suggested]
  const places = new Set(chosen?.map(({ column }) => column))
  for (const { column: index, field, create } of chosen ?? []) {
    const column = suggested[index]
    if (!column)
      return refuseFor('bad_option', reason('unknown_column', { column: index, count: suggested.length }))
    if (create) return refuseFor('bad_option', reason('field_of_tasks'))
    const own = column.concept === undefined ? undefined : taskFieldOf[column.concept]
    if (field === (own ?? null)) continue
    if (field !== null && !taskFields.some((one) => one.field === field))
      return refuseFor('not_found', reason('unknown_task_field', { field }))
    if (field !== null && hasOwnReader(format))
      return refuseFor('bad_option', reason('fixed_columns', { program: programs[format] ?? format }))
    columns[index] = {
      ...column,
      concept: field === null ? undefined : (field as TaskConcept),
      isLeftOut: field === null,
    }
    // A chosen column comes before the one that was suggested; titles and descriptions are joined.
    if (field === null || field === 'title' || field === 'description') continue
    for (const [place, other] of columns.entries()) {
      const isOther = place !== index && !places.has(place)
      if (isOther && other.concept !== undefined && taskFieldOf[other.concept] === field)
        columns[place] = { ...other, concept: undefined }
    }
  }
  return done(columns)
}

/** Columns that the readers of a format use beside those of the dictionary. */
const helpers = [
  'type',
  'date lang',
  'timezone',
  'is all day',
  'column name',
  'list name',
  'duration',
  'duration unit',
  'deadline',
  'deadline lang',
  'kind',
  'issue key',
  'vorgangsschlussel',
]

export function taskMapping(columns: readonly TaskColumn[]) {
  const byField = new Map<string, string[]>()
  for (const { name, concept } of columns) {
    const field = concept === undefined ? undefined : taskFieldOf[concept]
    if (field !== undefined) byField.set(field, [...(byField.get(field) ?? []), name])
  }
  const mapping: Mapping[] = [...byField].map(([field, columnNames]) => ({ columns: columnNames, field }))
  const ignored = columns
    .filter(
      ({ name, concept, isLeftOut }) =>
        name !== '' && (isLeftOut || (concept === undefined && !helpers.includes(headerKey(name)))),
    )
    .map(({ name }) => name)
  return { mapping, ignored }
}
