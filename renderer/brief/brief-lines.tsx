// Rows of the brief and their actions.
import { Bell, Calendar, Circle } from 'lucide-react'
import type { BriefMeeting, BriefNotification } from '../../shared/api/launcher-search.ts'
import type { LauncherTask } from '../../shared/api/launcher-tasks.ts'
import { say } from '../../shared/language.ts'
import { ageWords, dueWords, meetingWords, nearness } from '../ui/dates/dates.ts'
import { Tile } from '../ui/tile.tsx'
import css from './brief.module.css'
import type { Entry } from './brief-entries.ts'

export type BriefActionId =
  | 'open'
  | 'complete'
  | 'snooze'
  | 'join'
  | 'openInBrowser'
  | 'refresh'
  | 'copy'
  | 'newTask'
  | 'help'

export const titleOf = (entry: Entry | null): string | null => {
  switch (entry?.section) {
    case undefined:
      return null
    case 'tasks':
      return entry.task.title
    case 'meetings':
      return entry.meeting.title
    case 'notifications':
      return entry.notification.title
  }
}

export const actionsOf = (entry: Entry | null): { id: BriefActionId; title: string; shortcut?: string }[] => [
  ...(entry === null
    ? []
    : [
        {
          id: 'open' as const,
          title: say(entry.section === 'tasks' ? 'common.editTask' : 'common.openInBrowser'),
          shortcut: 'Enter',
        },
      ]),
  ...(entry?.section === 'tasks'
    ? [
        { id: 'complete' as const, title: say('common.markDone'), shortcut: 'Mod+Enter' },
        { id: 'snooze' as const, title: say('brief.snooze'), shortcut: 's' },
        { id: 'openInBrowser' as const, title: say('common.openInBrowser') },
      ]
    : []),
  { id: 'join', title: say('common.joinMeeting'), shortcut: 'Mod+J' },
  { id: 'refresh', title: say('common.refresh'), shortcut: 'Mod+R' },
  { id: 'copy', title: say('brief.copy'), shortcut: 'Mod+C' },
  { id: 'newTask', title: say('common.newTask'), shortcut: 'Mod+N' },
  { id: 'help', title: say('common.keyboardShortcuts'), shortcut: '?' },
]

export function TaskLine({
  task,
  now,
  tint,
  change,
  pending,
}: {
  task: LauncherTask
  now: Date
  tint: string | undefined
  change: 'brief.new' | 'brief.moved' | null
  /** Description of unsaved changes. */
  pending: string | null
}) {
  const due = task.dueDate === null ? null : dueWords(task.dueDate, now)
  const urgent =
    task.priority === 'urgent'
      ? say('priority.urgent')
      : task.priority === 'high'
        ? say('priority.high')
        : null
  return (
    <>
      <Tile icon={Circle} tint={tint} />
      <span className={css.title} dir="auto">
        {task.title}
      </span>
      {change === null ? null : <span className={css.change}>{say(change)}</span>}
      {pending === null ? null : <span className={css.pending}>{pending}</span>}
      {urgent === null ? null : <span className={css.aside}>{urgent}</span>}
      {due === null ? null : (
        <span className={css.aside} data-tone={due.tone}>
          {due.text}
        </span>
      )}
    </>
  )
}

export function MeetingLine({ meeting, now, isNext }: { meeting: BriefMeeting; now: Date; isNext: boolean }) {
  const at = meetingWords(meeting.startAt, meeting.endAt, now, meeting.allDay)
  const near = meeting.allDay === true ? null : nearness(meeting.startAt, meeting.endAt, now)
  return (
    <>
      <Tile icon={Calendar} tint={isNext ? '#4f46e5' : '#3b82f6'} />
      <span className={css.name}>
        <span className={css.title} dir="auto">
          {meeting.title}
        </span>
        {(meeting.location ?? null) === null ? null : <span className={css.soft}>{meeting.location}</span>}
      </span>
      <span className={css.aside} data-tone={near === null ? 'later' : 'today'}>
        {near === null ? at : say('row.facts', { first: near, second: at })}
      </span>
    </>
  )
}

export function NotificationLine({ notification, now }: { notification: BriefNotification; now: Date }) {
  return (
    <>
      <Tile icon={Bell} tint="#d97706" />
      <span className={css.name}>
        <span className={css.title} dir="auto">
          {notification.title}
        </span>
        {(notification.body ?? null) === null ? null : <span className={css.soft}>{notification.body}</span>}
      </span>
      {notification.createdAt === undefined ? null : (
        <span className={css.aside}>
          {ageWords(new Date(notification.createdAt).getTime(), now.getTime())}
        </span>
      )}
    </>
  )
}
