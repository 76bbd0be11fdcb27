// Merges the changes that two people made to one task, field by field. Pure.
import type { TaskFields } from '../../../shared/api/launcher-tasks.ts'
import { type Field, fieldsIn, isSame, pick } from '../../../shared/task-fields.ts'

export type Merge = {
  /** The fields that are not in the service yet. */
  remaining: TaskFields
  /** Fields that somebody else changed to another value. */
  overlapping: Field[]
}

/** @param before values that the user saw; a field without one is overwritten. @param theirs the current values */
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

/** The `before` of a change that follows an earlier one by the same user. */
export const rebase = (
  before: TaskFields,
  earlier: { change: TaskFields; before: TaskFields },
): TaskFields => {
  const moved = fieldsIn(before).filter(
    (field) => Object.hasOwn(earlier.change, field) && isSame(field, before[field], earlier.before[field]),
  )
  return { ...before, ...pick(earlier.change, moved) }
}
