// A task as the store holds it.
import type { Priority } from '../../shared/api/primitives.ts'

/** Times are epoch milliseconds, durations minutes. */
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
  timeLogged: number
  estimatedTime: number | null
  archived: boolean
  createdBy: string
  createdAt: number
  updatedAt: number
  version: number
  assignees: readonly string[]
  linkedRecordIds: readonly string[]
  linkedMeetingIds: readonly string[]
}

export type NewTask = Omit<StoredTask, 'version' | 'archived' | 'timeLogged'>

type Changeable = Omit<StoredTask, 'id' | 'timeLogged' | 'createdBy' | 'createdAt' | 'updatedAt' | 'version'>
/** Undefined keeps, null clears, a list replaces. */
export type TaskChange = { [K in keyof Changeable]?: Changeable[K] | undefined }
