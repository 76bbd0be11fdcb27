// An item of the brief as a row, for the table of actions and the detail pane.
import type { AgendaMeeting, Row } from '../../shared/ipc/launcher.ts'
import { notificationTitle } from '../items/notifications.ts'
import { itemRow, keyOf, type PaletteRow } from '../items/rows.ts'
import type { Entry } from './brief-entries.ts'

const bare = (kind: string, id: string, title: string, webUrl = ''): Row => ({
  kind,
  id,
  title,
  subtitle: '',
  badge: '',
  avatarUrl: null,
  webUrl,
  source: 'cached',
  seenAt: 0,
})

/** The facts of the brief about a meeting. The main process adds what else it knows. */
const meetingRow = ({ id, title, webUrl, ...meeting }: AgendaMeeting): Row => ({
  ...bare('meeting', id, title, webUrl),
  meeting: {
    startAt: meeting.startAt,
    endAt: meeting.endAt,
    ...(meeting.allDay !== undefined && { allDay: meeting.allDay }),
    ...(meeting.location !== undefined && { location: meeting.location }),
    ...(meeting.joinUrl !== undefined && { joinUrl: meeting.joinUrl }),
    ...(meeting.response !== undefined && { response: meeting.response }),
    ...(meeting.tentative !== undefined && { tentative: meeting.tentative }),
  },
})

/** Null for a button that unfolds a group. */
export function rowOfEntry(entry: Entry | null): PaletteRow | null {
  if (entry === null || 'fold' in entry) return null
  switch (entry.section) {
    case 'tasks':
      return itemRow(bare('task', entry.task.id, entry.task.title))
    case 'meetings':
      return itemRow(meetingRow(entry.meeting))
    case 'notifications': {
      const { notification } = entry
      const row = bare('notification', notification.id, notificationTitle(notification))
      return { type: 'item', key: keyOf(row), title: row.title, row, notification }
    }
  }
}
