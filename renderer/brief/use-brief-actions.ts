// Actions on the items of the brief. A write is on disk when its action resolves, and is visible at once, because the brief
// includes pending writes (see brief-entries.ts).
import { useCallback } from 'react'
import type { LauncherTask } from '../../shared/api/launcher-tasks.ts'
import { say } from '../../shared/language.ts'
import { call } from '../app/bridge.ts'
import { failLoudly } from '../app/fail-loudly.ts'
import { tell } from '../app/palette-store.ts'
import { otherStatus } from '../palette/search/changed-tasks.ts'
import { useTaskOptions } from '../app/queries.ts'
import { endOfDay } from '../ui/dates/dates.ts'

export function useBriefActions() {
  const statuses = useTaskOptions().data?.statuses

  const complete = useCallback(
    ({ id, title, status: before }: LauncherTask): void => {
      const status = otherStatus(statuses ?? [], false)
      if (status === null) {
        tell(say('task.statusesUnknown'), 'danger')
        return
      }
      call('tasks.update', { id, title, change: { status: status.slug }, before: { status: before } }).then(
        () => tell(say('task.saidDone', { title }), 'success'),
        failLoudly,
      )
    },
    [statuses],
  )

  const snooze = useCallback(({ id, title, dueDate: before }: LauncherTask): void => {
    const tomorrow = new Date()
    tomorrow.setDate(tomorrow.getDate() + 1)
    const dueDate = endOfDay(tomorrow).toISOString()
    call('tasks.update', { id, title, change: { dueDate }, before: { dueDate: before } }).then(
      () => tell(say('brief.saidTomorrow', { title }), 'success'),
      failLoudly,
    )
  }, [])

  return { complete, snooze }
}
