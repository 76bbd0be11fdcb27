// Actions that need no row: commands and chords of the views.
import {
  CalendarPlus,
  Command,
  Keyboard,
  KeyRound,
  LayoutList,
  LogOut,
  PanelRight,
  Plus,
  Power,
  RefreshCw,
  Search,
  Send,
  Settings,
  SquarePen,
  Sunrise,
  Undo2,
  Zap,
} from 'lucide-react'
import { hideLater, showError, askToSignOut, goTo, setQuery } from '../state/store.ts'
import { call } from '../state/bridge.ts'
import { chords } from '../ui/keyboard.ts'
import { undo } from '../writes/undo.ts'
import type { Table } from './action.ts'
import { newRecordTitle, writable } from '../items/record-offers.ts'
import { editRow, newRecord, newTask } from './handlers.ts'
import { everywhere, main } from './row-actions.tsx'

export const viewActions = {
  newTask: {
    title: 'common.newTask',
    icon: Plus,
    chord: 'Mod+N',
    in: main,
    command: { name: 'command.newTask', home: true },
    run: newTask,
  },
  capture: {
    title: 'command.capture',
    icon: Zap,
    in: [],
    command: { name: 'command.capture', home: true, hotkey: 'capture' },
    run: () => goTo({ kind: 'capture' }),
  },
  brief: {
    title: 'command.brief',
    icon: Sunrise,
    in: [],
    command: { name: 'command.brief', home: true },
    run: () => goTo({ kind: 'brief' }),
  },
  browse: {
    title: 'command.browse',
    icon: LayoutList,
    key: 'o',
    in: [],
    command: { name: 'command.browse', home: true },
    run: ({ host }) => host.scopeTo?.('objects'),
  },
  outbox: {
    title: 'command.outbox',
    icon: Send,
    in: [],
    command: { name: 'command.outbox', home: true },
    run: () => goTo({ kind: 'outbox' }),
  },
  settings: {
    title: 'common.settings',
    icon: Settings,
    chord: chords.settings,
    in: [...main, 'forms'],
    command: { name: 'command.settings', home: true },
    run: () => goTo({ kind: 'settings' }),
  },
  help: {
    title: 'command.keys',
    icon: Keyboard,
    key: '?',
    in: [],
    command: { name: 'command.keys', home: true },
    run: ({ host }) => host.show('help'),
  },
  signOut: {
    title: 'command.signOut',
    icon: LogOut,
    in: [],
    command: { name: 'command.signOut', home: true },
    run: () => askToSignOut(),
  },
  searchTasks: {
    title: 'command.searchTasks',
    icon: Search,
    key: 't',
    in: [],
    command: { name: 'command.searchTasks' },
    run: ({ host }) => host.scopeTo?.('tasks'),
  },
  searchRecords: {
    title: 'command.searchRecords',
    icon: Search,
    key: 'r',
    in: [],
    command: { name: 'command.searchRecords' },
    run: ({ host }) => host.scopeTo?.('records'),
  },
  searchMeetings: {
    title: 'command.searchMeetings',
    icon: Search,
    key: 'm',
    in: [],
    command: { name: 'command.searchMeetings' },
    run: ({ host }) => host.scopeTo?.('meetings'),
  },
  actions: {
    title: 'common.actions',
    icon: Command,
    chord: chords.actions,
    in: [...main, 'forms'],
    command: { name: 'command.actions' },
    run: ({ row, host }) => {
      if (row?.type === 'command') setQuery('', null)
      host.show('actions')
    },
  },
  togglePane: {
    title: 'help.detail',
    icon: PanelRight,
    chord: 'Mod+.',
    in: ['palette', 'browse'],
    command: { name: 'command.detail' },
    run: ({ host }) => host.togglePane?.(),
  },
  newRecord: {
    title: 'record.newAny',
    icon: Plus,
    in: [],
    commandsFor: (objects) => writable(objects).map((object) => ({ object, title: newRecordTitle(object) })),
    run: newRecord,
  },
  edit: {
    title: 'common.editTask',
    label: 'help.edit',
    icon: SquarePen,
    chord: 'Mod+E',
    in: main,
    on: ['task', 'captured'],
    chooses: true,
    run: editRow,
  },
  addCalendar: {
    title: 'command.addCalendar',
    icon: CalendarPlus,
    in: [],
    command: { name: 'command.addCalendar' },
    run: () => goTo({ kind: 'addCalendar' }),
  },
  developerSettings: {
    title: 'command.developerSettings',
    icon: KeyRound,
    in: [],
    command: { name: 'command.developerSettings' },
    run: () => void call('developerSettings.open').then(hideLater(), showError),
  },
  undo: {
    title: 'help.undo',
    icon: Undo2,
    chord: chords.undo,
    in: everywhere,
    command: { name: 'command.undo' },
    run: () => undo(),
  },
  refresh: {
    title: 'common.refresh',
    icon: RefreshCw,
    chord: chords.refresh,
    in: main,
    command: { name: 'command.refresh' },
    run: ({ host }) => host.refresh(),
  },
  quit: {
    title: 'command.quit',
    icon: Power,
    in: [],
    command: { name: 'command.quit' },
    run: () => void call('app.quit').catch(showError),
  },
} as const satisfies Table
