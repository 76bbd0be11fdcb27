import { z } from 'zod'
import { developerLimit, instant, one, page, priority } from './primitives.ts'

/** TSK-01. Inputs say `due_date`, answers say `dueDate`: the specification's names. */
export const task = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  status: z.string(),
  priority,
  assignees: z.array(z.string()),
  start_date: instant.nullable(),
  dueDate: instant.nullable(),
  parent_task_id: z.string().nullable(),
  timeLogged: z.number().int(),
  estimatedTime: z.number().int().nullable(),
  archived: z.boolean(),
  createdBy: z.string(),
  createdAt: instant,
  updatedAt: instant,
})
export type Task = z.infer<typeof task>

/** TSK-02. `updated_after` is Unix milliseconds, as the other developer inputs are. */
export const taskListQuery = z.object({
  cursor: z.string().optional(),
  limit: developerLimit,
  include_archived: z
    .string()
    .optional()
    .transform((text) => text === 'true'),
  status: z.string().optional(),
  assignee: z.string().optional(),
  updated_after: z.coerce.number().int().min(0).optional(),
})

/** Unix milliseconds, inside what a Date can hold. */
const epochMilliseconds = z.number().int().min(-8.64e15).max(8.64e15)

/** TSK-03. Absent keeps, null clears. `linked_record_ids` is ignored here (TSK-04). */
export const taskPatch = z.object({
  title: z.string().min(1).max(500).regex(/\S/, 'A title needs a visible character.').optional(),
  description: z.string().max(100_000).optional(),
  status: z.string().min(1).optional(),
  priority: priority.optional(),
  start_date: epochMilliseconds.nullable().optional(),
  due_date: epochMilliseconds.nullable().optional(),
  parent_task_id: z.string().nullable().optional(),
  assignees: z.array(z.string().min(1).max(200)).max(50).optional(),
  estimated_time: z.number().int().positive().nullable().optional(),
})
export type TaskPatch = z.infer<typeof taskPatch>

export const taskResponse = one(task)
export const taskPageResponse = page(task)
