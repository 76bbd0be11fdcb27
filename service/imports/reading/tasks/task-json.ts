// Tasks in JSON: boards of Trello, projects of Asana, Google Tasks (Takeout) and Microsoft To Do (Graph).
import { z } from 'zod'
import { reason } from '../../../../shared/api/import-reasons.ts'
import type { ImportChoices } from '../../../../shared/api/launcher/imports.ts'
import type { Zone } from '../../../calendars/reading/times.ts'
import { done, refuseFor, type Outcome } from '../../../base/operator-error.ts'
import type { Format } from '../formats.ts'
import type { Drafts, Mapping, Target } from '../plan.ts'
import type { JsonTask } from './raw-task.ts'
import { draftsWithoutColumns } from './tasks.ts'
import { boardMapping, boardTasks } from './trello.ts'

const text = z
  .string()
  .nullish()
  .catch(null)
  .transform((value) => value ?? '')
const flag = z
  .boolean()
  .nullish()
  .catch(null)
  .transform((value) => value === true)
const listOf = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .nullish()
    .transform((value) => value ?? [])
const named = z.object({ name: text }).nullish()

const cell = (content: string, column: string) => ({ text: content, column })
const box = (isChecked: boolean, title: string): string => `- [${isChecked ? 'x' : ' '}] ${title}`

const googleTask = z.object({
  id: z.string(),
  title: text,
  notes: text,
  status: text,
  due: text,
  parent: text,
  deleted: flag,
  links: listOf(z.object({ link: text, url: text })),
})
const googleFile = z.union([
  z.object({
    kind: z.literal('tasks#taskLists'),
    items: listOf(z.object({ title: text, items: listOf(googleTask) })),
  }),
  z
    .object({ kind: z.literal('tasks#tasks'), title: text, items: listOf(googleTask) })
    .transform((list) => ({ items: [list] })),
])

/** All lists, or one. Google keeps no time of a due date. */
function googleTasks(document: unknown): JsonTask[] | null {
  const parsed = googleFile.safeParse(document)
  if (!parsed.success) return null
  return parsed.data.items.flatMap(({ title: section, items }) =>
    items
      .filter(({ deleted }) => !deleted)
      .map((one): JsonTask => ({
        id: one.id,
        title: cell(one.title, 'title'),
        texts: [one.notes, ...one.links.map(({ link, url }) => link || url)],
        due: cell(one.due, 'due'),
        wholeDay: 'as written',
        isDone: one.status === 'completed',
        parent: cell(one.parent, 'parent'),
        assignees: [],
        section,
      })),
  )
}

const moment = z.object({ dateTime: text, timeZone: text }).nullish().catch(null)
const graphTask = z.object({
  id: z.string(),
  title: z.string(),
  status: z.enum(['notStarted', 'inProgress', 'completed', 'waitingOnOthers', 'deferred']),
  importance: text,
  body: z.object({ content: text, contentType: text }).nullish(),
  dueDateTime: moment,
  startDateTime: moment,
  categories: listOf(z.string()),
  checklistItems: listOf(z.object({ displayName: text, isChecked: flag })),
  recurrence: z
    .object({
      pattern: z.object({
        type: text,
        interval: z.number().catch(1),
        dayOfMonth: z.number().catch(1),
        month: z.number().catch(1),
        daysOfWeek: listOf(z.string()),
      }),
    })
    .nullish()
    .catch(null),
})
type GraphTask = z.infer<typeof graphTask>
const graphList = z.object({ displayName: text, tasks: z.array(graphTask) })

/** A rule of Graph as an RRULE; empty where it is counted by the weeks of a month. */
function graphRule({ recurrence }: GraphTask): string {
  const { type = '', interval, dayOfMonth, month, daysOfWeek = [] } = recurrence?.pattern ?? {}
  const days = daysOfWeek.map((day) => day.slice(0, 2).toUpperCase()).join(',')
  const rules: Readonly<Record<string, string>> = {
    daily: 'DAILY',
    weekly: days === '' ? 'WEEKLY' : `WEEKLY;BYDAY=${days}`,
    absoluteMonthly: `MONTHLY;BYMONTHDAY=${dayOfMonth}`,
    absoluteYearly: `YEARLY;BYMONTH=${month};BYMONTHDAY=${dayOfMonth}`,
  }
  const rule = rules[type]
  return rule === undefined ? type : `FREQ=${rule};INTERVAL=${interval}`
}

/** A day is stored as its midnight, either in UTC or on the clock of its person. */
const isMidnight = (written: string): boolean => /T00:00:00/.test(written)

function graphJson(one: GraphTask, section: string): JsonTask {
  const dated = (at: GraphTask['dueDateTime']): string =>
    at ? `${at.dateTime}${at.timeZone === 'UTC' && !at.dateTime.endsWith('Z') ? 'Z' : ''}` : ''
  const due = dated(one.dueDateTime)
  const content = one.body?.content ?? ''
  const rule = graphRule(one)
  return {
    id: one.id,
    title: cell(one.title, 'title'),
    texts: [
      one.body?.contentType === 'html' ? content.replaceAll(/<[^>]*>/g, ' ').trim() : content,
      one.checklistItems.map(({ isChecked, displayName }) => box(isChecked, displayName)).join('\n'),
    ],
    start: cell(dated(one.startDateTime), 'startDateTime'),
    due: cell(due, 'dueDateTime'),
    wholeDay: isMidnight(due) ? 'as written' : 'in zone',
    ...(rule !== '' && { repeat: rule }),
    priority: cell(one.importance === 'high' ? 'high' : '', 'importance'),
    status: one.status === 'inProgress' ? 'In progress' : '',
    isDone: one.status === 'completed',
    assignees: [],
    section,
    labels: one.categories.join(', '),
  }
}

const graphFile = z.union([
  z.array(graphList).transform((lists) => lists),
  z.array(graphTask).transform((tasks) => [{ displayName: '', tasks }]),
])

/** Lists with their tasks, or the tasks of one list. */
function graphTasks(document: unknown): JsonTask[] | null {
  const held = z.object({ value: z.unknown() }).safeParse(document)
  const lists = graphFile.safeParse(held.success ? held.data.value : document)
  if (!lists.success || lists.data.length === 0) return null
  return lists.data.flatMap(({ displayName, tasks }) => tasks.map((one) => graphJson(one, displayName)))
}

const asanaTask = z.object({
  gid: z.string(),
  name: text,
  notes: text,
  completed: flag,
  start_on: text,
  start_at: text,
  due_on: text,
  due_at: text,
  resource_subtype: text,
  assignee: z.object({ name: text, email: text }).nullish(),
  memberships: listOf(z.object({ section: named })),
  tags: listOf(named),
  custom_fields: listOf(z.object({ name: text, display_value: text })),
  subtasks: listOf(z.unknown()),
})
type AsanaTask = z.infer<typeof asanaTask>

function asanaJson(one: AsanaTask, parent: string): JsonTask {
  const { assignee } = one
  const names = (of: AsanaTask['tags']): string[] => of.flatMap((tag) => tag?.name || [])
  return {
    id: one.gid,
    title: cell(one.name, 'name'),
    texts: [
      one.notes,
      one.custom_fields
        .filter(({ display_value: value }) => value !== '')
        .map(({ name, display_value: value }) => `${name}: ${value}`)
        .join('\n'),
    ],
    start: cell(one.start_at || one.start_on, 'start_on'),
    due: cell(one.due_at || one.due_on, 'due_on'),
    isDone: one.completed,
    parent: cell(parent, 'parent'),
    assignees: assignee ? [cell(assignee.email || assignee.name, 'assignee')] : [],
    section: one.memberships.flatMap(({ section }) => section?.name || [])[0],
    labels: names(one.tags).join(', '),
  }
}

function asanaTasks(document: unknown): JsonTask[] | null {
  const file = z.object({ data: z.array(z.unknown()) }).safeParse(document)
  if (!file.success) return null
  const tasks: JsonTask[] = []
  const waiting = file.data.data.toReversed().map((raw) => ({ raw, parent: '' }))
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { success, data } = asanaTask.safeParse(next.raw)
    if (!success) return null
    if (data.resource_subtype === 'section') continue
    tasks.push(asanaJson(data, next.parent))
    for (const raw of data.subtasks.toReversed()) waiting.push({ raw, parent: data.gid })
  }
  return tasks
}

const mappingOf = (columns: Readonly<Record<string, readonly string[]>>): Mapping[] =>
  Object.entries(columns).map(([field, names]) => ({ columns: names, field }))

type Reader = {
  format: Format
  tasksIn: (document: unknown) => JsonTask[] | null
  mapping: readonly Mapping[]
  /** The text after which the tasks stand; before it others name them. */
  after?: RegExp
}
const readers: readonly Reader[] = [
  { format: 'trello', tasksIn: boardTasks, mapping: boardMapping, after: /"cards"\s*:/ },
  {
    format: 'google-tasks',
    tasksIn: googleTasks,
    mapping: mappingOf({
      title: ['title'],
      description: ['notes', 'links'],
      due: ['due'],
      status: ['status'],
      parent: ['parent'],
    }),
  },
  {
    format: 'microsoft-todo',
    tasksIn: graphTasks,
    mapping: mappingOf({
      title: ['title'],
      description: ['body', 'checklistItems', 'categories', 'recurrence'],
      due: ['dueDateTime'],
      start: ['startDateTime'],
      priority: ['importance'],
      status: ['status'],
    }),
  },
  {
    format: 'asana',
    tasksIn: asanaTasks,
    mapping: mappingOf({
      title: ['name'],
      description: ['notes', 'tags', 'custom_fields'],
      due: ['due_on', 'due_at'],
      start: ['start_on', 'start_at'],
      status: ['completed'],
      assignee: ['assignee'],
      section: ['memberships'],
      parent: ['subtasks'],
    }),
  },
]

/** The line on which a task begins, by its id. In a file of one line it is the task's place among the others. */
function lineFinder(source: string, start: number): (id: string, place: number) => number {
  const ends = [...source.matchAll(/\n/g)].map(({ index }) => index)
  let from = start
  return (id, place) => {
    if (ends.length === 0) return place + 1
    const key = `"${id}"`
    const next = source.indexOf(key, from)
    const at = next === -1 ? Math.max(source.indexOf(key, start), start) : next
    from = at + 1
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] ?? 0) < at) low = middle + 1
      else high = middle
    }
    return low + 1
  }
}

/** @param source the text of a JSON file @returns a refusal for JSON that is not a known export */
export function readTaskJson(
  source: string,
  { target, zone, choices }: { target: Target; zone: Zone; choices: ImportChoices },
): Outcome<{ format: Format; read: Drafts }> {
  let document: unknown
  try {
    document = JSON.parse(source)
  } catch (error) {
    const [, line, column] = /line (\d+) column (\d+)/.exec(error instanceof Error ? error.message : '') ?? []
    return refuseFor(
      'invalid_file',
      line === undefined
        ? reason('bad_json')
        : reason('bad_json_at', { line: Number(line), column: Number(column) }),
    )
  }
  for (const { format, tasksIn, mapping, after } of readers) {
    const tasks = tasksIn(document)
    if (!tasks) continue
    const lineOf = lineFinder(source, Math.max(after ? source.search(after) : 0, 0))
    const raw = tasks.map((task, place) => ({ ...task, line: lineOf(task.id, place) }))
    const read = draftsWithoutColumns(raw, mapping, { target, zone, badCells: choices.badCells })
    return done({ format, read })
  }
  return refuseFor('invalid_file', reason('unknown_json'))
}
