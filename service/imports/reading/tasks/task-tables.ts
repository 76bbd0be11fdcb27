// Tasks of tables: Todoist, Asana, Linear, TickTick, Trello, ClickUp, Jira, and tables that people made.
import { fold } from '../../../../shared/search/text-fold.ts'
import { done, type Outcome } from '../../../base/operator-error.ts'
import { taskConcept } from '../columns.ts'
import { createDetection } from '../detect.ts'
import type { TableFormat } from '../formats.ts'
import { createExamples, type TableOptions } from '../contacts/people.ts'
import { madeDrafts, type Drafts } from '../plan.ts'
import { footerNotes, type Table } from '../table.ts'
import {
  hasOwnReader,
  steeredTaskColumns,
  suggestedTaskColumns,
  taskFieldOf,
  taskFields,
  taskMapping,
  type TaskColumn,
} from './task-columns.ts'
import { withoutLink } from '../values.ts'
import type { Cell, RawTask } from './raw-task.ts'
import { cellsOf, nestedCells, rowName, subitems, type Cells } from './task-cells.ts'
import { plainWord, readTasks } from './tasks.ts'

const doneWords =
  /^(?:done|completed?|accepted|closed|finished|resolved|erledigt|fertig|abgeschlossen|geschlossen|ja|yes|true|x|✅|✓|✔|☑|1|100(?: ?%)?)$/
const canceledWords = /^(?:cancell?ed|duplicate|abandoned|won'?t (?:do|fix)|abgebrochen|verworfen)$/
const openWords = /^(?:no|false|0|\d\d?(?:[.,]\d+)? ?%|nein|falsch|open|offen|unchecked|☐|⬜|✗|✘|-|–)?$/
const openStatuses = /^(?:to[ -]?do|not started|new|zu erledigen|nicht begonnen|nicht gestartet|neu)$/

const people = (cell: Cell): Cell[] =>
  cell.text
    .split(/[,;]/)
    .map((text) => ({ ...cell, text: text.trim() }))
    .filter(({ text }) => text !== '')

/** The members that all tables share. */
function common(cells: Cells): RawTask {
  const { text, texts, cell } = cells
  const written = text('status') || text('progress')
  const status = plainWord(written)
  const completed = fold(text('completed'))
  const isCanceled = text('canceled') !== '' || canceledWords.test(status)
  const isOpen = openWords.test(completed) || openStatuses.test(completed)
  const isDone = isCanceled || doneWords.test(status) || !isOpen
  const isArchived = /^(?:true|yes|ja|1)$/.test(fold(text('archived')))
  const email = cell('assigneeEmail')
  return {
    line: cells.line,
    id: text('id') || null,
    alias: rowName(cells.line),
    title: { ...cell('title'), text: texts('title').join(' ') },
    texts: [...texts('description'), ...(isCanceled ? [`Status: ${written || 'Canceled'}`] : [])],
    start: cell('start'),
    // A plan has the end of a task and no day on which it is due.
    due: text('due') === '' ? cell('end') : cell('due'),
    ...(text('repeat') !== '' && { repeat: text('repeat') }),
    priority: cell('priority'),
    status: written,
    isNamedStatus:
      ![canceledWords, doneWords, openWords, openStatuses].some((words) => words.test(status)) &&
      text('canceled') === '',
    isDone: isDone || isArchived,
    parent:
      cells.above === undefined
        ? { ...cell('parent'), text: withoutLink(text('parent')).split(' ::: ', 1).join('') }
        : { text: rowName(cells.above), column: subitems },
    assignees: people(email.text === '' ? cell('assignee') : email),
    section: text('section') || cells.group,
    labels: texts('labels').join(', '),
  }
}

/** `Ada Vale (12345678)`. Patterns are slow on long texts. */
const withoutId = (name: string): string => (name.length > 500 ? name : name.replace(/\s*\(\d+\)$/, ''))

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
      const id = rowName(line)
      const { title, labels } = labelsIn(content)
      above.push({ id, indent })
      const responsible = withoutId(named('responsible'))
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
    isNamedStatus: false,
    isDone: status !== '' && status !== '0',
    parent: { text: named('parentid'), column: 'parentId' },
    section: named('column name') || named('list name'),
    labels: named('tags'),
  }
}

/** A spreadsheet would run text that begins so, and Linear writes an apostrophe before it. */
const withoutApostrophe = (text: string): string => text.replace(/^'(?=[=+\-@\t\r|%'])/, '')

/** A cell of `[Ada,Bo]`. */
const withoutBrackets = (text: string): string =>
  text.replace(/^\[(.*)\]$/s, '$1').replaceAll(/,(?! )/g, ', ')

const clickUpLevels: Readonly<Record<string, string>> = { 1: 'urgent', 2: 'high', 3: 'medium', 4: 'low' }

function clickUpTask(cells: Cells): RawTask {
  const raw = common(cells)
  const [assignee, priority] = [cells.cell('assignee'), cells.cell('priority')]
  return {
    ...raw,
    // Text stands for dates where the milliseconds are missing.
    due: cells.text('due') === '' ? { text: cells.named('due date text'), column: 'Due Date Text' } : raw.due,
    priority: { ...priority, text: clickUpLevels[priority.text] ?? priority.text },
    assignees: people({ ...assignee, text: withoutBrackets(assignee.text) }),
    labels: withoutBrackets(raw.labels ?? ''),
  }
}

/** Cells of ClickUp that hold nothing. */
const withoutNothing = (text: string): string => (/^(?:null|\[\]|\{\})$/.test(text.trim()) ? '' : text)

/** A parent is named by its id or by its key. A time at midnight is a day. */
const jiraTask = (cells: Cells): RawTask => ({
  ...common(cells),
  alias: cells.named('issue key') || cells.named('vorgangsschlussel'),
  ...(/ (?:12:00 am|00:00)$/i.test(cells.text('due')) && { wholeDay: 'as written' }),
})

const cleaners: Partial<Record<TableFormat, (text: string) => string>> = {
  linear: withoutApostrophe,
  clickup: withoutNothing,
}

const readers: Partial<Record<TableFormat, (rows: readonly Cells[]) => RawTask[]>> = {
  todoist: todoistTasks,
  ticktick: (rows) => rows.map(tickTickTask),
  linear: (rows) => rows.map((cells) => ({ ...common(cells), wholeDay: 'as written' })),
  clickup: (rows) => rows.map(clickUpTask),
  jira: (rows) => rows.map(jiraTask),
}

const fieldOf = (column: TaskColumn | undefined): string | null =>
  (column?.concept === undefined ? undefined : taskFieldOf[column.concept]) ?? null

export function readTaskTable(
  table: Table,
  { format, target, choices, zone }: TableOptions,
): Outcome<Drafts> {
  const suggested = suggestedTaskColumns(table, format)
  const steered = steeredTaskColumns(suggested, choices.columns, format)
  if (!steered.ok) return steered
  const columns = steered.value
  const clean = cleaners[format] ?? ((text: string) => text)
  const dated = columns.filter(({ concept }) => concept === 'due' || concept === 'start' || concept === 'end')
  const detecting = createDetection(
    dated.map(({ index, name }) => ({ index, name, holds: 'days' })),
    choices,
    { delimiter: table.delimiter, names: table.names, format },
  )
  const examples = createExamples(columns.length)
  const cellsIn = nestedCells(table, cellsOf(table, columns, clean))
  const rows: Cells[] = []
  const all = table.read((row) => {
    const cells = cellsIn(row)
    if (cells === 'header') return
    rows.push(cells)
    if (cells.above !== undefined) return
    detecting.add(row.cells)
    examples.add(row.cells)
  })
  if (!all.ok) return all
  const { ragged } = all.value
  const detection = detecting.end()
  const isJoined = (name: unknown): boolean =>
    columns.filter((column) => column.name === name).every(({ concept }) => concept !== undefined)
  const raw = readers[format]?.(rows) ?? rows.map(common)
  const { drafts, faults, repeating } = readTasks(raw, {
    target,
    zone,
    orderIn: (name) => detection.writtenIn(dated.find((one) => one.name === name)?.index ?? -1).order,
    badCells: choices.badCells,
  })
  return done({
    into: 'tasks',
    rows: raw.length + ragged.length,
    ...madeDrafts(drafts),
    faults: [...ragged, ...faults].toSorted((a, b) => a.line - b.line),
    repeating,
    columns: columns.map((column, place) => {
      const [field, own] = [fieldOf(column), fieldOf(suggested[place])]
      return {
        name: column.name,
        field,
        ...(own !== field && { suggested: own }),
        examples: examples.of(column.index),
      }
    }),
    goesTo: hasOwnReader(format) ? [] : [...taskFields],
    questions: detection.questions,
    notes: [
      ...table.notes.filter(({ params }) => !isJoined(params?.['column'])),
      ...footerNotes(all.value),
      ...detection.notes,
    ],
    ...taskMapping(columns),
  })
}

/** Whether a table of tasks has a column of titles. */
export const hasTitles = ({ names }: Table, format: TableFormat): boolean =>
  format !== 'csv' || names.some((name) => taskConcept(name) === 'title')
