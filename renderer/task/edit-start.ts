// The start of a task form: a new task, or a stored task with the user's unsent changes. Pure.
import type { LauncherTaskDetail, TaskFields } from '../../shared/api/launcher-tasks.ts'
import { fieldsOf, pick } from '../../shared/task-fields.ts'
import { fieldsOver, fieldsWritten, type PendingChanges, seenBeneath } from '../writes/pending.ts'
import type { TaskStart } from '../state/store.ts'
import { emptyValues, type Picked, type TaskValues, valuesOf } from './values.ts'

export interface Start {
  /** Initial values of the fields. */
  shown: TaskValues
  /** The initial values in the service's format. */
  fields: TaskFields
  /** The stored task without pending changes. Differences from it are sent and replace the pending changes. */
  base: TaskValues
  baseFields: TaskFields
  /** Values of the pending fields before the pending changes. */
  seen: TaskFields
  replaces: readonly string[]
}

/** A new task is assigned to its author unless the form is opened for somebody else (APP-13). */
export const newValues = (
  { title, assignee, record, meeting, again }: TaskStart,
  me: Picked | undefined,
  nameOf: (id: string) => string | undefined,
  now: Date,
): TaskValues =>
  again === undefined
    ? {
        ...emptyValues,
        title: title ?? '',
        assignees: [assignee ?? me].filter((one) => one !== undefined),
        records: record === undefined ? [] : [record],
        meetings: meeting === undefined ? [] : [meeting],
      }
    : valuesOf(again.fields, nameOf, now)

export const newStart = (shown: TaskValues): Start => ({
  shown,
  fields: {},
  base: emptyValues,
  baseFields: {},
  seen: {},
  replaces: [],
})

export const editStart = (
  task: LauncherTaskDetail,
  { sent, waiting }: PendingChanges,
  nameOf: (id: string) => string | undefined,
  now: Date,
): Start => {
  const base = { ...fieldsOf(task), ...sent }
  const over = fieldsOver(waiting)
  return {
    shown: valuesOf({ ...task, ...sent, ...over }, nameOf, now),
    fields: { ...base, ...over },
    base: valuesOf({ ...task, ...sent }, nameOf, now),
    baseFields: base,
    seen: { ...pick(base, fieldsWritten(waiting)), ...pick(seenBeneath(waiting), fieldsWritten(waiting)) },
    replaces: waiting.map(({ id }) => id),
  }
}

/** The start without the pending changes, after they were cancelled. */
export const withoutPending = (start: Start): Start => ({
  ...start,
  shown: start.base,
  fields: start.baseFields,
  seen: {},
  replaces: [],
})
