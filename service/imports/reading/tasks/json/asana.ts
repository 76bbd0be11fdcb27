// A project of Asana.
import { z } from 'zod'
import type { JsonTask } from '../raw-task.ts'
import { cell, flag, listOf, mappingOf, text, type JsonReader } from './parts.ts'

const named = z.object({ name: text }).nullish()

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

function taskOf(one: AsanaTask, parent: string): JsonTask {
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

function tasksIn(document: unknown): JsonTask[] | null {
  const file = z.object({ data: z.array(z.unknown()) }).safeParse(document)
  if (!file.success) return null
  const tasks: JsonTask[] = []
  const waiting = file.data.data.toReversed().map((raw) => ({ raw, parent: '' }))
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { success, data } = asanaTask.safeParse(next.raw)
    if (!success) return null
    if (data.resource_subtype === 'section') continue
    tasks.push(taskOf(data, next.parent))
    for (const raw of data.subtasks.toReversed()) waiting.push({ raw, parent: data.gid })
  }
  return tasks
}

export const asana: JsonReader = {
  format: 'asana',
  tasksIn,
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
}
