// Tasks of the launcher surface (LCH-01…03, LCH-09, LCH-11).
import { z } from 'zod'
import { exact } from './exact.ts'
import {
  givenInstant,
  havingEach,
  instant,
  launcherLimit,
  launcherPage,
  many,
  one,
  priority,
  writtenTitle,
} from './primitives.ts'
import { taskLimits } from './limits.ts'

const id = z.string().min(1).max(200)

const writable = {
  title: z.string().trim().min(1).max(taskLimits.title),
  description: z.string().max(taskLimits.description).describe('Plain text; empty for none.'),
  status: z.string().min(1).max(200).describe('The slug of a task status.'),
  priority: priority.describe('Priority of the task.'),
  dueDate: givenInstant.nullable(),
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

/** LCH-03. */
export const launcherTask = z
  .object({
    id: z.string(),
    title: z.string(),
    description: z.string().nullable(),
    status: z.string(),
    priority,
    assignees: z.array(z.string()),
    dueDate: instant.nullable(),
    timeLogged: z.number().int().describe('Minutes.'),
    estimatedTime: z.number().int().nullable().describe('Minutes.'),
    createdBy: z.string(),
    createdAt: instant,
    updatedAt: instant,
    linkedMeetingIds: z.array(z.string()),
    fileCount: z.number().int(),
    linkedRecordCount: z.number().int(),
    timerState: z.looseObject({}).nullable(),
    webUrl: z.string(),
  })
  .meta({ id: 'LauncherTask' })
export type LauncherTask = z.infer<typeof launcherTask>

/**
 * `GET /v1/launcher/tasks/:taskId` (LCH-11): the task with the details that its form needs. The additional fields are optional
 * for other services.
 */
export const launcherTaskDetail = launcherTask.extend({
  sectionId: z.string().nullable().optional(),
  linkedRecords: z.array(z.object({ id: z.string(), title: z.string(), objectSlug: z.string() })).optional(),
  linkedMeetings: z.array(z.object({ id: z.string(), title: z.string(), startAt: instant })).optional(),
})
export type LauncherTaskDetail = z.infer<typeof launcherTaskDetail>

/** LCH-09. */
export const taskStatus = z
  .object({
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    color: z.string(),
    icon: z.string().nullable(),
    position: z.number().int(),
    isComplete: z.boolean(),
    isDefault: z.boolean(),
  })
  .meta({ id: 'TaskStatus' })
export type TaskStatus = z.infer<typeof taskStatus>

export const member = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    avatarUrl: z.string().nullable(),
  })
  .meta({ id: 'Member' })
export type Member = z.infer<typeof member>

const section = z.object({ id: z.string(), name: z.string(), recordId: z.string().nullable() })

/** `GET /v1/launcher/task-options` (LCH-11): the choices of a task form. `me` is the person of the token. */
export const taskOptions = z.object({
  statuses: z.array(taskStatus),
  priorities: z.array(z.object({ slug: priority, name: z.string() })),
  members: z.array(member),
  sections: z.array(section),
  me: z.string().optional(),
})
export type TaskOptions = z.infer<typeof taskOptions>

/** `GET /v1/launcher/tasks` (LCH-11): tasks assigned to the person or created by them. */
export const launcherTaskListQuery = exact({
  cursor: z.string().optional().describe('`nextCursor` of the previous page, unchanged.'),
  limit: launcherLimit(100, 50),
})

export const launcherTaskResponse = one(launcherTask)
export const launcherTaskDetailResponse = one(launcherTaskDetail)
export const launcherTaskPageResponse = launcherPage(launcherTask)
export const taskStatusesResponse = many(taskStatus)
export const taskOptionsResponse = one(taskOptions)
