// The writable fields of a task: reading and comparing them. Pure.
import type { Recurrence } from './api/primitives.ts'
import type { LauncherTaskDetail, TaskFields } from './api/launcher/tasks.ts'

export type Field = keyof TaskFields

export const fieldsIn = (some: TaskFields): Field[] => Object.keys(some) as Field[]

/** The values of these keys, as far as there are any. */
export const pick = <T extends Readonly<Record<string, unknown>>>(from: T, keys: readonly string[]): T =>
  Object.fromEntries(keys.flatMap((key) => (Object.hasOwn(from, key) ? [[key, from[key]]] : []))) as T

const textOf = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value)

const isRecurrence = (value: unknown): value is Recurrence => typeof value === 'object' && value !== null

/** Whether two values of a field are equivalent: lists in any order, instants in any notation, null and empty text. */
export const isSame = (field: Field, one: unknown, other: unknown): boolean => {
  if (Array.isArray(one) && Array.isArray(other))
    return (
      one.length === other.length &&
      one.every((each) => other.includes(each)) &&
      other.every((each) => one.includes(each))
    )
  if (field === 'description') return (one ?? '') === (other ?? '')
  if ((field === 'startDate' || field === 'dueDate') && typeof one === 'string' && typeof other === 'string')
    return Date.parse(one) === Date.parse(other)
  if (field === 'recurrence' && isRecurrence(one) && isRecurrence(other))
    return one.rule === other.rule && one.after === other.after
  return field === 'title' ? textOf(one) === textOf(other) : (one ?? null) === (other ?? null)
}

/** The writable fields of a task. A field that the service does not return is absent. */
export const fieldsOf = (task: LauncherTaskDetail): TaskFields => ({
  title: task.title,
  description: task.description ?? '',
  status: task.status,
  priority: task.priority,
  ...(task.startDate === undefined ? {} : { startDate: task.startDate }),
  dueDate: task.dueDate,
  ...(task.parentTaskId === undefined ? {} : { parentTaskId: task.parentTaskId }),
  ...(task.recurrence === undefined ? {} : { recurrence: task.recurrence }),
  assignees: task.assignees,
  estimatedTime: task.estimatedTime,
  linkedMeetingIds: task.linkedMeetingIds,
  ...(task.linkedRecords === undefined ? {} : { linkedRecordIds: task.linkedRecords.map(({ id }) => id) }),
  ...(task.sectionId === undefined ? {} : { sectionId: task.sectionId }),
})
