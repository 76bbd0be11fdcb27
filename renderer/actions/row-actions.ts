// Actions on rows: those of the panel, also of several tasks.
import {
  Archive,
  ArchiveRestore,
  CalendarClock,
  CheckCheck,
  CircleCheck,
  CornerDownLeft,
  ExternalLink,
  List,
  ListPlus,
  MessageSquare,
  MailOpen,
  PanelRight,
  Plus,
  RotateCcw,
  SquarePen,
  Sunrise,
  Trash2,
  Video,
} from 'lucide-react'
import { say } from '../../shared/language.ts'
import { canBeRead } from '../../shared/notification-words.ts'
import { readableIn, readAll } from '../items/notifications.ts'
import { call } from '../state/bridge.ts'
import { keys } from '../state/queries.ts'
import { showError, goTo } from '../state/store.ts'
import { chords } from '../ui/keyboard.ts'
import { toggleDone } from '../writes/change-tasks.ts'
import { everywhere, isInBrief, main, rows, type Table } from './action.ts'
import { copyActions } from './copy-actions.ts'
import {
  addSubtask,
  archiveRow,
  commentOn,
  editRow,
  editTitle,
  hasSubtasks,
  itemOf,
  joinRow,
  mayJoin,
  mayWriteRecord,
  moveToTomorrow,
  markRowRead,
  newTaskWith,
  notificationOf,
  objectOf,
  openRowInBrowser,
  restoreRow,
} from './handlers.ts'
import { suggestionActions } from './suggestion-actions.tsx'
import { joinsByEnter, openIcon, openRow, openTitle } from './open-row.ts'
import { deletion, isTaskDone, onTasks, taskActions } from './task-actions.tsx'
import { timerActions } from './timer-actions.tsx'

/** In the order of the panel. */
export const rowActions = {
  open: {
    title: openTitle,
    icon: CornerDownLeft,
    iconFor: openIcon,
    key: 'Enter',
    in: main,
    on: rows,
    group: 'open',
    chooses: true,
    run: openRow,
  },
  discardDraft: {
    title: 'action.discardDraft',
    icon: Trash2,
    in: ['palette'],
    on: ['draft'],
    group: 'open',
    run: ({ row, client }) => {
      if (row?.type !== 'draft') return
      call('drafts.set', { key: row.of, draft: null }).then(
        () => client.invalidateQueries({ queryKey: keys.drafts }),
        showError,
      )
    },
  },
  openInBrowser: {
    title: 'common.openInBrowser',
    icon: ExternalLink,
    chord: 'Mod+Enter',
    in: main,
    on: ['task', 'meeting'],
    when: ({ view, row }) => {
      const item = itemOf(row)
      return view === 'brief' || (item !== null && (item.kind === 'task' || joinsByEnter(item)))
    },
    group: 'open',
    chooses: true,
    run: openRowInBrowser,
  },
  details: {
    title: 'brief.details',
    icon: PanelRight,
    in: ['brief'],
    on: ['meeting'],
    when: ({ row }) => {
      const item = itemOf(row)
      return item !== null && joinsByEnter(item)
    },
    group: 'open',
    run: ({ host }) => host.show('details'),
  },
  join: {
    title: (context) => say(isInBrief(context) ? 'common.joinMeeting' : 'action.join'),
    label: 'help.join',
    icon: Video,
    chord: chords.join,
    in: everywhere,
    on: 'any',
    when: (context) => isInBrief(context) || mayJoin(context),
    group: 'open',
    chooses: true,
    pane: { place: 'top', on: ['meeting'] },
    command: { name: 'command.join' },
    run: joinRow,
  },
  browseObject: {
    title: (context) => objectOf(context)?.title ?? '',
    icon: List,
    in: ['palette'],
    on: ['record'],
    when: (context) => objectOf(context) !== null,
    group: 'open',
    run: (context) => {
      const found = objectOf(context)
      if (found !== null) goTo({ kind: 'browse', object: found.object })
    },
  },

  newTaskWith: {
    title: 'common.newTaskAbout',
    icon: Plus,
    in: ['palette', 'browse'],
    on: ['record', 'meeting', 'notification', 'other'],
    group: 'change',
    pane: { place: 'foot', on: ['meeting'] },
    run: newTaskWith,
  },
  toggleDone: {
    ...onTasks,
    title: (context) => say(isTaskDone(context) ? 'action.reopen' : 'common.markDone'),
    label: 'help.toggleDone',
    icon: CircleCheck,
    iconFor: (context) => (isTaskDone(context) ? RotateCcw : CircleCheck),
    chord: chords.done,
    run: ({ tasks, statuses }) => {
      if (tasks.length > 0) void toggleDone(tasks, statuses)
    },
  },
  tomorrow: {
    title: 'brief.snooze',
    icon: Sunrise,
    key: 's',
    in: ['brief'],
    on: ['task'],
    group: 'change',
    run: moveToTomorrow,
  },
  markRead: {
    title: 'notifications.markRead',
    icon: MailOpen,
    chord: 'Mod+Shift+R',
    in: ['brief'],
    on: ['notification'],
    when: ({ row }) => {
      const one = notificationOf(row)
      return one !== undefined && canBeRead(one)
    },
    group: 'change',
    run: markRowRead,
  },
  readAll: {
    title: 'notifications.readAll',
    icon: CheckCheck,
    chord: 'Mod+Shift+L',
    in: ['brief'],
    on: 'any',
    when: ({ client }) => readableIn(client).length > 0,
    group: 'change',
    run: ({ client }) => readAll(client),
  },
  ...taskActions,
  editRecord: {
    title: editTitle,
    icon: SquarePen,
    key: 'Mod+E',
    in: ['palette', 'browse'],
    on: ['record'],
    when: mayWriteRecord,
    group: 'change',
    pane: { place: 'foot', on: ['record'], when: mayWriteRecord },
    run: editRow,
  },
  archiveRecord: {
    title: 'record.archive',
    icon: Archive,
    key: deletion,
    in: ['palette', 'browse'],
    on: ['record'],
    when: mayWriteRecord,
    group: 'change',
    pane: { place: 'foot', on: ['record'], when: mayWriteRecord },
    isDangerous: true,
    run: archiveRow,
  },
  restoreRecord: {
    title: 'record.restore',
    icon: ArchiveRestore,
    in: [],
    // The pane alone knows that a record is archived.
    pane: { place: 'top', on: ['record'], when: mayWriteRecord },
    run: restoreRow,
  },
  addSubtask: {
    title: 'action.addSubtask',
    icon: ListPlus,
    chord: 'Mod+Shift+N',
    in: ['palette', 'brief'],
    on: ['task'],
    when: hasSubtasks,
    group: 'change',
    pane: { place: 'foot', on: ['task'], when: hasSubtasks },
    run: addSubtask,
  },
  ...timerActions,
  comment: {
    title: 'comments.send',
    icon: MessageSquare,
    chord: 'Mod+Shift+M',
    in: main,
    on: ['task', 'record'],
    group: 'change',
    run: commentOn,
  },
  rescheduleOverdue: {
    title: 'command.rescheduleOverdue',
    icon: CalendarClock,
    in: ['brief'],
    on: 'any',
    group: 'change',
    command: { name: 'command.rescheduleOverdue' },
    run: (context) => {
      if (isInBrief(context)) context.host.show('reschedule')
      else goTo({ kind: 'brief', asks: 'reschedule' })
    },
  },

  ...copyActions,

  ...suggestionActions,
} as const satisfies Table
