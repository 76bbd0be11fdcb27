// Mod+K in the brief: the actions of an item. The list behind the panel may change while it is open, so
// it keeps what it was opened for.
import {
  CalendarClock,
  CircleCheck,
  Copy,
  CornerDownLeft,
  ExternalLink,
  PanelRight,
  Sunrise,
  Video,
} from 'lucide-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { say } from '../../shared/language.ts'
import { joinsNow } from '../../shared/next-meeting.ts'
import { seenInTask } from '../writes/change-tasks.ts'
import { ActionPanel, type PanelAction } from '../actions/action-panel.tsx'
import { isTaskAction, type TaskActionId, taskActions, type TaskInputId } from '../actions/task-actions.tsx'
import type { Entry, ItemEntry } from './brief-entries.ts'

export type BriefActionId =
  | 'open'
  | 'openInBrowser'
  | 'details'
  | 'join'
  | 'complete'
  | 'tomorrow'
  | 'reschedule'
  | 'copy'

type Action = PanelAction<BriefActionId | TaskActionId>

const titleOf = (entry: Entry | null): string | null => {
  if (entry === null || 'fold' in entry) return null
  switch (entry.section) {
    case 'tasks':
      return entry.task.title
    case 'meetings':
      return entry.meeting.title
    case 'notifications':
      return entry.notification.title
  }
}

/** What Enter does. */
const openWords = (entry: ItemEntry): string => {
  if (entry.section === 'tasks') return say('common.editTask')
  if (entry.section === 'notifications') return say('common.openInBrowser')
  return joinsNow(entry.meeting, Date.now()) ? say('common.joinMeeting') : say('brief.details')
}

function actionsOf(entry: Entry | null): Action[] {
  const item = entry === null || 'fold' in entry ? null : entry
  const task = item?.section === 'tasks' ? seenInTask(item.task) : null
  const grouped = (group: string, actions: readonly Action[]): Action[] =>
    actions.map((action) => ({ ...action, group }))
  return [
    ...grouped(say('actions.open'), [
      ...(item === null
        ? []
        : [{ id: 'open' as const, title: openWords(item), shortcut: 'Enter', icon: CornerDownLeft }]),
      ...(item === null || item.section === 'notifications'
        ? []
        : [
            {
              id: 'openInBrowser' as const,
              title: say('common.openInBrowser'),
              shortcut: 'Mod+Enter',
              icon: ExternalLink,
            },
          ]),
      ...(item?.section === 'meetings' && joinsNow(item.meeting, Date.now())
        ? [{ id: 'details' as const, title: say('brief.details'), icon: PanelRight }]
        : []),
      { id: 'join', title: say('common.joinMeeting'), shortcut: 'Mod+J', icon: Video },
    ]),
    ...grouped(say('actions.change'), [
      ...(task === null
        ? []
        : [
            {
              id: 'complete' as const,
              title: say('common.markDone'),
              shortcut: 'Mod+D',
              icon: CircleCheck,
            },
            { id: 'tomorrow' as const, title: say('brief.snooze'), shortcut: 's', icon: Sunrise },
            ...taskActions([task]),
          ]),
      { id: 'reschedule', title: say('command.rescheduleOverdue'), icon: CalendarClock },
    ]),
    ...grouped(say('actions.copy'), [
      { id: 'copy', title: say('brief.copy'), shortcut: 'Mod+C', icon: Copy },
    ]),
  ]
}

export function BriefActionPanel({
  entry: current,
  startAt,
  onRun,
  onClose,
}: {
  entry: Entry | null
  /** The action whose input is open from the start. */
  startAt: TaskInputId | null
  onRun: (id: BriefActionId, entry: Entry | null) => void
  onClose: () => void
}) {
  const [entry] = useState(current)
  return (
    <ActionPanel
      about={titleOf(entry)}
      actions={actionsOf(entry)}
      startAt={startAt}
      onRun={(id) => {
        if (isTaskAction(id)) return
        // Close first: the dialog restores the focus, and the action may move it.
        flushSync(onClose)
        onRun(id, entry)
      }}
      onClose={onClose}
    />
  )
}
