// The commands of the palette.
export type CommandId =
  | 'newTask'
  | 'capture'
  | 'brief'
  | 'browse'
  | 'outbox'
  | 'settings'
  | 'addCalendar'
  | 'developerSettings'
  | 'keys'
  | 'signOut'
  | 'refresh'
  | 'undo'
  | 'join'
  | 'rescheduleOverdue'
  | 'searchTasks'
  | 'searchRecords'
  | 'searchMeetings'
  | 'actions'
  | 'detail'
  | 'quit'

export interface Command {
  id: CommandId
  shortcut?: string
  /** The global shortcut of this command. The user may have changed it. */
  hotkey?: 'capture'
}

const everyday: readonly Command[] = [
  { id: 'newTask', shortcut: 'Mod+N' },
  { id: 'capture', hotkey: 'capture' },
  { id: 'brief' },
  { id: 'browse', shortcut: 'o' },
  { id: 'outbox' },
  { id: 'settings', shortcut: 'Mod+,' },
  { id: 'keys', shortcut: '?' },
  { id: 'signOut' },
]

/** The commands shown for an empty query. The others are found by their words. */
export const homeCommands = everyday

export const commands: readonly Command[] = [
  ...everyday,
  { id: 'searchTasks', shortcut: 't' },
  { id: 'searchRecords', shortcut: 'r' },
  { id: 'searchMeetings', shortcut: 'm' },
  { id: 'actions', shortcut: 'Mod+K' },
  { id: 'detail', shortcut: 'Mod+.' },
  { id: 'join', shortcut: 'Mod+J' },
  { id: 'rescheduleOverdue' },
  { id: 'addCalendar' },
  { id: 'developerSettings' },
  { id: 'undo', shortcut: 'Mod+Z' },
  { id: 'refresh', shortcut: 'Mod+R' },
  { id: 'quit' },
]
