// A task as the store holds it.
import type { Priority, Recurrence } from '../../shared/api/primitives.ts'
import type { TaskTable } from '../db/schema.ts'

/** A running timer. A task has one at most, and so has a person (TIM-01). */
export type Timer = { personId: string; startedAt: number }

/** Times are epoch milliseconds, durations minutes where they do not say otherwise. */
export type StoredTask = {
  id: string
  title: string
  description: string | null
  /** Slug of a status of the workspace. */
  status: string
  priority: Priority
  startDate: number | null
  dueDate: number | null
  parentId: string | null
  sectionId: string | null
  secondsLogged: number
  timer: Timer | null
  estimatedTime: number | null
  archived: boolean
  createdBy: string
  createdAt: number
  updatedAt: number
  version: number
  assignees: readonly string[]
  linkedRecordIds: readonly string[]
  linkedMeetingIds: readonly string[]
  /** With a canonical rule. */
  recurrence: Recurrence | null
  /** The instance that was made when this one was completed. */
  nextTaskId: string | null
}

type Fresh = 'version' | 'archived' | 'secondsLogged' | 'timer' | 'nextTaskId' | 'recurrence'
export type NewTask = Omit<StoredTask, Fresh> & Partial<Pick<StoredTask, 'recurrence' | 'secondsLogged'>>

type Changeable = Omit<StoredTask, 'id' | 'createdBy' | 'createdAt' | 'updatedAt' | 'version'>
/** Undefined keeps, null clears, a list replaces. */
export type TaskChange = { [K in keyof Changeable]?: Changeable[K] | undefined }

/** Whole minutes. */
export const minutesLogged = ({ secondsLogged }: Pick<StoredTask, 'secondsLogged'>): number =>
  Math.floor(secondsLogged / 60)

/** A task as it is when it was just stored. */
export const newTask = (task: NewTask): StoredTask => ({
  recurrence: null,
  secondsLogged: 0,
  ...task,
  version: 1,
  archived: false,
  timer: null,
  nextTaskId: null,
})

/** The task after a change. */
export const changedTask = (task: StoredTask, change: TaskChange): StoredTask => {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  return { ...task, ...given }
}

export const taskRow = (workspaceId: string, task: StoredTask): TaskTable => ({
  workspace_id: workspaceId,
  id: task.id,
  title: task.title,
  description: task.description,
  status: task.status,
  priority: task.priority,
  start_date: task.startDate,
  due_date: task.dueDate,
  parent_id: task.parentId,
  section_id: task.sectionId,
  time_logged: minutesLogged(task),
  seconds_logged: task.secondsLogged % 60,
  timer_person_id: task.timer?.personId ?? null,
  timer_started_at: task.timer?.startedAt ?? null,
  estimated_time: task.estimatedTime,
  archived: task.archived ? 1 : 0,
  created_by: task.createdBy,
  created_at: task.createdAt,
  updated_at: task.updatedAt,
  version: task.version,
  recurrence_rule: task.recurrence?.rule ?? null,
  recurrence_after: task.recurrence?.after ?? null,
  next_task_id: task.nextTaskId,
})
