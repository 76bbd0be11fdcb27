// Actions on the tasks of the brief. A change is visible at once, because the brief includes pending writes (brief-entries.ts).
import { useCallback } from 'react'
import type { LauncherTask } from '../../shared/api/launcher-tasks.ts'
import { say } from '../../shared/language.ts'
import { useTaskOptions } from '../state/queries.ts'
import { changeTasks, seenInTask, toggleDone } from '../writes/change-tasks.ts'
import { endOfDay } from '../dates/format.ts'

export function useBriefActions() {
  const statuses = useTaskOptions().data?.statuses

  const complete = useCallback(
    (task: LauncherTask) => void toggleDone([seenInTask(task)], statuses ?? []),
    [statuses],
  )

  const snooze = useCallback((task: LauncherTask): void => {
    const tomorrow = new Date()
    tomorrow.setDate(tomorrow.getDate() + 1)
    const dueDate = endOfDay(tomorrow).toISOString()
    void changeTasks([seenInTask(task)], { dueDate }, (title) => say('brief.saidTomorrow', { title }))
  }, [])

  return { complete, snooze }
}
