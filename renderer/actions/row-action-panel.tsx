// The action panel of a row or of several marked tasks. The list behind it may change while it is open, so it keeps what it was
// opened for.
import { useState } from 'react'
import type { ObjectSummary } from '../../shared/api/launcher-search.ts'
import { say } from '../../shared/language.ts'
import type { Use } from '../../shared/search/score.ts'
import { tell } from '../state/store.ts'
import { deleteTasks, type SeenTask } from '../writes/change-tasks.ts'
import { isTaskAction, type TaskActionId, type TaskInputId } from './task-actions.tsx'
import { type ActionId, actionsOf } from './actions.ts'
import type { PaletteRow } from '../items/rows.ts'
import { ActionPanel } from './action-panel.tsx'

/** Runs the action of a chord. @param open opens the panel at the input of the action */
export function startTaskAction(
  id: TaskActionId,
  tasks: readonly SeenTask[],
  open: (id: TaskInputId) => void,
): void {
  if (tasks.length === 0) tell(say('taskAction.noTask'))
  else if (id === 'delete') void deleteTasks(tasks)
  else open(id)
}

export function RowActionPanel({
  use,
  objects,
  startAt,
  onRun,
  onClose,
  ...selected
}: {
  /** If tasks are marked, the one that names the actions. */
  row: PaletteRow | null
  /** The tasks that a change applies to. */
  tasks: readonly SeenTask[]
  about: string | null
  use: Use | null
  objects: readonly ObjectSummary[] | undefined
  /** The action whose input is open from the start. */
  startAt: TaskInputId | null
  onRun: (id: ActionId, row: PaletteRow | null, tasks: readonly SeenTask[]) => void
  onClose: () => void
}) {
  const [{ row, tasks, about }] = useState(selected)
  return (
    <ActionPanel
      about={about}
      actions={actionsOf(row, tasks, use, objects)}
      startAt={startAt}
      onRun={(id) => (isTaskAction(id) ? undefined : onRun(id, row, tasks))}
      onClose={onClose}
    />
  )
}
