// Two people changed one task: which fields go together, and which do not. Pure.
import type { LauncherTaskDetail, TaskFields } from '../../shared/api/launcher-tasks.ts'

type Field = keyof TaskFields
const fieldsIn = (some: TaskFields): Field[] => Object.keys(some) as Field[]

export const pick = (from: TaskFields, fields: readonly Field[]): TaskFields =>
  Object.fromEntries(fields.flatMap((field) => (Object.hasOwn(from, field) ? [[field, from[field]]] : [])))

const textOf = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value)

/** Whether two values of a field mean the same: lists in any order, instants in any spelling, no text and no words. */
export const isSame = (field: Field, one: unknown, other: unknown): boolean => {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((each) => other.includes(each))
  if (field === 'description') return (one ?? '') === (other ?? '')
  if (field === 'dueDate' && typeof one === 'string' && typeof other === 'string')
    return Date.parse(one) === Date.parse(other)
  return field === 'title' ? textOf(one) === textOf(other) : (one ?? null) === (other ?? null)
}

/** What a task says of the fields that can be written; absent where this service does not show one. */
export const fieldsOf = (task: LauncherTaskDetail): TaskFields => ({
  title: task.title,
  description: task.description ?? '',
  status: task.status,
  priority: task.priority,
  dueDate: task.dueDate,
  assignees: task.assignees,
  estimatedTime: task.estimatedTime,
  linkedMeetingIds: task.linkedMeetingIds,
  ...(task.linkedRecords === undefined ? {} : { linkedRecordIds: task.linkedRecords.map(({ id }) => id) }),
  ...(task.sectionId === undefined ? {} : { sectionId: task.sectionId }),
})

export type Merge = {
  /** What is left to write. */
  remaining: TaskFields
  /** Fields that somebody else changed to something else. */
  overlapping: Field[]
}

/** @param before what the person saw; a field that was not seen is written over. @param theirs what is there now. */
export const merge = (change: TaskFields, before: TaskFields, theirs: TaskFields): Merge => {
  const known = (some: TaskFields, field: Field): boolean => some[field] !== undefined
  const open = fieldsIn(change).filter(
    (field) => !known(theirs, field) || !isSame(field, theirs[field], change[field]),
  )
  return {
    remaining: pick(change, open),
    overlapping: open.filter(
      (field) => known(theirs, field) && known(before, field) && !isSame(field, theirs[field], before[field]),
    ),
  }
}

/** What was seen before one's own earlier change is, after that change, what it wrote. */
export const rebase = (
  before: TaskFields,
  earlier: { change: TaskFields; before: TaskFields },
): TaskFields => {
  const moved = fieldsIn(before).filter(
    (field) => Object.hasOwn(earlier.change, field) && isSame(field, before[field], earlier.before[field]),
  )
  return { ...before, ...pick(earlier.change, moved) }
}
