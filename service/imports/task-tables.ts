// Tasks of tables: Todoist, Asana, Linear, TickTick, Trello, and tables that people made.
import { fold } from '../../shared/search/text-fold.ts'
import type { Zone } from '../calendars/reading/times.ts'
import { headerKey, taskColumns, taskConcept, type TaskConcept } from './columns.ts'
import { dayOrderOf } from './dates.ts'
import type { TableFormat } from './formats.ts'
import type { Drafts, Mapping, Target } from './plan.ts'
import type { Row, Table } from './table.ts'
import { readTasks, type Cell, type RawTask } from './tasks.ts'

/** A reader of rows by the meanings of their columns. */
type Cells = {
  line: number
  /** Trimmed; empty where the column is missing. */
  text: (concept: TaskConcept) => string
  cell: (concept: TaskConcept) => Cell
  /** A column by its header, in small letters. */
  named: (key: string) => string
}

function cellsOf(
  { names }: Table,
  columns: Partial<Record<TaskConcept, number>>,
  clean: (text: string) => string,
) {
  const keys = names.map(headerKey)
  return ({ line, cells }: Row): Cells => {
    const at = (index: number | undefined) => (index === undefined ? '' : clean(cells[index] ?? '').trim())
    const text = (concept: TaskConcept) => at(columns[concept])
    return {
      line,
      text,
      cell: (concept) => ({ text: text(concept), column: names[columns[concept] ?? -1] ?? '' }),
      named: (key) => at(keys.indexOf(key)),
    }
  }
}

const doneWords =
  /^(?:done|completed?|closed|finished|resolved|erledigt|fertig|abgeschlossen|geschlossen|ja|yes|true|x|1|100%?)$/
const canceledWords = /^(?:cancell?ed|duplicate|abandoned|won'?t (?:do|fix)|abgebrochen|verworfen)$/
const openWords = /^(?:no|false|0|nein|open|offen)?$/

const people = (cell: Cell): Cell[] =>
  cell.text
    .split(/[,;]/)
    .map((text) => ({ ...cell, text: text.trim() }))
    .filter(({ text }) => text !== '')

/** The members that all tables share. */
function common(cells: Cells): RawTask {
  const { text, cell } = cells
  const status = fold(text('status'))
  const completed = fold(text('completed'))
  const isCanceled = text('canceled') !== '' || canceledWords.test(status)
  const isDone = isCanceled || doneWords.test(status) || !openWords.test(completed)
  const isArchived = /^(?:true|yes|ja|1)$/.test(fold(text('archived')))
  const email = cell('assigneeEmail')
  return {
    line: cells.line,
    id: text('id') || null,
    title: cell('title'),
    texts: [text('description'), ...(isCanceled ? [`Status: ${text('status') || 'Canceled'}`] : [])],
    start: cell('start'),
    due: cell('due'),
    ...(text('repeat') !== '' && { repeat: text('repeat') }),
    priority: cell('priority'),
    status: text('status'),
    isDone: isDone || isArchived,
    parent: cell('parent'),
    assignees: people(email.text === '' ? cell('assignee') : email),
    section: text('section'),
    labels: text('labels'),
  }
}

const todoistLevels: Readonly<Record<string, string>> = { 1: 'urgent', 2: 'high', 3: 'medium', 4: '' }

/** Labels stand in the title, at its end where nobody has moved them. */
function labelsIn(content: string): { title: string; labels: string } {
  const [labels = ''] = content.length > 2_000 ? [] : (/(?:\s+@[\p{L}\p{N}_-]+)+\s*$/u.exec(content) ?? [])
  return {
    title: content.slice(0, content.length - labels.length),
    labels: labels.trim().replaceAll(/\s+/g, ', '),
  }
}

/** Sections, comments and settings stand between the tasks, and INDENT says which is above. */
function todoistTasks(rows: readonly Cells[]): RawTask[] {
  const tasks: RawTask[] = []
  let above: { id: string; indent: number }[] = []
  let section: string | undefined
  for (const { line, named } of rows) {
    const type = named('type').toLowerCase()
    const content = named('content')
    if (type === 'section') {
      section = content
      above = []
    } else if (type === 'note' && content !== '') {
      const task = tasks.pop()
      if (task) tasks.push({ ...task, texts: [...task.texts, `Comment: ${content}`] })
    } else if (type === 'task') {
      const indent = Math.max(1, Number.parseInt(named('indent'), 10) || 1)
      above = above.filter((one) => one.indent < indent)
      const parent = above.at(-1)?.id
      const id = `row ${line}`
      const { title, labels } = labelsIn(content)
      above.push({ id, indent })
      const responsible = named('responsible').replace(/\s*\(\d+\)$/, '')
      const dated = named('date') === '' ? 'deadline' : 'date'
      const language = named(`${dated} lang`)
      const minutes = /^minute/i.test(named('duration unit')) ? named('duration') : ''
      tasks.push({
        line,
        id,
        title: { text: title, column: 'CONTENT' },
        labels,
        texts: [named('description'), ...(minutes === '' ? [] : [`Duration: ${minutes} minutes`])],
        due: { text: named(dated), column: dated.toUpperCase() },
        ...(named('timezone') !== '' && { zone: named('timezone') }),
        ...(language !== '' && { language }),
        priority: { text: todoistLevels[named('priority')] ?? '', column: 'PRIORITY' },
        isDone: false,
        ...(parent !== undefined && { parent: { text: parent, column: 'INDENT' } }),
        assignees: responsible === '' ? [] : [{ text: responsible, column: 'RESPONSIBLE' }],
        section,
      })
    }
  }
  return tasks
}

const tickTickLevels: Readonly<Record<string, string>> = { 0: '', 1: 'low', 3: 'medium', 5: 'high' }

function tickTickTask(cells: Cells): RawTask {
  const { named } = cells
  const status = named('status')
  return {
    ...common(cells),
    id: named('taskid') || null,
    title: { text: named('title'), column: 'Title' },
    texts: [named('content'), ...(status === '-1' ? ['Status: Abandoned'] : [])],
    ...(named('is all day').toLowerCase() === 'true' && { wholeDay: 'in zone' }),
    ...(named('timezone') !== '' && { zone: named('timezone') }),
    priority: { text: tickTickLevels[named('priority')] ?? named('priority'), column: 'Priority' },
    status: '',
    isDone: status !== '' && status !== '0',
    parent: { text: named('parentid'), column: 'parentId' },
    section: named('column name') || named('list name'),
    labels: named('tags'),
  }
}

/** A spreadsheet would run text that begins so, and Linear writes an apostrophe before it. */
const withoutApostrophe = (text: string): string => text.replace(/^'(?=[=+\-@\t\r|%'])/, '')

const readers: Partial<Record<TableFormat, (rows: readonly Cells[]) => RawTask[]>> = {
  todoist: todoistTasks,
  ticktick: (rows) => rows.map(tickTickTask),
  linear: (rows) => rows.map((cells) => ({ ...common(cells), wholeDay: 'as written' })),
}

/** Columns of a format that the dictionary does not know, or knows as something else. */
const ownColumns: Partial<Record<TableFormat, Partial<Record<TaskConcept, string>>>> = {
  todoist: { title: 'content', description: 'description', assignee: 'responsible' },
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
}

/** Linear counts a project and its dates beside those of the issue. */
function columnsOf({ names }: Table, format: TableFormat): Partial<Record<TaskConcept, number>> {
  const keys = names.map(headerKey)
  const own = Object.entries(ownColumns[format] ?? {}).flatMap(([concept, key]) => {
    const index = keys.indexOf(key)
    return index === -1 ? [] : [[concept, index] as const]
  })
  return { ...taskColumns(names), ...Object.fromEntries(own) }
}

const fieldOf: Partial<Record<TaskConcept, string>> = {
  title: 'title',
  description: 'description',
  due: 'due',
  start: 'start',
  priority: 'priority',
  status: 'status',
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

/** Columns that the readers of a format use beside those of the dictionary. */
const helpers = [
  'type',
  'indent',
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
]

function mappingOf(names: readonly string[], columns: Partial<Record<TaskConcept, number>>) {
  const byField = new Map<string, string[]>()
  const used = new Set<number>()
  for (const [concept, index] of Object.entries(columns) as [TaskConcept, number][]) {
    const field = fieldOf[concept]
    if (concept === 'id') used.add(index)
    if (field === undefined || used.has(index)) continue
    used.add(index)
    byField.set(field, [...(byField.get(field) ?? []), names[index] ?? ''])
  }
  const mapping: Mapping[] = [...byField].map(([field, columnNames]) => ({ columns: columnNames, field }))
  const ignored = names.filter(
    (name, index) => name !== '' && !used.has(index) && !helpers.includes(headerKey(name)),
  )
  return { mapping, ignored }
}

export function readTaskTable(
  table: Table,
  { format, target, zone }: { format: TableFormat; target: Target; zone: Zone },
): Drafts {
  const columns = columnsOf(table, format)
  const clean = format === 'linear' ? withoutApostrophe : (text: string) => text
  const rows = table.rows.map(cellsOf(table, columns, clean))
  const raw = readers[format]?.(rows) ?? rows.map(common)
  const order = dayOrderOf(rows.flatMap(({ text }) => [text('due'), text('start')]))
  const { drafts, faults, repeating } = readTasks(raw, { target, zone, order })
  return {
    into: 'tasks',
    rows: raw.length + table.ragged.length,
    drafts,
    faults: [...table.ragged, ...faults].toSorted((a, b) => a.line - b.line),
    repeating,
    notes: table.notes,
    ...mappingOf(table.names, columns),
  }
}

/** Whether a table of tasks has a column of titles. */
export const hasTitles = ({ names }: Table, format: TableFormat): boolean =>
  format !== 'csv' || names.some((name) => taskConcept(name) === 'title')
