// Tools for tasks: list, capture, change.
import { decodeCursor, encodeCursor } from '../http/cursor.ts'
import { iso } from '../base/time.ts'
import type { TaskStatus } from '../../shared/api/launcher/tasks.ts'
import { asStored, type InputNames, type TaskInput } from '../tasks/task-check.ts'
import { tasksByCreation, type TaskFilters } from '../tasks/task-lists.store.ts'
import { minutesLogged, type StoredTask } from '../tasks/stored-task.ts'
import { changeTask, createTask, taskAuthor, touchesOf } from '../tasks/task-write.ts'
import {
  dataBlock,
  fitting,
  lineOf,
  outcomesAnswer,
  pageAnswer,
  pageRows,
  present,
  refused,
  short,
} from './answers.ts'
import { dateWords, idsOfPeople, momentOf, taskWords, type TaskWords, write, type Tool } from './call.ts'
import type { Inputs } from './schemas.ts'

/** A task as answers show it. */
export const taskRow = (task: StoredTask, { people, sections, zone }: TaskWords) => ({
  kind: 'task',
  id: task.id,
  title: task.title,
  ...present({
    status: task.status,
    priority: task.priority === 'no_priority' ? undefined : task.priority,
    due: dateWords(task.dueDate, zone, 'end'),
    start: dateWords(task.startDate, zone, 'beginning'),
    assignees: task.assignees.map((id) => people.nameOf(id)),
    description: task.description,
    section: sections.find(({ id }) => id === task.sectionId)?.name,
    parent: task.parentId,
    records: task.linkedRecordIds,
    minutes: task.estimatedTime,
    repeat: task.recurrence,
    logged: minutesLogged(task) || undefined,
    timer: task.timer && { by: people.nameOf(task.timer.personId), since: iso(task.timer.startedAt) },
    archived: task.archived || undefined,
  }),
  created: iso(task.createdAt),
  created_by: people.nameOf(task.createdBy),
  updated: iso(task.updatedAt),
})

const listed = (task: StoredTask, words: TaskWords) => {
  const { created: _created, created_by: _by, description, ...row } = taskRow(task, words)
  return { ...row, title: short(task.title), ...(description && { description: short(description, 160) }) }
}

// Input of a task.

type Written = Omit<Inputs['change_tasks']['changes'][number], 'id'>
type Read = { ok: true; input: TaskInput } | { ok: false; fault: string }

const byName = <T extends { name: string }>(all: readonly T[], wanted: string): T | undefined =>
  all.find(({ name }) => name.trim().toLowerCase() === wanted.trim().toLowerCase())

const statusOf = (statuses: readonly TaskStatus[], wanted: string): TaskStatus | undefined =>
  statuses.find(({ slug }) => slug === wanted) ?? byName(statuses, wanted)

const badMoment = (name: string) =>
  `${name}: write a day (2026-12-01) or an ISO 8601 time with Z or an offset.`

/** Turns names into ids, and days into moments. Undefined keeps, null clears. */
function readInput(written: Written, { people, statuses, sections, zone }: TaskWords): Read {
  const fail = (fault: string): Read => ({ ok: false, fault })
  const { assignees, status, section, due, start, records, parent, minutes, repeat, ...same } = written
  const who = assignees && idsOfPeople(people, assignees)
  if (who && 'fault' in who) return fail(`assignees: ${who.fault}`)
  const known = status === undefined ? undefined : statusOf(statuses, status)
  if (status !== undefined && !known)
    return fail(`status: use one of ${statuses.map(({ slug }) => slug).join(', ')}.`)
  const place =
    typeof section === 'string'
      ? (sections.find(({ id }) => id === section) ?? byName(sections, section))
      : undefined
  if (typeof section === 'string' && !place)
    return fail('section: there is no such section. describe_workspace lists them.')
  const dueDate = typeof due === 'string' ? momentOf(due, zone, 'end') : due
  if (typeof due === 'string' && dueDate === undefined) return fail(badMoment('due'))
  const startDate = typeof start === 'string' ? momentOf(start, zone, 'beginning') : start
  if (typeof start === 'string' && startDate === undefined) return fail(badMoment('start'))
  return {
    ok: true,
    input: {
      ...same,
      recurrence: repeat,
      dueDate,
      startDate,
      status: known?.slug,
      assignees: who?.ids,
      sectionId: section === null ? null : place?.id,
      linkedRecordIds: asStored(records),
      parentId: parent?.toLowerCase() ?? parent,
      estimatedTime: typeof minutes === 'number' ? Math.round(minutes) : minutes,
    },
  }
}

const inputNames: InputNames = {
  startDate: 'start',
  dueDate: 'due',
  parentId: 'parent',
  sectionId: 'section',
  linkedRecordIds: 'records',
  estimatedTime: 'minutes',
  recurrence: 'repeat',
}

const unclear =
  'Some words of the line are unclear and stayed in the title: `left` says which and why. Ask the person, then call change_tasks.'

const defined = (input: TaskInput): TaskInput =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))

export const captureTask: Tool<Inputs['capture_task']> = {
  name: 'capture_task',
  title: 'Capture a task',
  description:
    'Creates one task from text, a line as a person types it, or from title. Of text, dates, repetition, @member, #record, /section, =status, !priority and ~estimate are read; what is unclear stays in the title, and the answer says why. Fields override it. Put nothing but words into title. Without assignees it is yours; without status it is open.',
  scopes: () => ['tasks:write'],
  changes: 'adds',
  async run(call, { text, language, title, ...written }) {
    const { deps, principal } = call
    const words = await deps.store.ask((tx) => taskWords(tx, principal, deps))
    const read = readInput(text === undefined ? { assignees: ['me'], ...written } : written, words)
    if (!read.ok) return refused(`Nothing was saved. ${read.fault}`)
    const given = new Set(Object.keys(written))
    // The grammar is not loaded before it is needed.
    const line =
      text === undefined
        ? undefined
        : await (await import('./line.ts')).readLine(call, { text, language }, words, given)
    if (line?.ok === false) return refused(`Nothing was saved. ${line.fault}`)
    // The schema wants one of them.
    const input = { ...line?.input, ...defined(read.input), title: line?.input.title ?? title ?? '' }
    const id = deps.newId()
    const author = taskAuthor(principal, deps.now(), words.zone)
    const outcome = await write(call, (tx) => createTask(tx, author, id, input, inputNames), [])
    if (!outcome.ok) return refused(`Nothing was saved. ${outcome.message}`)
    const created = line?.isUnclear === true ? `Created. ${unclear}` : 'Created.'
    const rows = [listed(outcome.task, words), ...(line ? [line.row] : [])].map(lineOf)
    const shown = fitting(rows)
    const cut = shown < rows.length ? ' How the line was read would be too long here: read the task.' : ''
    return { text: `${created}${cut}\n${dataBlock(rows.slice(0, Math.max(1, shown)))}` }
  },
}

export const changeTasks: Tool<Inputs['change_tasks']> = {
  name: 'change_tasks',
  title: 'Change tasks',
  description:
    'Changes what is given of up to 25 tasks, for example status "done" or due. Null clears; a list replaces the stored one. `next` is the next instance of a task that repeats. Each stands by itself: the answer says which were refused.',
  scopes: () => ['tasks:write'],
  changes: 'replaces',
  async run(call, { changes }) {
    const { deps, principal } = call
    const words = await deps.store.ask((tx) => taskWords(tx, principal, deps))
    const outcomes = await Promise.all(
      changes.map(async ({ id: given, ...written }) => {
        const id = given.toLowerCase()
        const read = readInput(written, words)
        if (!read.ok) return { id, fault: read.fault }
        const { input } = read
        const author = taskAuthor(principal, deps.now(), words.zone)
        const unconditional = { ifMatch: undefined, ifNoneMatch: undefined }
        const outcome = await write(
          call,
          (tx) => changeTask(tx, author, id, input, unconditional, inputNames),
          touchesOf(id, input),
        )
        if (!outcome.ok) return { id, fault: outcome.message }
        const { title, status, due, assignees } = taskRow(outcome.task, words)
        const next = outcome.nextTaskId
        return {
          row: { kind: 'task', id, title: short(title, 100), ...present({ status, due, assignees, next }) },
        }
      }),
    )
    return outcomesAnswer(outcomes, 'changed')
  },
}

type Asked = Inputs['list_tasks']

/** @returns the filters, or a sentence */
function filtersOf(asked: Asked, { people, statuses, zone }: TaskWords): TaskFilters | string {
  const who = asked.assignee === undefined ? undefined : people.find(asked.assignee)
  if (who && 'fault' in who) return `assignee: ${who.fault}`
  const status = asked.status === undefined ? undefined : statusOf(statuses, asked.status)
  if (asked.status !== undefined && !status)
    return `status: use one of ${statuses.map(({ slug }) => slug).join(', ')}.`
  const dueAfter = asked.due_after === undefined ? undefined : momentOf(asked.due_after, zone, 'end')
  const dueBefore = asked.due_before === undefined ? undefined : momentOf(asked.due_before, zone, 'beginning')
  if (asked.due_after !== undefined && dueAfter === undefined) return badMoment('due_after')
  if (asked.due_before !== undefined && dueBefore === undefined) return badMoment('due_before')
  return {
    archived: 'left out',
    status: status?.slug,
    isComplete: asked.complete,
    priority: asked.priority,
    assignee: who?.id,
    parentId: asked.parent?.toLowerCase(),
    linkedRecordId: asked.record?.toLowerCase(),
    dueAfter,
    dueBefore,
  }
}

const cursorKind = 'mcp.tasks'
export const badCursor = refused(
  'This cursor does not belong to this list. Leave it out to begin again, or repeat the call with the same arguments.',
)

export const listTasks: Tool<Asked> = {
  name: 'list_tasks',
  title: 'List tasks',
  description:
    'Tasks that you may see, newest first. All filters must match. due_before and due_after do not include the day itself.',
  scopes: () => ['tasks:read'],
  changes: 'nothing',
  run({ deps, principal }, { cursor, ...asked }) {
    return deps.store.read(async (tx) => {
      const { workspaceId, personId } = principal
      const words = await taskWords(tx, principal, deps)
      const filters = filtersOf(asked, words)
      if (typeof filters === 'string') return refused(filters)
      const filtersKey = JSON.stringify([workspaceId, personId, filters])
      const after = cursor === undefined ? undefined : decodeCursor(cursorKind, filtersKey, cursor)
      if (after === null) return badCursor
      const page = { after, limit: pageRows }
      const { tasks, next } = await tasksByCreation(tx, workspaceId, principal, filters, page)
      const cursorBehind = (shown: number) => {
        const last = shown < tasks.length ? tasks[shown - 1] : undefined
        const end = last ? ([last.createdAt, last.id] as const) : next
        return end && encodeCursor(cursorKind, filtersKey, end)
      }
      const rows = tasks.map((task) => listed(task, words))
      return pageAnswer(rows, cursorBehind, { none: 'No task matches.' })
    })
  },
}
