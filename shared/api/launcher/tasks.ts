// Tasks of the launcher surface (LCH-01…03, LCH-09, LCH-11).
import { z } from 'zod'
import { exact } from '../exact.ts'
import {
  avatarUrl,
  createdAt,
  givenInstant,
  havingEach,
  instant,
  launcherLimit,
  launcherPage,
  many,
  one,
  priority,
  recurrence,
  trueOrFalse,
  updatedAt,
  userId,
  webUrl,
  writtenTitle,
} from '../primitives.ts'
import { taskLimits } from '../limits.ts'
import { timerState } from '../timers.ts'

const id = z.string().min(1).max(200)

const writable = {
  title: z.string().trim().min(1).max(taskLimits.title),
  description: z.string().max(taskLimits.description).describe('Plain text; empty for none.'),
  status: z.string().min(1).max(200).describe('The slug of a task status.'),
  priority: priority.describe('Priority of the task.'),
  startDate: givenInstant.nullable().describe('When work begins, ISO 8601; not later than the due date.'),
  dueDate: givenInstant.nullable(),
  parentTaskId: id.nullable().describe('A task that is visible to the person.'),
  assignees: z.array(id).max(taskLimits.assignees).describe('Auth-user IDs of members. Replaces the list.'),
  estimatedTime: z.number().int().min(1).max(taskLimits.estimatedMinutes).describe('Minutes.'),
  linkedRecordIds: z
    .array(id)
    .max(taskLimits.linkedRecords)
    .describe('Active records. Replaces the list. With `sectionId` it includes the record of the section.'),
  linkedMeetingIds: z
    .array(id)
    .max(taskLimits.linkedMeetings)
    .describe('Meetings that the person may see in full. Replaces the list.'),
  sectionId: id.describe('A task section of the workspace.'),
  recurrence: exact(recurrence.shape).nullable().describe('How it comes again; null ends it.'),
}

/** A create as stored until it is sent. */
export const keptTaskCreate = z.object(writable).partial().required({ title: true })

const title = writtenTitle(writable.title).describe(
  'Trimmed before its length is checked. Needs at least one visible character.',
)

/** `POST /v1/launcher/tasks` (LCH-01). Estimated time is in minutes. */
export const launcherTaskCreate = exact({ ...keptTaskCreate.shape, title })
export type LauncherTaskCreate = z.infer<typeof launcherTaskCreate>

/** The writable fields of a task. */
export const taskFields = z
  .object({
    ...writable,
    estimatedTime: writable.estimatedTime.nullable(),
    sectionId: writable.sectionId.nullable(),
  })
  .partial()
export type TaskFields = z.infer<typeof taskFields>

/** `PATCH /v1/launcher/tasks/:taskId` (LCH-02). Absent keeps; null clears; a list replaces, `[]` clears. */
export const launcherTaskPatch = exact({ ...taskFields.shape, title: title.optional() })
  .refine((patch) => Object.values(patch).some((value) => value !== undefined), {
    message: 'Send at least one change.',
  })
  .meta({ anyOf: havingEach(Object.keys(writable)) })
export type LauncherTaskPatch = z.infer<typeof launcherTaskPatch>

/** LCH-03. The start, the parent and the recurrence are optional for other services. */
export const launcherTask = z
  .object({
    id: z.string().describe('A UUID.'),
    title: z.string().describe('Plain text.'),
    description: z.string().nullable().describe('Plain text, or null.'),
    status: z.string().describe('The slug of a task status.'),
    priority: priority.describe('Priority of the task.'),
    assignees: z.array(z.string()).describe('Auth-user IDs.'),
    startDate: instant.nullable().optional().describe('When work begins, or null.'),
    dueDate: instant.nullable().describe('When it is due, or null.'),
    parentTaskId: z.string().nullable().optional().describe('Id of the task above it, or null.'),
    timeLogged: z.number().int().describe('Minutes worked.'),
    estimatedTime: z.number().int().nullable().describe('Minutes, or null.'),
    createdBy: userId,
    createdAt,
    updatedAt,
    linkedMeetingIds: z.array(z.string()).describe('Ids of linked meetings.'),
    fileCount: z.number().int().describe('Number of attached files.'),
    linkedRecordCount: z.number().int().describe('Number of linked records.'),
    timerState: z
      .looseObject({ startedAt: timerState.shape.startedAt.optional(), personId: userId.optional() })
      .nullable()
      .describe('Its running timer, or null.'),
    recurrence: recurrence.nullable().optional().describe('How it comes again, or null.'),
    nextTaskId: z
      .string()
      .optional()
      .describe('The next instance, in the answer of the change that completed this one.'),
    webUrl,
  })
  .meta({ id: 'LauncherTask' })
export type LauncherTask = z.infer<typeof launcherTask>

const linked = { id: z.string().describe('Its id.'), title: z.string().describe('Its title.') }

/**
 * `GET /v1/launcher/tasks/:taskId` (LCH-11): the task with the details that its form needs. The additional fields are optional
 * for other services.
 */
export const launcherTaskDetail = launcherTask
  .extend({
    sectionId: z.string().nullable().optional().describe('Id of its section, or null.'),
    parentTask: z
      .object(linked)
      .nullable()
      .optional()
      .describe('The task above it. Null if there is none, it is archived or the person does not see it.'),
    linkedRecords: z
      .array(z.object({ ...linked, objectSlug: z.string().describe('Slug of its object.') }))
      .optional()
      .describe('Linked records.'),
    linkedMeetings: z
      .array(z.object({ ...linked, startAt: instant.describe('When it begins.') }))
      .optional()
      .describe('Linked meetings.'),
  })
  .meta({ id: 'LauncherTaskDetail' })
export type LauncherTaskDetail = z.infer<typeof launcherTaskDetail>

/** LCH-09. */
export const taskStatus = z
  .object({
    id: z.string().describe('Id of the status.'),
    name: z.string().describe('Name for people.'),
    slug: z.string().describe('What a task’s `status` holds.'),
    color: z.string().describe('A hexadecimal color.'),
    icon: z.string().nullable().describe('Name of an icon, or null.'),
    position: z.number().int().describe('Place in the order.'),
    isComplete: z.boolean().describe('Whether it means completion.'),
    isDefault: z.boolean().describe('Whether new tasks have it.'),
  })
  .meta({ id: 'TaskStatus' })
export type TaskStatus = z.infer<typeof taskStatus>

export const member = z
  .object({
    id: userId,
    name: z.string().describe('The person’s name.'),
    email: z.string().describe('Email address; empty where there is none to show.'),
    avatarUrl,
    seesEveryTask: z
      .boolean()
      .optional()
      .describe('True of owners and admins. Members see the tasks that they made or have.'),
  })
  .meta({ id: 'Member' })
export type Member = z.infer<typeof member>

const section = z.object({
  id: z.string().describe('Id of the section.'),
  name: z.string().describe('Name for people.'),
  recordId: z.string().nullable().describe('Id of the record it belongs to, or null.'),
})

/** `GET /v1/launcher/task-options` (LCH-11): the choices of a task form. `me` is the person of the token. */
export const taskOptions = z
  .object({
    statuses: z.array(taskStatus).describe('Task statuses, in order.'),
    priorities: z
      .array(
        z.object({
          slug: priority.describe('What a task’s `priority` holds.'),
          name: z.string().describe('Name in English.'),
        }),
      )
      .describe('Priorities, in order.'),
    members: z.array(member).describe('Members, by name.'),
    sections: z.array(section).describe('Sections, in order.'),
    me: z.string().optional().describe('Auth-user ID of the person.'),
    capabilities: z
      .array(z.string())
      .optional()
      .describe(
        'Names of what this service can besides tasks, records and meetings: `changes`, `comments`, `lists`, `mentions`, `notifications`, `notificationsBefore`, `recurrence`, `startDates`, `subtasks`, `timers`.',
      ),
  })
  .meta({ id: 'TaskOptions' })
export type TaskOptions = z.infer<typeof taskOptions>

/** Filters of `GET /v1/launcher/tasks`, as of `GET /v1/tasks`. Services have them whose capabilities name `lists`. */
const listFilters = {
  assignee: id.optional().describe('A member’s id, `me`, or `none` for tasks that nobody is assigned to.'),
  sectionId: id.optional().describe('A section, or `none` for tasks in no section.'),
  status: id.optional().describe('The slug of a task status.'),
  priority: priority.optional().describe('Priority of the task.'),
  dueAfter: givenInstant.optional().describe('Due after this time, ISO 8601.'),
  dueBefore: givenInstant.optional().describe('Due before this time, ISO 8601.'),
}

/** The filters as the launcher reads them from a query. */
export const taskListFilters = z.strictObject({ ...listFilters, isComplete: z.boolean().optional() })
export type TaskListFilters = z.infer<typeof taskListFilters>

/**
 * `GET /v1/launcher/tasks` (LCH-11): tasks assigned to the person or created by them, the subtasks of one task, or with filters
 * the tasks that the person sees.
 */
export const launcherTaskListQuery = exact({
  cursor: z.string().optional().describe('`nextCursor` of the previous page, unchanged.'),
  limit: launcherLimit(100, 50),
  parentTaskId: z
    .string()
    .toLowerCase()
    .optional()
    .describe('Direct subtasks of this task: all that the person sees.'),
  ...listFilters,
  isComplete: trueOrFalse.describe('Whether the status means completion.'),
})

export const launcherTaskResponse = one(launcherTask)
export const launcherTaskDetailResponse = one(launcherTaskDetail)
/** `GET /v1/launcher/timer` (TIM-01). */
export const runningTimerResponse = one(
  launcherTask.nullable().describe('The task on which a timer of the person runs, or null.'),
)
export const launcherTaskPageResponse = launcherPage(launcherTask)
export const taskStatusesResponse = many(taskStatus)
export const taskOptionsResponse = one(taskOptions)
