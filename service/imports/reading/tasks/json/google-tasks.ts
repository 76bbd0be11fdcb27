// Google Tasks, as Takeout exports them.
import { z } from 'zod'
import type { JsonTask } from '../raw-task.ts'
import { cell, flag, listOf, mappingOf, text, type JsonReader } from './parts.ts'

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
function tasksIn(document: unknown): JsonTask[] | null {
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

export const googleTasks: JsonReader = {
  format: 'google-tasks',
  tasksIn,
  mapping: mappingOf({
    title: ['title'],
    description: ['notes', 'links'],
    due: ['due'],
    status: ['status'],
    parent: ['parent'],
  }),
}
