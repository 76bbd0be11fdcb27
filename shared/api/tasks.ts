import { z } from 'zod'
import { exact } from './exact.ts'
import {
  createdAt,
  developerLimit,
  instant,
  instantRange,
  many,
  one,
  page,
  priority,
  recurrence,
  trueOrFalse,
  updatedAt,
  userId,
  writtenTitle,
} from './primitives.ts'
import { taskLimits } from './limits.ts'
import { timerState } from './timers.ts'

/** TSK-01. Inputs use `due_date` and responses `dueDate`, as specified. */
export const task = z
  .object({
    id: z.string().describe('A UUID.'),
    title: z.string().describe('Plain text.'),
    description: z.string().nullable().describe('Plain text, or null.'),
    status: z.string().describe('The slug of a task status.'),
    priority: priority.describe('Priority of the task.'),
    assignees: z.array(z.string()).describe('Auth-user IDs.'),
    start_date: instant.nullable().describe('When work begins, or null.'),
    dueDate: instant.nullable().describe('When it is due, or null.'),
    parent_task_id: z.string().nullable().describe('Id of the task above it, or null.'),
    timeLogged: z.number().int().describe('Minutes worked.'),
    timerState: timerState.nullable().describe('Its running timer, or null.'),
    estimatedTime: z.number().int().nullable().describe('Minutes, or null.'),
    recurrence: recurrence.nullable().describe('How it comes again, or null.'),
    archived: z.boolean().describe('Whether it is archived.'),
    createdBy: userId,
    createdAt,
    updatedAt,
    next_task_id: z
      .string()
      .optional()
      .describe('The next instance, in the answer of the change that completed this one.'),
  })
  .meta({ id: 'Task' })
export type Task = z.infer<typeof task>

const askMilliseconds = 'Send Unix milliseconds, such as 1767225600000.'
/** Unix milliseconds that a response can represent as an instant. Fractions are rounded down. */
const writtenMilliseconds = z
  .number(askMilliseconds)
  .overwrite(Math.floor)
  .min(instantRange.first, askMilliseconds)
  .max(instantRange.last, askMilliseconds)
const latestDate = 8.64e15
/** Unix milliseconds in the range of a Date. Fractions are rounded down. */
const givenMilliseconds = z
  .string()
  .regex(/^-?\d{1,16}(\.\d+)?$/, askMilliseconds)
  .transform((text) => Math.floor(Number(text)))
  .refine((at) => Math.abs(at) <= latestDate, askMilliseconds)
  .meta({ type: 'number', minimum: -latestDate, maximum: latestDate })

/** TSK-02. Times are Unix milliseconds. A task must match all filters. */
export const taskListQuery = exact({
  cursor: z.string().optional().describe('`next_cursor` of the previous page, unchanged.'),
  limit: developerLimit,
  include_archived: trueOrFalse.describe('`true` includes archived tasks.'),
  status: z.string().optional().describe('The slug of a task status.'),
  is_complete: trueOrFalse.describe('Whether the status means completion.'),
  priority: priority.optional().describe('Priority of the task.'),
  assignee: z.string().optional().describe('An auth-user ID, or `me` for the key’s owner.'),
  parent_task_id: z.string().toLowerCase().optional().describe('Direct subtasks of this task.'),
  linked_record_id: z.string().toLowerCase().optional().describe('Tasks linked to this record.'),
  updated_after: givenMilliseconds.optional().describe('Changed after this time, Unix milliseconds.'),
  due_after: givenMilliseconds.optional().describe('Due after this time, Unix milliseconds.'),
  due_before: givenMilliseconds.optional().describe('Due before this time, Unix milliseconds.'),
})

const title = writtenTitle(z.string().min(1).max(taskLimits.title)).describe(
  'Plain text with at least one visible character.',
)
const written = {
  title: title.optional(),
  description: z.string().max(100_000).optional().describe('Plain text; empty for none.'),
  status: z.string().min(1).optional().describe('The slug of a task status.'),
  priority: priority.optional().describe('Priority of the task.'),
  start_date: writtenMilliseconds
    .nullable()
    .optional()
    .describe('Unix milliseconds, not later than the due date.'),
  due_date: writtenMilliseconds.nullable().optional().describe('Unix milliseconds.'),
  parent_task_id: z.string().nullable().optional().describe('A task that is visible to the caller.'),
  assignees: z
    .array(z.string().min(1).max(200))
    .max(50)
    .optional()
    .describe('Auth-user IDs of members; replaces the list.'),
  estimated_time: z
    .number()
    .int()
    .positive()
    .max(Number.MAX_SAFE_INTEGER)
    .nullable()
    .optional()
    .describe('Minutes.'),
  recurrence: exact(recurrence.shape).nullable().optional().describe('How it comes again; null ends it.'),
}

/** TSK-03. Absent keeps, null clears. */
export const taskPatch = exact({
  ...written,
  linked_record_ids: z.unknown().optional().describe('Has no effect outside creation (TSK-04).'),
})
export type TaskPatch = z.infer<typeof taskPatch>

/** TSK-06. The fields of a patch with a required title, and records to link. */
export const taskCreate = exact({
  ...written,
  title,
  linked_record_ids: z
    .array(z.string().min(1).max(200))
    .max(taskLimits.linkedRecords)
    .optional()
    .describe('Active records of the workspace.'),
})

/** A member as tasks name them: no address and nothing else personal. */
const workspaceMember = z
  .object({
    id: z.string().describe('An auth-user ID, as `assignees` and `createdBy` hold it.'),
    name: z.string().describe('The person’s name.'),
    role: z.enum(['owner', 'admin', 'member']).describe('The role in the workspace.'),
  })
  .meta({ id: 'WorkspaceMember' })

export const membersResponse = many(workspaceMember)
export const taskResponse = one(task)
export const taskPageResponse = page(task)
