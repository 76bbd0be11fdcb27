// Microsoft To Do, as Graph answers its lists.
import { z } from 'zod'
import type { JsonTask } from '../raw-task.ts'
import { box, cell, flag, listOf, mappingOf, text, type JsonReader } from './parts.ts'

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
      range: z
        .object({ type: text, endDate: text, numberOfOccurrences: z.number().catch(1) })
        .nullish()
        .catch(null),
    })
    .nullish()
    .catch(null),
})
type GraphTask = z.infer<typeof graphTask>
const graphList = z.object({ displayName: text, tasks: z.array(graphTask) })

/** A rule of Graph as an RRULE; words where it counts by the weeks of a month or the times that are left. */
function ruleOf({ recurrence }: GraphTask): string {
  const { type = '', interval, dayOfMonth, month, daysOfWeek = [] } = recurrence?.pattern ?? {}
  const { type: ends = '', endDate = '' } = recurrence?.range ?? {}
  const days = daysOfWeek.map((day) => day.slice(0, 2).toUpperCase()).join(',')
  const rules: Readonly<Record<string, string>> = {
    daily: 'DAILY',
    weekly: days === '' ? 'WEEKLY' : `WEEKLY;BYDAY=${days}`,
    absoluteMonthly: `MONTHLY;BYMONTHDAY=${dayOfMonth}`,
    absoluteYearly: `YEARLY;BYMONTH=${month};BYMONTHDAY=${dayOfMonth}`,
  }
  const rule = rules[type]
  if (ends === 'numbered') return `${type}, ${recurrence?.range?.numberOfOccurrences} times`
  if (rule === undefined) return type
  const until = ends === 'endDate' ? `;UNTIL=${endDate.replaceAll('-', '')}` : ''
  return `FREQ=${rule};INTERVAL=${interval}${until}`
}

/** A day is stored as its midnight, either in UTC or on the clock of its person. */
const isMidnight = (written: string): boolean => /T00:00:00/.test(written)

function taskOf(one: GraphTask, section: string): JsonTask {
  const dated = (at: GraphTask['dueDateTime']): string =>
    at ? `${at.dateTime}${at.timeZone === 'UTC' && !at.dateTime.endsWith('Z') ? 'Z' : ''}` : ''
  const [start, due] = [dated(one.startDateTime), dated(one.dueDateTime)]
  const content = one.body?.content ?? ''
  const rule = ruleOf(one)
  return {
    id: one.id,
    title: cell(one.title, 'title'),
    texts: [
      one.body?.contentType === 'html' ? content.replaceAll(/<[^<>]*>/g, ' ').trim() : content,
      one.checklistItems.map(({ isChecked, displayName }) => box(isChecked, displayName)).join('\n'),
    ],
    start: cell(start, 'startDateTime'),
    due: cell(due, 'dueDateTime'),
    wholeDay: isMidnight(due || start) ? 'as written' : 'in zone',
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
  z.array(graphList),
  z.array(graphTask).transform((tasks) => [{ displayName: '', tasks }]),
])

/** Lists with their tasks, or the tasks of one list. */
function tasksIn(document: unknown): JsonTask[] | null {
  const held = z.object({ value: z.unknown() }).safeParse(document)
  const lists = graphFile.safeParse(held.success ? held.data.value : document)
  if (!lists.success || lists.data.length === 0) return null
  return lists.data.flatMap(({ displayName, tasks }) => tasks.map((one) => taskOf(one, displayName)))
}

export const microsoftTodo: JsonReader = {
  format: 'microsoft-todo',
  tasksIn,
  mapping: mappingOf({
    title: ['title'],
    description: ['body', 'checklistItems', 'categories', 'recurrence'],
    due: ['dueDateTime'],
    start: ['startDateTime'],
    priority: ['importance'],
    status: ['status'],
  }),
}
