// Keys as people name them: Mod is ⌘ on macOS and Ctrl elsewhere.
import { type PlainKey, say } from '../../../shared/language.ts'

export interface KeyPress {
  /** What it types on this layout, or its name. */
  key: string
  /** Where it is, by what is there on a US keyboard: `KeyK`, `Digit1`. */
  code: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
  getModifierState: (modifier: 'AltGraph') => boolean
}

export const isMac = (): boolean => navigator.platform.startsWith('Mac')

/** AltGr is there to type characters, and no Ctrl+Alt, which Windows reports too. */
export const typesByAltGr = (press: KeyPress): boolean =>
  press.getModifierState('AltGraph') && /^[^ ]$/u.test(press.key)

export const modHeld = (press: KeyPress, mac: boolean): boolean =>
  !press.altKey &&
  !typesByAltGr(press) &&
  (mac ? press.metaKey && !press.ctrlKey : press.ctrlKey && !press.metaKey)

/** Whether these are the keys of a shortcut with Mod: `Mod+Shift+C`. */
export const isShortcut = (press: KeyPress, shortcut: string, mac: boolean): boolean =>
  modHeld(press, mac) &&
  shortcut.toLowerCase() === `mod+${press.shiftKey ? 'shift+' : ''}${chordKey(press).toLowerCase()}`

/** Nothing else is held: with a modifier, a key is the text's own. */
export const isPlain = ({ ctrlKey, metaKey, altKey, shiftKey }: KeyPress): boolean =>
  !ctrlKey && !metaKey && !altKey && !shiftKey

/** What a US keyboard has in that place, of what shortcuts are written in. */
const physicalKey = ({ code, shiftKey }: KeyPress): string | undefined => {
  const [, letter, digit] = /^(?:Key([A-Z])|Digit(\d))$/.exec(code) ?? []
  if (letter !== undefined || shiftKey) return letter?.toLowerCase()
  return code === 'Comma' ? ',' : digit
}

/**
 * Which key of a shortcut a press means, letters in lower case: the one that is typed, so that Dvorak and QWERTZ keep the
 * letters that they show; where that is none of ASCII, because Cyrillic, Greek and Thai have no `k` to type, the one that a
 * US keyboard has in that place. AZERTY types its digits with Shift only: with Ctrl or ⌘ its digit row means them.
 * Ask `isComposing` first: while an input method composes, no key is one of a shortcut.
 */
export function chordKey(press: KeyPress): string {
  const { key, code, ctrlKey, metaKey } = press
  if (/^[a-z\d]$/i.test(key)) return key.toLowerCase()
  // Arabic has a question mark of its own.
  if (key === '؟') return '?'
  const isDigitRow = code.startsWith('Digit') && (ctrlKey || metaKey)
  const isTyped = /^[!-~]$/.test(key) ? !isDigitRow : /^[ -~]+$/.test(key)
  return isTyped || typesByAltGr(press) ? key : (physicalKey(press) ?? key)
}

/**
 * Where a key goes in a list; 0 for nowhere. Ctrl+P and Ctrl+N move, as in every terminal; where Ctrl is Mod, Ctrl+N is
 * already the new task.
 */
export function listStep(press: KeyPress, mac: boolean): -1 | 0 | 1 {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = press
  if (metaKey || altKey) return 0
  if (!ctrlKey) return key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
  if (shiftKey) return 0
  const letter = chordKey(press)
  return letter === 'p' ? -1 : letter === 'n' && mac ? 1 : 0
}

/** Mod+Z, and not what is done again with Shift. */
export const isUndo = (press: KeyPress): boolean =>
  modHeld(press, isMac()) && !press.shiftKey && chordKey(press) === 'z'

/** While an input method composes, only the input handles keys. 229 is what some of them send instead. */
export const isComposing = (event: { nativeEvent: KeyboardEvent }): boolean =>
  event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229

/** A dialog lies over the view, and has keys of its own. */
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
/** Keys that have another name on another keyboard. */
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

/** `Mod+Shift+C` → what its keys say on this keyboard. */
export const keyCaps = (shortcut: string, mac: boolean): string[] =>
  partsOf(shortcut).map((part) =>
    mac && macNames[part] !== undefined
      ? macNames[part]
      : (keyNames[part] ?? wordOf(mac ? part : (otherNames[part] ?? part))),
  )

/** An accelerator as it is read aloud: the names of its keys. */
export const spokenKeys = (accelerator: string): string => partsOf(accelerator).map(wordOf).join('+')
