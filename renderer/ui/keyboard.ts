// Keys as people name them: Mod is ⌘ on macOS and Ctrl elsewhere.
import { type PlainKey, say } from '../../shared/language.ts'

export interface KeyPress {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

export const isMac = (): boolean => navigator.platform.startsWith('Mac')

export const modHeld = (press: KeyPress, mac: boolean): boolean =>
  mac ? press.metaKey && !press.ctrlKey : press.ctrlKey && !press.metaKey

/** Nothing else is held: with a modifier, a key is the text's own. */
export const isPlain = ({ ctrlKey, metaKey, altKey, shiftKey }: KeyPress): boolean =>
  !ctrlKey && !metaKey && !altKey && !shiftKey

/**
 * Where a key goes in a list; 0 for nowhere. Ctrl+P and Ctrl+N move, as in every terminal; where Ctrl is Mod, Ctrl+N is
 * already the new task.
 */
export function listStep(press: KeyPress, mac: boolean): -1 | 0 | 1 {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = press
  if (metaKey || altKey) return 0
  if (!ctrlKey) return key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
  if (shiftKey) return 0
  const letter = key.toLowerCase()
  return letter === 'p' ? -1 : letter === 'n' && mac ? 1 : 0
}

/** Mod+Z, and not what is done again with Shift. */
export const isUndo = (press: KeyPress): boolean =>
  modHeld(press, isMac()) && !press.shiftKey && press.key.toLowerCase() === 'z'

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
