// The keys inside the window: one table for every view, the help and the settings. A chord has one meaning in all views.
// `Mod` is ⌘ on macOS and Ctrl elsewhere.
import type { PlainKey } from './language.ts'

export type KeyView = 'palette' | 'brief' | 'browse' | 'outbox' | 'forms'

interface KeyRow {
  /** The chord unless the user changes it. */
  chord: string
  views: readonly KeyView[]
  label: PlainKey
}

export const keyTable = {
  actions: { chord: 'Mod+K', views: ['palette', 'brief', 'browse', 'forms'], label: 'common.actions' },
  openInBrowser: { chord: 'Mod+Enter', views: ['palette', 'brief', 'browse'], label: 'common.openInBrowser' },
  newTask: { chord: 'Mod+N', views: ['palette', 'brief', 'browse'], label: 'common.newTask' },
  edit: { chord: 'Mod+E', views: ['palette', 'brief'], label: 'common.editTask' },
  toggleDone: { chord: 'Mod+D', views: ['palette', 'brief'], label: 'help.toggleDone' },
  due: { chord: 'Mod+Shift+D', views: ['palette', 'brief'], label: 'taskAction.due' },
  snooze: { chord: 'Mod+S', views: ['palette', 'brief'], label: 'taskAction.snooze' },
  status: { chord: 'Mod+Shift+S', views: ['palette', 'brief'], label: 'taskAction.status' },
  priority: { chord: 'Mod+Shift+P', views: ['palette', 'brief'], label: 'taskAction.priority' },
  assign: { chord: 'Mod+Shift+A', views: ['palette', 'brief'], label: 'taskAction.assign' },
  link: { chord: 'Mod+L', views: ['palette', 'brief'], label: 'taskAction.link' },
  delete: { chord: 'Mod+Shift+Backspace', views: ['palette', 'brief'], label: 'taskAction.delete' },
  join: {
    chord: 'Mod+J',
    views: ['palette', 'brief', 'browse', 'outbox', 'forms'],
    label: 'help.join',
  },
  undo: { chord: 'Mod+Z', views: ['palette', 'brief', 'browse', 'outbox', 'forms'], label: 'help.undo' },
  copyTitle: { chord: 'Mod+C', views: ['palette', 'brief', 'browse'], label: 'common.copyTitle' },
  copyLink: { chord: 'Mod+Shift+C', views: ['palette', 'browse'], label: 'common.copyLink' },
  refresh: { chord: 'Mod+R', views: ['palette', 'brief', 'browse'], label: 'common.refresh' },
  copyEmail: { chord: 'Mod+Shift+E', views: ['palette', 'browse'], label: 'contact.copyEmail' },
  copyPhone: { chord: 'Mod+Shift+T', views: ['palette', 'browse'], label: 'contact.copyPhone' },
  why: { chord: 'Mod+I', views: ['palette'], label: 'help.why' },
  togglePane: { chord: 'Mod+.', views: ['palette', 'browse'], label: 'help.detail' },
  settings: { chord: 'Mod+,', views: ['palette', 'brief', 'browse', 'forms'], label: 'common.settings' },
} as const satisfies Record<string, KeyRow>

export type KeyCommand = keyof typeof keyTable
export const keyCommands = Object.keys(keyTable) as [KeyCommand, ...KeyCommand[]]

/** The chords that the user changed. */
export type ChangedKeys = Readonly<Partial<Record<KeyCommand, string>>>

export const chordOf = (command: KeyCommand, changed: ChangedKeys): string =>
  changed[command] ?? keyTable[command].chord

/** The chord that has taken the place of a default. Labels name a command by its default chord. */
export const shownChord = (chord: string, changed: ChangedKeys): string => {
  const command = keyCommands.find((one) => keyTable[one].chord === chord)
  return command === undefined ? chord : chordOf(command, changed)
}

/** The command of a chord. */
export const commandOf = (chord: string, changed: ChangedKeys): KeyCommand | undefined =>
  keyCommands.find((command) => chordOf(command, changed) === chord)

/** Mod with a key, with or without Shift, or a function key. Every other key types or moves. */
const chordPattern =
  /^(?:Mod\+(?:Shift\+)?(?:[^a-z\s+]|\+|Space|Backspace|Delete)|(?:Shift\+)?F(?:[1-9]|1[0-2]))$/u

/** Chords that edit the text of a field on some platform, and those of the system. */
const editing = /^Mod\+(?:[ACVXYZ]|Shift\+Z|Backspace|Delete|Shift\+Delete)$/
const system = /^Mod\+[QWHM]$/
const rows = /^Mod\+[1-9]$/

export type KeyRefusal = 'noChord' | 'editing' | 'system' | 'rows'

/** Enter belongs to the forms, too, where it saves. */
export const isChangeable = (command: KeyCommand): boolean => command !== 'openInBrowser'

/** Why a command cannot have this chord. Null if it can; its default always can. */
export const refusalOf = (command: KeyCommand, chord: string): KeyRefusal | null => {
  if (chord === keyTable[command].chord) return null
  if (!isChangeable(command) || !chordPattern.test(chord)) return 'noChord'
  if (editing.test(chord)) return 'editing'
  if (system.test(chord)) return 'system'
  return rows.test(chord) ? 'rows' : null
}

/** The other command that has this chord. */
export const holderOf = (command: KeyCommand, chord: string, changed: ChangedKeys): KeyCommand | undefined =>
  keyCommands.find((other) => other !== command && chordOf(other, changed) === chord)

/** Whether each changed chord is allowed and has one meaning. */
export const areUsable = (changed: ChangedKeys): boolean =>
  keyCommands.every((command) => {
    const chord = chordOf(command, changed)
    return refusalOf(command, chord) === null && holderOf(command, chord, changed) === undefined
  })
