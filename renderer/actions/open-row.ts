// Enter on a row: how it is called, its icon, and how the row opens.
import {
  CornerDownLeft,
  ExternalLink,
  List,
  type LucideIcon,
  PanelRight,
  Plus,
  SquarePen,
  Video,
} from 'lucide-react'
import type { Row } from '../../shared/ipc/launcher.ts'
import { inSentence, say } from '../../shared/language.ts'
import { joinsNow } from '../../shared/next-meeting.ts'
import { isEditable, openedAgain } from '../items/pending-rows.ts'
import { takeFirstStep } from '../items/first-steps.ts'
import { openNotification } from '../items/notifications.ts'
import { joinMeeting, openInBrowser } from '../items/open.ts'
import { goTo, setQuery, showComments } from '../state/store.ts'
import type { Context, View } from './action.ts'

type Place = Pick<Context, 'row' | 'view'>

/** Whether Enter joins this meeting. */
export const joinsByEnter = (row: Row): boolean =>
  row.kind === 'meeting' && row.meeting !== undefined && joinsNow(row.meeting, Date.now())

/** The brief shows the details of a meeting itself. */
const showsDetails = (row: Row, view: View): boolean => row.kind === 'meeting' && view === 'brief'

export const openTitle = ({ row, view }: Place): string => {
  switch (row?.type) {
    case undefined:
      return say('action.open')
    case 'item': {
      const item = row.row
      if (joinsByEnter(item)) return say('action.join')
      if (showsDetails(item, view)) return say('brief.details')
      if (row.notification?.target) return say('action.open')
      if (item.kind === 'task') return say('common.editTask')
      return say(item.kind === 'member' ? 'action.newTaskFor' : 'common.openInBrowser')
    }
    case 'command':
    case 'firstStep':
      return row.title
    case 'object':
      return say('action.browse')
    case 'create':
      return row.object === undefined
        ? say('action.createTask')
        : say('record.createShort', { object: inSentence(row.object.singularName) })
    case 'widen':
      return say('action.widen')
    case 'draft':
      return say('common.continueDraft')
    case 'captured':
      return say(isEditable(row.item) ? 'action.editUnsent' : 'action.openOutbox')
    case 'outbox':
      return say('action.openOutbox')
  }
}

export const openIcon = ({ row, view }: Place): LucideIcon => {
  switch (row?.type) {
    case 'object':
      return List
    case 'create':
      return Plus
    case 'draft':
    case 'captured':
      return SquarePen
    case 'item': {
      const item = row.row
      if (joinsByEnter(item)) return Video
      if (showsDetails(item, view)) return PanelRight
      if (row.notification?.target) return CornerDownLeft
      return item.kind === 'task' ? SquarePen : item.kind === 'member' ? Plus : ExternalLink
    }
    case undefined:
    case 'command':
    case 'firstStep':
    case 'widen':
    case 'outbox':
      return CornerDownLeft
  }
}

const openDraft = (key: string, title: string): void => {
  const [kind, id] = [key.split(':')[0], key.slice(key.indexOf(':') + 1)]
  if (kind === 'edit') goTo({ kind: 'editTask', id, title })
  else if (kind === 'editRecord') goTo({ kind: 'editRecord', id, title })
  else if (kind === 'newRecord')
    goTo({ kind: 'newRecord', start: { objectSlug: id.slice(0, id.lastIndexOf(':')), resume: key } })
  else if (kind === 'comment') {
    const [, of, item = ''] = key.split(':')
    showComments({ kind: of === 'record' ? 'record' : 'task', id: item, title })
  } else if (kind === 'newTask') goTo({ kind: 'newTask', start: { resume: key } })
  else goTo({ kind: 'capture', draft: key })
}

export function openRow({ row, view, host, objects, client }: Context): void {
  switch (row?.type) {
    case undefined:
      return
    case 'item': {
      const { kind, id } = row.row
      if (row.notification !== undefined) return openNotification(client, row.notification)
      if (kind === 'task') goTo({ kind: 'editTask', id, title: row.title })
      else if (kind === 'member') goTo({ kind: 'newTask', start: { assignee: { id, title: row.title } } })
      else if (joinsByEnter(row.row)) joinMeeting(id)
      else if (showsDetails(row.row, view)) host.show('details')
      else openInBrowser(row.row)
      return
    }
    // Run by its own action (actions.ts).
    case 'command':
      return
    case 'object':
      return goTo({ kind: 'browse', object: row.object })
    case 'create':
      return goTo(
        row.object === undefined
          ? { kind: 'capture', text: row.text }
          : { kind: 'newRecord', start: { objectSlug: row.object.slug, text: row.text } },
      )
    case 'widen':
      return setQuery(row.query, null)
    case 'captured': {
      return goTo(isEditable(row.item) ? openedAgain(row.item) : { kind: 'outbox' })
    }
    case 'outbox':
      return goTo({ kind: 'outbox' })
    case 'firstStep':
      return takeFirstStep(row.step, objects)
    case 'draft':
      return openDraft(row.of, row.title)
  }
}
