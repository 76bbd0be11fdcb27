// What the keys of the brief do to its items.
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { LauncherTask } from '../../shared/api/launcher-tasks.ts'
import type { Output } from '../../shared/contract.ts'
import { call } from '../bridge.ts'
import { offerUndo, tell } from '../palette-store.ts'
import { otherStatus } from '../palette/task-done.ts'
import { failLoudly } from '../palette/use-row-actions.ts'
import { keys, useTaskOptions } from '../queries.ts'
import { endOfDay } from '../ui/dates.ts'

export function useBriefActions() {
  const client = useQueryClient()
  const statuses = useTaskOptions().data?.statuses

  const change = useCallback(
    (tasks: (before: LauncherTask[]) => LauncherTask[]): void => {
      client.setQueryData<Output<'brief.get'>>(keys.brief, (answer) =>
        answer === undefined
          ? answer
          : { ...answer, brief: { ...answer.brief, tasks: tasks(answer.brief.tasks) } },
      )
    },
    [client],
  )

  /** Done tasks leave the brief at once; the write is on disk by then. */
  const complete = useCallback(
    (task: LauncherTask): void => {
      const status = otherStatus(statuses ?? [], false)
      if (status === null) {
        tell('The statuses of this workspace are not known yet: try again in a moment.', 'danger')
        return
      }
      call('tasks.update', { id: task.id, title: task.title, change: { status: status.slug } }).then(() => {
        change((before) => before.filter(({ id }) => id !== task.id))
        tell(`Done: “${task.title}”`, 'success')
        offerUndo({
          taskId: task.id,
          title: task.title,
          words: 'Reopened',
          change: { status: task.status },
          at: Date.now(),
        })
      }, failLoudly)
    },
    [change, statuses],
  )

  const snooze = useCallback(
    (task: LauncherTask): void => {
      const tomorrow = new Date()
      tomorrow.setDate(tomorrow.getDate() + 1)
      const dueDate = endOfDay(tomorrow).toISOString()
      call('tasks.update', { id: task.id, title: task.title, change: { dueDate } }).then(() => {
        change((before) => before.map((other) => (other.id === task.id ? { ...other, dueDate } : other)))
        tell(`Tomorrow: “${task.title}”`, 'success')
        offerUndo({
          taskId: task.id,
          title: task.title,
          words: 'Moved back',
          change: { dueDate: task.dueDate },
          at: Date.now(),
        })
      }, failLoudly)
    },
    [change],
  )

  return { complete, snooze }
}
