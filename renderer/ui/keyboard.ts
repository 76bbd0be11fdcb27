// Keyboard shortcuts. Mod is ⌘ on macOS and Ctrl elsewhere. The actions and their chords are in actions/table.ts.
import { type PlainKey, say } from '../../shared/language.ts'

export interface KeyPress {
  /** The typed character, or the name of the key. */
  key: string
  /** Position, named by a US keyboard: `KeyK`, `Digit1`. */
  code: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
  getModifierState: (modifier: 'AltGraph') => boolean
}

export const isMac = (): boolean => navigator.platform.startsWith('Mac')

/** AltGr types characters. Windows reports it as Ctrl+Alt as well. */
export const typesByAltGr = (press: KeyPress): boolean =>
  press.getModifierState('AltGraph') && /^[^ ]$/u.test(press.key)

export const modHeld = (press: KeyPress, mac: boolean): boolean =>
  !press.altKey &&
  !typesByAltGr(press) &&
  (mac ? press.metaKey && !press.ctrlKey : press.ctrlKey && !press.metaKey)

/** The chord of a key press, for example `Mod+Shift+C`. Null for keys that type or move. */
export function pressedChord(press: KeyPress, mac: boolean): string | null {
  const key = chordKey(press)
  const shift = press.shiftKey ? 'Shift+' : ''
  if (/^F\d+$/.test(key)) return press.ctrlKey || press.metaKey || press.altKey ? null : shift + key
  if (!modHeld(press, mac)) return null
  return `Mod+${shift}${key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key}`
}

/** Default chords that views name themselves. All others stand in the table of actions alone. */
export const chords = {
  actions: 'Mod+K',
  copyLink: 'Mod+Shift+C',
  copyTitle: 'Mod+C',
  done: 'Mod+D',
  join: 'Mod+J',
  refresh: 'Mod+R',
  settings: 'Mod+,',
  undo: 'Mod+Z',
} as const

/** The current chord of each default one. */
let bound: ReadonlyMap<string, string> = new Map()

/** Called when the settings arrive, before a view reads its keys. */
export const bindChords = (current: ReadonlyMap<string, string>): void => {
  bound = current
}

/** The chord to show where the code names a default, for example `Mod+D`. */
export const currentChord = (shortcut: string): string => bound.get(shortcut) ?? shortcut

/** Whether a key press is the chord of an action in any view. */
export const isBound = (press: KeyPress, mac: boolean): boolean => {
  const chord = pressedChord(press, mac)
  return chord !== null && [...bound.values()].includes(chord)
}

/** Whether a key press is this shortcut. `shortcut` is the default chord of its action, which may have changed. */
export const isShortcut = (press: KeyPress, shortcut: string, mac: boolean = isMac()): boolean =>
  pressedChord(press, mac) === currentChord(shortcut)

/** No modifier is pressed. */
export const isPlain = ({ ctrlKey, metaKey, altKey, shiftKey }: KeyPress): boolean =>
  !ctrlKey && !metaKey && !altKey && !shiftKey

/** The US character at a position, for characters that shortcuts use. */
const physicalKey = ({ code, shiftKey }: KeyPress): string | undefined => {
  const [, letter, digit] = /^(?:Key([A-Z])|Digit(\d))$/.exec(code) ?? []
  if (letter !== undefined || shiftKey) return letter?.toLowerCase()
  return code === 'Comma' ? ',' : code === 'Period' ? '.' : digit
}

/**
 * The shortcut key of an event, letters in lower case. It is the typed character, so that Dvorak and QWERTZ work as labelled.
 * If that is not ASCII (Cyrillic, Greek, Thai), it is the US character at the same position. AZERTY needs Shift for digits:
 * with Ctrl or ⌘ its digit row counts as digits. Check `isComposing` first.
 */
export function chordKey(press: KeyPress): string {
  const { key, code, ctrlKey, metaKey } = press
  if (/^[a-z\d]$/i.test(key)) return key.toLowerCase()
  // The Arabic question mark.
  if (key === '؟') return '?'
  const isDigitRow = code.startsWith('Digit') && (ctrlKey || metaKey)
  const isTyped = /^[!-~]$/.test(key) ? !isDigitRow : /^[ -~]+$/.test(key)
  return isTyped || typesByAltGr(press) ? key : (physicalKey(press) ?? key)
}

/** The step of a key in a list, or 0. On macOS Ctrl+P and Ctrl+N move, too, as in all its text fields. */
export function listStep(press: KeyPress, mac: boolean): -1 | 0 | 1 {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = press
  if (metaKey || altKey) return 0
  if (!ctrlKey) return key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
  if (shiftKey || !mac) return 0
  const letter = chordKey(press)
  return letter === 'p' ? -1 : letter === 'n' ? 1 : 0
}

/**
 * The chord of a pinned list. Mod with a digit runs a row. On macOS it is ⌃, because ⌥ with a digit types a character.
 * @param key 1 to 9
 */
export const listChord = (key: number, mac: boolean = isMac()): string => `${mac ? 'Ctrl' : 'Alt'}+${key}`

/** The digit of a chord of pinned lists, by the position of the key; or null. */
export const listPressed = (press: KeyPress, mac: boolean): number | null => {
  const { code, ctrlKey, metaKey, altKey, shiftKey } = press
  const isHeld = mac ? ctrlKey && !altKey : altKey && !ctrlKey
  const digit = /^Digit([1-9])$/.exec(code)?.[1]
  return digit === undefined || !isHeld || metaKey || shiftKey || press.getModifierState('AltGraph')
    ? null
    : Number(digit)
}

export const isUndo = (press: KeyPress): boolean => isShortcut(press, chords.undo)

/** Whether an input method is composing; it then handles all keys. Some send key code 229 instead. */
export const isComposing = (event: { nativeEvent: KeyboardEvent }): boolean =>
  event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229

/** Whether a dialog is open, which has its own keys. */
export const isInDialog = (event: { target: EventTarget }): boolean =>
  event.target instanceof Element && event.target.closest('dialog') !== null

const macNames: Readonly<Record<string, string>> = {
  Mod: '⌘',
  Command: '⌘',
  Cmd: '⌘',
  CommandOrControl: '⌘',
  Super: '⌘',
  Ctrl: '⌃',
  Control: '⌃',
  Alt: '⌥',
  Option: '⌥',
  Shift: '⇧',
}
const otherNames: Readonly<Record<string, string>> = {
  Mod: 'Ctrl',
  CommandOrControl: 'Ctrl',
  Control: 'Ctrl',
  Command: 'Super',
  Option: 'Alt',
}
const keyNames: Readonly<Record<string, string>> = {
  Enter: '↵',
  Return: '↵',
  Up: '↑',
  Down: '↓',
  Left: '←',
  Right: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Backspace: '⌫',
}
/** Keys whose names are translated. */
const namedKeys: Readonly<Record<string, PlainKey>> = {
  Alt: 'key.alt',
  Ctrl: 'key.ctrl',
  End: 'key.end',
  Escape: 'key.escape',
  Home: 'key.home',
  PageDown: 'key.pageDown',
  PageUp: 'key.pageUp',
  Shift: 'key.shift',
  Space: 'key.space',
}

const wordOf = (part: string): string => {
  const named = namedKeys[part]
  return named === undefined ? part : say(named)
}

const partsOf = (shortcut: string): string[] => shortcut.split(/\+(?!$)/)

/** `Mod+Shift+C` → the labels of its keys on this platform. */
export const keyCaps = (shortcut: string, mac: boolean): string[] =>
  partsOf(shortcut).map((part) =>
    mac && macNames[part] !== undefined
      ? macNames[part]
      : (keyNames[part] ?? wordOf(mac ? part : (otherNames[part] ?? part))),
  )

/** The names of the keys, for screen readers. */
export const spokenKeys = (accelerator: string): string => partsOf(accelerator).map(wordOf).join('+')
