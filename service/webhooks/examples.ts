// The example that a test of an endpoint sends.
import type { Comment, TaskComment } from '../../shared/api/comments.ts'
import type { RecordResource } from '../../shared/api/records.ts'
import type { Task } from '../../shared/api/tasks.ts'
import type { Change, EventType } from './event-types.rules.ts'

const id = '00000000-0000-4000-8000-000000000000'
const at = '2026-01-01T00:00:00.000Z'
const who = 'usr_example'

const record: RecordResource = {
  id,
  objectTypeId: 'obj_example',
  title: 'Example',
  avatarUrl: null,
  values: { fld_example: 'Example' },
  archived: false,
  createdBy: who,
  createdAt: at,
  updatedAt: at,
}

const comment: Comment = {
  id: 'cmt_example',
  recordId: id,
  content: 'Example',
  createdBy: who,
  createdAt: at,
  updatedAt: at,
}

const taskComment: TaskComment = {
  id: 'cmt_example',
  taskId: id,
  content: 'Example',
  createdBy: who,
  createdAt: at,
  updatedAt: at,
}

const task: Task = {
  id,
  title: 'Example',
  description: null,
  status: 'todo',
  priority: 'no_priority',
  assignees: [],
  start_date: null,
  dueDate: null,
  parent_task_id: null,
  timeLogged: 0,
  timerState: null,
  estimatedTime: null,
  recurrence: null,
  archived: false,
  createdBy: who,
  createdAt: at,
  updatedAt: at,
}

/** The `data` of an event, and its `previous` where something changed. */
export const examples: Record<EventType, Pick<Change, 'data' | 'previous'>> = {
  'record.created': { data: record },
  'record.updated': { data: record, previous: { values: { fld_example: 'Before' }, title: 'Before' } },
  'record.archived': { data: { ...record, archived: true }, previous: { archived: false } },
  'record.restored': { data: record, previous: { archived: true } },
  'record.comment.created': { data: comment },
  'task.created': { data: task },
  'task.updated': { data: task, previous: { title: 'Before' } },
  'task.archived': { data: { ...task, archived: true }, previous: { archived: false } },
  'task.comment.created': { data: taskComment },
}
