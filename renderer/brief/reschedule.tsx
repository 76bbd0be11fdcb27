// "Reschedule all overdue…": one new due date for all overdue tasks, tomorrow unless the user types another.
import { CalendarClock } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { LauncherTask } from '../../shared/api/launcher/tasks.ts'
import { say } from '../../shared/language.ts'
import { showNotice } from '../state/store.ts'
import { seenInTask } from '../writes/change-tasks.ts'
import { ActionPanel } from '../actions/action-panel.tsx'
import { DueInput } from '../actions/inputs/due-input.tsx'

/** @param tasks the overdue tasks when it opens; those that become overdue later are not changed */
export function RescheduleOverdue({
  tasks: overdue,
  onClose,
}: {
  tasks: readonly LauncherTask[]
  onClose: () => void
}) {
  const [tasks] = useState(() => overdue.map(seenInTask))
  const isEmpty = tasks.length === 0
  useEffect(() => {
    if (!isEmpty) return
    showNotice(say('brief.nothingOverdue'))
    onClose()
  }, [isEmpty, onClose])
  return isEmpty ? null : (
    <ActionPanel
      about={say('brief.overdueTasks', { count: tasks.length })}
      actions={[
        {
          id: 'reschedule',
          title: say('brief.reschedule'),
          icon: CalendarClock,
          input: (level) => <DueInput tasks={tasks} kind="reschedule" {...level} />,
          run: () => undefined,
        },
      ]}
      startAt="reschedule"
      onClose={onClose}
    />
  )
}
