// Keys as people name them: Mod is ⌘ on macOS and Ctrl elsewhere.

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

/** While an input method composes, only the input handles keys. 229 is what some of them send instead. */
export const isComposing = (event: { nativeEvent: KeyboardEvent }): boolean =>
  event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229

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
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  Backspace: '⌫',
}

/** `Mod+Shift+C` → what its keys say on this keyboard. */
export const keyCaps = (shortcut: string, mac: boolean): string[] =>
  shortcut.split(/\+(?!$)/).map((part) => (mac ? macNames[part] : otherNames[part]) ?? keyNames[part] ?? part)
