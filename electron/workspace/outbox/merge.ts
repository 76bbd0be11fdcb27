// Two people changed one task: which fields go together, and which do not. Pure.
import type { TaskFields } from '../../../shared/api/launcher-tasks.ts'
import { type Field, fieldsIn, isSame, pick } from '../../../shared/task-fields.ts'

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
