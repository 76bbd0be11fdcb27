// Actions on rows: those of the panel, also of several tasks.
import {
  AlarmClock,
  Archive,
  ArchiveRestore,
  CalendarClock,
  CheckCheck,
  CircleCheck,
  CircleDot,
  CircleHelp,
  Copy,
  CornerDownLeft,
  ExternalLink,
  EyeOff,
  ClockPlus,
  Flag,
  Hourglass,
  Link,
  Link2,
  List,
  ListFilter,
  ListPlus,
  Mail,
  MessageSquare,
  MailOpen,
  PanelRight,
  Phone,
  Pin,
  PinOff,
  Plus,
  RepeatOff,
  RotateCcw,
  SkipForward,
  SquarePen,
  Sunrise,
  Timer,
  TimerOff,
  Trash2,
  UserPlus,
  Video,
} from 'lucide-react'
import { say } from '../../shared/language.ts'
import { canBeRead } from '../../shared/notification-words.ts'
import { readableIn, readAll } from '../items/notifications.ts'
import { call } from '../state/bridge.ts'
import { keys } from '../state/queries.ts'
import { showError, goTo, showNotice } from '../state/store.ts'
import { copyText } from '../ui/clipboard.ts'
import { chords } from '../ui/keyboard.ts'
import { isRepeating, skipToNext, stopRepeating, toggleDone } from '../writes/change-tasks.ts'
import type { Context, Subject, Table } from './action.ts'
import {
  addSubtask,
  archiveRow,
  asksWhatToKeep,
  commentOn,
  contactOf,
  copyContact,
  deleteOrArchive,
  editRow,
  editTitle,
  forget,
  hasSubtasks,
  hasTimers,
  isList,
  itemOf,
  joinRow,
  listOf,
  mayJoin,
  mayWriteRecord,
  moveToTomorrow,
  markRowRead,
  newTaskWith,
  notificationOf,
  objectOf,
  openList,
  openRowInBrowser,
  pin,
  removeList,
  restoreRow,
  runningIn,
  stopRunning,
  timerTitle,
  toggleTimer,
} from './handlers.ts'
import { AnswerTimerInput } from './inputs/answer-timer-input.tsx'
import { AssignInput } from './inputs/assign-input.tsx'
import { DueInput } from './inputs/due-input.tsx'
import { LinkInput } from './inputs/link-input.tsx'
import { PinListInput, RenameListInput } from './inputs/list-inputs.tsx'
import { LogTimeInput } from './inputs/log-time-input.tsx'
import { PriorityInput, StatusInput } from './inputs/value-inputs.tsx'
import { joinsByEnter, openIcon, openRow, openTitle } from './open-row.ts'

export const main = ['palette', 'brief', 'browse'] as const
export const everywhere = [...main, 'outbox', 'forms'] as const
const items: readonly Subject[] = ['task', 'record', 'member', 'meeting', 'notification', 'other']
const rows: readonly Subject[] = [
  ...items,
  ...(['command', 'object', 'create', 'widen', 'draft', 'outbox', 'firstStep', 'captured'] as const),
]

const isTaskDone = ({ row }: Context): boolean => itemOf(row)?.task?.status?.isComplete === true
const mayRepeat = (context: Context): boolean => context.tasks.some(isRepeating) && !isTaskDone(context)
const isInBrief = ({ view }: Context): boolean => view === 'brief'

const deletion = 'Mod+Shift+Backspace'

/** Shared by the actions that change tasks. */
const onTasks = { in: ['palette', 'brief'], on: ['task'], group: 'change', several: true } as const

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
  due: {
    ...onTasks,
    title: 'taskAction.due',
    icon: CalendarClock,
    chord: 'Mod+Shift+D',
    input: ({ tasks }, level) => <DueInput tasks={tasks} kind="due" {...level} />,
  },
  snooze: {
    ...onTasks,
    title: 'taskAction.snooze',
    icon: AlarmClock,
    chord: 'Mod+S',
    input: ({ tasks }, level) => <DueInput tasks={tasks} kind="snooze" {...level} />,
  },
  status: {
    ...onTasks,
    title: 'taskAction.status',
    icon: CircleDot,
    chord: 'Mod+Shift+S',
    input: ({ tasks }, level) => <StatusInput tasks={tasks} {...level} />,
  },
  priority: {
    ...onTasks,
    title: 'taskAction.priority',
    icon: Flag,
    chord: 'Mod+Shift+P',
    input: ({ tasks }, level) => <PriorityInput tasks={tasks} {...level} />,
  },
  assign: {
    ...onTasks,
    title: 'taskAction.assign',
    icon: UserPlus,
    chord: 'Mod+Shift+A',
    input: ({ tasks }, level) => <AssignInput tasks={tasks} {...level} />,
  },
  link: {
    ...onTasks,
    title: 'taskAction.link',
    icon: Link2,
    chord: 'Mod+L',
    input: ({ tasks }, level) => <LinkInput tasks={tasks} {...level} />,
  },
  skip: {
    ...onTasks,
    title: 'taskAction.skip',
    icon: SkipForward,
    when: mayRepeat,
    run: ({ tasks }) => void skipToNext(tasks),
  },
  stopRepeating: {
    ...onTasks,
    title: 'taskAction.stopRepeating',
    icon: RepeatOff,
    when: mayRepeat,
    run: ({ tasks }) => void stopRepeating(tasks),
  },
  delete: {
    ...onTasks,
    title: ({ tasks }) =>
      tasks.length > 1 ? say('taskAction.deleteSeveral', { count: tasks.length }) : say('taskAction.delete'),
    label: (view) => (view === 'browse' ? 'record.archive' : 'taskAction.delete'),
    icon: Trash2,
    chord: deletion,
    in: main,
    isDangerous: true,
    run: deleteOrArchive,
  },
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
  timer: {
    title: timerTitle,
    label: 'timer.toggle',
    icon: Timer,
    chord: 'Mod+T',
    in: main,
    on: ['task'],
    when: hasTimers,
    group: 'change',
    pane: { place: 'foot', on: ['task'], when: hasTimers },
    command: { name: 'command.startTimer' },
    run: toggleTimer,
  },
  stopTimer: {
    title: 'timer.stop',
    icon: TimerOff,
    in: [],
    command: { name: 'command.stopTimer' },
    run: stopRunning,
  },
  answerTimer: {
    title: 'timer.answer',
    icon: Hourglass,
    about: (context) => runningIn(context)?.title ?? '',
    in: main,
    on: 'any',
    when: asksWhatToKeep,
    group: 'change',
    input: (_, level) => <AnswerTimerInput {...level} />,
  },
  logTime: {
    title: 'timer.log',
    icon: ClockPlus,
    in: ['palette', 'brief'],
    on: ['task'],
    when: hasTimers,
    group: 'change',
    input: ({ row }, level) => {
      const item = itemOf(row)
      return item === null ? null : <LogTimeInput task={item} {...level} />
    },
  },
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

  copyEmail: {
    title: 'contact.copyEmail',
    icon: Mail,
    chord: 'Mod+Shift+E',
    in: ['palette', 'browse'],
    on: items,
    when: ({ row }) => contactOf(row, 'email') !== undefined,
    group: 'copy',
    run: ({ row }) => copyContact(row, 'email'),
  },
  copyPhone: {
    title: 'contact.copyPhone',
    icon: Phone,
    chord: 'Mod+Shift+T',
    in: ['palette', 'browse'],
    on: items,
    when: ({ row }) => contactOf(row, 'phone') !== undefined,
    group: 'copy',
    run: ({ row }) => copyContact(row, 'phone'),
  },
  copyTitle: {
    title: (context) =>
      say(
        isInBrief(context)
          ? 'brief.copy'
          : itemOf(context.row)?.kind === 'member'
            ? 'action.copyName'
            : 'common.copyTitle',
      ),
    label: (view) => (view === 'brief' ? 'help.copyBrief' : 'common.copyTitle'),
    icon: Copy,
    chord: chords.copyTitle,
    in: main,
    on: 'any',
    when: (context) => isInBrief(context) || itemOf(context.row) !== null || context.row?.type === 'captured',
    group: 'copy',
    run: ({ row, host }) => {
      const text = host.text === undefined ? row?.title : host.text()
      const said = host.text === undefined ? 'common.titleCopied' : 'brief.copied'
      if (text !== undefined) void copyText(text).then(() => showNotice(say(said)))
    },
  },
  copyLink: {
    title: 'common.copyLink',
    icon: Link,
    chord: chords.copyLink,
    in: ['palette', 'browse'],
    on: ['task', 'record', 'meeting', 'notification', 'other'],
    group: 'copy',
    run: ({ row }) => {
      const item = itemOf(row)
      if (item !== null) void copyText(item.webUrl).then(() => showNotice(say('common.linkCopied')))
    },
  },

  copyLauncherLink: {
    title: 'action.copyLauncherLink',
    icon: Link,
    in: ['palette', 'browse', 'brief'],
    on: ['task', 'record'],
    group: 'copy',
    run: ({ row }) => {
      const item = itemOf(row)
      if (item !== null)
        void copyText(`svc-launcher://${item.kind}/${item.id}`).then(() =>
          showNotice(say('common.linkCopied')),
        )
    },
  },

  pinList: {
    title: 'lists.pin',
    icon: Pin,
    in: ['palette'],
    on: 'any',
    when: isList,
    group: 'suggestions',
    input: ({ client }, level) => <PinListInput client={client} {...level} />,
  },
  openList: {
    title: 'lists.open',
    icon: ListFilter,
    in: [],
    run: openList,
  },
  renameList: {
    title: 'lists.rename',
    icon: SquarePen,
    in: ['palette'],
    on: ['command'],
    when: ({ row }) => listOf(row) !== undefined,
    group: 'change',
    input: ({ row, client }, level) => {
      const list = listOf(row)
      return list === undefined ? null : <RenameListInput list={list} client={client} {...level} />
    },
  },
  removeList: {
    title: 'lists.remove',
    icon: PinOff,
    in: ['palette'],
    on: ['command'],
    when: ({ row }) => listOf(row) !== undefined,
    group: 'change',
    isDangerous: true,
    run: removeList,
  },

  why: {
    title: 'action.why',
    label: 'help.why',
    icon: CircleHelp,
    chord: 'Mod+I',
    in: ['palette'],
    on: rows,
    group: 'suggestions',
    run: ({ row, host }) => {
      if (row !== null) host.show('why')
    },
  },
  pin: {
    title: ({ use }) => say(use?.pinned === true ? 'action.unpin' : 'action.pin'),
    icon: Pin,
    iconFor: ({ use }) => (use?.pinned === true ? PinOff : Pin),
    in: ['palette'],
    on: rows,
    when: ({ use }) => use !== null,
    group: 'suggestions',
    run: pin,
  },
  forget: {
    title: 'action.forget',
    icon: EyeOff,
    in: ['palette'],
    on: rows,
    when: ({ use }) => use !== null,
    group: 'suggestions',
    run: forget,
  },
} as const satisfies Table
